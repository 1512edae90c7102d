import type { PricePoint } from './price.js';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Lengths of the periods, in seconds. */
export const CHANGE_PERIODS = { '1h': HOUR, '24h': DAY, '7d': 7 * DAY, '30d': 30 * DAY } as const;

export type ChangePeriod = keyof typeof CHANGE_PERIODS;

/** Percent; null when no price of the right age exists to compare with. */
export type PriceChange = Readonly<Record<ChangePeriod, number | null>>;

/** The time range of prices that a period compares with, Unix seconds, both ends included. */
export function referenceTimes(period: ChangePeriod, now: Date): { from: number; to: number } {
  const seconds = CHANGE_PERIODS[period];
  const to = now.getTime() / 1000 - seconds;
  return { from: to - Math.max(HOUR, seconds / 10), to };
}

/**
 * Percent by which the current price `usd` differs from the newest price at or before the start of each period. That
 * price may be older than the start by an hour or a tenth of the period, whichever is longer. `points` are oldest first
 * and iterated once.
 */
export function priceChange(
  points: Iterable<Pick<PricePoint, 'time' | 'usd'>>,
  usd: number,
  now: Date,
): PriceChange {
  const periods = (Object.keys(CHANGE_PERIODS) as ChangePeriod[]).map((period) => ({
    period,
    ...referenceTimes(period, now),
  }));
  const newest = Math.max(...periods.map(({ to }) => to));
  const change: Record<ChangePeriod, number | null> = { '1h': null, '24h': null, '7d': null, '30d': null };
  for (const point of points) {
    if (point.time > newest) break;
    for (const { period, from, to } of periods) {
      if (point.time >= from && point.time <= to) change[period] = (100 * (usd - point.usd)) / point.usd;
    }
  }
  return change;
}
