import type { PackedDay, PriceQuote } from './day.js';
import { GRID_SECONDS, type PricePoint } from './price.js';

const HOUR = 3600;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
/** The first Monday of Unix time, 5 January 1970. */
const MONDAY = 4 * DAY;

/** In seconds. */
export const INTERVALS = { '5m': GRID_SECONDS, '1h': HOUR, '4h': 4 * HOUR, '1d': DAY, '1w': WEEK } as const;

export type Interval = keyof typeof INTERVALS;

/** The prices of one interval. */
export interface Candle {
  /** Where it starts, Unix seconds: aligned to UTC, weeks to Monday 00:00 UTC. */
  readonly time: number;
  /** The first price. */
  readonly open: number;
  readonly high: number;
  readonly low: number;
  /** The last price. */
  readonly close: number;
  /** How many prices there are; 0 in a candle that stands for none. */
  readonly points: number;
  /** Present on a candle without prices, which repeats the close before it. */
  readonly filled?: true;
}

/** Where the candle that holds the time starts, Unix seconds. */
export function candleStart(time: number, interval: Interval): number {
  const seconds = INTERVALS[interval];
  const offset = interval === '1w' ? MONDAY : 0;
  return Math.floor((time - offset) / seconds) * seconds + offset;
}

/** The candles of the prices, which come oldest first. In sBTC each price counts by the bitcoin price of its own run. */
export function resample(points: Iterable<PricePoint>, interval: Interval, quote: PriceQuote): Candle[] {
  return gather(points, interval, ({ time, usd, btcUsd }) => {
    const price = quote === 'usd' ? usd : usd / btcUsd;
    return { time, open: price, high: price, low: price, close: price, points: 1 };
  });
}

/** The candles of packed days, which come oldest first. */
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

/** Longer candles of shorter ones, which come oldest first and fit into them whole. */
export function mergeCandles(candles: Iterable<Candle>, interval: Interval): Candle[] {
  return gather(candles, interval, (candle) => candle);
}

/**
 * The candles of a window with one that repeats the close before it wherever an interval has none. Nothing is put
 * before the first price, for which `previous` may stand: the newest before the window. `to` is excluded; a caller
 * takes care that it is not in the future.
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

/** Where the first candle that starts at or after the time starts. */
export function firstCandle(time: number, interval: Interval): number {
  const start = candleStart(time, interval);
  return start === time ? start : start + INTERVALS[interval];
}

/** The candle of the slots from `first` to before `end`; undefined when all are empty. */
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
