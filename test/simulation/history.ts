import type { OrderUuid } from '../../src/domain/order/ids.js';
import type { PriceRun } from '../../src/domain/price-series/price.js';
import type { PlannedOrder } from '../support/planned-orders.js';

/** What a reader of the stream, or a receiver of webhooks, got of one event. */
export interface Seen {
  readonly uuid: OrderUuid;
  readonly seq: number;
  readonly position: number;
}

/** An event that the reader of the stream got. */
export interface Read extends Seen {
  readonly at: Date;
}

/** What callers were told, and what the world did: the side of the story that the database does not tell. */
export class History {
  /** Orders whose placing was acknowledged. */
  readonly acknowledged = new Set<OrderUuid>();
  /** Orders whose end was acknowledged. */
  readonly ended = new Set<OrderUuid>();
  /** Orders whose owner asked for their execution. */
  readonly asked = new Set<OrderUuid>();
  /** What each order was placed as, by its first try. */
  readonly planned = new Map<OrderUuid, PlannedOrder>();
  /** The events that the reader of the stream got, in their order, since it last began again. */
  streamed: Read[] = [];
  /** Position after which the reader has read each event: it began again with the orders as they were there. */
  streamedFrom = 0;
  /** The events that the receiver of webhooks got, in their order, repeated ones too. */
  received: Seen[] = [];
  /** Requests admitted with the API key, by the start of their window. */
  readonly admitted = new Map<number, number>();
  /** The price runs that recorders have tried to record. */
  readonly offered: PriceRun[] = [];
  /** The price runs that recorders were told they had recorded. */
  readonly recorded: PriceRun[] = [];
  /** Errors that no fault explains. */
  readonly errors: string[] = [];
}
