import type { FiredAlert } from '../domain/alert/alert.js';
import type { Order } from '../domain/order/order.js';
import type { LoggedOrderEvent, OrderEventType } from '../domain/order/events.js';
import type { TokenBook } from '../domain/metadata-record/token-book.js';
import type { Address } from '../domain/shared/address.js';
import type { AfterAttempt } from '../domain/webhook/attempt.js';
import type { SendingDelivery, Busy } from '../domain/webhook/bounds.js';
import type {
  Delivery,
  DeliveryId,
  DeliveryState,
  NewDelivery,
  SendOutcome,
} from '../domain/webhook/delivery.js';
import type { DisableReason, Webhook, WebhookId, WebhookSecret } from '../domain/webhook/webhook.js';

/** Webhooks, with their secrets. */
export interface WebhookRepository {
  /** Throws if the id is already stored; it is random. */
  insert(webhook: Webhook): Promise<void>;
  /** Replaces the webhook. Does nothing if it is not stored. Lock `webhook:` and its id before reading it. */
  update(webhook: Webhook): Promise<void>;
  /** Deletes the webhook with its deliveries. */
  delete(id: WebhookId): Promise<void>;
  findById(id: WebhookId): Promise<Webhook | undefined>;
  /** Newest first, by createdAt and id. */
  listByOwner(owner: Address): Promise<readonly Webhook[]>;
  /** Up to `limit` webhooks with ids after this one, in the order of ids. */
  listBehind(id: WebhookId | undefined, limit: number): Promise<readonly Webhook[]>;
  /** The webhooks of these owners that are not disabled, in any order. */
  listEnabled(owners: readonly Address[]): Promise<readonly Webhook[]>;
  /** The lowest `since` of the webhooks that are not disabled; undefined if there are none. */
  oldestSince(): Promise<number | undefined>;
}

/** A process's exclusive, expiring right to attempt a delivery. */
export interface DeliveryClaim {
  readonly id: DeliveryId;
  readonly webhookId: WebhookId;
  /** Unique among all processes on one storage and all their attempts. */
  readonly claimant: string;
}

/** Selects one page of a webhook's deliveries. */
export interface DeliveryQuery {
  readonly webhookId: WebhookId;
  readonly state?: DeliveryState | undefined;
  /** Only deliveries listed after this one; none if it is not stored. */
  readonly after?: DeliveryId | undefined;
  readonly limit: number;
}

/** Deliveries of a webhook to replay. */
export interface ReplayQuery {
  readonly webhookId: WebhookId;
  /** Id of the only delivery to replay. */
  readonly id?: DeliveryId | undefined;
  /** Deliveries created from that time on, delivered or dead, oldest first. */
  readonly since?: ReplaySince | undefined;
}

/** Bounds of a replay that includes delivered messages. */
export interface ReplaySince {
  readonly from: Date;
  /** Delivered messages replayed after this time are left out. */
  readonly replayedBefore: Date;
  readonly limit: number;
}

/** Numbers of a webhook's waiting and dead deliveries. */
export interface DeliveryCounts {
  readonly waiting: number;
  readonly dead: number;
}

/**
 * Past and pending deliveries to webhooks. Of the waiting deliveries of one order or alert to one webhook only the first one, by
 * position, is ever due; the next one becomes due when the first is delivered or dead. Deliveries to different webhooks, and of
 * different orders and alerts, do not wait for one another. Claims are leases that expire on their own.
 */
export interface WebhookDeliveries {
  /** The position in the feed of order events up to which deliveries were added; undefined before the first. */
  cursor(): Promise<number | undefined>;
  moveCursor(position: number): Promise<void>;
  /**
   * Adds deliveries, which are due at once or at their earliest time, unless an earlier one of their order waits. Throws if an id
   * is taken.
   */
  add(deliveries: readonly NewDelivery[]): Promise<void>;
  /** Up to `limit` due deliveries for receivers that are not busy, longest due first. */
  listDue(query: {
    readonly now: Date;
    readonly busy: Busy;
    readonly limit: number;
  }): Promise<readonly SendingDelivery[]>;
  /** Claims the delivery until `times.until` if it is due; undefined if it is not due, or if another process has claimed it. */
  claim(
    claim: DeliveryClaim,
    times: { readonly now: Date; readonly until: Date },
  ): Promise<Delivery | undefined>;
  /**
   * Stores the result of an attempt and, if the delivery has ended, makes the next delivery of the order due. Returns false, and
   * changes nothing, if the claim is no longer held.
   */
  finish(claim: DeliveryClaim, result: AfterAttempt): Promise<boolean>;
  /** Makes the delivery due at that time, as if it had not been claimed. Does nothing if the claim is no longer held. */
  release(claim: DeliveryClaim, at: Date): Promise<void>;
  /** Postpones the webhook's waiting deliveries to that time, except pings and those in progress. */
  postpone(webhookId: WebhookId, until: Date): Promise<void>;
  /** Makes due those deliveries of the webhook that wait for their first attempt, at most one for each order. */
  resume(webhookId: WebhookId, now: Date): Promise<void>;
  /** Ends every waiting delivery of the webhook as dead, except pings. */
  retire(webhookId: WebhookId, now: Date): Promise<void>;
  /** Makes deliveries wait again: only dead ones unless `since` is given, and never a ping. Returns the number of these deliveries. */
  replay(which: ReplayQuery, now: Date): Promise<number>;
  /** Counts the webhook's pending deliveries, including pings, towards the limit of this host from now on. */
  moveHost(webhookId: WebhookId, host: string): Promise<void>;
  /** Newest first, by createdAt and id. */
  list(query: DeliveryQuery): Promise<readonly Delivery[]>;
  /**
   * Returns counts by webhook; webhooks without waiting or dead deliveries are absent. A dead ping, which cannot be replayed, does
   * not count.
   */
  count(webhookIds: readonly WebhookId[]): Promise<ReadonlyMap<WebhookId, DeliveryCounts>>;
  /** Counts the waiting deliveries of all webhooks. */
  countWaiting(): Promise<number>;
  /** The next time after `now` at which a delivery is due or a claim ends. */
  nextDue(now: Date): Promise<Date | undefined>;
  /** Deletes deliveries that ended before these times. */
  deleteEnded(before: { readonly delivered: Date; readonly dead: Date }): Promise<void>;
}

/** Content of a message to its receiver. */
export type WebhookContent =
  | {
      readonly kind: 'order';
      readonly event: LoggedOrderEvent;
      /** As of the moment of sending. */
      readonly order: Order;
      readonly tokens: TokenBook;
    }
  | { readonly kind: 'alert'; readonly alert: FiredAlert }
  | { readonly kind: 'ping'; readonly webhookId: WebhookId; readonly at: Date };

/** One attempt to notify a receiver. */
export interface WebhookMessage {
  readonly id: DeliveryId;
  readonly url: string;
  /** Time of sending: receivers refuse messages that are too old. */
  readonly at: Date;
  /** Secrets that sign the message, newest first. */
  readonly secrets: readonly WebhookSecret[];
  readonly content: WebhookContent;
}

/** Sends messages to receivers, which are not trusted: only to public addresses, and within limits of time and size. */
export interface WebhookSender {
  /** Whether messages may go to an IP address. */
  readonly isPublic: (address: string) => boolean;
  /** Never rejects because of a receiver. Resolves to `interrupted` soon after the signal is aborted. */
  send(message: WebhookMessage, signal: AbortSignal): Promise<SendOutcome>;
}

/** Events of deliveries, for logs and metrics, without urls and secrets. */
export type WebhookEvent =
  | {
      readonly kind: 'webhook-attempt';
      readonly webhookId: WebhookId;
      readonly deliveryId: DeliveryId;
      readonly host: string;
      readonly type: string;
      readonly attempts: number;
      /** State after the attempt. */
      readonly state: DeliveryState;
      readonly status?: number;
      readonly failure?: string;
      readonly tookMs: number;
    }
  | {
      readonly kind: 'webhook-disabled';
      readonly webhookId: WebhookId;
      readonly host: string;
      readonly reason: DisableReason;
    }
  /** Deliveries of an order's event were added, `lateMs` milliseconds after the event. */
  | { readonly kind: 'webhook-event-queued'; readonly type: OrderEventType; readonly lateMs: number }
  /** The result of the attempt could not be stored: the delivery is attempted again once its claim has expired. */
  | { readonly kind: 'webhook-attempt-lost'; readonly deliveryId: DeliveryId; readonly error: unknown };

/** Observes deliveries. */
export interface WebhookObserver {
  observe(event: WebhookEvent): void;
}
