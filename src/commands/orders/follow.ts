import { setTimeout as pause } from 'node:timers/promises';
import type { Client, Order, OrderEvent, OrderReadOptions } from '../../client/index.js';
import { hasEnded } from './order-text.js';

/** An event of an order, and the order soon after. */
export interface OrderUpdate {
  readonly event: OrderEvent;
  readonly order: Order;
}

export type Updates = AsyncGenerator<OrderUpdate, void, undefined>;

const POLL_MS = 1_000;

/** Events of an order from its first, until it has ended. */
export async function* followOne(client: Client, id: string, reading: OrderReadOptions): Updates {
  for (let seen = 0; ; await pause(POLL_MS)) {
    // The order first: an event that is logged in between belongs to the next look.
    const order = await client.orders.get(id, reading);
    seen = yield* newEvents(client, order, seen, reading);
    if (hasEnded(order)) return;
  }
}

interface Known {
  readonly order: Order;
  readonly seen: number;
}

/** What happens to the open orders of an owner, and to new ones, from now on. */
export async function* followOwner(client: Client, owner: string, reading: OrderReadOptions): Updates {
  const known = new Map<string, Known>();
  const openOrders = () => client.orders.all({ owner, status: 'open' }, reading);
  for await (const order of openOrders()) {
    const events = await client.orders.events(order.uuid, reading);
    known.set(order.handle, { order, seen: events.at(-1)?.seq ?? 0 });
  }
  for (;;) {
    await pause(POLL_MS);
    const gone = new Map(known);
    for await (const order of openOrders()) {
      gone.delete(order.handle);
      const before = known.get(order.handle);
      if (before !== undefined && textOf(before.order) === textOf(order)) continue;
      const seen = yield* newEvents(client, order, before?.seen ?? 0, reading);
      known.set(order.handle, { order, seen });
    }
    for (const [handle, { seen, order }] of gone) {
      known.delete(handle);
      yield* newEvents(client, await client.orders.get(order.uuid, reading), seen, reading);
    }
  }
}

/** Returns the number of the newest event. */
async function* newEvents(client: Client, order: Order, seen: number, reading: OrderReadOptions) {
  const events = await client.orders.events(order.uuid, reading);
  for (const event of events) if (event.seq > seen) yield { event, order };
  return events.at(-1)?.seq ?? seen;
}

const textOf = ({ evaluation: _, ...order }: Order): string => JSON.stringify(order);
