import { err, ok, type Result } from '../shared/result.js';

/** What one source says that a bitcoin costs. */
export interface BtcAnswer {
  readonly source: string;
  /** Dollars, above 0. */
  readonly usd: number;
}

/** The run before. */
export interface LastBtcPrice {
  readonly at: Date;
  readonly btcUsd: number;
}

export interface BtcUsd {
  readonly usd: number;
  /** Whose answers were taken, and whose were too far from the others'. */
  readonly taken: readonly string[];
  readonly dropped: readonly string[];
}

/**
 * `no-answer`: nobody said anything. `sources-disagree`: every answer is far from the middle of them.
 * `unconfirmed-jump`: a single answer is far from the last run, and there is nobody to confirm it.
 */
export interface NoBtcPrice {
  readonly kind: 'no-btc-price';
  readonly reason: 'no-answer' | 'sources-disagree' | 'unconfirmed-jump';
  readonly dropped: readonly string[];
}

const OUTLIER = 0.05;
const JUMP = 0.1;
const REMEMBERED_MS = 60 * 60 * 1000;

/**
 * Dollars for one bitcoin from what the sources say. Of two or more answers those over 5% off their median are
 * dropped, and the median of the others is it. An answer alone, from the start or after the others were dropped, is
 * taken only if it is within 10% of the last run, or there is none, or that is over an hour old.
 */
export function combineBtcAnswers(
  answers: readonly BtcAnswer[],
  last: LastBtcPrice | undefined,
  now: Date,
): Result<BtcUsd, NoBtcPrice> {
  const usable = answers.filter(({ usd }) => Number.isFinite(usd) && usd > 0);
  const middle = median(usable.map(({ usd }) => usd));
  const near = usable.filter(({ usd }) => isWithin(usd, middle, OUTLIER));
  const dropped = answers.filter((answer) => !near.includes(answer)).map(({ source }) => source);
  const none = (reason: NoBtcPrice['reason']) => err({ kind: 'no-btc-price' as const, reason, dropped });

  const [first, ...others] = near;
  if (first === undefined) return none(usable.length === 0 ? 'no-answer' : 'sources-disagree');
  if (others.length === 0 && last !== undefined) {
    const isRemembered = now.getTime() - last.at.getTime() <= REMEMBERED_MS;
    if (isRemembered && !isWithin(first.usd, last.btcUsd, JUMP)) return none('unconfirmed-jump');
  }
  return ok({
    usd: median(near.map(({ usd }) => usd)),
    taken: near.map(({ source }) => source),
    dropped,
  });
}

const isWithin = (value: number, of: number, part: number): boolean => Math.abs(value - of) <= of * part;

/** The middle number, or the mean of the two in the middle; NaN of none. */
function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? NaN;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? NaN;
  return (lower + upper) / 2;
}
