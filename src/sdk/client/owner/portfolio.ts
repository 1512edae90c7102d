import type { ReadOptions } from '../transport/call.js';
import type { ClientOptions, Connection } from '../transport/connection.js';
import { itemsOf, type Page } from '../transport/pages.js';
import type { QueryOf } from '../transport/route.js';
import { isoOf, type Time } from '../transport/times.js';
import type { Fill, PortfolioResults } from '../wire/swap.js';
import * as routes from '../wire/routes.js';
import { alone, type CredentialOptions, type Credentials } from './credentials.js';

/** Options of reads of the owner's part of a portfolio. */
export interface OwnPortfolioOptions extends ReadOptions, CredentialOptions {}

/** Selection of a file of fills. */
export interface FillsFile extends Omit<QueryOf<'exportFills'>, 'from' | 'to'> {
  /** Only fills at this time or later. */
  readonly from?: Time | undefined;
  /** Only fills before this time. */
  readonly to?: Time | undefined;
}

/** The owner's part of a portfolio: fills of the owner's orders, and their results. Needs an API key or the wallet. */
export interface PortfolioClient {
  /** Average cost, realised and unrealised result of each token, and what open orders reserve. */
  results(
    address: string,
    query?: QueryOf<'readResults'>,
    options?: OwnPortfolioOptions,
  ): Promise<PortfolioResults>;
  /** One page of fills, newest first. */
  fills(address: string, query?: QueryOf<'listFills'>, options?: OwnPortfolioOptions): Promise<Page<Fill>>;
  /** All fills, page by page. */
  allFills(
    address: string,
    query?: Omit<QueryOf<'listFills'>, 'cursor'>,
    options?: OwnPortfolioOptions,
  ): AsyncIterable<Fill>;
  /** The fills as a CSV file that programs for taxes import: Koinly's universal format unless `format` says otherwise. */
  exportFills(address: string, file?: FillsFile, options?: OwnPortfolioOptions): Promise<string>;
}

/**
 * A client of the owner's part of portfolios alone. Sends nothing yet.
 *
 * @throws RangeError for an unknown or invalid option.
 * @example
 * const { realisedUsd } = await portfolioClient({ baseUrl: 'https://dex.example.org', wallet }).results(wallet.address);
 */
export const portfolioClient = (options: ClientOptions): PortfolioClient => alone(portfolioOf, options);

const MORE = { by: 1 } as const;

export function portfolioOf({ call }: Connection, credentials: Credentials): PortfolioClient {
  const sending = (options?: OwnPortfolioOptions) => ({
    options,
    prove: credentials.ownReads(options?.by),
    more: MORE,
  });
  const fills: PortfolioClient['fills'] = async (address, query, options) => {
    const { data, pagination } = await call(routes.listFills, {
      params: { address },
      query: { ...query },
      ...sending(options),
    });
    return { items: data, nextCursor: pagination.nextCursor, total: pagination.total };
  };
  return {
    results: async (address, query, options) =>
      (await call(routes.readResults, { params: { address }, query: { ...query }, ...sending(options) }))
        .data,
    fills,
    allFills: (address, query, options) =>
      itemsOf((cursor) => fills(address, { limit: 50, ...query, cursor }, options)),
    exportFills: (address, { from, to, ...file } = {}, options) =>
      call(routes.exportFills, {
        params: { address },
        query: { ...file, from: isoOf(from), to: isoOf(to) },
        ...sending(options),
      }),
  };
}
