import type { OrderUuid } from '../../domain/order/ids.js';
import type { Order } from '../../domain/order/order.js';
import type { FeedEvent, Ports } from '../../ports/index.js';

/** The current orders of the events, each read once. An order that is gone is left out. */
export async function ordersByUuid(
  events: readonly Pick<FeedEvent, 'uuid'>[],
  { orders }: Pick<Ports, 'orders'>,
): Promise<ReadonlyMap<OrderUuid, Order>> {
  const uuids = [...new Set(events.map(({ uuid }) => uuid))];
  const found = await Promise.all(uuids.map((uuid) => orders.findById(uuid)));
  return new Map(found.flatMap((order) => (order === undefined ? [] : [[order.terms.uuid, order]])));
}
