import type { End } from '../domain/operator/end.js';

export type { End, EndKind } from '../domain/operator/end.js';

/**
 * Log of what owners and operators have ended, kept apart from the database, so that a restored database can learn it.
 * Append-only, for any number of processes at once.
 */
export interface EndsLog {
  /** Resolves when all of them are on disk. Rejects with a `StorageFailure` when they may not be. */
  append(ends: readonly End[]): Promise<void>;
  /** Reads the ends of this time and later, in about the order of their times. */
  since(at: Date): AsyncIterable<End>;
  /** The time from which the log holds every end. */
  beganAt(): Promise<Date>;
  /** Rejects with a `StorageFailure` while the log takes no ends. */
  check(): Promise<void>;
  /** Deletes ends before this time. May keep those of some weeks before it. */
  deleteBefore(at: Date): Promise<void>;
}
