import type { Core } from '../../../application/core.js';
import type { PriceHistory } from '../../../application/prices/read-history.js';
import { INTERVALS, type Interval } from '../../../domain/price-series/candle.js';
import type { VolumeCandle } from '../../../domain/price-series/candle-volumes.js';
import { QUOTES, GRID_SECONDS } from '../../../domain/price-series/price.js';
import {
  DEFAULT_CANDLES,
  DEFAULT_SPANS,
  MAX_CANDLES,
  MOST_DAYS,
} from '../../../domain/price-series/window.js';
import type { Clock } from '../../../ports/index.js';
import { valueOrThrow } from '../errors/errors.js';
import { contractId } from '../schema/common-schemas.js';
import { jsonText, preparedOperation } from '../operation/operation.js';
import { outcomes, type ErrorOf } from '../schema/outcomes.js';
import { always, list, number, oneOf, orNull, text, whole, type WireOf } from '../schema/schema.js';
import { field, fields, named, optional } from '../schema/shape.js';
import { price, PRICES_CACHING } from './price-shapes.js';
import { TOKEN_IN_PATH, type PriceParts } from './read-prices.js';

const DAY = 86_400;
const DAY_MS = DAY * 1_000;
const GRID_MS = GRID_SECONDS * 1_000;
/** Cache-Control of data that no future run changes. */
export const PAST_CACHING = 'public, max-age=86400, immutable';
const INTERVAL_NAMES = Object.keys(INTERVALS) as readonly Interval[];

export const CANDLE = named(
  'Candle',
  fields<VolumeCandle>()({
    time: whole('start; aligned to UTC, weeks to Monday', { 'x-unit': 'Unix seconds' }),
    open: price('first price', 'quote'),
    high: price('highest', 'quote'),
    low: price('lowest', 'quote'),
    close: price('last price', 'quote'),
    points: whole('prices in the candle; 0 when filled', { minimum: 0 }),
    volumeUsd: orNull(
      number(
        'traded into or out of the token, so far if the interval has not ended; null if it is not known',
        {
          minimum: 0,
          'x-unit': 'dollars',
        },
      ),
    ),
    filled: optional(always(true, 'present with fill=previous if the interval has no price')),
  }),
);

export const HISTORY = named(
  'History',
  fields<PriceHistory>()({
    token: contractId('the token'),
    interval: oneOf(INTERVAL_NAMES, 'length of a candle'),
    quote: oneOf(QUOTES, 'unit of the prices'),
    count: field(whole('number of candles', { minimum: 0 }), ({ candles }) => candles.length),
    candles: list(CANDLE.ref(), 'oldest first'),
  }),
);

/** The body of `GET /api/v1/prices/{contractId}/history`: times are Unix seconds, prices in the quote. */
export type PriceHistoryResponse = WireOf<typeof HISTORY>;

const defaults = INTERVAL_NAMES.map((interval) => {
  const span = DEFAULT_SPANS[interval];
  return `${span === undefined ? 'everything' : `${span / DAY} days`} for ${interval}`;
}).join(', ');

const longest = INTERVAL_NAMES.flatMap((interval) =>
  MOST_DAYS[interval] === undefined ? [] : [`${MOST_DAYS[interval]} days of ${interval}`],
).join(', ');

const invalid = <P extends string>(parameter: P, cause: string) =>
  ({ kind: 'invalid-history-request', parameter, cause }) as const;

const A_TIME = 'Unix seconds, or an ISO 8601 time, UTC if it names no zone';

export const priceHistory = preparedOperation({
  id: 'priceHistory',
  limitedAs: 'reads',
  path: '/api/v1/prices/{contractId}/history',
  summary: 'Candles of a token: open, high, low, close',
  rules: [
    '5m candles are the recorded prices themselves, so open = high = low = close. In sBTC, each price is converted with the bitcoin price of its own run.',
    'from snaps down and to snaps up: to 5 minutes for 5m, to the hour otherwise. The response has the candles that start at or after from and before to.',
    `Without from the window is ${defaults}. At most ${longest}; more is 400 with the limit in the message.`,
    'Intervals without a price are absent, unless fill=previous.',
    'volumeUsd is in dollars whatever the quote. It counts all swaps of the vaults that hold the token; it is null for times whose blocks were not read.',
  ],
  params: TOKEN_IN_PATH,
  rawQuery: {
    interval: oneOf(INTERVAL_NAMES, 'length of a candle', { default: '1h' }),
    quote: oneOf(QUOTES, 'unit of the prices', { default: 'usd' }),
    from: text(`start of the window: ${A_TIME}`),
    to: text(`end of the window, exclusive: ${A_TIME}; now when absent`),
    limit: whole('number of newest candles to keep', {
      minimum: 1,
      maximum: MAX_CANDLES,
      default: DEFAULT_CANDLES,
    }),
    fill: oneOf(
      ['previous'],
      'repeats the previous close in intervals without a price, with points 0 and filled true',
    ),
  },
  response: {
    description: 'The candles.',
    schema: HISTORY.ref(),
    caching: PRICES_CACHING,
    cachingNote: `a window wholly in the past: ${PAST_CACHING}`,
  },
  errors: outcomes<ErrorOf<Core['prices']['history']>>()([
    invalid('interval', `interval is not one of ${INTERVAL_NAMES.join(', ')}`),
    invalid('quote', 'quote is neither usd nor sbtc'),
    invalid('from', 'from is not a time, is not before to, or the window is longer than allowed'),
    invalid('to', 'to is not a time'),
    invalid('limit', `limit is not a whole number from 1 to ${MAX_CANDLES}`),
    invalid('fill', 'fill is not previous'),
    'token-not-priced',
  ]),
  curl: '"$BASE/prices/api/v1/prices/$TOKEN/history?interval=1h&quote=usd&limit=24"',
  prepare: async ({ prices, clock }: PriceParts & { readonly clock: Clock }, { params, query }) => {
    const askedAt = clock.now().getTime();
    const found = valueOrThrow(await prices.history(params.contractId, query));
    const text = jsonText(HISTORY.write(found));
    return found.isPast
      ? { text, caching: PAST_CACHING, unchanging: true, holdsMs: DAY_MS }
      : // A window without an end moves at each step of the grid, whether or not there was a run.
        { text, holdsMs: GRID_MS - (askedAt % GRID_MS) };
  },
});
