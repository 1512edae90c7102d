import type { Client, Order } from '../../../sdk/client/index.js';
import { listedWords } from '../live/token-names.js';
import { isVisible } from '../live/visible.js';
import { href, route } from '../route.js';
import { announce } from './announce.js';
import { Heard } from './heard.js';
import { lookAgain } from './look-again.js';
import { newsOf } from './news.js';

/** Pause between two looks, ms. It looks instead of streaming: browsers keep six connections to a host for all tabs together. */
const AGAIN_MS = 10_000;
const PAGE = 50;

/** Announces what happens to the owner's orders, until the signal ends it. */
export async function tellOrders(client: Client, owner: string, signal: AbortSignal): Promise<void> {
  const heard = new Heard();
  const tell = async () => {
    for (const order of heard.take(await look(client, owner, heard, signal))) tellOf(order);
  };
  await lookAgain(tell, AGAIN_MS, signal);
}

/** The newest orders, and the older ones that were open at the last look. By anyone, so that no wallet is asked. */
async function look({ orders }: Client, owner: string, heard: Heard, signal: AbortSignal) {
  const { items } = await orders.list({ owner, limit: PAGE }, { by: 'anyone', signal });
  const older = heard.openBut(items);
  return older.length === 0 ? items : [...items, ...(await orders.getMany(older, { by: 'anyone', signal }))];
}

function tellOf(order: Order): void {
  const { view, rest } = route.peek();
  // The order's own page says all of it.
  const isShown = isVisible() && view === 'order' && rest[0] === order.handle;
  const news = newsOf(order, listedWords.peek());
  if (news !== undefined && !isShown) announce({ ...news, to: href('order', [order.handle]) });
}
