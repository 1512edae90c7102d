/**
 * Field whose value fits the signature only if it is changed to `signed`. That value is found by trying, so the sender could
 * compute it too.
 */
export interface Mismatch<F extends string> {
  readonly field: F;
  /** Value that was actually signed, or a description of it. */
  readonly signed: string;
}

/** A signature in hex, with R, S and V in another form, and the name of that form. */
interface SignatureForm {
  readonly signature: string;
  readonly signed: string;
}

const SIGNATURE = /^[0-9a-f]{130}$/i;
const OTHER_V: Readonly<Record<string, string>> = { '00': '01', '01': '00', '1b': '1c', '1c': '1b' };

/** Returns the forms that wallets and libraries produce instead of R, S, V with the correct V; none for text that is no signature. */
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
