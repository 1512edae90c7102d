import type { FiredAlert } from '../../src/domain/alert/alert.js';
import type { OrderUuid } from '../../src/domain/order/ids.js';
import type { PriceRun } from '../../src/domain/price-series/price.js';
import type { PlannedOrder } from '../support/planned-orders.js';

/** Data about an event that the reader of the stream, or the receiver of webhooks, got. */
export interface Seen {
  readonly uuid: OrderUuid;
  readonly seq: number;
  readonly position: number;
}

/** An event that the reader of the stream got. */
export interface Read extends Seen {
  readonly at: Date;
}

/** Text that names a firing, and no other. */
export const nameOfFiring = ({ id, firing }: FiredAlert): string => `${id} ${firing.at.getTime()}`;

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
  /** Revision of the terms that an owner knows an order to have. */
  readonly revised = new Map<OrderUuid, number>();
  /** Events that the reader of the stream got since it last began again, in order. */
  streamed: Read[] = [];
  /** Position at which the reader began again with a snapshot. It reads every event after it. */
  streamedFrom = 0;
  /** Events that the receiver of webhooks got, in order, including repetitions. */
  received: Seen[] = [];
  /** Firings of alerts that the receiver of webhooks got. */
  readonly alerted = new Set<string>();
  /** Requests admitted with the API key, by the start of their window. */
  readonly admitted = new Map<number, number>();
  /** The price runs that recorders have tried to record. */
  readonly offered: PriceRun[] = [];
  /** Price runs that recorders know to be recorded. */
  readonly recorded: PriceRun[] = [];
  /** Errors that no fault explains. */
  readonly errors: string[] = [];
}
