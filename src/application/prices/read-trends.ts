import { DAY_SECONDS, dayOf } from '../../domain/price-series/price.js';
import {
  landmarksUntil,
  priceChange,
  referenceTimes,
  sparkline,
  sparklineStart,
  type Landmark,
  type PriceChange,
} from '../../domain/price-series/trend.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import type { LatestPrices, PriceStore } from '../../ports/index.js';

/** Movement of a token's price. */
export interface Trend {
  readonly change: PriceChange;
  /** 42 closing prices in dollars over seven days, oldest first; null before the first price. */
  readonly sparkline: readonly (number | null)[];
}

/** Reads the trends of all tokens as of `moment`, in one pass over the stored days. */
export async function readTrends(
  prices: PriceStore,
  latest: LatestPrices,
  moment: Date,
): Promise<ReadonlyMap<ContractId, Trend>> {
  const [weekAgo, monthAgo] = [referenceTimes('7d', moment), referenceTimes('30d', moment)];
  const recent = midnightBefore(Math.min(weekAgo.from, sparklineStart(moment)));
  const landmarks = landmarksUntil(moment);
  const series = new Map<ContractId, Landmark[]>();
  for (const [from, to] of [
    [midnightBefore(monthAgo.from), monthAgo.to],
    [recent, moment.getTime() / 1000],
  ] as const) {
    for await (const day of prices.scan(from, to + 1)) {
      const known = series.get(day.token) ?? [];
      series.set(day.token, known);
      known.push(...landmarks(day));
    }
  }
  const trends = new Map<ContractId, Trend>();
  for (const { token, usd, updatedAt } of latest.prices) {
    const points = series.get(token) ?? [];
    const newest = { time: updatedAt.getTime() / 1000, usd };
    // A token whose newest price is older than the recent days has had this price throughout them.
    const before = newest.time < recent ? [newest] : [];
    const week = points.filter(({ time }) => time >= recent);
    trends.set(token, {
      change: priceChange(points, usd, moment),
      sparkline: sparkline([...before, ...week], moment),
    });
  }
  return trends;
}

const midnightBefore = (time: number): number => dayOf(time) * DAY_SECONDS;
