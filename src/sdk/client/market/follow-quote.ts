import { unexpected } from '../transport/client-error.js';
import type { Connection } from '../transport/connection.js';
import { isObject } from '../transport/request-json.js';
import type { QueryOf } from '../transport/route.js';
import { dataOf, followed, type FollowOptions } from '../transport/stream.js';
import type { Quote } from '../wire/swap.js';
import * as routes from '../wire/routes.js';

/** Yields the quote at once, and then each that differs from the one before. */
export function followQuote(
  connection: Connection,
  query: QueryOf<'followQuote'>,
  options: FollowOptions,
  get: () => Promise<Quote>,
): AsyncGenerator<Quote, void, undefined> {
  let known = '';
  async function* changed(quote: Quote): AsyncGenerator<Quote, void, undefined> {
    const { amountInExact, amountOutExact, reason, hops } = quote;
    const text = [amountInExact, amountOutExact, reason, ...hops.map(({ vault }) => vault.contractId)].join();
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
      if (event.event === 'quote') yield* changed(quoteOf(dataOf(event)));
    },
    async *look() {
      yield* changed(await get());
    },
  });
}

function quoteOf(data: unknown): Quote {
  if (isObject(data) && typeof data['amountOutExact'] === 'string' && Array.isArray(data['hops']))
    return data as unknown as Quote;
  throw unexpected('An event of the stream is malformed');
}
