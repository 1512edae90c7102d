import type { Sha256 } from '../domain/shared/address.js';

/** One-way hashing. */
export interface Hasher {
  /** A function property: may be passed on without its object. */
  readonly sha256: Sha256;
}
