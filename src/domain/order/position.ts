import type { OrderUuid } from './ids.js';
import type { Order, OrderStatus } from './order.js';

/** Where an order stands in every sorted list, as it was when it was read. */
export interface OrderPosition {
  readonly status: OrderStatus;
  readonly createdAt: Date;
  readonly uuid: OrderUuid;
}

export const positionOf = ({ status, createdAt, terms }: Order): OrderPosition => ({
  status,
  createdAt,
  uuid: terms.uuid,
});
