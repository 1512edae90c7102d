/** Attempts after which an order is only tried now and then. */
export const QUICK_ATTEMPTS = 5;

const FIRST_PAUSE_MS = 10_000;
const LONG_PAUSE_MS = 15 * 60_000;
const FIRST_OUTAGE_PAUSE_MS = 1_000;
/** To ask a chain that is out of reach costs one request. What it refuses was quoted, signed and stored before. */
const LONGEST_OUTAGE_PAUSE_MS = { unreachable: 15_000, refusing: 60_000 };
const SIBLING_PAUSE_MS = 30_000;

/** How the chain stands in the way of every order: it does not answer, or it takes nothing from the operator's account. */
export type Outage = keyof typeof LONGEST_OUTAGE_PAUSE_MS;

/** How an attempt ended that left its order open without a swap on its way. */
export interface FailedAttempt {
  /** Attempts that failed because of the order itself. */
  readonly attempts: number;
  /** Not tried again before then. */
  readonly at: Date;
  /** Stable word, such as `no-route`. */
  readonly reason: string;
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
export function afterFailure(attemptsBefore: number, reason: string, moment: Moment): FailedAttempt {
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

/** How long to leave the chain alone when it was an obstacle `failures` times in a row, 1 or more. */
export function afterOutage(failures: number, outage: Outage, moment: Moment): Date {
  const doubled = FIRST_OUTAGE_PAUSE_MS * 2 ** Math.min(failures - 1, 30);
  return later(Math.min(doubled, LONGEST_OUTAGE_PAUSE_MS[outage]), moment);
}

/** Three quarters to five quarters of the pause. */
const later = (pauseMs: number, { now, chance }: Moment): Date =>
  new Date(now.getTime() + Math.round(pauseMs * (0.75 + chance / 2)));
