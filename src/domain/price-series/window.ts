import { Fields, oneOf, type Parse } from '../shared/fields.js';
import { err, ok, type Result } from '../shared/result.js';
import { parseTime } from '../shared/time.js';
import { firstCandle, INTERVALS, type Interval } from './candle.js';
import { DAY_SECONDS as DAY, QUOTES, type PriceQuote, GRID_SECONDS } from './price.js';

/** Seconds that a history covers if the request has no `from`. For an absent interval, it covers everything. */
export const DEFAULT_SPANS: Partial<Record<Interval, number>> = { '5m': DAY, '1h': 7 * DAY, '4h': 30 * DAY };
/** Maximum number of days that a history may cover. Unlimited for an absent interval. */
export const MOST_DAYS: Partial<Record<Interval, number>> = { '5m': 7, '1h': 90, '4h': 365 };

export const DEFAULT_CANDLES = 500;
export const MAX_CANDLES = 2000;
/** The last second of the year 9999. */
const LAST_SECOND = 253_402_300_799;
const INTERVAL_NAMES = Object.keys(INTERVALS) as Interval[];
const UNIX_SECONDS = /^\d{1,12}(\.\d{1,9})?$/;

/** A history request as unchecked text. */
export type RawHistoryRequest = {
  readonly [parameter in 'interval' | 'quote' | 'from' | 'to' | 'limit' | 'fill']?: unknown;
};

export interface HistoryRequest {
  readonly interval: Interval;
  readonly quote: PriceQuote;
  readonly window: HistoryWindow;
  /** Maximum number of candles; the newest are returned. */
  readonly limit: number;
  /** Whether intervals without prices repeat the previous close. */
  readonly fill: boolean;
}

/** The candles that start at or after `from` and before `to`: Unix seconds, on the grid. */
export interface HistoryWindow {
  readonly from: number;
  readonly to: number;
}

/** A parameter of a request for candles is malformed or out of range. */
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
  const problems: InvalidHistoryRequest[] = [];
  const fields = new Fields(raw, (parameter, reason) =>
    problems.push({
      kind: 'invalid-history-request',
      parameter: parameter as keyof RawHistoryRequest,
      reason,
    }),
  );
  const interval = fields.read('interval', orAbsent(oneOf(...INTERVAL_NAMES))) ?? '1h';
  const quote = fields.read('quote', orAbsent(oneOf(...QUOTES))) ?? 'usd';
  const window = readWindow(fields, interval, now);
  const limit = fields.read('limit', orAbsent(parseLimit)) ?? DEFAULT_CANDLES;
  const fill = fields.read('fill', orAbsent(oneOf('previous'))) === 'previous';
  const [problem] = problems;
  return problem === undefined ? ok({ interval, quote, window, limit, fill }) : err(problem);
}

/** The time range of the prices in the window's candles, each candle complete. `to` is exclusive. */
export function priceTimes({ from, to }: HistoryWindow, interval: Interval): HistoryWindow {
  return { from: firstCandle(from, interval), to: firstCandle(to, interval) };
}

/** Whether the window's candles are final. A run may be late by up to one grid step. */
export function isPast(window: HistoryWindow, interval: Interval, now: Date): boolean {
  return priceTimes(window, interval).to + GRID_SECONDS <= now.getTime() / 1000;
}

function readWindow(fields: Fields, interval: Interval, now: Date): HistoryWindow {
  const from = fields.read('from', orAbsent(parseBound));
  const to = fields.read('to', orAbsent(parseBound));
  const grid = interval === '5m' ? GRID_SECONDS : INTERVALS['1h'];
  const end = to ?? now.getTime() / 1000;
  // Without `to`, the window ends with the current grid step, so that the open candle is included.
  const snappedEnd = to === undefined ? (Math.floor(end / grid) + 1) * grid : Math.ceil(end / grid) * grid;
  const start = from ?? Math.max(0, snappedEnd - (DEFAULT_SPANS[interval] ?? Infinity));
  const mostDays = MOST_DAYS[interval] ?? Infinity;
  if (start >= end) {
    if (from === undefined) fields.problem('to', 'must be after 1970-01-01');
    else fields.problem('from', to === undefined ? 'must be in the past' : 'must be before to');
  } else if (end - start > mostDays * DAY) {
    fields.problem('from', `must be at most ${mostDays} days before to for ${interval} candles`);
  }
  return { from: Math.floor(start / grid) * grid, to: snappedEnd };
}

/** Returns a parser that also accepts an absent value, but not null. */
const orAbsent =
  <T>(parse: Parse<T>): Parse<T | undefined> =>
  (raw) =>
    raw === undefined ? ok(undefined) : parse(raw);

/** Parses an ISO 8601 time or Unix seconds to Unix seconds. */
export const parseBound: Parse<number> = (raw) => {
  if (typeof raw === 'string' && UNIX_SECONDS.test(raw) && Number(raw) <= LAST_SECOND) return ok(Number(raw));
  const time = parseTime(raw);
  return time.ok
    ? ok(time.value.getTime() / 1000)
    : err({ reason: 'must be Unix seconds or an ISO 8601 time, such as 2026-11-20T12:00:00Z' });
};

const parseLimit: Parse<number> = (raw) => {
  const limit = typeof raw === 'string' && /^\d{1,4}$/.test(raw) ? Number(raw) : 0;
  return limit >= 1 && limit <= MAX_CANDLES
    ? ok(limit)
    : err({ reason: `must be a whole number from 1 to ${MAX_CANDLES}` });
};
