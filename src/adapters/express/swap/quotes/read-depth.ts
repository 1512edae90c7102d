import type { DirectionDepth, PairDepth } from '../../../../application/quotes/read-depth.js';
import type { NoQuote } from '../../../../application/quotes/sides.js';
import type { Token } from '../../../../domain/market/registry.js';
import { PRICE_FALLS, type DepthLevel } from '../../../../domain/router/depth.js';
import { countFurther } from '../../requests/address-limits.js';
import { operation } from '../../operation/operation.js';
import { HttpError } from '../../errors/problem.js';
import {
  always,
  flag,
  list,
  number,
  object,
  time,
  units,
  whole,
  wordOf,
  type WireOf,
} from '../../schema/schema.js';
import { field, fields, named, optional } from '../../schema/shape.js';
import { QUOTE_TOKEN } from '../orders/token-shapes.js';
import { LOAD_FAILED, SwapToken, type QuoteParts } from './quote-route.js';
import { NO_ROUTE, UNKNOWN_SIDE } from './quote-shapes.js';

class DepthQuery {
  @SwapToken('tokenIn', 'contract id of the token whose market it is; .stx for STX')
  tokenIn!: string;

  @SwapToken('tokenOut', 'contract id of the token in which it is paid')
  tokenOut!: string;
}

const LEVEL = fields<DepthLevel>()({
  fall: field(
    number('fall of the price', { minimum: 0, maximum: 1, 'x-unit': 'fraction' }),
    ({ fallBps }) => fallBps / 10_000,
  ),
  amountIn: units('largest input whose price is within the fall, to within 0.1%'),
  amountOut: units('output'),
});

/** One direction with its tokens, whose decimals the price needs. */
interface DirectionView extends DirectionDepth {
  readonly given: Token;
  readonly got: Token;
}

export const DIRECTION = named(
  'DirectionDepth',
  fields<DirectionView>()({
    price: field(
      number('output over input of a small swap after fees, in whole tokens', { minimum: 0 }),
      ({ best, given, got }) =>
        (Number(best.amountOut) / Number(best.amountIn)) * 10 ** (given.decimals - got.decimals),
    ),
    levels: list(
      LEVEL.schema,
      'ascending by fall; empty if no amount moves the price, as in a bridge. A level is absent if no amount moves the price so far',
      { maxItems: PRICE_FALLS.length },
    ),
    isEstimate: flag(
      'whether vaults that only their contracts can quote take part: their amounts are bounds, and swaps may give less',
    ),
  }),
);

/** Depth, or the reason why there is none. */
interface DepthView extends Partial<PairDepth>, Partial<Omit<NoQuote, 'kind'>> {}

export const DEPTH = named(
  'Depth',
  fields<DepthView>()({
    tokenIn: optional(QUOTE_TOKEN.ref('the token whose market it is; absent with a reason')),
    tokenOut: optional(QUOTE_TOKEN.ref('the token in which it is paid; absent with a reason')),
    sells: optional(
      DIRECTION.ref('swaps of tokenIn for tokenOut; absent if none gives a unit'),
      ({ sells, tokenIn, tokenOut }) => sells && { ...sells, given: tokenIn!, got: tokenOut! },
    ),
    buys: optional(
      DIRECTION.ref('swaps of tokenOut for tokenIn; absent if none gives a unit'),
      ({ buys, tokenIn, tokenOut }) => buys && { ...buys, given: tokenOut!, got: tokenIn! },
    ),
    asOf: optional(time('time of the reading; absent with a reason')),
    blockHeight: optional(whole('block of the reserves; absent if unknown')),
    reason: optional(wordOf(NO_ROUTE, 'reason if there is no route')),
    unknown: optional(list(UNKNOWN_SIDE.schema, 'tokens that are unknown, with the reason unknown-token')),
  }),
);

const BODY = object({ success: always(true), data: DEPTH.ref('the depth, or the reason why there is none') });

/** The body of `GET /api/v1/quote/depth`. */
export type DepthResponse = WireOf<typeof BODY>;

/** Number of quotes as which a reading counts. Its searches take about as long. */
const COUNTS_AS = 20;

export const readDepth = operation({
  id: 'readDepth',
  limitedAs: 'quotes',
  path: '/api/v1/quote/depth',
  summary: 'Find how much moves the price of a pair, in both directions',
  rules: [
    `For each fall of the price (${PRICE_FALLS.map((bps) => `${bps / 100}%`).join(', ')}): the largest swap whose price is within it, over its best route of up to four hops, after fees, compared with the price of a small swap.`,
    'An order takes one route, and so does each level. Several orders over different routes can swap more at a price.',
    `It counts as ${COUNTS_AS} quotes against the limit per address.`,
  ],
  query: DepthQuery,
  response: {
    description: 'The depth, or the reason why there is none.',
    schema: BODY,
    caching: 'public, max-age=5, s-maxage=10, stale-while-revalidate=60',
  },
  errors: [LOAD_FAILED],
  curl: '"$BASE/swap/api/v1/quote/depth?tokenIn=.stx&tokenOut=$TOKEN"',
  handle: async ({ quotes }: QuoteParts, { query, req, res }): Promise<DepthResponse> => {
    countFurther(req, res, 'quotes', COUNTS_AS - 1);
    const read = await quotes.depth({ ...query });
    if (read.ok) return { success: true, data: DEPTH.write(read.value) };
    if (read.error.kind === 'no-route') return { success: true, data: DEPTH.write(read.error) };
    throw new HttpError(LOAD_FAILED, { cause: read.error });
  },
});
