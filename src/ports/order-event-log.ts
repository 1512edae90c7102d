import type { LoggedOrderEvent, OrderEvent } from '../domain/order/events.js';
import type { OrderUuid } from '../domain/order/ids.js';
import type { ReadsPrimary } from './reads-from.js';

/** Order that ended as cancelled or failed, with the time. It may since have been paid, or have ended again. */
export interface EndedOrder {
  readonly uuid: OrderUuid;
  readonly at: Date;
}

/** An event of an order. */
export interface EventOfOrder {
  readonly uuid: OrderUuid;
  readonly event: OrderEvent;
}

/** The history of each order; append-only. */
export interface OrderEventLog extends ReadsPrimary {
  /** Begins the logs of orders, in the unit of work that stores the orders. Rejects if one has begun already. */
  begin(first: readonly EventOfOrder[]): Promise<void>;
  /** Appends the events, each with its order's next seq. */
  append(...events: readonly EventOfOrder[]): Promise<void>;
  /** The order's events, oldest first. */
  list(uuid: OrderUuid): Promise<readonly LoggedOrderEvent[]>;
  /** The events of each of the orders, oldest first. */
  listMany(uuids: readonly OrderUuid[]): Promise<ReadonlyMap<OrderUuid, readonly LoggedOrderEvent[]>>;
  /**
   * Up to `limit` events `cancelled` and `failed` after the position `after`, up to and including the time `until`, in the order
   * of their times, ties by uuid.
   */
  listEnded(range: {
    readonly after: EndedOrder;
    readonly until: Date;
    readonly limit: number;
  }): Promise<readonly EndedOrder[]>;
}
