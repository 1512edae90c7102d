import type { LoggedOrderEvent } from '../domain/order/events.js';
import type { OrderUuid } from '../domain/order/ids.js';
import type { Address } from '../domain/shared/address.js';

/** An event of the log, at its place among the events of all orders. */
export interface FeedEvent extends LoggedOrderEvent {
  /**
   * Position among all events of all orders: grows, never repeats; a safe integer of 1 or more. Gaps are possible. No event
   * appears later behind a position that was already readable.
   */
  readonly position: number;
  readonly uuid: OrderUuid;
}

/** Orders whose events to read: one order, an owner's (all of them or those of one plan), or those of a plan's name. */
export type FeedScope =
  | { readonly uuid: OrderUuid }
  | { readonly owner: Address; readonly strategyId?: string | undefined }
  | { readonly strategyId: string };

/** The events of all orders in one sequence: what was appended to the `OrderEventLog`, as committed. */
export interface OrderFeed {
  /** The position up to which everything is readable, never lower than returned before; 0 while there are no events. */
  newest(): Promise<number>;
  /** The last event at the position or before it; undefined without one. */
  lastUpTo(position: number): Promise<FeedEvent | undefined>;
  /** Up to `limit` events behind `after`, in the order of positions; of one order, owner or strategy if asked. */
  read(query: {
    readonly after: number;
    readonly limit: number;
    readonly of?: FeedScope | undefined;
  }): Promise<readonly FeedEvent[]>;
  /** Whether the newest event that this process has read is still there. */
  isIntact(): Promise<boolean>;
  /** Forgets what was read: `newest` begins again with what is there. For a database that went back in time. */
  restart(): void;
  /**
   * Calls the listener soon after events were committed, by this process, or by another if the storage can tell. Returns
   * how to stop. Never the only means: readers poll as well. The listener must not throw.
   */
  onAppended(listener: () => void): () => void;
}
