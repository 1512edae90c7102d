import type { Order } from '../../../sdk/client/index.js';
import { comesBefore, type Sort } from './order-sort.js';

/** Progress and sort order of a list. */
export interface ListState {
  readonly sort: Sort;
  /** Whether no page follows. */
  readonly isWhole: boolean;
}

const BEGINNING: ListState = { sort: 'newest', isWhole: false };

/**
 * The orders with the newest state of one of them, in its place: a row that moved while it is looked at would be lost.
 *
 * @param isNew whether the order is taken in if it is not among them, at its place: behind the last one it is left to a later page.
 */
export function withOrder(
  orders: readonly Order[],
  order: Order,
  isNew: boolean,
  { sort, isWhole }: ListState = BEGINNING,
): readonly Order[] {
  const known = orders.findIndex(({ handle }) => handle === order.handle);
  if (known >= 0) return orders.with(known, withUuid(order, orders[known]!));
  if (!isNew) return orders;
  if (orders.length === 0) return [order];
  const place = orders.findIndex((one) => comesBefore(sort, order, one));
  if (place >= 0) return orders.toSpliced(place, 0, order);
  return isWhole ? [...orders, order] : orders;
}

/** The orders with another page behind them, without those that are there already. */
export function withPage(orders: readonly Order[], page: readonly Order[]): readonly Order[] {
  const known = new Set(orders.map(({ handle }) => handle));
  return [...orders, ...page.filter(({ handle }) => !known.has(handle))];
}

/** The first page, read again: what is known is renewed in its place, what is new is taken in at its own. */
export function withFirst(
  orders: readonly Order[],
  page: readonly Order[],
  state: ListState = BEGINNING,
): readonly Order[] {
  const read = new Map(page.map((order) => [order.handle, order]));
  const renewed = orders.map((order) => {
    const newer = read.get(order.handle);
    read.delete(order.handle);
    return newer === undefined ? order : withUuid(newer, order);
  });
  return [...read.values()].reduceRight<readonly Order[]>(
    (all, order) => withOrder(all, order, true, state),
    renewed,
  );
}

/** A uuid that the owner was shown once stays, though streams and others see the handle alone. */
export const withUuid = (order: Order, { uuid }: Order): Order =>
  uuid === undefined ? order : { ...order, uuid };
