import type { LoggedOrderEvent, OrderEvent } from '../domain/order/events.js';
import type { OrderUuid } from '../domain/order/ids.js';

/** The history of each order; append-only. */
export interface OrderEventLog {
  /** Appends an event with the order's next seq. */
  append(uuid: OrderUuid, event: OrderEvent): Promise<void>;
  /** The order's events, oldest first. */
  list(uuid: OrderUuid): Promise<readonly LoggedOrderEvent[]>;
}
