import { INTERVALS } from './candle.js';
import { CHANGE_PERIODS, referenceTimes, type ChangePeriod } from './change.js';
import { DAY_SECONDS, type DaySlots } from './day.js';
import { GRID_SECONDS, type PricePoint } from './price.js';

/** A price that a change or a sparkline may rest on. */
export type Landmark = Pick<PricePoint, 'time' | 'usd'>;

const SLOTS_PER_CLOSE = INTERVALS['4h'] / GRID_SECONDS;

/**
 * Of a UTC day's prices until now those that decide, oldest first: the last of each four hours and the last before each
 * period of change began. Changes and sparklines made of them are the same as those made of all prices.
 */
export function landmarks(
  { time, usd }: { readonly time: number; readonly usd: DaySlots },
  now: Date,
): Landmark[] {
  const ends = (Object.keys(CHANGE_PERIODS) as ChangePeriod[]).map(
    (period) => referenceTimes(period, now).to,
  );
  const stops = [...ends, now.getTime() / 1000]
    .filter((end) => end >= time && end < time + DAY_SECONDS)
    .map((end) => Math.floor((end - time) / GRID_SECONDS));
  const present = now.getTime() / 1000;
  for (let slot = SLOTS_PER_CLOSE - 1; slot < usd.length; slot += SLOTS_PER_CLOSE)
    if (time + slot * GRID_SECONDS <= present) stops.push(slot);
  return lastPricesAt(usd, stops).map((slot) => ({ time: time + slot * GRID_SECONDS, usd: usd[slot]! }));
}

/** The slots of the newest price at or before each stop, each once, in order. */
function lastPricesAt(usd: DaySlots, stops: readonly number[]): number[] {
  const found = new Set<number>();
  for (const stop of stops) {
    let slot = stop;
    while (slot >= 0 && usd[slot] === 0) slot--;
    if (slot >= 0) found.add(slot);
  }
  return [...found].sort((a, b) => a - b);
}
