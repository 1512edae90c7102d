import { hmac } from '@noble/hashes/hmac';
import { ripemd160 } from '@noble/hashes/ripemd160';
import { sha256 } from '@noble/hashes/sha256';

export { sha256 };

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** RIPEMD-160 of SHA-256, 20 bytes. */
export const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes));

export const hmacSha256 = (key: Uint8Array, ...messages: readonly Uint8Array[]): Uint8Array =>
  hmac(sha256, key, concat(...messages));
