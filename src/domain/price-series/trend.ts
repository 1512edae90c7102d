import { candleStart, INTERVALS } from './candle.js';
import { DAY_SECONDS, type DaySlots, GRID_SECONDS, SLOTS_PER_DAY, type PricePoint } from './price.js';

const { '1h': HOUR, '4h': FOUR_HOURS, '1w': WEEK } = INTERVALS;

/** Lengths of the periods, in seconds. */
export const CHANGE_PERIODS = {
  '1h': HOUR,
  '24h': DAY_SECONDS,
  '7d': WEEK,
  '30d': 30 * DAY_SECONDS,
} as const;

/** Period over which a price has changed. */
export type ChangePeriod = keyof typeof CHANGE_PERIODS;

const PERIODS = Object.keys(CHANGE_PERIODS) as ChangePeriod[];

/** Number of closes in a sparkline: one for every four hours of seven days. */
export const SPARKLINE_CLOSES = WEEK / FOUR_HOURS;

/** A price that a change or a sparkline may depend on. */
export type Landmark = Pick<PricePoint, 'time' | 'usd'>;

/** Change over each period, in percent; null if there is no price of the right age to compare with. */
export type PriceChange = Readonly<Record<ChangePeriod, number | null>>;

/** The first and the last time, in Unix seconds, of a price with which the current one may be compared for the period. */
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
export function priceChange(points: Iterable<Landmark>, usd: number, now: Date): PriceChange {
  const periods = PERIODS.map((period) => ({ period, ...referenceTimes(period, now) }));
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

/** Start of a sparkline drawn now, Unix seconds. It ends with the current four hours. */
export const sparklineStart = (now: Date): number =>
  candleStart(now.getTime() / 1000, '4h') - (SPARKLINE_CLOSES - 1) * FOUR_HOURS;

/**
 * The dollar close of each four hours of the last seven days, oldest first; the previous price if there was no run,
 * null before the first. `points` are oldest first and may start earlier to supply the first closes.
 */
export function sparkline(points: Iterable<Landmark>, now: Date): readonly (number | null)[] {
  const start = sparklineStart(now);
  const closes = new Array<number | null>(SPARKLINE_CLOSES).fill(null);
  let known: number | null = null;
  let next = 0;
  for (const { time, usd } of points) {
    const slot = Math.floor((time - start) / FOUR_HOURS);
    if (slot >= SPARKLINE_CLOSES) break;
    for (; next < slot; next++) closes[next] = known;
    known = usd;
  }
  return closes.fill(known, next);
}

const SLOTS_PER_CLOSE = FOUR_HOURS / GRID_SECONDS;

/**
 * Selects from a UTC day the last price of each four hours and the last one before each change period, oldest first, and none
 * after now. Changes and sparklines computed from them equal those computed from all prices.
 */
export function landmarksUntil(
  now: Date,
): (day: { readonly time: number; readonly usd: DaySlots }) => Landmark[] {
  const stopsByDay = new Map<number, readonly number[]>();
  return ({ time, usd }) => {
    const stops = stopsByDay.get(time) ?? stopsOf(time, now);
    stopsByDay.set(time, stops);
    return lastPricesAt(usd, stops).map((slot) => ({ time: time + slot * GRID_SECONDS, usd: usd[slot]! }));
  };
}

/** The slots, in order, for which the last price up to then is needed. */
function stopsOf(time: number, now: Date): readonly number[] {
  const present = now.getTime() / 1000;
  const ends = [...PERIODS.map((period) => referenceTimes(period, now).to), present]
    .filter((end) => end >= time && end < time + DAY_SECONDS)
    .map((end) => Math.floor((end - time) / GRID_SECONDS));
  for (let slot = SLOTS_PER_CLOSE - 1; slot < SLOTS_PER_DAY; slot += SLOTS_PER_CLOSE)
    if (time + slot * GRID_SECONDS <= present) ends.push(slot);
  return ends.sort((a, b) => a - b);
}

/** The slots of the newest price at or before each stop, each once. */
function lastPricesAt(usd: DaySlots, stops: readonly number[]): number[] {
  const found: number[] = [];
  let passed = -1;
  for (const stop of stops) {
    let slot = stop;
    // Slots up to the last stop have been searched.
    while (slot > passed && usd[slot] === 0) slot--;
    if (slot > passed) found.push(slot);
    passed = stop;
  }
  return found;
}
