import { serializeClarity } from './clarity.js';
import { concat, sha256, utf8 } from './hashing.js';
import type { StructuredData } from './signer.js';

/** The 32 bytes that a signature over structured data covers (SIP-018). */
export const structuredDigest = ({ domain, message }: StructuredData): Uint8Array =>
  sha256(concat(utf8('SIP018'), sha256(serializeClarity(domain)), sha256(serializeClarity(message))));

/** The 32 bytes that a signature of `stx_signMessage` covers. */
export function textDigest(message: string): Uint8Array {
  const text = utf8(message);
  return sha256(concat(utf8('\x17Stacks Signed Message:\n'), compactSize(text.length), text));
}

/** A length in Bitcoin's format: one byte up to 252, otherwise a marker and 2 or 4 bytes, little-endian. */
function compactSize(length: number): Uint8Array {
  if (length < 0xfd) return Uint8Array.of(length);
  const isShort = length <= 0xffff;
  const bytes = new Uint8Array(isShort ? 3 : 5);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, isShort ? 0xfd : 0xfe);
  if (isShort) view.setUint16(1, length, true);
  else view.setUint32(1, length, true);
  return bytes;
}
