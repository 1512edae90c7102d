import type { Client } from '../../../sdk/client/index.js';
import { PLATFORM } from '../../../sdk/client/transport/system.js';
import { listedWords } from '../live/token-names.js';
import { href, route } from '../route.js';
import { announce } from './announce.js';
import { newsOf } from './news.js';

const RETRY_MS = 15_000;

/** Announces what happens to the owner's orders, until the signal ends it. */
export async function tellOrders(client: Client, owner: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted)
    try {
      // By anyone: the stream names orders by handle, so no wallet is asked.
      for await (const update of client.orders.follow({ owner }, { by: 'anyone', signal })) {
        if (update.type !== 'event') continue;
        const { order, event } = update;
        const news = newsOf(order, event, listedWords.peek());
        if (news !== undefined && !isShown(order.handle))
          announce({ ...news, to: href('order', [order.handle]) });
      }
    } catch {
      // The page says elsewhere that the server cannot be reached.
      if (signal.aborted) return;
      await PLATFORM.pause(RETRY_MS, signal);
    }
}

/** Whether the visitor is looking at the order's own page, which says all of it. */
function isShown(handle: string): boolean {
  const { view, rest } = route.peek();
  return document.visibilityState === 'visible' && view === 'order' && rest[0] === handle;
}
