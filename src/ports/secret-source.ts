/** Unguessable randomness. */
export interface SecretSource {
  /** Returns `count` bytes of a cryptographically secure generator. */
  bytes(count: number): Uint8Array;
}
