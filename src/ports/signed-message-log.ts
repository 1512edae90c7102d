import type { Result } from '../domain/shared/result.js';
import type { AlreadyExists } from './order-repository.js';

/** Single-use messages that were used. */
export interface SignedMessageLog {
  /** Stores the message's hash (64 hex) at least until `expiresAt`; an error if it is already stored. */
  insert(hash: string, expiresAt: Date): Promise<Result<void, AlreadyExists>>;
  /** Deletes hashes that expired before `now`. */
  deleteExpired(now: Date): Promise<void>;
}
