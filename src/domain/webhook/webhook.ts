import { ALERT_FIRED } from '../alert/alert.js';
import { parseLabel } from '../order/terms/draft-fields.js';
import type { OrderEventType } from '../order/events.js';
import type { Address } from '../shared/address.js';
import type { Brand } from '../shared/brand.js';
import { defined, readValid, someOf, type Fields, type Parse, type ReportProblem } from '../shared/fields.js';
import { toHex } from '../shared/hex.js';
import { err, ok } from '../shared/result.js';
import { urlProblem, type UrlRules } from './url.js';

/** 32 lower-case hex characters. */
export type WebhookId = Brand<string, 'WebhookId'>;

/** `whsec_` and 32 random bytes in base64, as in Standard Webhooks. A secret, shown to its owner once. */
export type WebhookSecret = Brand<string, 'WebhookSecret'>;

/** An event's type as receivers see it: `order.` and the type in the order's log, or that of an alert that fires. */
export type WebhookEventType = `order.${OrderEventType}` | typeof ALERT_FIRED;

/** Terms that the owner chose for a webhook. */
export interface WebhookTerms {
  /** Canonical URL to which events are posted. May contain a secret of the receiver, so it is never logged. */
  readonly url: string;
  /** Types of the events to send; all types if absent. */
  readonly eventTypes?: readonly WebhookEventType[];
  /** Limits the events to those of orders with this strategyId. */
  readonly strategyId?: string;
}

/** Reason why a webhook gets no more events. */
export type DisableReason = 'gone' | 'failing';

/** A stored webhook. */
export interface Webhook {
  readonly id: WebhookId;
  /** The wallet whose orders the webhook reports. */
  readonly owner: Address;
  readonly terms: WebhookTerms;
  readonly secret: WebhookSecret;
  /** The secret before the last rotation, which also signs until the time `until`. */
  readonly previous?: { readonly secret: WebhookSecret; readonly until: Date };
  readonly createdAt: Date;
  /** Events at later positions of the feed are delivered. */
  readonly since: number;
  /** Time of the first failure since the last success. */
  readonly failingSince?: Date;
  readonly disabled?: { readonly at: Date; readonly reason: DisableReason };
}

const TYPES: Readonly<Record<OrderEventType, true>> = {
  created: true,
  imported: true,
  waiting: true,
  amended: true,
  'swap-stored': true,
  'swap-refused': true,
  broadcasted: true,
  'fee-raised': true,
  'cancel-requested': true,
  'swap-given-up': true,
  'txid-changed': true,
  confirmed: true,
  failed: true,
  reopened: true,
  orphaned: true,
  corrected: true,
  cancelled: true,
  activated: true,
  deactivated: true,
};

/** Every type of event that a webhook can ask for. */
export const WEBHOOK_EVENT_TYPES: readonly WebhookEventType[] = [
  ...(Object.keys(TYPES) as OrderEventType[]).map((type) => `order.${type}` as const),
  ALERT_FIRED,
];

/** Value of `events` (another name for `eventTypes`) that means every type. */
export const ALL_EVENTS = 'order.*';

/** The type of the event that a test sends. */
export const PING = 'ping';

/** Time (ms) for which the old secret also signs after a rotation. */
export const SECRET_OVERLAP_MS = 24 * 60 * 60 * 1000;

/** Time (ms) for which a receiver may fail without a success before its webhook is disabled. */
export const FAILING_MS = 3 * 24 * 60 * 60 * 1000;

/** Number of random bytes in a secret. */
export const SECRET_BYTES = 32;
/** Number of random bytes in an id. */
export const ID_BYTES = 16;

const ID = /^[0-9a-f]{32}$/;
const PREFIX = 'whsec_';

/** Parses an id; undefined for text that cannot be one. */
export const parseWebhookId = (raw: string): WebhookId | undefined =>
  ID.test(raw) ? (raw as WebhookId) : undefined;

/** Reads url, eventTypes or events, and strategyId from a signed message; undefined if any is invalid, with each problem reported. */
export function readWebhookTerms(
  message: Readonly<Record<string, unknown>>,
  rules: UrlRules,
  report: ReportProblem,
): WebhookTerms | undefined {
  return readValid(message, report, (fields) => {
    const url = fields.required('url', (raw) => parseUrl(raw, rules));
    const eventTypes = readTypes(fields);
    const strategyId = fields.optional('strategyId', parseLabel);
    return url === undefined ? undefined : { url, ...defined({ eventTypes, strategyId }) };
  });
}

/** Changes that the owner makes to a webhook. */
export interface WebhookChange {
  readonly url?: string;
  readonly eventTypes?: readonly WebhookEventType[] | 'all';
}

/**
 * Reads url, and eventTypes or events, from a signed message; undefined if both are missing or any is invalid, with each problem
 * reported.
 */
export function readWebhookChange(
  message: Readonly<Record<string, unknown>>,
  rules: UrlRules,
  report: ReportProblem,
): WebhookChange | undefined {
  return readValid(message, report, (fields) => {
    const url = fields.optional('url', (raw) => parseUrl(raw, rules));
    const namesTypes = fields.has('eventTypes') || fields.has('events');
    const eventTypes: WebhookChange['eventTypes'] = namesTypes ? (readTypes(fields) ?? 'all') : undefined;
    if (!fields.has('url') && !namesTypes) fields.problem('url', 'is required if eventTypes is not sent');
    if (fields.has('strategyId')) fields.problem('strategyId', 'cannot be changed: create another webhook');
    return defined({ url, eventTypes });
  });
}

/** Applies the change to the webhook. A disabled or failing one remains so until its new receiver accepts a message. */
export function withChange(webhook: Webhook, change: WebhookChange): Webhook {
  const { eventTypes: before, ...rest } = webhook.terms;
  const { url = rest.url, eventTypes = before } = change;
  return { ...webhook, terms: { ...rest, url, ...(Array.isArray(eventTypes) && { eventTypes }) } };
}

/** Reads the types from eventTypes or events; undefined for all types. */
function readTypes(fields: Fields): readonly WebhookEventType[] | undefined {
  if (fields.has('eventTypes') && fields.has('events'))
    fields.problem('events', 'is another name of eventTypes: send one of them');
  return fields.optional('eventTypes', parseEventTypes) ?? fields.optional('events', parseEvents);
}

function parseUrl(raw: unknown, rules: UrlRules) {
  if (typeof raw !== 'string') return err({ reason: 'must be a URL' });
  const problem = urlProblem(raw, rules);
  return problem === undefined ? ok(new URL(raw).href) : err({ reason: problem });
}

const parseEventTypes = someOf(WEBHOOK_EVENT_TYPES);

/** Parses the types. `order.*` alone means all of them. */
const parseEvents: Parse<readonly WebhookEventType[] | undefined> = (raw) =>
  Array.isArray(raw) && raw.length === 1 && raw[0] === ALL_EVENTS ? ok(undefined) : parseEventTypes(raw);

export const isEventType = (raw: unknown): raw is WebhookEventType =>
  WEBHOOK_EVENT_TYPES.some((known) => known === raw);

/** Creates a webhook from random bytes. Throws unless there are 32 for the secret and 16 for the id. */
export function createWebhook(
  chosen: Pick<Webhook, 'owner' | 'terms' | 'createdAt' | 'since'>,
  random: { readonly secret: Uint8Array; readonly id: Uint8Array },
): Webhook {
  if (random.id.length !== ID_BYTES) throw new Error(`the id of a webhook needs ${ID_BYTES} random bytes`);
  return { id: toHex(random.id) as WebhookId, ...chosen, secret: secretOf(random.secret) };
}

/** Replaces the secret. The old one also signs for `SECRET_OVERLAP_MS`; older ones no longer do. */
export function rotateSecret(webhook: Webhook, random: Uint8Array, now: Date): Webhook {
  const until = new Date(now.getTime() + SECRET_OVERLAP_MS);
  return { ...webhook, secret: secretOf(random), previous: { secret: webhook.secret, until } };
}

/** Makes a secret from random bytes. Throws unless there are 32. */
function secretOf(random: Uint8Array): WebhookSecret {
  if (random.length !== SECRET_BYTES) throw new Error(`a secret needs ${SECRET_BYTES} random bytes`);
  return `${PREFIX}${btoa(String.fromCharCode(...random))}` as WebhookSecret;
}

/** The secrets that sign at the given time, newest first. */
export const signingSecrets = ({ secret, previous }: Webhook, now: Date): readonly WebhookSecret[] =>
  previous !== undefined && now < previous.until ? [secret, previous.secret] : [secret];

/** Whether the webhook gets an event of its owner's order that has this type, strategy and position. */
export const wants = (
  { terms, since, disabled }: Webhook,
  event: {
    readonly type: OrderEventType;
    readonly strategyId?: string | undefined;
    readonly position: number;
  },
): boolean =>
  disabled === undefined &&
  event.position > since &&
  (terms.strategyId === undefined || terms.strategyId === event.strategyId) &&
  (terms.eventTypes === undefined || terms.eventTypes.includes(`order.${event.type}`));

/** Whether the webhook gets the firings of its owner's alerts. One that reports a plan does not: an alert belongs to no plan. */
export const wantsAlerts = ({ terms, disabled }: Webhook): boolean =>
  disabled === undefined &&
  terms.strategyId === undefined &&
  (terms.eventTypes === undefined || terms.eventTypes.includes(ALERT_FIRED));
