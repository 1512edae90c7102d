import type { OrderUuid } from '../../src/domain/order/ids.js';
import type { PriceRun } from '../../src/domain/price-series/price.js';
import type { PlannedOrder } from '../support/planned-orders.js';

/** Data about an event that the reader of the stream, or the receiver of webhooks, got. */
export interface Seen {
  readonly uuid: OrderUuid;
  readonly seq: number;
  readonly position: number;
}

/** The part of a run that the database does not record: the responses that callers got, and events in the outside world. */
export class History {
  /** Orders that callers know to be placed. */
  readonly acknowledged = new Set<OrderUuid>();
  /** Orders that callers know to have ended. */
  readonly ended = new Set<OrderUuid>();
  /** Orders whose owner asked for their execution. */
  readonly asked = new Set<OrderUuid>();
  /** Fields of each order when it was first placed. */
  readonly planned = new Map<OrderUuid, PlannedOrder>();
  /** Events that the reader of the stream got, in order. */
  readonly streamed: Seen[] = [];
  /** Events that the receiver of webhooks got, in order, including repetitions. */
  readonly received: Seen[] = [];
  /** Price runs that recorders know to be recorded. */
  readonly recorded: PriceRun[] = [];
  /** Errors that no fault explains. */
  readonly errors: string[] = [];
}
