import type { ReadOptions } from '../transport/call.js';
import { requireKnown } from '../transport/call.js';
import { connect, type ClientOptions, type Connection } from '../transport/connection.js';
import { followPrices } from './follow-prices.js';
import type { QueryOf } from '../transport/route.js';
import { requireFollowable, type FollowOptions } from '../transport/stream.js';
import { timeOf, type Time } from '../transport/times.js';
import { tokenList } from './token-list.js';
import type {
  Candle,
  PriceHealth,
  PriceList,
  PricesAt,
  PricesEvent,
  Ticker,
  TokenPrice,
  Trades,
} from '../wire/prices.js';
import * as routes from '../wire/routes.js';

/** Selection of prices. */
export interface PriceQuery {
  /** Only these contract ids; unknown ones are ignored. */
  readonly tokens?: readonly string[] | undefined;
  /** Adds the sparklines. */
  readonly sparkline?: boolean | undefined;
}

/** Selection of candles. */
export interface CandleQuery extends Omit<QueryOf<'priceHistory'>, 'from' | 'to'> {
  readonly from?: Time | undefined;
  /** End of the span, exclusive. Default: now. */
  readonly to?: Time | undefined;
}

/** Reads the service's prices. */
export interface PricesClient {
  /** Prices, most liquid token first. */
  list(query?: PriceQuery, options?: ReadOptions): Promise<PriceList>;
  /** One token with its sparkline. Rejects with status 404 for a token that was never priced. */
  get(contractId: string, options?: ReadOptions): Promise<TokenPrice>;
  /** Candles, oldest first. */
  history(contractId: string, query?: CandleQuery, options?: ReadOptions): Promise<readonly Candle[]>;
  /**
   * Swaps of all vaults into or out of a token, newest first, from any wallet. `before` is `next` of the page before. Rejects with
   * status 404 for a token that was never priced.
   */
  trades(contractId: string, query?: QueryOf<'listTrades'>, options?: ReadOptions): Promise<Trades>;
  /** Markets of all vaults, each with its last price, volumes and spread, as aggregators read them. */
  tickers(options?: ReadOptions): Promise<readonly Ticker[]>;
  /** Prices of up to 50 tokens at up to 100 times. */
  at(
    query: { readonly tokens: readonly string[]; readonly times: readonly Time[] },
    options?: ReadOptions,
  ): Promise<PricesAt>;
  /**
   * Follows prices: yields the newest prices at once, then those of each new run, until `signal` or `break` ends it. It reconnects
   * automatically, and polls if the server or a proxy does not stream. After a lost connection, missed prices are skipped.
   */
  follow(query?: Pick<PriceQuery, 'tokens'>, options?: FollowOptions): AsyncIterable<PricesEvent>;
  /** Returns when prices were last computed. Rejects with status 503 while they are out of date. */
  health(options?: ReadOptions): Promise<PriceHealth>;
}

/**
 * A client of prices alone: adds less than 6 KB to a page. Sends nothing yet.
 *
 * @throws RangeError for an unknown or invalid option.
 * @example
 * const { usd } = await pricesClient({ baseUrl: 'https://dex.example.org' }).get('.stx');
 */
export const pricesClient = (options: ClientOptions): PricesClient => pricesOf(connect(options));

export function pricesOf(connection: Connection): PricesClient {
  const { call } = connection;
  const client: PricesClient = {
    list: ({ tokens, sparkline, ...others } = {}, options) => {
      const adds = { sparkline: sparkline === true ? '1' : undefined } as const;
      return call(routes.listPrices, { query: { ...others, ...adds, tokens: tokenList(tokens) }, options });
    },
    get: (contractId, options) => call(routes.getPrice, { params: { contractId }, options }),
    history: async (contractId, { from, to, ...query } = {}, options) => {
      const window = { from: timeOf(from), to: timeOf(to) };
      return (
        await call(routes.priceHistory, { params: { contractId }, query: { ...query, ...window }, options })
      ).candles;
    },
    trades: (contractId, query = {}, options) =>
      call(routes.listTrades, { params: { contractId }, query, options }),
    tickers: (options) => call(routes.listTickers, { options }),
    at: ({ tokens, times, ...others }, options) => {
      const query = { ...others, tokens: tokens.join(','), times: times.map(timeOf).join(',') };
      return call(routes.pricesAt, { query, options });
    },
    health: (options) => call(routes.priceHealth, { options }),
    follow: (query = {}, options = {}) => {
      requireKnown(query, { tokens: 1 });
      requireFollowable(options);
      const { tokens } = query;
      const { signal } = options;
      const list = () => client.list({ tokens }, signal === undefined ? {} : { signal });
      return followPrices(connection, tokenList(tokens), options, list);
    },
  };
  return client;
}
