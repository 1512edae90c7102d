import type { Candle } from '../../../sdk/client/index.js';
import type { Interval, Quote } from './chart-route.js';

/** Whether a candle is of one price, so that a line says more than dashes. */
export const isLine = (interval: Interval): boolean => interval === '5m';

/** Whether candles begin at midnight UTC: they are days of UTC, not the visitor's. */
export const hasHours = (interval: Interval): boolean => interval !== '1d' && interval !== '1w';

const MOST_PLACES = 18;
const STEPS_DIGITS = 1;
const CLOSE_DIGITS = 3;

/** Places after the point by which all that the chart's axis names differ, at least four digits of the price and those of the quote's smallest common unit. */
export function axisPlaces(candles: readonly Candle[], quote: Quote): number {
  const high = Math.max(...candles.map((candle) => candle.high));
  const low = Math.min(...candles.map((candle) => candle.low));
  const ofPrice = Math.floor(Math.log10(high)) - CLOSE_DIGITS;
  const magnitude =
    high > low ? Math.min(ofPrice, Math.floor(Math.log10(high - low)) - STEPS_DIGITS) : ofPrice;
  const least = quote === 'usd' ? 2 : 0;
  return Number.isFinite(magnitude) ? Math.min(Math.max(-magnitude, least), MOST_PLACES) : least;
}

/** A price with so many places: `$0.6318`, and in sBTC `0.0000194`, as the chart's heading names that unit. */
export function axisText(price: number, places: number, quote: Quote): string {
  const digits = { minimumFractionDigits: places, maximumFractionDigits: places };
  const text = new Intl.NumberFormat('en', digits).format(Math.abs(price));
  return `${price < 0 ? '−' : ''}${quote === 'usd' ? '$' : ''}${text}`;
}

/** Seconds that the chart's clock, which is UTC, is put forward to be the visitor's. One shift for all: times must not repeat. */
export function clockShift(candles: readonly Candle[], interval: Interval): number {
  const last = candles.at(-1);
  if (last === undefined || !hasHours(interval)) return 0;
  return -new Date(last.time * 1_000).getTimezoneOffset() * 60;
}

/** Pixels from the middle of a tag on the axis within which another label would touch it. */
const TAG_ROOM = 18;

/** Whether a label of the axis would touch the tag, by the places of their middles. */
export const isBeside = (tag: number | null, label: number | null): boolean =>
  tag !== null && label !== null && Math.abs(tag - label) < TAG_ROOM;
