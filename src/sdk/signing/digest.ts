import { serializeClarity } from './clarity.js';
import { concat, sha256, utf8 } from './hashing.js';
import type { StructuredData } from './signer.js';

/** Text before structured data, which keeps its signature from being one of anything else. */
export const STRUCTURED_PREFIX = 'SIP018';
/** Text before a signed text, preceded by its length. */
export const TEXT_PREFIX = '\x17Stacks Signed Message:\n';

/** The bytes whose SHA-256 a signature over structured data covers (SIP-018). */
export const structuredBytes = ({ domain, message }: StructuredData): Uint8Array =>
  concat(utf8(STRUCTURED_PREFIX), sha256(serializeClarity(domain)), sha256(serializeClarity(message)));

/** The bytes whose SHA-256 a signature of `stx_signMessage` covers. */
export function textBytes(message: string): Uint8Array {
  const text = utf8(message);
  return concat(utf8(TEXT_PREFIX), compactSize(text.length), text);
}

/** The 32 bytes that a signature over structured data covers (SIP-018). */
export const structuredDigest = (data: StructuredData): Uint8Array => sha256(structuredBytes(data));

/** The 32 bytes that a signature of `stx_signMessage` covers. */
export const textDigest = (message: string): Uint8Array => sha256(textBytes(message));

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
