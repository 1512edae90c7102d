import { hash } from 'node:crypto';

export function sha256(bytes: Uint8Array): Uint8Array {
  return digest('sha256', bytes);
}

/** The hash with which Stacks names blocks and transactions. */
export function sha512t256(bytes: Uint8Array): Uint8Array {
  return digest('sha512-256', bytes);
}

/** RIPEMD-160 of SHA-256, 20 bytes. OpenSSL offers RIPEMD-160 by default since 3.0.7, which every supported Node has. */
export function hash160(bytes: Uint8Array): Uint8Array {
  return digest('ripemd160', sha256(bytes));
}

/** Hashes via a string. Node makes the string, and then pooled bytes from it, in half the time that a separate Buffer takes. */
function digest(algorithm: string, bytes: Uint8Array): Uint8Array {
  return Buffer.from(hash(algorithm, bytes, 'binary'), 'latin1');
}
