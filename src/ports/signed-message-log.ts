import type { Result } from '../domain/shared/result.js';
import type { AlreadyExists } from './order-repository.js';

/** Messages that may be used once. */
export interface SignedMessageLog {
  /** Remembers the message's hash (64 hex) until `expiresAt` at the least; an error if it is known already. */
  insert(hash: string, expiresAt: Date): Promise<Result<void, AlreadyExists>>;
  /** Forgets what expired before `now`. */
  deleteExpired(now: Date): Promise<void>;
}
