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
 * The orders with one of them updated in place, because the visitor would lose sight of a row that moved.
 *
 * @param isNew whether to insert an order that is not in the list; one that sorts after the last is left to a later page.
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

/** The orders followed by another page, without duplicates. */
export function withPage(orders: readonly Order[], page: readonly Order[]): readonly Order[] {
  const known = new Set(orders.map(({ handle }) => handle));
  return [...orders, ...page.filter(({ handle }) => !known.has(handle))];
}

/** The orders after the first page has been read again: known orders are updated in place, and new ones inserted. */
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

/** The order with the uuid that the owner has already seen: streams and other reads give only the handle. */
export const withUuid = (order: Order, { uuid }: Order): Order =>
  uuid === undefined ? order : { ...order, uuid };
