import type { Sha256 } from '../domain/shared/address.js';

/** The time of day, which the core reads nowhere else. */
export interface Clock {
  now(): Date;
}

/** One-way hashing. */
export interface Hasher {
  /** A function property, so it may be passed on without its object. */
  readonly sha256: Sha256;
}

/** Unguessable randomness. */
export interface SecretSource {
  /** Returns `count` bytes from a cryptographically secure generator. */
  bytes(count: number): Uint8Array;
}
