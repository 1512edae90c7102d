import type { LoggedOrderEvent } from '../domain/order/events.js';
import type { OrderUuid } from '../domain/order/ids.js';
import type { Address } from '../domain/shared/address.js';

/** An event of the log, at its place among the events of all orders. */
export interface FeedEvent extends LoggedOrderEvent {
  /**
   * Position among the events of all orders: an ever-growing safe integer of 1 or more, possibly with gaps. Once a position is
   * readable, no event is added at it or below it.
   */
  readonly position: number;
  readonly uuid: OrderUuid;
}

/** Orders whose events to read: one order, an owner's (all, or those of one plan), or those with a plan's name. */
export type FeedScope =
  | { readonly uuid: OrderUuid }
  | { readonly owner: Address; readonly strategyId?: string | undefined }
  | { readonly strategyId: string };

/** The events of all orders in one sequence: the committed events of the `OrderEventLog`. */
export interface OrderFeed {
  /** The position up to which everything is readable; never decreases; 0 while there are no events. */
  newest(): Promise<number>;
  /** The last event at or before the position; undefined if none. */
  lastUpTo(position: number): Promise<FeedEvent | undefined>;
  /** Up to `limit` events after `after`, in the order of positions; optionally of one order, owner or strategy. */
  read(query: {
    readonly after: number;
    readonly limit: number;
    readonly of?: FeedScope | undefined;
  }): Promise<readonly FeedEvent[]>;
  /** Whether the newest event that this process has read still exists. */
  isIntact(): Promise<boolean>;
  /** Forgets what was read, so that `newest` starts again from the events that are stored. For a database that was rolled back. */
  restart(): void;
  /**
   * Calls the listener soon after events were committed by this process, or by another if the storage can tell. Returns a
   * function that unsubscribes it. Readers must poll as well. The listener must not throw.
   */
  onAppended(listener: () => void): () => void;
}
