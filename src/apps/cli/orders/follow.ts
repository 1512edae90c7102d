import { printNotes } from '../../../adapters/terminal/index.js';
import type { Client, FollowOrdersOptions, Order, OrderEvent } from '../../../sdk/client/index.js';
import { explained } from '../service/explained.js';
import { hasEnded } from '../../../sdk/words/order.js';

/** Events of orders, each with the order as it was soon afterwards. */
export type Updates = AsyncGenerator<{ readonly event: OrderEvent; readonly order: Order }, void, undefined>;

type Reading = Pick<FollowOrdersOptions, 'by' | 'signal'>;

/** Polling interval if the server does not stream. */
const POLL_MS = 1_000;

const following = (reading: Reading): FollowOrdersOptions => ({
  ...reading,
  pollMs: POLL_MS,
  onTrouble: (error) => printNotes(`${explained(error)}\ntrying again`),
});

/** Events of an order from the first one until it has ended. */
export async function* followOne(client: Client, id: string, reading: Reading): Updates {
  let seen = 0;
  for await (const update of client.orders.follow({ id }, following(reading))) {
    if (update.type === 'synced') continue;
    // The update has the order's current state. The log shows how it got there, and may be ahead of it.
    const events = (await client.orders.events(id, reading)).filter(({ seq }) => seq > seen);
    const order = events.length > 0 ? await client.orders.get(id, reading) : update.order;
    for (const event of events) {
      seen = event.seq;
      yield { event, order };
    }
    if (hasEnded(order)) return;
  }
}

/** Yields the events of an owner's orders from now on. */
export async function* followOwner(client: Client, owner: string, reading: Reading): Updates {
  for await (const update of client.orders.follow({ owner }, following(reading)))
    if (update.type === 'event') yield update;
}
