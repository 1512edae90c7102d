import type { OwnerLimit } from '../limits/owner-limits.js';

/** Number of attempts after which an order is retried only at long intervals. */
export const QUICK_ATTEMPTS = 5;

const FIRST_PAUSE_MS = 10_000;
const LONG_PAUSE_MS = 15 * 60_000;
/** Pause added for each percent by which the market falls short of the price: it makes up 1% sooner than 10%. */
const PAUSE_PER_PERCENT_MS = 12_000;
const FIRST_OUTAGE_PAUSE_MS = 1_000;
/** Longest pauses by outage. To try an unreachable chain costs one request; a refused swap had to be quoted, signed and stored first. */
const LONGEST_OUTAGE_PAUSE_MS = { unreachable: 15_000, refusing: 60_000 };
/** Longest pause of any outage in milliseconds, including the jitter. */
export const LONGEST_OUTAGE_MS = 1.25 * LONGEST_OUTAGE_PAUSE_MS.refusing;
const FIRST_UNREAD_PAUSE_MS = 3_000;
const LONGEST_UNREAD_PAUSE_MS = 60_000;
const SIBLING_PAUSE_MS = 30_000;
const LIMIT_PAUSE_MS = { 'owner-in-flight': FIRST_PAUSE_MS, 'too-many-failures': LONG_PAUSE_MS };
const DRY_RUN_PAUSE_MS = 60_000;

/** Kind of outage that blocks every order: the chain is unreachable, or it refuses every operator account. */
export type Outage = keyof typeof LONGEST_OUTAGE_PAUSE_MS;

/** Figures of a failed attempt, for the order's owner: amounts in smallest units as decimal text, fractions as numbers. */
export interface Figures {
  readonly amountOut?: string;
  readonly minAmountOut?: string;
  readonly priceImpact?: number;
  readonly maxPriceImpact?: number;
  /** `balance`: the owner's balance of the input token less what swaps in progress take. `needed`: the amount that the order pays. */
  readonly balance?: string;
  readonly needed?: string;
  readonly liquidityUsd?: number;
  readonly minLiquidityUsd?: number;
  /** Number of blocks, runs or minutes so far, out of `confirm`. */
  readonly confirmed?: number;
  readonly confirm?: number;
  readonly unit?: 'blocks' | 'runs' | 'minutes';
  /** The average ratio over the minutes, as decimal text. */
  readonly average?: string;
  /** The pools through which the order itself would trade. */
  readonly pools?: readonly string[];
  /** The ratio without `pools`, as decimal text; absent if the other pools give no usable price. */
  readonly ratioWithout?: string;
}

/** The back-off after an attempt that failed and left its order open without a stored swap. */
export interface Retry {
  /** Failed attempts so far, including this one; only those that failed because of the order itself count. */
  readonly attempts: number;
  /** Time before which the order is not claimed again. */
  readonly at: Date;
  /** Stable word, such as `no-route`. */
  readonly reason: string;
  readonly figures?: Figures;
}

/** The time, and a random number from 0 up to 1 that spreads the retries of orders that failed together. */
export interface Moment {
  readonly now: Date;
  readonly jitter: number;
}

/**
 * The back-off after one more failure. The first four failures are followed by pauses of about 10, 20, 40 and 80 seconds; from
 * the fifth on, the order is retried about every 15 minutes.
 */
export function afterFailure(attemptsBefore: number, reason: string, moment: Moment): Retry {
  const attempts = attemptsBefore + 1;
  const pauseMs = attempts < QUICK_ATTEMPTS ? FIRST_PAUSE_MS * 2 ** (attempts - 1) : LONG_PAUSE_MS;
  return { attempts, at: later(pauseMs, moment), reason };
}

/**
 * The back-off while the market does not pay what the order accepts: 10 s, plus 12 s for each percent of the price that is
 * missing, up to 15 minutes. Nothing is wrong with the order itself, so its count of failures starts again.
 *
 * @param gap the missing share of the price, 0 to 1
 */
export const afterMiss = (reason: string, gap: number, moment: Moment): Retry => ({
  attempts: 0,
  at: later(missPauseMs(gap), moment),
  reason,
});

/**
 * Whether an order is attempted in full although the market misses it by this gap. This happens about every 15 minutes, however
 * often the market is checked, because a full attempt also notices if another sender has paid the order.
 */
export const isCheckedInFull = (gap: number, { jitter }: Moment): boolean =>
  jitter * LONG_PAUSE_MS < missPauseMs(gap);

const missPauseMs = (gap: number): number =>
  Math.min(LONG_PAUSE_MS, FIRST_PAUSE_MS + 100 * gap * PAUSE_PER_PERCENT_MS);

/**
 * Returns the time at which to read an owner's funds again after `times` (1 or more) consecutive reads failed, because such reads
 * had used up their share of the node's allowance. The pause is about 3, 6, 12 … 60 seconds, so that a thousand owners do not
 * cause reads all the time.
 */
export const afterUnread = (times: number, moment: Moment): Date =>
  later(Math.min(LONGEST_UNREAD_PAUSE_MS, FIRST_UNREAD_PAUSE_MS * 2 ** Math.min(times - 1, 30)), moment);

/**
 * The back-off while a sibling's swap is in flight. At its end, either the sibling has cancelled this order, or the sibling's swap
 * was dropped.
 */
export const afterSibling = (attempts: number, moment: Moment): Retry => ({
  attempts,
  at: later(SIBLING_PAUSE_MS, moment),
  reason: 'sibling-sent',
});

/** The back-off while the owner has too many swaps in progress, or has caused too many failures. */
export const afterLimit = (attempts: number, reason: OwnerLimit, moment: Moment): Retry => ({
  attempts,
  at: later(LIMIT_PAUSE_MS[reason], moment),
  reason,
});

/** The back-off after a dry run, which is not a failure of the order. */
export const afterDryRun = (attempts: number, moment: Moment): Retry => ({
  attempts,
  at: later(DRY_RUN_PAUSE_MS, moment),
  reason: 'dry-run',
});

/** The back-off after the nodes have refused one operator account but another is left that can pay: as short as the first of an outage. */
export const afterRefusedAccount = (attempts: number, moment: Moment): Retry => ({
  attempts,
  at: later(FIRST_OUTAGE_PAUSE_MS, moment),
  reason: 'broadcast-refused',
});

/** Returns the time to try the chain again after `failures` consecutive outages, 1 or more. */
export function afterOutage(failures: number, outage: Outage, moment: Moment): Date {
  const doubled = FIRST_OUTAGE_PAUSE_MS * 2 ** Math.min(failures - 1, 30);
  return later(Math.min(doubled, LONGEST_OUTAGE_PAUSE_MS[outage]), moment);
}

/** Returns the time after the pause, which the jitter scales to between 75% and 125%. */
const later = (pauseMs: number, { now, jitter }: Moment): Date =>
  new Date(now.getTime() + Math.round(pauseMs * (0.75 + jitter / 2)));
