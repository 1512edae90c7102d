import { err, ok, type Result } from '../shared/result.js';
import type { PriceRun } from './price.js';

/** The bitcoin price of one source. */
export interface BtcAnswer {
  readonly source: string;
  /** Dollars, above 0. */
  readonly usd: number;
}

interface BtcUsd {
  readonly usd: number;
  /** Names of the sources whose prices are used. */
  readonly taken: readonly string[];
  /** Names of the sources whose prices are too far from the others. */
  readonly dropped: readonly string[];
}

/**
 * `no-answer`: no source has a price. `sources-disagree`: every price is far from their median. `unconfirmed-jump`: a single
 * price is far from the last run, and no second source confirms it.
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
 * Combines the sources' prices into dollars for one bitcoin: the median after dropping prices over 5% off the median of all. A
 * price that is the only one given, or the only one left, counts only if it is within 10% of the last run's price, or if there was
 * no run within the last hour.
 */
export function combineBtcAnswers(
  answers: readonly BtcAnswer[],
  last: Pick<PriceRun, 'at' | 'btcUsd'> | undefined,
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

/** The median; NaN for an empty list. */
function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? NaN;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? NaN;
  return (lower + upper) / 2;
}
