import { err, ok, type Result } from '../shared/result.js';
import { parseTime } from '../shared/time.js';
import { firstCandle, INTERVALS, type Interval } from './candle.js';
import type { PriceQuote } from './day.js';
import { GRID_SECONDS } from './price.js';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Seconds that a history covers without `from`. Absent: everything. */
export const DEFAULT_SPANS: Partial<Record<Interval, number>> = { '5m': DAY, '1h': 7 * DAY, '4h': 30 * DAY };
/** Maximum days that a history may cover. Absent: unlimited. */
export const MOST_DAYS: Partial<Record<Interval, number>> = { '5m': 7, '1h': 90, '4h': 365 };

export const QUOTES: readonly PriceQuote[] = ['usd', 'sbtc'];

export const DEFAULT_CANDLES = 500;
export const MAX_CANDLES = 2000;
/** The last second of the year 9999. */
const LAST_SECOND = 253_402_300_799;
const UNIX_SECONDS = /^\d{1,12}$/;

/** A history request as unchecked text. */
export interface RawHistoryRequest {
  readonly interval?: unknown;
  readonly quote?: unknown;
  readonly from?: unknown;
  readonly to?: unknown;
  readonly limit?: unknown;
  readonly fill?: unknown;
}

export interface HistoryRequest {
  readonly interval: Interval;
  readonly quote: PriceQuote;
  readonly window: HistoryWindow;
  /** How many candles are returned, the newest. */
  readonly limit: number;
  /** Whether intervals without prices repeat the previous close. */
  readonly fill: boolean;
}

/** The candles that start at or after `from` and before `to`: Unix seconds, on the grid. */
export interface HistoryWindow {
  readonly from: number;
  readonly to: number;
}

export interface InvalidHistoryRequest {
  readonly kind: 'invalid-history-request';
  readonly parameter: keyof RawHistoryRequest;
  readonly reason: string;
}

/** Reads a history request; absent parameters have defaults. Reports the first invalid parameter. */
export function parseHistoryRequest(
  raw: RawHistoryRequest,
  now: Date,
): Result<HistoryRequest, InvalidHistoryRequest> {
  const interval = oneOf('interval', raw.interval, Object.keys(INTERVALS) as Interval[], '1h');
  if (!interval.ok) return interval;
  const quote = oneOf('quote', raw.quote, QUOTES, 'usd');
  if (!quote.ok) return quote;
  const window = parseWindow(raw, interval.value, now);
  if (!window.ok) return window;
  const limit = parseLimit(raw.limit);
  if (!limit.ok) return limit;
  const fill = oneOf('fill', raw.fill, ['previous'], undefined);
  if (!fill.ok) return fill;
  return ok({
    interval: interval.value,
    quote: quote.value,
    window: window.value,
    limit: limit.value,
    fill: fill.value === 'previous',
  });
}

/** The time range of the prices in the window's candles, each candle complete. `to` is exclusive. */
export function priceTimes({ from, to }: HistoryWindow, interval: Interval): HistoryWindow {
  return { from: firstCandle(from, interval), to: firstCandle(to, interval) };
}

/** Whether the window's candles are final. A run may be late by up to one grid step. */
export function isPast(window: HistoryWindow, interval: Interval, now: Date): boolean {
  return priceTimes(window, interval).to + GRID_SECONDS <= now.getTime() / 1000;
}

function parseWindow(
  raw: RawHistoryRequest,
  interval: Interval,
  now: Date,
): Result<HistoryWindow, InvalidHistoryRequest> {
  const from = parseBound('from', raw.from);
  if (!from.ok) return from;
  const to = parseBound('to', raw.to);
  if (!to.ok) return to;

  const grid = interval === '5m' ? GRID_SECONDS : HOUR;
  const present = now.getTime() / 1000;
  const end = to.value ?? present;
  // Now is rounded up to the end of its grid step, so that the open candle is included.
  const snappedEnd =
    to.value === undefined ? (Math.floor(end / grid) + 1) * grid : Math.ceil(end / grid) * grid;
  const span = DEFAULT_SPANS[interval] ?? Infinity;
  const start = from.value ?? Math.max(0, snappedEnd - span);
  if (start >= end) {
    return from.value === undefined
      ? invalid('to', 'must be after 1970-01-01')
      : invalid('from', to.value === undefined ? 'must be in the past' : 'must be before to');
  }
  const mostDays = MOST_DAYS[interval];
  if (mostDays !== undefined && end - start > mostDays * DAY) {
    return invalid('from', `must be at most ${mostDays} days before to for ${interval} candles`);
  }
  return ok({ from: Math.floor(start / grid) * grid, to: snappedEnd });
}

/** ISO 8601 or Unix seconds, in seconds. */
function parseBound(
  parameter: 'from' | 'to',
  raw: unknown,
): Result<number | undefined, InvalidHistoryRequest> {
  if (raw === undefined) return ok(undefined);
  if (typeof raw === 'string' && UNIX_SECONDS.test(raw) && Number(raw) <= LAST_SECOND) return ok(Number(raw));
  const time = parseTime(raw);
  return time.ok
    ? ok(time.value.getTime() / 1000)
    : invalid(
        parameter,
        'must be Unix seconds or an ISO 8601 time with a zone, such as 2026-11-20T12:00:00Z',
      );
}

function parseLimit(raw: unknown): Result<number, InvalidHistoryRequest> {
  if (raw === undefined) return ok(DEFAULT_CANDLES);
  const limit = typeof raw === 'string' && /^\d{1,4}$/.test(raw) ? Number(raw) : 0;
  if (limit >= 1 && limit <= MAX_CANDLES) return ok(limit);
  return invalid('limit', `must be a whole number from 1 to ${MAX_CANDLES}`);
}

function oneOf<T extends string, D extends T | undefined>(
  parameter: keyof RawHistoryRequest,
  raw: unknown,
  values: readonly T[],
  absent: D,
): Result<T | D, InvalidHistoryRequest> {
  if (raw === undefined) return ok(absent);
  const value = values.find((known) => known === raw);
  return value === undefined ? invalid(parameter, `must be ${values.join(' or ')}`) : ok(value);
}

const invalid = (parameter: keyof RawHistoryRequest, reason: string) =>
  err<InvalidHistoryRequest>({ kind: 'invalid-history-request', parameter, reason });
