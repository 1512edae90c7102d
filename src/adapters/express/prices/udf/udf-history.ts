import { IsDefined, IsIn, IsInt, IsString, Min } from 'class-validator';
import type { VolumeCandle } from '../../../../domain/price-series/candle-volumes.js';
import { DAY_SECONDS, GRID_SECONDS } from '../../../../domain/price-series/price.js';
import { MAX_CANDLES, MOST_DAYS } from '../../../../domain/price-series/window.js';
import { err, ok, type Result } from '../../../../domain/shared/result.js';
import type { Clock } from '../../../../ports/index.js';
import { candleBefore, rangeOf, readCandles, symbolOf } from '../../../charts/history.js';
import { ACCEPTED_RESOLUTIONS } from '../../../charts/resolutions.js';
import { HttpError } from '../../errors/problem.js';
import { jsonText, preparedOperation } from '../../operation/operation.js';
import { badParameter } from '../../schema/outcomes.js';
import { Param, Reads } from '../../schema/request-class.js';
import { eitherOf, whole, type WireOf } from '../../schema/schema.js';
import { PAST_CACHING } from '../price-history.js';
import { PRICES_CACHING } from '../price-shapes.js';
import type { PriceParts } from '../read-prices.js';
import { SYMBOL_ERRORS, symbolOrThrow } from './symbol-errors.js';
import { MISSING_SYMBOL } from './udf-symbols.js';
import { BARS, NO_BARS, UDF_ERROR } from './udf-shapes.js';

/** Matches any time in seconds. Charts also ask for times before 1970 and in the future. */
const A_TIME = /^-?\d{1,12}(\.\d{1,9})?$/;
const parseSeconds = (raw: string): Result<number, undefined> =>
  A_TIME.test(raw) ? ok(Math.floor(Number(raw))) : err(undefined);
const IsSeconds = Reads(parseSeconds, { message: '$property must be Unix seconds' });

class HistoryQuery {
  @IsDefined(MISSING_SYMBOL)
  @IsString()
  @Param('a ticker, or another name of one token as /udf/symbols accepts it')
  symbol!: string;

  @IsDefined({ message: `resolution is missing: one of ${ACCEPTED_RESOLUTIONS.join(', ')}` })
  @IsIn(ACCEPTED_RESOLUTIONS)
  @Param('length of a candle: minutes, D for days, W for weeks')
  resolution!: string;

  @IsSeconds
  @Param(whole('start of the range; ignored with countback', { 'x-unit': 'Unix seconds' }))
  from?: number | undefined;

  @IsDefined({ message: 'to is missing: the end of the range in Unix seconds' })
  @IsSeconds
  @Param(whole('end of the range, exclusive', { 'x-unit': 'Unix seconds' }))
  to!: number;

  @IsInt()
  @Min(0)
  @Param(`number of candles before to; at most ${MAX_CANDLES} are returned`)
  countback?: number | undefined;
}

const NO_START = badParameter('from or countback is missing', 'neither from nor countback is given');
const INVERTED = badParameter('from must be before to', 'from is not before to');

/** The candles, by column. */
const columnsOf = (candles: readonly VolumeCandle[]): WireOf<typeof BARS> => ({
  s: 'ok',
  t: candles.map(({ time }) => time),
  o: candles.map(({ open }) => open),
  h: candles.map(({ high }) => high),
  l: candles.map(({ low }) => low),
  c: candles.map(({ close }) => close),
  ...(candles.some(({ volumeUsd }) => volumeUsd !== null) && {
    v: candles.map(({ volumeUsd }) => volumeUsd),
  }),
});

const longest = Object.entries(MOST_DAYS).map(([interval, days]) => `${days} days of ${interval}`);

export const udfHistory = preparedOperation({
  id: 'udfHistory',
  limitedAs: 'reads',
  path: '/udf/history',
  summary: 'Candles of a token, for a chart',
  rules: [
    'The candles of /api/v1/prices/{contractId}/history. Volumes (v) are in dollars, null in candles where they are not known, and absent if none is.',
    `One response covers at most ${longest.join(', ')} before to, and ${MAX_CANDLES} candles, the newest: ask for earlier ones with an earlier to.`,
    'If the range has no candles, s is no_data, and nextTime is the start of the next older one.',
  ],
  query: HistoryQuery,
  error: UDF_ERROR,
  response: {
    description: 'The candles by column, or no_data.',
    schema: eitherOf(BARS, NO_BARS),
    caching: PRICES_CACHING,
    cachingNote: `a range wholly in the past: ${PAST_CACHING}`,
  },
  errors: [...SYMBOL_ERRORS, NO_START, INVERTED],
  curl: '"$BASE/prices/udf/history?symbol=$TOKEN/USD&resolution=60&to=$(date +%s)&countback=24"',
  prepare: async ({ prices, clock }: PriceParts & { readonly clock: Clock }, { query }) => {
    const askedAt = clock.now().getTime();
    const read = rangeOf(query, Math.floor(askedAt / 1000));
    if (!read.ok) throw new HttpError(read.error === 'no-start' ? NO_START : INVERTED);
    const range = read.value;
    const symbol = symbolOrThrow(await symbolOf(query.symbol, prices));
    const { candles, isPast } = symbolOrThrow(await readCandles(prices, symbol, range));
    const text = jsonText(
      candles.length > 0 ? columnsOf(candles) : noColumns(await candleBefore(prices, symbol, range)),
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
