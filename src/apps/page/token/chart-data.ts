import type { Candle } from '../../../sdk/client/index.js';
import { dayOfUtc, timeOfUtc } from '../../../sdk/words/times.js';
import type { Interval, Quote } from './chart-route.js';
import { LANGUAGE } from '../../../sdk/words/language.js';

/** Whether each candle holds a single price, so that a line shows more than a row of dashes. */
export const isLine = (interval: Interval): boolean => interval === '5m';

/** Whether candles are shorter than a day, and thus dated in the visitor's zone. Longer ones begin at midnight UTC. */
export const hasHours = (interval: Interval): boolean => interval !== '1d' && interval !== '1w';

const MOST_PLACES = 18;
const STEPS_DIGITS = 1;
const CLOSE_DIGITS = 3;

/** Decimal places that distinguish the axis labels: at least four digits of the price and, in dollars, the cents. */
export function axisPlaces(candles: readonly Candle[], quote: Quote): number {
  const high = Math.max(...candles.map((candle) => candle.high));
  const low = Math.min(...candles.map((candle) => candle.low));
  const ofPrice = Math.floor(Math.log10(high)) - CLOSE_DIGITS;
  const magnitude =
    high > low ? Math.min(ofPrice, Math.floor(Math.log10(high - low)) - STEPS_DIGITS) : ofPrice;
  const least = quote === 'usd' ? 2 : 0;
  return Number.isFinite(magnitude) ? Math.min(Math.max(-magnitude, least), MOST_PLACES) : least;
}

/** A price with this many places: `$0.6318`, or `0.0000194` in sBTC, which the chart's heading names as the unit. */
export function axisText(price: number, places: number, quote: Quote): string {
  const digits = { minimumFractionDigits: places, maximumFractionDigits: places };
  const text = new Intl.NumberFormat(LANGUAGE, digits).format(Math.abs(price));
  return `${price < 0 ? '−' : ''}${quote === 'usd' ? '$' : ''}${text}`;
}

/** Shift of the chart's clock from UTC to the visitor's zone, seconds. All candles share it: a change between them would repeat times. */
export function clockShift(candles: readonly Candle[], interval: Interval): number {
  const last = candles.at(-1);
  if (last === undefined || !hasHours(interval)) return 0;
  return -new Date(last.time * 1_000).getTimezoneOffset() * 60;
}

/** Pixels from the middle of a tag on the axis within which another label would touch it. */
const TAG_ROOM = 18;

/** Whether a label of the axis would touch the tag, given the positions of their middles. */
export const isBeside = (tag: number | null, label: number | null): boolean =>
  tag !== null && label !== null && Math.abs(tag - label) < TAG_ROOM;

/** Time of a candle as on the axis: days in UTC, hours in the visitor's zone. */
export function candleTime(time: number, withHours: boolean): string {
  const at = new Date(time * 1_000);
  if (!withHours) return dayOfUtc(at);
  const shown = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return `${dayOfUtc(shown)}, ${timeOfUtc(shown)}`;
}
