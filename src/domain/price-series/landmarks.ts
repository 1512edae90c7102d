import { INTERVALS } from './candle.js';
import { CHANGE_PERIODS, referenceTimes, type ChangePeriod } from './change.js';
import { DAY_SECONDS, type DaySlots } from './day.js';
import { GRID_SECONDS, SLOTS_PER_DAY, type PricePoint } from './price.js';

/** A price that a change or a sparkline may depend on. */
export type Landmark = Pick<PricePoint, 'time' | 'usd'>;

/** Selects the prices of a UTC day that matter, oldest first, none after now. */
export type FindLandmarks = (day: { readonly time: number; readonly usd: DaySlots }) => Landmark[];

const SLOTS_PER_CLOSE = INTERVALS['4h'] / GRID_SECONDS;

/**
 * Selects the last price of each four hours and the last one before each change period. Changes and sparklines computed
 * from them equal those computed from all prices.
 */
export function landmarksUntil(now: Date): FindLandmarks {
  const stopsByDay = new Map<number, readonly number[]>();
  return ({ time, usd }) => {
    const stops = stopsByDay.get(time) ?? stopsOf(time, now);
    stopsByDay.set(time, stops);
    return lastPricesAt(usd, stops).map((slot) => ({ time: time + slot * GRID_SECONDS, usd: usd[slot]! }));
  };
}

/** The slots of the day at which a last price is needed, in order. */
function stopsOf(time: number, now: Date): readonly number[] {
  const present = now.getTime() / 1000;
  const periods = Object.keys(CHANGE_PERIODS) as ChangePeriod[];
  const ends = [...periods.map((period) => referenceTimes(period, now).to), present]
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
