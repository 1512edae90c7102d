/** Attempts after which an order is only tried now and then. */
export const QUICK_ATTEMPTS = 5;

const FIRST_PAUSE_MS = 10_000;
const LONG_PAUSE_MS = 15 * 60_000;
const FIRST_OUTAGE_PAUSE_MS = 1_000;
const LONGEST_OUTAGE_PAUSE_MS = 60_000;
const SIBLING_PAUSE_MS = 30_000;

/** Why an attempt left its order open without a swap on its way. */
export type AttemptFailure =
  | 'no-route'
  | 'below-minimum'
  | 'insufficient-balance'
  | 'swap-unprotectable'
  | 'broadcast-refused'
  /** A bug or a database that failed; the program's log has it. */
  | 'internal';

/** What keeps an order back without counting as an attempt of its own. */
export type Hindrance = 'chain-unreachable' | 'sibling-sent';

/** How an attempt ended that left the order open. */
export interface FailedAttempt {
  /** Attempts that ended without a swap on its way. */
  readonly attempts: number;
  /** Not tried again before then. */
  readonly at: Date;
  readonly reason: AttemptFailure | Hindrance;
}

/** When it is, and a random number from 0 up to 1, so that what failed together does not come back together. */
export interface Moment {
  readonly now: Date;
  readonly chance: number;
}

/**
 * One more attempt failed. The first four are followed by pauses of about 10, 20, 40 and 80 seconds; from the fifth on
 * the order is tried about every quarter of an hour.
 */
export function afterFailure(attemptsBefore: number, reason: AttemptFailure, moment: Moment): FailedAttempt {
  const attempts = attemptsBefore + 1;
  const pauseMs = attempts < QUICK_ATTEMPTS ? FIRST_PAUSE_MS * 2 ** (attempts - 1) : LONG_PAUSE_MS;
  return { attempts, at: later(pauseMs, moment), reason };
}

/** Another order of its group is on its way: by then that one has ended this one, or was proven dead. */
export const afterSibling = (attempts: number, moment: Moment): FailedAttempt => ({
  attempts,
  at: later(SIBLING_PAUSE_MS, moment),
  reason: 'sibling-sent',
});

/** How long to leave the chain alone when it could not be reached `failures` times in a row, 1 or more. */
export function afterOutage(failures: number, moment: Moment): Date {
  const doubled = FIRST_OUTAGE_PAUSE_MS * 2 ** Math.min(failures - 1, 30);
  return later(Math.min(doubled, LONGEST_OUTAGE_PAUSE_MS), moment);
}

/** Three quarters to five quarters of the pause. */
const later = (pauseMs: number, { now, chance }: Moment): Date =>
  new Date(now.getTime() + Math.round(pauseMs * (0.75 + chance / 2)));
