import { operation } from '../operation/operation.js';
import { Param, Reads } from '../schema/request-class.js';
import { list, object, text, time, type WireOf } from '../schema/schema.js';
import { namedSchema } from '../schema/shape.js';
import type { Core } from '../../../application/core.js';
import { err, ok, type Result } from '../../../domain/shared/result.js';
import { endHead, STREAM_CACHING } from '../streams/event-stream.js';
import { STREAM_PLACE_REFUSALS, type EventStreams } from '../streams/event-streams.js';
import { LAST_EVENT_ID, ResumeQuery, STREAM_RULES } from '../streams/last-event-id.js';
import type { PriceFanOut } from './price-fan-out.js';
import { price, TOKEN_PRICE } from './price-shapes.js';

/** Parts that the operation needs. */
export interface FollowPricesParts extends Pick<Core, 'prices'> {
  readonly events: EventStreams;
  readonly fanOut: PriceFanOut;
}

/** The data of a `prices` event. */
export const PRICES_EVENT = namedSchema(
  'PricesEvent',
  object(
    {
      at: time('the run'),
      btcUsd: price('a bitcoin in the run', 'dollars'),
      prices: list(TOKEN_PRICE.ref(), 'as in the price list, without sparklines'),
    },
    { description: 'Prices after a run, as streams send them.' },
  ),
);

/** The data of a stream’s `prices` event. */
export type PricesEventResponse = WireOf<typeof PRICES_EVENT>;

/** Maximum number of tokens that a stream may name. A stream that names none has all tokens. */
const MAX_TOKENS = 100;

function parseTokens(ids: string): Result<ReadonlySet<string>, undefined> {
  const tokens = new Set(ids.split(',').map((id) => id.trim()));
  return tokens.size <= MAX_TOKENS ? ok(tokens) : err(undefined);
}

class FollowPricesQuery extends ResumeQuery {
  @Reads(parseTokens, {
    message: `Invalid tokens parameter: must be one list of up to ${MAX_TOKENS} contract ids, separated by commas`,
  })
  @Param(`only these: up to ${MAX_TOKENS} contract ids, separated by commas`, {
    cause: `tokens is given more than once, or names more than ${MAX_TOKENS}`,
  })
  tokens?: ReadonlySet<string>;
}

export const followPrices = operation({
  id: 'followPrices',
  path: '/api/v1/prices/stream',
  summary: 'Follow current prices as server-sent events',
  limitedAs: 'reads',
  rules: [
    'An event `prices` is sent at once and after each recorded run. Its id is the time of the run in milliseconds, its data a PricesEvent. Last-Event-ID is ignored: the newest prices replace all earlier ones. Unknown ids are ignored.',
    ...STREAM_RULES,
  ],
  query: FollowPricesQuery,
  headers: { 'Last-Event-ID': LAST_EVENT_ID },
  response: {
    description: 'The events. The response does not end by itself.',
    schema: text('server-sent events', { 'x-event': PRICES_EVENT.ref() }),
    mediaType: 'text/event-stream',
    caching: STREAM_CACHING,
  },
  errors: STREAM_PLACE_REFUSALS,
  curl: '-N "$BASE/prices/api/v1/prices/stream?tokens=.stx"',
  handle: async ({ events, fanOut }: FollowPricesParts, { query, req, res }) => {
    if (req.method === 'HEAD') return endHead(res);
    events.enter(req, res);
    const stream = events.begin(req, res);
    return stream.open(() => fanOut.follow(stream, query.tokens));
  },
});
