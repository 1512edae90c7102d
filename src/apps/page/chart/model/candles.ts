import type { Candle } from '../../../../sdk/client/index.js';
import type { Interval } from '../../token/chart-route.js';

/** Spans of time that the chart shows, with their words. */
export const RANGES = [
  ['24h', '24 h'],
  ['7d', '7 d'],
  ['30d', '30 d'],
  ['90d', '90 d'],
  ['all', 'All'],
] as const;

export type Range = (typeof RANGES)[number][0];

/** Recorded prices that a range reads, and the candles that it draws from them. */
interface Resolution {
  /** Length of the recorded candles. */
  readonly read: Interval;
  /** Length of a drawn candle, seconds. */
  readonly seconds: number;
  /** Days back from now; undefined for all. */
  readonly days?: number;
}

const HOUR = 3_600;
export const DAY = 86_400;
export const WEEK = 7 * DAY;

/** At most 2,000 recorded candles each, which is as many as one response has. */
export const RESOLUTIONS: Readonly<Record<Range, Resolution>> = {
  '24h': { read: '5m', seconds: HOUR / 4, days: 1 },
  '7d': { read: '5m', seconds: HOUR, days: 7 },
  '30d': { read: '1h', seconds: 4 * HOUR, days: 30 },
  '90d': { read: '4h', seconds: DAY / 2, days: 90 },
  all: { read: '1d', seconds: DAY },
};

/** Days of history from which all of it is drawn by week. */
const MANY_DAYS = 400;

/** Length of a drawn candle, seconds. */
export const secondsOf = (range: Range, candles: readonly Candle[]): number =>
  range === 'all' && candles.length > MANY_DAYS ? WEEK : RESOLUTIONS[range].seconds;

/**
 * Price of one token in another at each time that has both. The highs and lows of two tokens are not of the same moment, so those of
 * their ratio are unknown: they are taken from its open and close alone.
 */
export function pairCandles(sold: readonly Candle[], bought: readonly Candle[]): readonly Candle[] {
  const at = new Map(bought.map((candle) => [candle.time, candle]));
  return sold.flatMap((one) => {
    const other = at.get(one.time);
    if (other === undefined || other.open === 0 || other.close === 0) return [];
    const [open, close] = [one.open / other.open, one.close / other.close];
    const isFilled = one.filled === true || other.filled === true;
    return {
      ...{ time: one.time, open, close, high: Math.max(open, close), low: Math.min(open, close) },
      ...{ points: Math.min(one.points, other.points), volumeUsd: one.volumeUsd },
      ...(isFilled && { filled: true as const }),
    };
  });
}

/** First Monday of Unix time, seconds: weeks begin on Mondays. */
const MONDAY = 4 * DAY;

const startOf = (time: number, seconds: number): number => {
  const origin = seconds === WEEK ? MONDAY : 0;
  return Math.floor((time - origin) / seconds) * seconds + origin;
};

/** Longer candles, aligned to UTC, made of shorter ones. The volume of one is unknown if a part of it is. */
export function longerCandles(candles: readonly Candle[], seconds: number): readonly Candle[] {
  const longer: Candle[] = [];
  for (const candle of candles) {
    const time = startOf(candle.time, seconds);
    const last = longer.at(-1);
    if (last?.time === time) longer[longer.length - 1] = joined(last, candle);
    else longer.push({ ...candle, time });
  }
  return longer;
}

function joined(first: Candle, next: Candle): Candle {
  const { filled, ...known } = first;
  return {
    ...known,
    ...{ high: Math.max(first.high, next.high), low: Math.min(first.low, next.low), close: next.close },
    points: first.points + next.points,
    volumeUsd: first.volumeUsd === null || next.volumeUsd === null ? null : first.volumeUsd + next.volumeUsd,
    ...(filled === true && next.filled === true && { filled }),
  };
}

/** The candles with the market's price now as the close of the last one, or of a new one whose time has begun. */
export function withPriceNow(
  candles: readonly Candle[],
  price: number | undefined,
  nowMs: number,
  seconds: number,
): readonly Candle[] {
  const last = candles.at(-1);
  if (last === undefined || price === undefined) return candles;
  const time = startOf(nowMs / 1_000, seconds);
  if (time < last.time) return candles;
  const { filled: _, ...known } = last;
  const [high, low] = [Math.max(last.high, price), Math.min(last.low, price)];
  if (time === last.time) return [...candles.slice(0, -1), { ...known, high, low, close: price }];
  const open = last.close;
  const now = { open, close: price, high: Math.max(open, price), low: Math.min(open, price) };
  return [...candles, { time, ...now, points: 1, volumeUsd: null }];
}

/** Middle between the prices of selling and of buying a token, both after fees: `sells` per token sold, `buys` per token paid. */
export const middlePrice = (sells: number | undefined, buys: number | undefined): number | undefined =>
  sells === undefined || buys === undefined || sells === 0 || buys === 0
    ? undefined
    : Math.sqrt(sells / buys);
