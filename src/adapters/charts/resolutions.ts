import { INTERVALS, type Interval } from '../../domain/price-series/candle.js';

/** The intervals of candles in TradingView's notation. */
const RESOLUTION_OF: Readonly<Record<Interval, string>> = {
  '5m': '5',
  '1h': '60',
  '4h': '240',
  '1d': '1D',
  '1w': '1W',
};
export const RESOLUTIONS = Object.values(RESOLUTION_OF);
/** Intervals by TradingView's notation. Older charts write `D` and `W` without the 1. */
const INTERVAL_OF: Readonly<Record<string, Interval>> = {
  ...Object.fromEntries((Object.keys(INTERVALS) as Interval[]).map((name) => [RESOLUTION_OF[name], name])),
  D: '1d',
  W: '1w',
};
export const ACCEPTED_RESOLUTIONS = Object.keys(INTERVAL_OF);
export const intervalOf = (resolution: string): Interval => INTERVAL_OF[resolution]!;
