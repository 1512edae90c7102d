import type { PackedDay, PriceQuote } from './day.js';
import { GRID_SECONDS, type PricePoint } from './price.js';

const HOUR = 3600;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
/** The first Monday of the epoch, 5 January 1970. */
const MONDAY = 4 * DAY;

/** Lengths of the candle intervals, in seconds. */
export const INTERVALS = { '5m': GRID_SECONDS, '1h': HOUR, '4h': 4 * HOUR, '1d': DAY, '1w': WEEK } as const;

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

/** The candles of prices, given oldest first. Prices in sBTC use the bitcoin price of their own run. */
export function resample(points: Iterable<PricePoint>, interval: Interval, quote: PriceQuote): Candle[] {
  return gather(points, interval, ({ time, usd, btcUsd }) => {
    const price = quote === 'usd' ? usd : usd / btcUsd;
    return { time, open: price, high: price, low: price, close: price, points: 1 };
  });
}

/** The candles of packed days, given oldest first. */
export function packedCandles(days: Iterable<PackedDay>, interval: Interval): Candle[] {
  if (interval === '1w') return mergeCandles(packedCandles(days, '1d'), interval);
  const width = INTERVALS[interval] / GRID_SECONDS;
  const candles: Candle[] = [];
  for (const { time, prices } of days) {
    for (let first = 0; first < prices.length; first += width) {
      const candle = candleOfSlots(prices, first, first + width, time + first * GRID_SECONDS);
      if (candle !== undefined) candles.push(candle);
    }
  }
  return candles;
}

/** Merges candles, given oldest first, into longer ones whose interval is a multiple of theirs. */
export function mergeCandles(candles: Iterable<Candle>, interval: Interval): Candle[] {
  return gather(candles, interval, (candle) => candle);
}

/**
 * Fills each interval of a window that has no candle with one that repeats the previous close. `previous` is the last
 * price before the window; without it, nothing is filled before the first candle. `to` is exclusive and must not be in
 * the future.
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

/** The candle of the slots from `first` up to, not including, `end`; undefined when all are empty. */
function candleOfSlots(slots: Float64Array, first: number, end: number, time: number): Candle | undefined {
  while (first < end && slots[first] === 0) first++;
  if (first === end) return undefined;
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
  return { time, open, high, low, close, points };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function gather<T extends { readonly time: number }>(
  parts: Iterable<T>,
  interval: Interval,
  candleOf: (part: T) => Candle,
): Candle[] {
  const candles: Candle[] = [];
  let open: Mutable<Candle> | undefined;
  let end = -Infinity;
  for (const part of parts) {
    const { high, low, close, points, ...rest } = candleOf(part);
    if (open === undefined || part.time >= end) {
      const time = candleStart(part.time, interval);
      end = time + INTERVALS[interval];
      open = { ...rest, time, high, low, close, points };
      candles.push(open);
      continue;
    }
    if (high > open.high) open.high = high;
    if (low < open.low) open.low = low;
    open.close = close;
    open.points += points;
  }
  return candles;
}
