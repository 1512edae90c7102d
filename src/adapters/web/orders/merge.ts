import type { Order } from '../../../client/index.js';

/** The orders with the newest state of one of them. One that is not among them comes first where it belongs to the list. */
export function withOrder(orders: readonly Order[], order: Order, belongs: boolean): readonly Order[] {
  const at = orders.findIndex(({ handle }) => handle === order.handle);
  if (at >= 0) return orders.with(at, withUuid(order, orders[at]!));
  return belongs ? [order, ...orders] : orders;
}

/** The orders with another page behind them, without those that are there already. */
export function withPage(orders: readonly Order[], page: readonly Order[]): readonly Order[] {
  const known = new Set(orders.map(({ handle }) => handle));
  return [...orders, ...page.filter(({ handle }) => !known.has(handle))];
}

/** The newest page in front: what is known is renewed in its place, what is new comes first. */
export function withNewest(orders: readonly Order[], page: readonly Order[]): readonly Order[] {
  const read = new Map(page.map((order) => [order.handle, order]));
  const renewed = orders.map((order) => {
    const newer = read.get(order.handle);
    read.delete(order.handle);
    return newer === undefined ? order : withUuid(newer, order);
  });
  return [...read.values(), ...renewed];
}

/** A uuid that the owner was shown once stays, though streams and others see the handle. */
const withUuid = (order: Order, known: Order): Order =>
  order.uuid === order.handle ? { ...order, uuid: known.uuid } : order;
