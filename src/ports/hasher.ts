/** One-way hashing. */
export interface Hasher {
  /** SHA-256 of the bytes, 32 bytes. */
  sha256(bytes: Uint8Array): Uint8Array;
}
