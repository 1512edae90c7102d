import { INTERVALS, type Candle, type Interval } from './candle.js';
import { DAY_SECONDS, dayOf, GRID_SECONDS, type DaySlots } from './price.js';

/** A candle with what was traded in its interval. */
export interface VolumeCandle extends Candle {
  /** Dollars traded into or out of the token, so far if the interval has not ended; null if not every trade is recorded. */
  readonly volumeUsd: number | null;
}

/** Times, in Unix seconds, between which every trade is recorded: after the first one, up to the second. */
export interface KnownTimes {
  readonly after: number;
  /** Infinite while the newest blocks are recorded. */
  readonly until: number;
}

/** Dollars traded in a UTC day. */
export interface DayVolume {
  readonly usd: number;
  /** By slot of five minutes; absent if only whole days are shown. */
  readonly slots?: DaySlots;
}

/** Adds its volume to each candle. `days` has the days with trades, by number since the epoch. */
export function withVolumes(
  candles: readonly Candle[],
  interval: Interval,
  days: ReadonlyMap<number, DayVolume>,
  { after, until }: KnownTimes,
): VolumeCandle[] {
  const seconds = INTERVALS[interval];
  const width = seconds / GRID_SECONDS;
  const volumed: VolumeCandle[] = [];
  let day = -1;
  let slots: DaySlots | undefined;
  for (const { time, open, high, low, close, points, filled } of candles) {
    let volumeUsd: number | null = null;
    if (time > after && time + seconds <= until) {
      volumeUsd = 0;
      if (seconds >= DAY_SECONDS) {
        for (let each = dayOf(time); each * DAY_SECONDS < time + seconds; each++)
          volumeUsd += days.get(each)?.usd ?? 0;
      } else {
        const ofCandle = dayOf(time);
        if (ofCandle !== day) [day, slots] = [ofCandle, days.get(ofCandle)?.slots];
        const first = (time - ofCandle * DAY_SECONDS) / GRID_SECONDS;
        if (slots !== undefined)
          for (let slot = first; slot < first + width; slot++) volumeUsd += slots[slot]!;
      }
    }
    // A spread costs several times as much, and a response has up to 2,000 candles.
    const candle = { time, open, high, low, close, points, volumeUsd };
    volumed.push(filled === undefined ? candle : { ...candle, filled });
  }
  return volumed;
}
