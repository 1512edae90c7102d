import type { CancelTimer } from '../domain/cancel-timer/cancel-timer.js';

/** Timers that end orders, one for each scope at most. Lock `cancel-timer:` and the scope's id before changing one. */
export interface CancelTimers {
  /** The timer of the scope with this `scopeId`. */
  find(scopeId: string): Promise<CancelTimer | undefined>;
  /** Stores the timer in place of that of the same scope. */
  save(timer: CancelTimer): Promise<void>;
  delete(scopeId: string): Promise<void>;
  /** Up to `limit` timers that fire at that time or before, or whose renewal lies more than the tolerance after it, longest due first. */
  listDue(now: Date, limit: number): Promise<readonly CancelTimer[]>;
  /** Up to `limit` timers that have fired and are still ending orders, in the order in which they fired. */
  listEnding(limit: number): Promise<readonly CancelTimer[]>;
  /** Deletes timers that are not armed, have ended their orders and fired before that time. */
  deleteFiredBefore(time: Date): Promise<void>;
}
