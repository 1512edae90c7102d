import type { Reader } from '../owner/credentials.js';
import type { Order as OwnOrder, Strategy as OwnPlan } from '../wire/swap.js';

/** An order as anyone reads it: `handle` is its name, and it has no uuid. */
export interface PublicOrder extends Omit<OwnOrder, 'uuid'> {
  /** Always absent: only the owner sees it. */
  readonly uuid?: never;
}

/**
 * An order as read. `handle` names it for everyone. `uuid` is present for its owner, and for a reader with credentials who
 * requested the order by its uuid.
 */
export type Order = OwnOrder | PublicOrder;

/** Type of the orders that a read returns, by the caller's identity. */
export type OrderFor<As> = [As] extends ['anyone'] ? PublicOrder : Order;

/** A plan as read. */
export interface Strategy<O extends Order = Order> extends Omit<OwnPlan, 'orders'> {
  /** Oldest 50 orders of the plan; `orders.all` with `owner` and `strategyId` reads all of them. */
  readonly orders?: readonly O[];
}

/** Returns the order without `uuid` if that is not a uuid: to everyone but the owner, the service shows the handle in its place. */
export function shownOrder(order: OwnOrder, by: Reader): Order {
  const { uuid, ...rest } = order;
  return by === 'anyone' || uuid === order.handle ? rest : order;
}

/** The plan with its orders as {@link shownOrder} returns them. */
export const shownPlan = ({ orders, ...plan }: OwnPlan, by: Reader): Strategy =>
  orders === undefined ? plan : { ...plan, orders: orders.map((order) => shownOrder(order, by)) };
