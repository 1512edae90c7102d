import type { ReadOptions } from '../transport/call.js';
import { invalidArgument } from '../transport/client-error.js';
import { connect, type ClientOptions, type Connection } from '../transport/connection.js';
import { idOf, type TokenName } from '../market/quotes.js';
import type { Balances, Portfolio } from '../wire/swap.js';
import * as routes from '../wire/routes.js';

/** Reads balances of wallets. */
export interface BalancesClient {
  /**
   * Returns the balances of a wallet in up to 50 tokens, as of one block, in smallest units. An unknown balance is null, with the
   * reason, and never 0.
   */
  get(address: string, tokens: readonly TokenName[], options?: ReadOptions): Promise<Balances>;
  /** Returns what a wallet holds of every token of the exchange, each with its subnet copies as one, in dollars. */
  portfolio(address: string, options?: ReadOptions): Promise<Portfolio>;
}

/**
 * A client of balances alone. Sends nothing yet.
 *
 * @throws RangeError for an unknown or invalid option.
 * @example
 * const { balances } = await balancesClient({ baseUrl: 'https://dex.example.org' }).get('SP…', ['.stx']);
 */
export const balancesClient = (options: ClientOptions): BalancesClient => balancesOf(connect(options));

export const balancesOf = ({ call }: Connection): BalancesClient => ({
  get: async (address, tokens, options) => {
    if (!Array.isArray(tokens)) throw invalidArgument('the tokens of balances are a list');
    const query = { tokens: tokens.map(idOf).join() };
    return (await call(routes.getBalances, { params: { address }, query, options })).data;
  },
  portfolio: async (address, options) =>
    (await call(routes.readPortfolio, { params: { address }, options })).data,
});
