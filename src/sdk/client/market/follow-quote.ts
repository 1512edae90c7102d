import { unexpected } from '../transport/client-error.js';
import type { Connection } from '../transport/connection.js';
import { isObject } from '../transport/request-json.js';
import type { QueryOf } from '../transport/route.js';
import { dataOf, followed, type FollowOptions } from '../transport/stream.js';
import type { Quote } from '../wire/swap.js';
import * as routes from '../wire/routes.js';
import { resultOf, type FoundQuote, type QuoteResult } from './quote-result.js';

/** Yields the quote at once, and then each that differs from the one before. */
export function followQuote(
  connection: Connection,
  query: QueryOf<'followQuote'>,
  options: FollowOptions,
  get: () => Promise<QuoteResult>,
): AsyncGenerator<QuoteResult, void, undefined> {
  let known = '';
  async function* changed(quote: QuoteResult): AsyncGenerator<QuoteResult, void, undefined> {
    const { reason } = quote;
    const text = reason ?? [quote.amountInExact, quote.amountOutExact, ...vaultsOf(quote)].join();
    if (text === known) return;
    known = text;
    yield quote;
  }
  return followed(connection, {
    ...options,
    route: routes.followQuote,
    query,
    lastId: () => undefined,
    isReady: () => true,
    everyMs: 30_000,
    async *taken(event) {
      if (event.event === 'quote') yield* changed(resultOf(quoteOf(dataOf(event))));
    },
    async *look() {
      yield* changed(await get());
    },
  });
}

const vaultsOf = ({ hops }: FoundQuote) => hops.map(({ vault }) => vault.contractId);

function quoteOf(data: unknown): Quote {
  if (isObject(data) && typeof data['amountOutExact'] === 'string' && Array.isArray(data['hops']))
    return data as unknown as Quote;
  throw unexpected('An event of the stream is malformed');
}
