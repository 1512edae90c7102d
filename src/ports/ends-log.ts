import type { End } from '../domain/operator/end.js';

export type { End, EndKind } from '../domain/operator/end.js';

/**
 * Log of what owners and operators have ended, kept outside the database, so that a restored database can catch up. Append-only,
 * for any number of concurrent processes.
 */
export interface EndsLog {
  /** Appends ends; resolves when all of them are on disk. Rejects with a `StorageFailure` if some may not be. */
  append(ends: readonly End[]): Promise<void>;
  /** Reads the ends from this time on, roughly in the order of their times. */
  since(at: Date): AsyncIterable<End>;
  /** The time from which the log has every end. */
  beganAt(): Promise<Date>;
  /** Rejects with a `StorageFailure` while the log is not writable. */
  check(): Promise<void>;
  /** Deletes ends before this time. May keep ends of the last weeks before this time. */
  deleteBefore(at: Date): Promise<void>;
}
