import { operation } from '../../operation/operation.js';
import { text } from '../../schema/schema.js';
import { endHead, STREAM_CACHING } from '../../streams/event-stream.js';
import { STREAM_PLACE_REFUSALS, type EventStreams } from '../../streams/event-streams.js';
import { STREAM_RULES } from '../../streams/last-event-id.js';
import type { QuoteFanOut } from './quote-fan-out.js';
import { AMOUNT_ERRORS, inputOf, QuoteQuery } from './quote-route.js';
import { QUOTE } from './quote-shapes.js';

/** Parts that the operation needs to follow quotes. */
export interface FollowQuoteParts {
  readonly events: EventStreams;
  readonly quoteFanOut: QuoteFanOut;
}

export const followQuote = operation({
  id: 'followQuote',
  path: '/api/v1/quote/stream',
  summary: 'Follow the quote of a swap as server-sent events',
  limitedAs: 'quotes',
  rules: [
    'An event `quote` is sent at once, and after each block that changes the path, an amount or the reason. Its data is a Quote, its id the block. Last-Event-ID is ignored: the newest quote replaces all earlier ones. While the vaults cannot be read, nothing is sent.',
    ...STREAM_RULES,
  ],
  query: QuoteQuery,
  response: {
    description: 'The events. The response does not end by itself.',
    schema: text('server-sent events', { 'x-event': QUOTE.ref() }),
    mediaType: 'text/event-stream',
    caching: STREAM_CACHING,
  },
  errors: [...Object.values(AMOUNT_ERRORS), ...STREAM_PLACE_REFUSALS],
  curl: '-N "$BASE/swap/api/v1/quote/stream?tokenIn=.stx&tokenOut=$TOKEN&amount=10000000000"',
  handle: async ({ events, quoteFanOut }: FollowQuoteParts, { query, req, res }) => {
    // Refuses what cannot be quoted before the response begins.
    inputOf(query);
    if (req.method === 'HEAD') return endHead(res);
    quoteFanOut.admit(query);
    events.enter(req, res);
    const stream = events.begin(req, res);
    return stream.open(() => quoteFanOut.follow(stream, query));
  },
});
