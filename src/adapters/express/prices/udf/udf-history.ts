import type { PricesCore } from '../../../../application/prices/prices-core.js';
import type { PriceHistory } from '../../../../application/prices/read-history.js';
import { INTERVALS, type Candle, type Interval } from '../../../../domain/price-series/candle.js';
import { DAY_SECONDS, GRID_SECONDS } from '../../../../domain/price-series/price.js';
import { MAX_CANDLES, MOST_DAYS } from '../../../../domain/price-series/window.js';
import type { Clock } from '../../../../ports/index.js';
import { HttpError } from '../../errors/problem.js';
import { jsonText, preparedOperation } from '../../operation/operation.js';
import { badParameter } from '../../schema/outcomes.js';
import { Param } from '../../requests/parameters.js';
import { eitherOf, oneOf, text, whole, type WireOf } from '../../schema/schema.js';
import { PAST_CACHING } from '../price-history.js';
import { PRICES_CACHING } from '../price-shapes.js';
import type { PriceParts } from '../read-prices.js';
import {
  AMBIGUOUS_SYMBOL,
  findSymbol,
  parseSymbol,
  tokensNamed,
  UNKNOWN_QUOTE,
  UNKNOWN_SYMBOL,
  unknownSymbol,
  type NamedSymbol,
} from './symbols.js';
import { ACCEPTED_RESOLUTIONS, BARS, intervalOf, NO_BARS, UDF_ERROR } from './udf-shapes.js';

/** Charts ask for times before 1970 and beyond now. */
const A_TIME = /^-?\d{1,12}(\.\d{1,9})?$/;
const readTime = (raw: string): number | undefined =>
  A_TIME.test(raw) ? Math.floor(Number(raw)) : undefined;
const time = (name: string) => ({ error: `${name} must be Unix seconds`, read: readTime });

class HistoryQuery {
  @Param(text('a ticker, or another name of one token as /udf/symbols accepts it'), {
    missing: 'symbol is missing: name a token, such as .stx/USD',
  })
  symbol!: string;

  @Param(oneOf(ACCEPTED_RESOLUTIONS, 'length of a candle: minutes, D for days, W for weeks'), {
    missing: `resolution is missing: one of ${ACCEPTED_RESOLUTIONS.join(', ')}`,
  })
  resolution!: string;

  @Param(whole('start of the range; ignored with countback', { 'x-unit': 'Unix seconds' }), time('from'))
  from?: number | undefined;

  @Param(whole('end of the range, not included', { 'x-unit': 'Unix seconds' }), {
    ...time('to'),
    missing: 'to is missing: the end of the range in Unix seconds',
  })
  to!: number;

  @Param(whole(`how many candles before to; ${MAX_CANDLES} at most are returned`, { minimum: 0 }))
  countback?: number | undefined;
}

const NO_START = badParameter('from or countback is missing', 'neither from nor countback is given');
const INVERTED = badParameter('from must be before to', 'from is not before to');

/** A range of candles, Unix seconds. */
interface Range {
  readonly interval: Interval;
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

/** The part of what is asked for that one response covers: its newest. */
function rangeOf({ resolution, from, to, countback }: HistoryQuery, now: number): Range {
  if (from === undefined && countback === undefined) throw new HttpError(NO_START);
  if (countback === undefined && from! >= to) throw new HttpError(INVERTED);
  const interval = intervalOf(resolution);
  const end = Math.max(1, Math.min(to, now + 1));
  const earliest = Math.max(0, end - (MOST_DAYS[interval] ?? Infinity) * DAY_SECONDS);
  const start = countback === undefined ? Math.max(from!, earliest) : earliest;
  const limit = Math.min(Math.max(1, countback ?? MAX_CANDLES), MAX_CANDLES);
  return { interval, from: Math.min(start, end), to: end, limit };
}

/** Reads candles by the use case of GET /api/v1/prices/{contractId}/history. */
const readCandles = async (
  { prices }: { readonly prices: Pick<PricesCore, 'history' | 'list'> },
  { name, quote }: NamedSymbol,
  { interval, from, to, limit }: Range,
): Promise<PriceHistory> => {
  const read = await prices.history(name, {
    interval,
    quote,
    from: String(Math.min(from, to - 1)),
    to: String(to),
    limit: String(limit),
  });
  if (!read.ok) {
    if (read.error.kind === 'token-not-priced') throw unknownSymbol(name, (await prices.list()).tokens);
    throw new Error(`the range ${from} to ${to} of ${interval} is refused: ${read.error.reason}`);
  }
  // The use case lets a range begin with the candle that contains its start.
  return { ...read.value, candles: read.value.candles.filter((candle) => candle.time >= from) };
};

/** The start of the newest candle before the range; undefined if none. */
async function candleBefore(
  parts: Parameters<typeof readCandles>[0],
  symbol: NamedSymbol,
  { interval, from }: Range,
): Promise<number | undefined> {
  if (from <= 0) return undefined;
  const before = (candles: readonly Candle[]) => candles.findLast((candle) => candle.time < from)?.time;
  const isIntraday = INTERVALS[interval] < DAY_SECONDS;
  const longer = isIntraday ? '1d' : interval;
  // The newest of two may begin before the range and hold nothing but later prices.
  const { candles } = await readCandles(parts, symbol, { interval: longer, from: 0, to: from, limit: 2 });
  if (!isIntraday) return before(candles);
  for (const { time: day } of candles.toReversed()) {
    const range = { interval, from: day, to: Math.min(day + DAY_SECONDS, from), limit: 1 };
    const found = before((await readCandles(parts, symbol, range)).candles);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The columns of the candles, or where older ones are. */
const columnsOf = (candles: readonly Candle[]): WireOf<typeof BARS> => ({
  s: 'ok',
  t: candles.map(({ time }) => time),
  o: candles.map(({ open }) => open),
  h: candles.map(({ high }) => high),
  l: candles.map(({ low }) => low),
  c: candles.map(({ close }) => close),
});

const longest = Object.entries(MOST_DAYS).map(([interval, days]) => `${days} days of ${interval}`);

export const udfHistory = preparedOperation({
  id: 'udfHistory',
  limitedAs: 'reads',
  path: '/udf/history',
  summary: 'Candles of a token, for a chart',
  rules: [
    'The candles of /api/v1/prices/{contractId}/history. No volume is recorded.',
    `One response covers at most ${longest.join(', ')} before to, and ${MAX_CANDLES} candles, the newest: ask for earlier ones with an earlier to.`,
    'If the range has no candle, s is no_data, and nextTime says where the next older one is.',
  ],
  query: HistoryQuery,
  error: UDF_ERROR,
  response: {
    description: 'The candles by column, or that there are none.',
    schema: eitherOf(BARS, NO_BARS),
    caching: PRICES_CACHING,
    cachingNote: `a range wholly in the past: ${PAST_CACHING}`,
  },
  errors: [UNKNOWN_SYMBOL, UNKNOWN_QUOTE, AMBIGUOUS_SYMBOL, NO_START, INVERTED],
  curl: '"$BASE/prices/udf/history?symbol=$TOKEN/USD&resolution=60&to=$(date +%s)&countback=24"',
  prepare: async (parts: PriceParts & { readonly clock: Clock }, { query }) => {
    const askedAt = parts.clock.now().getTime();
    const range = rangeOf(query, Math.floor(askedAt / 1000));
    const symbol = await symbolOf(query.symbol, parts);
    const { candles, isPast } = await readCandles(parts, symbol, range);
    const text = jsonText(
      candles.length > 0 ? columnsOf(candles) : noColumns(await candleBefore(parts, symbol, range)),
    );
    const gridMs = GRID_SECONDS * 1_000;
    return isPast
      ? { text, caching: PAST_CACHING, unchanging: true, holdsMs: DAY_SECONDS * 1_000 }
      : { text, holdsMs: gridMs - (askedAt % gridMs) };
  },
});

const noColumns = (nextTime: number | undefined): WireOf<typeof NO_BARS> => ({
  s: 'no_data',
  ...(nextTime !== undefined && { nextTime }),
});

/** A contract id has a history also when its token is no longer listed. */
async function symbolOf(text: string, { prices }: Pick<PriceParts, 'prices'>): Promise<NamedSymbol> {
  const named = parseSymbol(text);
  const { tokens } = await prices.list();
  if (tokensNamed(named.name, tokens).length === 0) return named;
  const { token, quote } = findSymbol(text, tokens);
  return { name: token.token, quote };
}
