import type { KeyEntry } from '../domain/idempotency/kept-answer.js';
import type { Result } from '../domain/shared/result.js';
import type { AlreadyExists, StaleVersion } from './order-repository.js';

/** Requests that carried an idempotency key, one entry for each id. */
export interface IdempotencyLog {
  insert(entry: KeyEntry): Promise<Result<void, AlreadyExists>>;
  find(id: string): Promise<KeyEntry | undefined>;
  /** Puts `next` in the place of `known`, an entry of the same id, if that still stands there: same state, claimedAt and fingerprint. */
  replace(known: KeyEntry, next: KeyEntry): Promise<Result<void, StaleVersion>>;
  /** Removes the entry if it still stands there; otherwise changes nothing. */
  delete(known: KeyEntry): Promise<void>;
  /** Forgets what expired before `now`. */
  deleteExpired(now: Date): Promise<void>;
}
