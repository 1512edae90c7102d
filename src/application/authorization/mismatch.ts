/**
 * Value that a signature fits in place of the one that was sent; found by trying, so it says nothing that its sender could not
 * compute.
 */
export interface Mismatch<F extends string> {
  readonly field: F;
  /** Value that was signed there. */
  readonly signed: string;
}

/** The same signature with the parts of R, S, V in other places, in hex; undefined if it is no signature at all. */
interface SignatureForm {
  readonly signature: string;
  readonly signed: string;
}

const SIGNATURE = /^[0-9a-f]{130}$/i;
const OTHER_V: Readonly<Record<string, string>> = { '00': '01', '01': '00', '1b': '1c', '1c': '1b' };

/** Forms of a signature that wallets and libraries produce in place of R, S, V with the right V. */
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
