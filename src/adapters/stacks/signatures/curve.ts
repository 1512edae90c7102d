/** secp256k1, the curve of Stacks keys. */
export interface Curve {
  /** Recovers the compressed key that signed a digest of 32 bytes with R and S, of 32 bytes each; undefined if no key did. */
  recover(signature: Uint8Array, recoveryId: 0 | 1, digest: Uint8Array): Uint8Array | undefined;
  /** The compressed form of a public key of 33 or 65 bytes; undefined if it is not a point on the curve. */
  compress(publicKey: Uint8Array): Uint8Array | undefined;
  /** The compressed public key of a private key. @throws for bytes that are not a private key. */
  publicKeyOf(privateKey: Uint8Array): Uint8Array;
  /** Whether 32 bytes are a private key, a number from 1 to the curve's order less one. */
  isPrivateKey(bytes: Uint8Array): boolean;
  /**
   * Signs a digest of 32 bytes, deterministically (RFC 6979) and with low S. Returns R, S, V in 130 hex characters.
   * @throws for bytes that are not a private key.
   */
  sign(digest: Uint8Array, privateKey: Uint8Array): string;
}

/** Returns the result of a call, or undefined if it throws. For calls that throw only if there is nothing to return. */
export function orUndefined<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch {
    return undefined;
  }
}
