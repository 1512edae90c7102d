/** Value that the signature fits, unlike the one sent; found by trying, so its sender could compute it too. */
export interface Mismatch<F extends string> {
  readonly field: F;
  /** Value that was actually signed. */
  readonly signed: string;
}

/** The same signature with R, S and V rearranged, in hex; undefined if it is not a signature. */
interface SignatureForm {
  readonly signature: string;
  readonly signed: string;
}

const SIGNATURE = /^[0-9a-f]{130}$/i;
const OTHER_V: Readonly<Record<string, string>> = { '00': '01', '01': '00', '1b': '1c', '1c': '1b' };

/** Forms that wallets and libraries produce instead of R, S, V with the correct V. */
export function otherForms(signature: string): readonly SignatureForm[] {
  if (!SIGNATURE.test(signature)) return [];
  const [first, last] = [signature.slice(0, 2), signature.slice(-2).toLowerCase()];
  const flipped = OTHER_V[last];
  return [
    ...(flipped === undefined
      ? []
      : [{ signature: signature.slice(0, -2) + flipped, signed: `V ${flipped}` }]),
    { signature: signature.slice(2) + first, signed: 'V, R, S in place of R, S, V' },
  ];
}
