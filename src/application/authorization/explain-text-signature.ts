import type { Address } from '../../domain/shared/address.js';
import type { SignatureVerifier, SignedText } from '../../ports/index.js';
import { firstOf } from '../shared/first-of.js';
import { otherForms, type Mismatch } from './mismatch.js';

/** Part of a signed text that differs from what was sent. */
export type TextMismatch = Mismatch<'publicKey' | 'message' | 'signature'>;

/** Error of a wallet's signature that does not verify, with what was signed instead, if known. */
export interface InvalidSignature {
  readonly kind: 'invalid-signature';
  readonly mismatch?: TextMismatch;
  /** Address whose signature it is, if this very text was signed. */
  readonly signer?: Address;
}

/** A text that may have been signed in place of the one sent, and how it differs. */
export interface OtherText {
  readonly message: string;
  readonly signed: string;
}

/**
 * Finds what would have to differ for the signature to be the wallet's: the public key, the text, or the form of the signature.
 * Does one signature recovery for each of `others`, and at most three more.
 */
export async function explainTextSignature(
  text: Omit<SignedText, 'publicKey'>,
  wallet: Address,
  others: readonly OtherText[],
  signatures: Pick<SignatureVerifier, 'recoverTextSigner'>,
): Promise<InvalidSignature> {
  const kind = 'invalid-signature';
  const isSignedBy = async (change: Partial<SignedText>) =>
    (await signatures.recoverTextSigner({ ...text, ...change })) === wallet;
  const signer = await signatures.recoverTextSigner(text);
  if (signer === wallet)
    return { kind, mismatch: { field: 'publicKey', signed: 'another key, the wallet’s' } };
  const changed = others.filter(({ message }) => message !== text.message);
  const other = await firstOf(changed, ({ message }) => isSignedBy({ message }));
  if (other !== undefined) return { kind, mismatch: { field: 'message', signed: other.signed } };
  const form = await firstOf(otherForms(text.signature), ({ signature }) => isSignedBy({ signature }));
  if (form !== undefined) return { kind, mismatch: { field: 'signature', signed: form.signed } };
  return signer === undefined ? { kind } : { kind, signer };
}

/** Maximum length of a message to try in other spellings. */
const LONGEST = 4_096;

/** Texts that may have been signed in place of a JSON text: its fields in another notation, or with surrounding blanks. */
export function otherSpellings(message: string): readonly OtherText[] {
  if (message.length > LONGEST) return [];
  const trimmed = { message: message.trim(), signed: 'the text without blanks around it' };
  try {
    const value: unknown = JSON.parse(message);
    return [
      trimmed,
      { message: JSON.stringify(value), signed: 'the same JSON without blanks' },
      { message: JSON.stringify(value, null, 2), signed: 'the same JSON, indented by two' },
    ];
  } catch (error) {
    if (error instanceof SyntaxError) return [trimmed];
    throw error;
  }
}
