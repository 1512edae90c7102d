/** Randomness that nobody can guess. */
export interface SecretSource {
  /** Bytes of a cryptographically secure generator. */
  bytes(count: number): Uint8Array;
}
