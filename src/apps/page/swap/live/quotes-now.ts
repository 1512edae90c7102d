import { ClientError, type Client, type NoQuote, type Quote, type QuoteQuery } from '../../../../sdk/client/index.js';

/** A quote, or the reason why the server gives none. */
export type QuoteItem = Awaited<ReturnType<Client['quotes']['getMany']>>[number];

/**
 * Quotes for a single, current state of the market. They are requested with POST, because browsers and proxies may cache a GET for
 * minutes, and a quote that is older than a swap costs its reader money.
 */
export const quotesNow = (
  { quotes }: Pick<Client, 'quotes'>,
  queries: readonly QuoteQuery[],
  signal?: AbortSignal,
): Promise<readonly QuoteItem[]> => quotes.getMany(queries, signal === undefined ? {} : { signal });

/** Form of a quote without a route, which the page shows as it shows others. */
const WITHOUT_ROUTE = {
  ...{ path: [], hops: [], fees: [], priceImpact: 0 },
  ...{ amountIn: 0, amountOut: 0, amountInExact: '0', amountOutExact: '0' },
};

/**
 * The quote of an item.
 *
 * @throws ClientError with the reason why there is no quote.
 */
export function shownQuote(item: QuoteItem | undefined): Quote {
  if (item !== undefined && 'hops' in item) return item;
  if (item !== undefined && 'reason' in item) return { ...WITHOUT_ROUTE, ...(item as NoQuote) };
  const { error = 'There is no quote', code = 'unexpected-shape', hint } = item ?? {};
  throw new ClientError(error, { code, hint, retryable: false });
}
