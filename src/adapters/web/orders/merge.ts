import type { Order } from '../../../client/index.js';

/**
 * The orders, newest first, with the newest state of one of them.
 *
 * @param isNew whether the order is taken in where it is not among them, at its place: behind the last one it is left to a later page.
 */
export function withOrder(orders: readonly Order[], order: Order, isNew: boolean): readonly Order[] {
  const known = orders.findIndex(({ handle }) => handle === order.handle);
  if (known >= 0) return orders.with(known, withUuid(order, orders[known]!));
  if (!isNew) return orders;
  if (orders.length === 0) return [order];
  const place = orders.findIndex(({ createdAt }) => createdAt <= order.createdAt);
  return place < 0 ? orders : orders.toSpliced(place, 0, order);
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
export const withUuid = (order: Order, known: Order): Order =>
  order.uuid === order.handle ? { ...order, uuid: known.uuid } : order;
