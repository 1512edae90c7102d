import { commaSeparated, Fields } from '../shared/fields.js';
import { err, ok, type Result } from '../shared/result.js';
import { GRID_SECONDS, type PricePoint } from './price.js';
import { parseBound } from './window.js';

/** Maximum number of tokens per request. */
export const MAX_PRICED_TOKENS = 50;
/** Maximum number of times per request. */
export const MAX_PRICED_TIMES = 100;
/** Maximum number of prices per request: the number of tokens multiplied by the number of times. */
export const MAX_PRICES = 500;
/** Maximum age of a price at the time for which it is requested, in seconds. */
export const LOOK_BACK_SECONDS = 86_400;

/** A request for prices at given times, as unchecked text. */
export interface RawPriceTimes {
  /** Contract ids, separated by commas. */
  readonly tokens?: unknown;
  /** Unix seconds or ISO 8601, separated by commas. */
  readonly times?: unknown;
}

/** Tokens and times of the requested prices. */
export interface PriceTimes {
  /** As the caller wrote them, each once. */
  readonly tokens: readonly string[];
  /** Unix seconds, in the caller's order. */
  readonly times: readonly number[];
}

/** A request that is malformed or too large. */
export interface InvalidPriceTimes {
  readonly kind: 'invalid-price-times';
  readonly parameter: keyof RawPriceTimes;
  readonly reason: string;
}

/** Reads a request for prices at given times; reports the first problem. Future times are refused: their prices may still change. */
export function parsePriceTimes(raw: RawPriceTimes, now: Date): Result<PriceTimes, InvalidPriceTimes> {
  const problems: InvalidPriceTimes[] = [];
  const fields = new Fields(raw, (parameter, reason) =>
    problems.push({ kind: 'invalid-price-times', parameter: parameter as keyof RawPriceTimes, reason }),
  );
  const tokens = [...new Set(fields.read('tokens', commaSeparated(MAX_PRICED_TOKENS, 'contract ids')) ?? [])];
  const times = (fields.read('times', commaSeparated(MAX_PRICED_TIMES, 'times')) ?? []).map((text) => {
    const time = parseBound(text);
    if (!time.ok) return fields.problem('times', time.error.reason);
    if (time.value * 1000 > now.getTime()) return fields.problem('times', 'must not be in the future');
    return Math.floor(time.value);
  });
  if (problems.length === 0 && tokens.length * times.length > MAX_PRICES)
    fields.problem('times', `must be fewer: tokens times times are at most ${MAX_PRICES}`);
  const [problem] = problems;
  return problem === undefined
    ? ok({ tokens, times: times.filter((time) => time !== undefined) })
    : err(problem);
}

/** Whether no future run can change the newest price at any of the times. A run may be late by up to one grid step. */
export const areFinal = (times: readonly number[], now: Date): boolean =>
  times.every((time) => time + 2 * GRID_SECONDS <= now.getTime() / 1000);

/** The newest of the points, given oldest first, at or before the time. */
export const pointAt = (points: readonly PricePoint[], time: number): PricePoint | undefined =>
  points.findLast((point) => point.time <= time);
