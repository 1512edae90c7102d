import type { OrderStatus } from '../../src/domain/order/order.js';
import type { FeedEvent } from '../../src/ports/index.js';

/** State of an order that a response shows. */
export interface View {
  readonly status: OrderStatus;
  /** Names the terms: requests that place one uuid differ in it. */
  readonly amountIn: string;
  readonly txid?: string | undefined;
  readonly isEnding?: boolean;
}

/** Request about one order, or an event of a stream that shows it. */
export type Act =
  | { readonly kind: 'place'; readonly amountIn: string }
  | { readonly kind: 'cancel' | 'execute' | 'read' }
  | { readonly kind: 'heard'; readonly seq: number };

/** Response to a request; `missing`: the order is unknown; `events`: the types of its log. */
export type Answer =
  | { readonly view: View }
  | { readonly missing: true }
  | { readonly refused: string }
  | { readonly events: readonly string[] };

/** Call of one client, in milliseconds of one clock. */
export interface Call {
  /** Client and server. */
  readonly who: string;
  readonly act: Act;
  readonly from: number;
  /** Infinity if the outcome is unknown: the call may have taken effect, may still, or never. */
  readonly to: number;
  readonly answer?: Answer;
}

/** Calls about one order. */
export interface OrderHistory {
  readonly uuid: string;
  readonly owner: string;
  /** Whether the server sends it without a request. */
  readonly isDue?: boolean;
  /** Whether it has a validTo. */
  readonly expires?: boolean;
  readonly calls: readonly Call[];
}

/** Line of a stream; `opened` without a position asks for a snapshot. */
export type StreamLine =
  | { readonly kind: 'opened'; readonly after?: number }
  | { readonly kind: 'synced'; readonly position: number }
  | { readonly kind: 'order'; readonly position: number; readonly uuid: string; readonly seq: number }
  | { readonly kind: 'resync' };

/** Follower of one owner's orders, over all connections. */
export interface Follower {
  readonly owner: string;
  readonly lines: readonly StreamLine[];
}

/** Messages of one owner's webhook, repeated ones too. */
export interface Deliveries {
  readonly owner: string;
  readonly messages: readonly { readonly uuid: string; readonly seq: number }[];
}

/** Stored events of all orders, by position. */
export type Feed = readonly Pick<FeedEvent, 'position' | 'uuid' | 'seq' | 'type' | 'facts'>[];
