import type { KeyEntry } from '../domain/idempotency/idempotency.js';
import type { Result } from '../domain/shared/result.js';
import type { AlreadyExists, StaleVersion } from './order-repository.js';

/** Requests with an idempotency key, one entry per id. */
export interface IdempotencyLog {
  insert(entry: KeyEntry): Promise<Result<void, AlreadyExists>>;
  find(id: string): Promise<KeyEntry | undefined>;
  /** Replaces `known` with `next`, both with the same id, if the stored entry still has the state, claimedAt and fingerprint of `known`. */
  replace(known: KeyEntry, next: KeyEntry): Promise<Result<void, StaleVersion>>;
  /** Deletes the entry if it is still stored unchanged; otherwise does nothing. */
  delete(known: KeyEntry): Promise<void>;
  /** Deletes entries that expired before `now`. */
  deleteExpired(now: Date): Promise<void>;
}

/** Single-use messages that have been used. */
export interface SignedMessageLog {
  /** Stores the message's hash (64 hex) at least until `expiresAt`; an error if it is already stored. */
  insert(hash: string, expiresAt: Date): Promise<Result<void, AlreadyExists>>;
  /** Deletes hashes that expired before `now`. */
  deleteExpired(now: Date): Promise<void>;
}
