import { requireKnown, type ReadOptions } from '../transport/call.js';
import { connect, type ClientOptions, type Connection } from '../transport/connection.js';
import type { QueryOf, ResponseOf } from '../transport/route.js';
import type { FollowOptions } from '../transport/stream.js';
import type { Quote } from '../wire/swap.js';
import * as routes from '../wire/routes.js';
import { followQuote } from './follow-quote.js';
import { resultOf, type QuoteResult } from './quote-result.js';

/** A contract id, or an object with one. */
export type TokenName = string | { readonly contractId: string };

/** Swap to quote: `amount` or `amountOut`. */
export interface QuoteQuery extends Omit<
  QueryOf<'quoteRoute'>,
  'tokenIn' | 'tokenOut' | 'amount' | 'amountOut'
> {
  /** Token to pay with: a contract id, `.stx` for STX, or a token from a token list. */
  readonly tokenIn: TokenName;
  /** Token to receive, named in the same way. */
  readonly tokenOut: TokenName;
  /** Amount to pay, in smallest units of tokenIn: a positive whole number as decimal digits, or a bigint. */
  readonly amount?: string | bigint;
  /** Amount to receive in place of `amount`, in smallest units of tokenOut: the quote has the least input that gives at least this. */
  readonly amountOut?: string | bigint;
}

/** Large swap to divide between routes. */
export interface SplitQuery extends Pick<QuoteQuery, 'tokenIn' | 'tokenOut'> {
  /** Amount to pay, in smallest units of tokenIn: a positive whole number as decimal digits, or a bigint. */
  readonly amount: string | bigint;
  /** Maximum number of parts, 2 to 4; 4 by default. */
  readonly parts?: number;
  /** Reduction of each part's quote that is accepted, 0 to 0.5. */
  readonly slippage?: number;
}

type FailedQuote = Exclude<ResponseOf<'quoteRoutes'>['data'][number], Quote>;

/** Requests quotes from the service. */
export interface QuotesClient {
  /**
   * The best route now, or the `reason` why there is none. Sends nothing to the chain.
   *
   * @example
   * const quote = await client.quotes.get({ tokenIn: '.stx', tokenOut: dollars, amount: '1000000' });
   * if (quote.reason === undefined) console.log(quote.amountOutExact);
   * else console.log(quote.reason, quote.unknown);
   */
  get(query: QuoteQuery, options?: ReadOptions): Promise<QuoteResult>;
  /** Quotes in the order of the queries, up to as many as the service accepts at once; one that fails is `{ error, code }`. */
  getMany(
    queries: readonly QuoteQuery[],
    options?: ReadOptions,
  ): Promise<readonly (QuoteResult | FailedQuote)[]>;
  /**
   * Divides a large swap between up to four routes, or tells the `reason` why there is none. `splitPlan` of the signing module makes its orders.
   */
  split(query: SplitQuery, options?: ReadOptions): Promise<ResponseOf<'quoteSplit'>['data']>;
  /** Yields the quote at once, and again after each block that changes it; without a stream, every 30 seconds. */
  follow(query: QuoteQuery, options?: FollowOptions): AsyncGenerator<QuoteResult, void, undefined>;
  /** Largest swaps within falls of a pair's price, in both directions, or the `reason` why there are none. */
  depth(
    pair: Pick<QuoteQuery, 'tokenIn' | 'tokenOut'>,
    options?: ReadOptions,
  ): Promise<ResponseOf<'readDepth'>['data']>;
}

/**
 * A client of quotes alone. Sends nothing yet.
 *
 * @throws RangeError for an unknown or invalid option.
 * @example
 * const { reason, amountOut } = await quotesClient({ baseUrl: 'https://dex.example.org' }).get({
 *   tokenIn: '.stx',
 *   tokenOut: 'SP….welsh',
 *   amount: '1000000',
 * });
 */
export const quotesClient = (options: ClientOptions): QuotesClient => quotesOf(connect(options));

export function quotesOf(connection: Connection): QuotesClient {
  const { call } = connection;
  const get: QuotesClient['get'] = async (query, options) =>
    resultOf((await call(routes.quoteRoute, { query: sent(query), options })).data);
  return {
    get,
    follow: (query, options = {}) => followQuote(connection, sent(query), options, () => get(query)),
    getMany: async (queries, options) =>
      (await call(routes.quoteRoutes, { body: { quotes: queries.map(sent) }, options })).data.map((quote) =>
        'error' in quote ? quote : resultOf(quote),
      ),
    split: async ({ tokenIn, tokenOut, amount, ...others }, options) => {
      const body = { ...others, tokenIn: idOf(tokenIn), tokenOut: idOf(tokenOut), amount: String(amount) };
      return (await call(routes.quoteSplit, { body, options })).data;
    },
    depth: async ({ tokenIn, tokenOut }, options) =>
      (await call(routes.readDepth, { query: { tokenIn: idOf(tokenIn), tokenOut: idOf(tokenOut) }, options }))
        .data,
  };
}

function sent({ tokenIn, tokenOut, amount, amountOut, ...others }: QuoteQuery): QueryOf<'quoteRoute'> {
  const query = {
    ...others,
    tokenIn: idOf(tokenIn),
    tokenOut: idOf(tokenOut),
    ...(amount !== undefined && { amount: String(amount) }),
    ...(amountOut !== undefined && { amountOut: String(amountOut) }),
  };
  requireKnown(query, routes.quoteRoute.query);
  return query;
}

/** The contract id of a token. */
export const idOf = (token: TokenName): string => (typeof token === 'string' ? token : token.contractId);
