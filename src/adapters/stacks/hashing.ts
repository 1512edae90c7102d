import { createHash, hash } from 'node:crypto';

export function sha256(bytes: Uint8Array): Uint8Array {
  return hash('sha256', bytes, 'buffer');
}

/** RIPEMD-160 of SHA-256, 20 bytes. OpenSSL serves RIPEMD-160 by default since 3.0.7, which every supported Node has. */
export function hash160(bytes: Uint8Array): Uint8Array {
  return createHash('ripemd160').update(sha256(bytes)).digest();
}
