import type { JsonObject } from '../shared/json.js';

/** Type of an event in the log of an order. */
export type OrderEventType =
  | 'created'
  /** The order was imported from another exchange, with the status and the time of creation that it had there. */
  | 'imported'
  | 'waiting'
  /** The owner has replaced terms of the open order. */
  | 'amended'
  | 'swap-stored'
  | 'swap-refused'
  | 'broadcasted'
  | 'fee-raised'
  | 'cancel-requested'
  | 'swap-given-up'
  | 'txid-changed'
  | 'confirmed'
  | 'failed'
  | 'reopened'
  | 'orphaned'
  | 'corrected'
  | 'cancelled'
  /** The entry of this exit is confirmed. */
  | 'activated'
  /** The block that confirmed the entry of this exit is no longer canonical. */
  | 'deactivated';

/** One entry of an order's log. The facts are public: no signature, no raw transaction. */
export interface OrderEvent {
  readonly type: OrderEventType;
  readonly at: Date;
  readonly facts: JsonObject;
}

/** An event in the log. */
export interface LoggedOrderEvent extends OrderEvent {
  /** Number of the event in its order's log, from 1, without gaps. */
  readonly seq: number;
}
