import { INTERVALS, type Candle, type Interval } from './candle.js';
import { DAY_SECONDS, dayOf, GRID_SECONDS, type PackedDay } from './price.js';

/** A candle with what was traded in its interval. */
export interface VolumeCandle extends Candle {
  /** Dollars traded into or out of the token, so far if the interval has not ended; null if not every trade is recorded. */
  readonly volumeUsd: number | null;
}

/** Dollars between two times (Unix seconds), multiples of five minutes. */
export type VolumeBetween = (from: number, to: number) => number;

/** Adds to each candle its volume, unless `isKnown` says that trades of its interval are missing. */
export const withVolumes = (
  candles: readonly Candle[],
  interval: Interval,
  volume: VolumeBetween,
  isKnown: (from: number, to: number) => boolean,
): VolumeCandle[] =>
  candles.map((candle) => {
    const end = candle.time + INTERVALS[interval];
    return { ...candle, volumeUsd: isKnown(candle.time, end) ? volume(candle.time, end) : null };
  });

/** The volumes of packed slots. */
export function slotVolume(days: readonly PackedDay[]): VolumeBetween {
  const byDay = new Map(days.map(({ time, prices }) => [dayOf(time), prices]));
  return (from, to) => {
    let sum = 0;
    for (let day = dayOf(from); day * DAY_SECONDS < to; day++) {
      const slots = byDay.get(day);
      if (slots === undefined) continue;
      const first = Math.max(0, (from - day * DAY_SECONDS) / GRID_SECONDS);
      const end = Math.min(slots.length, (to - day * DAY_SECONDS) / GRID_SECONDS);
      for (let slot = first; slot < end; slot++) sum += slots[slot]!;
    }
    return sum;
  };
}

/** The volumes of whole UTC days, by midnight. */
export const dayVolume =
  (days: ReadonlyMap<number, number>): VolumeBetween =>
  (from, to) => {
    let sum = 0;
    for (let time = from; time < to; time += DAY_SECONDS) sum += days.get(time) ?? 0;
    return sum;
  };
