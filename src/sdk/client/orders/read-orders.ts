import type { Reader } from '../owner/credentials.js';
import type { Order as OwnOrder, Strategy as OwnPlan } from '../wire/swap.js';

/** An order as anyone reads it: `handle` is its name, and it has no uuid. */
export interface PublicOrder extends Omit<OwnOrder, 'uuid'> {
  readonly uuid?: never;
}

/** An order as it is read. `handle` is its name for everyone; `uuid` is there for its owner, and for a reader with credentials who named it so. */
export type Order = OwnOrder | PublicOrder;

/** Order as a read shows it, by the identity under which the read is made. */
export type OrderFor<As> = [As] extends ['anyone'] ? PublicOrder : Order;

/** A plan as it is read. */
export interface Strategy<O extends Order = Order> extends Omit<OwnPlan, 'orders'> {
  /** Oldest 50 orders of the plan; `orders.all` with `owner` and `strategyId` reads all of them. */
  readonly orders?: readonly O[];
}

/** The order without what is no uuid: to everyone but its owner the service shows the handle in that place. */
export function shownOrder(order: OwnOrder, by: Reader): Order {
  const { uuid, ...rest } = order;
  return by === 'anyone' || uuid === order.handle ? rest : order;
}

/** The plan with its orders as {@link shownOrder} has them. */
export const shownPlan = ({ orders, ...plan }: OwnPlan, by: Reader): Strategy =>
  orders === undefined ? plan : { ...plan, orders: orders.map((order) => shownOrder(order, by)) };
