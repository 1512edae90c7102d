import type { PricesCore } from '../../application/prices/prices-core.js';
import type { PriceHistory } from '../../application/prices/read-history.js';
import { INTERVALS, type Candle, type Interval } from '../../domain/price-series/candle.js';
import { DAY_SECONDS } from '../../domain/price-series/price.js';
import { MAX_CANDLES, MOST_DAYS } from '../../domain/price-series/window.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import { intervalOf } from './resolutions.js';
import {
  findSymbol,
  parseSymbol,
  tokensNamed,
  unknownSymbol,
  type NamedSymbol,
  type SymbolError,
} from './symbols.js';

/** A range of candles. Times are in Unix seconds. */
export interface Range {
  readonly interval: Interval;
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

/** Candles requested by a chart: either those from `from` on, or the last `countback` ones before `to`. Times are in Unix seconds. */
export interface Wanted {
  readonly resolution: string;
  readonly from?: number | undefined;
  readonly to: number;
  readonly countback?: number | undefined;
}

/** Returns the range of the newest requested candles that fit into one response. */
export function rangeOf(
  { resolution, from, to, countback }: Wanted,
  now: number,
): Result<Range, 'no-start' | 'inverted'> {
  if (countback === undefined) {
    if (from === undefined) return err('no-start');
    if (from >= to) return err('inverted');
  }
  const interval = intervalOf(resolution);
  const end = Math.max(1, Math.min(to, now + 1));
  const earliest = Math.max(0, end - (MOST_DAYS[interval] ?? Infinity) * DAY_SECONDS);
  const start = countback === undefined ? Math.max(from ?? 0, earliest) : earliest;
  const limit = Math.min(Math.max(1, countback ?? MAX_CANDLES), MAX_CANDLES);
  return ok({ interval, from: Math.min(start, end), to: end, limit });
}

/** The part of the core that charts read. */
type ChartPrices = Pick<PricesCore, 'history' | 'list'>;

/** Reads the candles of a range, as the use case of price histories returns them. */
export const readCandles = async (
  prices: ChartPrices,
  { name, quote }: NamedSymbol,
  { interval, from, to, limit }: Range,
): Promise<Result<PriceHistory, SymbolError>> => {
  const read = await prices.history(name, {
    interval,
    quote,
    from: String(Math.min(from, to - 1)),
    to: String(to),
    limit: String(limit),
  });
  if (!read.ok) {
    if (read.error.kind === 'token-not-priced') return err(unknownSymbol(name, (await prices.list()).tokens));
    throw new Error(`the range ${from} to ${to} of ${interval} is refused: ${read.error.reason}`);
  }
  // The use case also returns the candle that contains the start of the range, although that candle begins earlier.
  return ok({ ...read.value, candles: read.value.candles.filter((candle) => candle.time >= from) });
};

/** The start of the newest candle before the range; undefined if none. */
export async function candleBefore(
  prices: ChartPrices,
  symbol: NamedSymbol,
  { interval, from }: Range,
): Promise<number | undefined> {
  if (from <= 0) return undefined;
  const before = (candles: readonly Candle[]) => candles.findLast((candle) => candle.time < from)?.time;
  const isIntraday = INTERVALS[interval] < DAY_SECONDS;
  const longer = isIntraday ? '1d' : interval;
  // The only possible error is a token without prices, which the caller's read of the range itself has ruled out.
  const candlesIn = async (range: Range) => {
    const read = await readCandles(prices, symbol, range);
    return read.ok ? read.value.candles : [];
  };
  // Two candles, because the newer one may begin before the range and still contain no price from before it.
  const candles = await candlesIn({ interval: longer, from: 0, to: from, limit: 2 });
  if (!isIntraday) return before(candles);
  for (const { time: day } of candles.toReversed()) {
    const range = { interval, from: day, to: Math.min(day + DAY_SECONDS, from), limit: 1 };
    const found = before(await candlesIn(range));
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Finds the token and quote that the text names. A name that no listed token has is returned unchanged, because a contract id has
 * a history even if its token is no longer listed.
 */
export async function symbolOf(text: string, prices: ChartPrices): Promise<Result<NamedSymbol, SymbolError>> {
  const named = parseSymbol(text);
  const { tokens } = await prices.list();
  if (tokensNamed(named.name, tokens).length === 0) return ok(named);
  const found = findSymbol(text, tokens);
  return found.ok ? ok({ name: found.value.token.token, quote: found.value.quote }) : found;
}
