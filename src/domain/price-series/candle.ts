import { DAY_SECONDS, type DaySlots, type PackedDay, GRID_SECONDS } from './price.js';

/** The first Monday of the epoch, 5 January 1970. */
const MONDAY = 4 * DAY_SECONDS;

/** Lengths of the candle intervals, in seconds. */
export const INTERVALS = {
  '5m': GRID_SECONDS,
  '1h': 3600,
  '4h': 4 * 3600,
  '1d': DAY_SECONDS,
  '1w': 7 * DAY_SECONDS,
} as const;

/** The length of a candle. */
export type Interval = keyof typeof INTERVALS;

/** The prices of one interval. */
export interface Candle {
  /** Start, Unix seconds: aligned to UTC, weeks to Monday 00:00 UTC. */
  readonly time: number;
  /** The first price. */
  readonly open: number;
  readonly high: number;
  readonly low: number;
  /** The last price. */
  readonly close: number;
  /** Number of prices; 0 in a filled candle. */
  readonly points: number;
  /** Set on a candle without prices, which repeats the previous close. */
  readonly filled?: true;
}

/** Start of the candle that contains the time, Unix seconds. */
export function candleStart(time: number, interval: Interval): number {
  const seconds = INTERVALS[interval];
  const offset = interval === '1w' ? MONDAY : 0;
  return Math.floor((time - offset) / seconds) * seconds + offset;
}

/** The candles of packed days, oldest first. */
export function packedCandles(days: Iterable<PackedDay>, interval: Interval): Candle[] {
  if (interval === '1w') return mergeCandles(packedCandles(days, '1d'), interval);
  const width = INTERVALS[interval] / GRID_SECONDS;
  const candles: Candle[] = [];
  for (const { time, prices } of days) {
    for (let first = 0; first < prices.length; first += width) {
      const candle = candleOf(prices, time, first, first + width);
      if (candle !== undefined) candles.push(candle);
    }
  }
  return candles;
}

/** Merges candles, oldest first, into longer ones whose interval is a multiple of theirs. */
export function mergeCandles(candles: Iterable<Candle>, interval: Interval): Candle[] {
  const merged: Candle[] = [];
  let open: Mutable<Candle> | undefined;
  let end = -Infinity;
  for (const candle of candles) {
    if (open === undefined || candle.time >= end) {
      const time = candleStart(candle.time, interval);
      end = time + INTERVALS[interval];
      open = { ...candle, time };
      merged.push(open);
      continue;
    }
    if (candle.high > open.high) open.high = candle.high;
    if (candle.low < open.low) open.low = candle.low;
    open.close = candle.close;
    open.points += candle.points;
  }
  return merged;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Adds, for each interval of the window without a candle, one that repeats the previous close. `previous` is the last price before
 * the window; without it, nothing is filled before the first candle. `to` is exclusive and must not be in the future.
 */
export function fillGaps(
  candles: readonly Candle[],
  interval: Interval,
  { from, to }: { readonly from: number; readonly to: number },
  previous?: number,
): Candle[] {
  const filled: Candle[] = [];
  let close = previous;
  let next = 0;
  const start = close === undefined ? (candles[0]?.time ?? to) : firstCandle(from, interval);
  for (let time = start; time < to; time += INTERVALS[interval]) {
    const candle = candles[next];
    if (candle?.time === time) {
      filled.push(candle);
      close = candle.close;
      next++;
    } else if (close !== undefined) {
      filled.push({ time, open: close, high: close, low: close, close, points: 0, filled: true });
    }
  }
  return filled;
}

/** Start of the first candle at or after the time, Unix seconds. */
export function firstCandle(time: number, interval: Interval): number {
  const start = candleStart(time, interval);
  return start === time ? start : start + INTERVALS[interval];
}

/**
 * The candle of the slots from `from` up to, but excluding, `end`; undefined if all are empty. `midnight` is the start of their
 * day.
 */
export function candleOf(
  slots: DaySlots,
  midnight: number,
  from = 0,
  end: number = slots.length,
): Candle | undefined {
  let first = from;
  while (first < end && slots[first] === 0) first++;
  if (first >= end) return undefined;
  const open = slots[first]!;
  let [high, low, close, points] = [open, open, open, 1];
  for (let slot = first + 1; slot < end; slot++) {
    const price = slots[slot]!;
    if (price === 0) continue;
    if (price > high) high = price;
    if (price < low) low = price;
    close = price;
    points++;
  }
  return { time: midnight + from * GRID_SECONDS, open, high, low, close, points };
}
