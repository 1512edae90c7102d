import { requireKnown, type ReadOptions } from '../transport/call.js';
import { connect, type ClientOptions, type Connection } from '../transport/connection.js';
import type { QueryOf, ResponseOf } from '../transport/route.js';
import type { Quote } from '../wire/swap.js';
import * as routes from '../wire/routes.js';

/** A contract id, or a token that has one. */
export type TokenName = string | { readonly contractId: string };

/** Swap to quote. */
export interface QuoteQuery extends Omit<QueryOf<'quoteRoute'>, 'tokenIn' | 'tokenOut' | 'amount'> {
  /** Token that is paid: a contract id, `.stx` for STX, or a token as lists of tokens have it. */
  readonly tokenIn: TokenName;
  /** Token that is received, named in the same way. */
  readonly tokenOut: TokenName;
  /** Amount that is paid, in smallest units of tokenIn: a positive whole number in decimal digits, or a bigint. */
  readonly amount: string | bigint;
}

/** Quotes of the service. */
export interface QuotesClient {
  /** The best route now; if no route exists, `reason` says why. Sends nothing to the chain. */
  get(query: QuoteQuery, options?: ReadOptions): Promise<Quote>;
  /** Up to as many quotes as the service takes at once, in the same sequence; one that fails is `{ error, code }`. */
  getMany(queries: readonly QuoteQuery[], options?: ReadOptions): Promise<ResponseOf<'quoteRoutes'>['data']>;
}

/**
 * A client of quotes alone. Sends nothing yet.
 *
 * @throws RangeError for an unknown or invalid option.
 * @example
 * const { amountOut } = await quotesClient({ baseUrl: 'https://dex.example.org' }).get({
 *   tokenIn: '.stx',
 *   tokenOut: 'SP….welsh',
 *   amount: '1000000',
 * });
 */
export const quotesClient = (options: ClientOptions): QuotesClient => quotesOf(connect(options));

export const quotesOf = ({ call }: Connection): QuotesClient => ({
  get: async (query, options) => (await call(routes.quoteRoute, { query: sent(query), options })).data,
  getMany: async (queries, options) =>
    (await call(routes.quoteRoutes, { body: { quotes: queries.map(sent) }, options })).data,
});

function sent({ tokenIn, tokenOut, amount, ...others }: QuoteQuery): QueryOf<'quoteRoute'> {
  const query = { ...others, tokenIn: idOf(tokenIn), tokenOut: idOf(tokenOut), amount: String(amount) };
  requireKnown(query, routes.quoteRoute.query);
  return query;
}

/** The contract id of a token. */
export const idOf = (token: TokenName): string => (typeof token === 'string' ? token : token.contractId);
