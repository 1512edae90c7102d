import { candleStart, INTERVALS } from './candle.js';
import type { PricePoint } from './price.js';

/** Seven days of four hours each. */
export const SPARKLINE_CLOSES = 42;

/** Start of a sparkline drawn now, Unix seconds. It ends with the current four hours. */
export const sparklineStart = (now: Date): number =>
  candleStart(now.getTime() / 1000, '4h') - (SPARKLINE_CLOSES - 1) * INTERVALS['4h'];

/**
 * The dollar close of each four hours of the last seven days, oldest first; the previous price where there was no run,
 * null before the first. `points` are oldest first and may start earlier to supply the first closes.
 */
export function sparkline(
  points: Iterable<Pick<PricePoint, 'time' | 'usd'>>,
  now: Date,
): readonly (number | null)[] {
  const start = sparklineStart(now);
  const closes = new Array<number | null>(SPARKLINE_CLOSES).fill(null);
  let known: number | null = null;
  let next = 0;
  for (const { time, usd } of points) {
    const slot = Math.floor((time - start) / INTERVALS['4h']);
    if (slot >= SPARKLINE_CLOSES) break;
    for (; next < slot; next++) closes[next] = known;
    known = usd;
  }
  return closes.fill(known, next);
}
