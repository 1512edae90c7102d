import type { OrderUuid, Txid } from '../ids.js';
import { txidOf, type OpenOrder, type Order, type OrderStatus } from '../order.js';

/** The order has been sent or has ended. */
export interface OrderNotOpen {
  readonly kind: 'order-not-open';
  readonly uuid: OrderUuid;
  readonly status: OrderStatus;
  /** Id of the swap, if the order is broadcasted. */
  readonly txid?: Txid;
}

/** Returns the error for an order that is not open, with the id of its swap in flight, if any. */
export function notOpen(order: Exclude<Order, OpenOrder>): OrderNotOpen {
  const { status } = order;
  const txid = status === 'broadcasted' ? txidOf(order) : undefined;
  return { kind: 'order-not-open', uuid: order.terms.uuid, status, ...(txid !== undefined && { txid }) };
}
