import type { FiredAlert } from '../alert/alert.js';
import type { OrderUuid } from '../order/ids.js';
import type { Brand } from '../shared/brand.js';
import { toHex } from '../shared/hex.js';
import { ID_BYTES, type PING, type WebhookEventType, type WebhookId } from './webhook.js';

/** `msg_` and 32 lower-case hex characters. Sent to the receiver as `webhook-id`, the same in every attempt and replay. */
export type DeliveryId = Brand<string, 'DeliveryId'>;

export const DELIVERY_STATES = ['waiting', 'delivered', 'dead'] as const;

/** Maximum number of deliveries shown with a webhook. */
export const DELIVERIES_SHOWN = 100;

/** `waiting` for its first or next attempt, `delivered`, or `dead`: no further attempt is made unless it is replayed. */
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Event or ping to be sent to a webhook. */
export interface NewDelivery {
  readonly id: DeliveryId;
  readonly webhookId: WebhookId;
  /** Host of the webhook's URL, without its port. */
  readonly host: string;
  readonly type: WebhookEventType | typeof PING;
  /** Absent for a ping. */
  readonly event?: DeliveredEvent;
  readonly createdAt: Date;
  /** Earliest time of the first attempt; immediately if absent. */
  readonly notBefore?: Date;
}

/** The event that a delivery is about. */
export type DeliveredEvent = DeliveredOrderEvent | DeliveredFiring;

/** The event of an order's log. */
export interface DeliveredOrderEvent {
  readonly uuid: OrderUuid;
  /** Number in the order's log. */
  readonly seq: number;
  /** Place in the feed of all events. */
  readonly position: number;
}

/** The firing of an alert, which keeps what fired: its owner may arm or delete the alert before it is delivered. */
export interface DeliveredFiring {
  readonly alert: FiredAlert;
  /** Time of the firing, Unix milliseconds. */
  readonly position: number;
}

/** Name of the order or alert whose events are delivered one after another. */
export const subjectOf = (event: DeliveredEvent): string =>
  'alert' in event ? `alert:${event.alert.id}` : event.uuid;

/** Event or ping that is, or was, sent to a webhook. */
export interface Delivery extends Omit<NewDelivery, 'notBefore'> {
  readonly state: DeliveryState;
  /** Number of attempts since the delivery was created or last replayed. */
  readonly attempts: number;
  /** Time at which the delivery was created or last replayed. Attempts end a day later. */
  readonly queuedAt: Date;
  /**
   * Time of the next attempt; while a process makes an attempt, the time from which other processes may make one. Absent while
   * the delivery waits for an earlier one of its order.
   */
  readonly nextAt?: Date;
  /** Result of the last attempt; absent until the first one has ended. */
  readonly last?: LastAttempt;
  /** Time at which the delivery became `delivered` or `dead`. */
  readonly endedAt?: Date;
}

/** Result of an attempt. */
export interface LastAttempt {
  readonly at: Date;
  readonly tookMs: number;
  /** The receiver's HTTP status, if it responded. */
  readonly status?: number;
  /** Reason why the receiver did not respond. */
  readonly failure?: SendFailure;
}

export const SEND_FAILURES = [
  'url-refused',
  'host-unresolved',
  'address-refused',
  'connection-failed',
  'tls-failed',
  'no-response-in-time',
  'malformed-response',
] as const;

/** Reason why there was no response. */
export type SendFailure = (typeof SEND_FAILURES)[number];

/** The outcome of an attempt. `interrupted`: this process stopped; the attempt is not counted. */
export type SendOutcome =
  | {
      readonly kind: 'responded';
      readonly status: number;
      readonly tookMs: number;
      /** Pause that the receiver asks for, milliseconds. */
      readonly retryAfterMs?: number;
    }
  | { readonly kind: 'failed'; readonly failure: SendFailure; readonly tookMs: number }
  | { readonly kind: 'interrupted' };

const ID = /^msg_[0-9a-f]{32}$/;

/** Makes an id from random bytes. Throws unless there are 16. */
export function deliveryIdOf(random: Uint8Array): DeliveryId {
  if (random.length !== ID_BYTES) throw new Error(`the id of a delivery needs ${ID_BYTES} random bytes`);
  return `msg_${toHex(random)}` as DeliveryId;
}

/** Parses an id; undefined for text that cannot be one. */
export const parseDeliveryId = (raw: string): DeliveryId | undefined =>
  ID.test(raw) ? (raw as DeliveryId) : undefined;
