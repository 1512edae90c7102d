import { parseOrderUuid } from '../../domain/order/draft-fields.js';
import type { Order } from '../../domain/order/order.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { OrderRepository } from '../../ports/index.js';

export interface OrderNotFound {
  readonly kind: 'order-not-found';
}

/** The order that a caller's text names; text that is no uuid names none. */
export async function findOrder(orders: OrderRepository, ref: string): Promise<Result<Order, OrderNotFound>> {
  const uuid = parseOrderUuid(ref);
  const order = uuid.ok ? await orders.findById(uuid.value) : undefined;
  return order === undefined ? err({ kind: 'order-not-found' }) : ok(order);
}
