import { unexpected } from '../transport/client-error.js';
import type { Connection } from '../transport/connection.js';
import { isObject } from '../transport/request-json.js';
import { dataOf, followed, type FollowOptions } from '../transport/stream.js';
import type { PriceList, PricesEvent } from '../wire/prices.js';
import * as routes from '../wire/routes.js';

/** Yields the newest prices at once, and then the prices of each new run. */
export function followPrices(
  connection: Connection,
  tokens: string | undefined,
  options: FollowOptions,
  list: () => Promise<PriceList>,
): AsyncGenerator<PricesEvent, void, undefined> {
  let newest = '';
  async function* newer(update: PricesEvent): AsyncGenerator<PricesEvent, void, undefined> {
    if (update.at <= newest) return;
    newest = update.at;
    yield update;
  }
  return followed(connection, {
    ...options,
    route: routes.followPrices,
    query: { tokens },
    lastId: () => undefined,
    isReady: () => true,
    everyMs: 30_000,
    async *taken(event) {
      if (event.event === 'prices') yield* newer(updateOf(dataOf(event)));
    },
    async *look() {
      const { updatedAt, btcUsd, tokens: prices } = await list();
      // There are no prices before the first run.
      if (updatedAt !== null && btcUsd !== null) yield* newer({ at: updatedAt, btcUsd, prices });
    },
  });
}

function updateOf(data: unknown): PricesEvent {
  if (isObject(data)) {
    const { at, btcUsd, prices } = data;
    if (typeof at === 'string' && typeof btcUsd === 'number' && Array.isArray(prices))
      return { ...data, at, btcUsd, prices: prices as PricesEvent['prices'] };
  }
  throw unexpected('An event of the stream is malformed');
}
