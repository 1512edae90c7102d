import type { ReadOptions } from './call.js';
import { connect, type ClientOptions, type Connection } from './connection.js';
import type { QueryOf, ResponseOf, Route } from './route.js';
import type { Quote } from './wire/swap.js';

/** What a quote is for. */
export interface QuoteQuery extends Omit<QueryOf<'quoteRoute'>, 'amount'> {
  /** What is paid, in smallest units of tokenIn: a positive whole number in decimal digits, or a bigint. */
  readonly amount: string | bigint;
}

/** Quotes of the service. */
export interface QuotesClient {
  /** The best route now, or why there is none. Sends nothing to the chain. */
  get(query: QuoteQuery, options?: ReadOptions): Promise<Quote>;
  /** Up to as many quotes as the service takes at once, in the same sequence; one that fails is `{ error, code }`. */
  getMany(queries: readonly QuoteQuery[], options?: ReadOptions): Promise<ResponseOf<'quoteRoutes'>['data']>;
}

const QUOTE: Route<'quoteRoute'> = { area: 'swap', method: 'GET', path: '/api/v1/quote' };

const QUOTES: Route<'quoteRoutes'> = { area: 'swap', method: 'POST', path: '/api/v1/quotes', isRead: true };

/**
 * A client of quotes alone. Sends nothing yet.
 *
 * @throws RangeError or TypeError for an invalid option.
 * @example
 * const { amountOut } = await quotesClient({ baseUrl: 'https://dex.example.org' }).get({
 *   tokenIn: '.stx',
 *   tokenOut: 'SP….welsh',
 *   amount: '1000000',
 * });
 */
export const quotesClient = (options: ClientOptions): QuotesClient => quotesOf(connect(options));

export const quotesOf = ({ call }: Connection): QuotesClient => ({
  get: async ({ amount, ...query }, options) =>
    (await call(QUOTE, { query: { ...query, amount: String(amount) }, options })).data,
  getMany: async (queries, options) => {
    const quotes = queries.map(({ amount, ...query }) => ({ ...query, amount: String(amount) }));
    return (await call(QUOTES, { body: { quotes }, options })).data;
  },
});
