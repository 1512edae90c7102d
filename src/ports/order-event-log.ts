import type { LoggedOrderEvent, OrderEvent } from '../domain/order/events.js';
import type { OrderUuid } from '../domain/order/ids.js';

/** Order that ended as cancelled or failed, and the time of its end. It may have been paid, or ended again, since. */
export interface EndedOrder {
  readonly uuid: OrderUuid;
  readonly at: Date;
}

/** The first event of an order. */
export interface FirstEvent {
  readonly uuid: OrderUuid;
  readonly event: OrderEvent;
}

/** The history of each order; append-only. */
export interface OrderEventLog {
  /** Begins the logs of orders that have none yet, in the unit of work that stores the orders. Rejects when one has begun. */
  begin(first: readonly FirstEvent[]): Promise<void>;
  /** Appends an event with the order's next seq. */
  append(uuid: OrderUuid, event: OrderEvent): Promise<void>;
  /** The order's events, oldest first. */
  list(uuid: OrderUuid): Promise<readonly LoggedOrderEvent[]>;
  /**
   * Up to `limit` events `cancelled` and `failed` behind the position `after` and up to the time `until`, included, in the
   * order of their times, ties by uuid.
   */
  listEnded(range: {
    readonly after: EndedOrder;
    readonly until: Date;
    readonly limit: number;
  }): Promise<readonly EndedOrder[]>;
}
