import type { JsonObject } from '../shared/json.js';

/** What can happen to an order, in its own log. */
export type OrderEventType =
  | 'created'
  | 'waiting'
  | 'swap-stored'
  | 'swap-refused'
  | 'broadcasted'
  | 'fee-raised'
  | 'swap-given-up'
  | 'txid-changed'
  | 'confirmed'
  | 'failed'
  | 'reopened'
  | 'orphaned'
  | 'cancelled';

/** One line of an order's log. The facts are public: no signature, no raw transaction. */
export interface OrderEvent {
  readonly type: OrderEventType;
  readonly at: Date;
  readonly facts: JsonObject;
}

/** An event as it stands in the log. */
export interface LoggedOrderEvent extends OrderEvent {
  /** 1-based, without gaps, per order. */
  readonly seq: number;
}
