import type { Core } from '../../../../application/core.js';
import type {
  DescribedWebhook,
  WebhookWithSecret,
} from '../../../../application/webhooks/managed-webhook.js';
import { RETRIED_MS } from '../../../../domain/webhook/attempt.js';
import {
  ALL_EVENTS,
  FAILING_MS,
  SECRET_OVERLAP_MS,
  WEBHOOK_EVENT_TYPES,
  type DisableReason,
} from '../../../../domain/webhook/webhook.js';
import { valueOrThrow } from '../../errors/errors.js';
import type { KeyParts } from '../access/key-request.js';
import { HEX_ID } from '../../schema/common-schemas.js';
import { operation } from '../../operation/operation.js';
import { outcomes } from '../../schema/outcomes.js';
import {
  always,
  list,
  object,
  oneOf,
  orNull,
  text,
  time,
  whole,
  wordOf,
  type WireOf,
} from '../../schema/schema.js';
import { field, fields, named, optional, within } from '../../schema/shape.js';
import { ADDRESS_QUOTA, ROW_BYTES, type StoredPerAddress } from '../../requests/stored-per-address.js';
import { BY_BODY, requireProofInBody, requireProofInHeaders } from '../../requests/wallet-proof.js';
import {
  KEY_OR_OWNER_CHANGE,
  KEY_OR_OWNER_CHANGE_ERRORS,
  KEY_OR_OWNER_READ,
  KEY_OR_OWNER_READ_ERRORS,
  byOwner,
  KEY_HEADERS,
  type OwnedError,
} from './owner-operation.js';

/** The use cases of webhooks that this area serves. */
export type WebhookManagement = Pick<
  Core['webhooks'],
  'create' | 'list' | 'find' | 'update' | 'deliveries' | 'rotateSecret' | 'test' | 'remove' | 'replay'
>;

/** Parts that an operation on webhooks needs. */
export interface WebhookParts extends KeyParts {
  readonly webhooks: WebhookManagement;
  readonly stored: StoredPerAddress;
}

const HOUR_MS = 60 * 60 * 1000;
const hours = (ms: number) => ms / HOUR_MS;

const DISABLED_FOR: Readonly<Record<DisableReason, string>> = {
  gone: 'the receiver responded 410',
  failing: `the receiver failed for ${hours(FAILING_MS)} hours without a success`,
};

/** Path parameters of every operation on one webhook. */
export const WEBHOOK_IN_PATH = { webhookId: HEX_ID };
export const WEBHOOK_IN_MESSAGE = { webhookId: text('as in the path') };

const TERMS = {
  url: text('address that events are posted to', { maxLength: 2_048 }),
  eventTypes: list(
    oneOf(WEBHOOK_EVENT_TYPES, 'order. and a type of an order’s log'),
    'only these; all when absent',
    {
      minItems: 1,
      maxItems: WEBHOOK_EVENT_TYPES.length,
      uniqueItems: true,
    },
  ),
  strategyId: text('only events of the owner’s orders with this strategyId; of all when absent'),
};

/** A webhook as its owner sees it, without its secret. */
export const WEBHOOK = named(
  'Webhook',
  fields<DescribedWebhook>()(
    {
      id: field(HEX_ID, ({ webhook }) => webhook.id),
      ...within(({ webhook }: DescribedWebhook) => webhook.terms, {
        url: TERMS.url,
        eventTypes: optional(TERMS.eventTypes),
        strategyId: optional(TERMS.strategyId),
      }),
      events: field(
        list(text('order. and a type of an order’s log, or order.*'), 'eventTypes, or order.* for all'),
        ({ webhook }) => webhook.terms.eventTypes ?? [ALL_EVENTS],
      ),
      status: field(oneOf(['enabled', 'disabled'], 'a disabled webhook gets only tests'), ({ webhook }) =>
        webhook.disabled === undefined ? ('enabled' as const) : ('disabled' as const),
      ),
      disabledAt: field(
        orNull(time('time at which it was disabled; null while it is not')),
        ({ webhook }) => webhook.disabled?.at,
      ),
      disabledFor: optional(
        wordOf(DISABLED_FOR, 'reason why it is disabled'),
        ({ webhook }) => webhook.disabled?.reason,
      ),
      failingSince: field(
        orNull(time('first failure since the last success; null for none')),
        ({ webhook }) => webhook.failingSince,
      ),
      createdAt: field(time('time of creation'), ({ webhook }) => webhook.createdAt),
      previousSecretUntil: field(
        orNull(
          time('time until which the secret before the last rotation also signs; null before the first'),
        ),
        ({ webhook }) => webhook.previous?.until,
      ),
      waiting: whole('deliveries that wait for an attempt', { minimum: 0 }),
      dead: whole('events without further attempts, which can be replayed; dead pings do not count', {
        minimum: 0,
      }),
    },
    { description: 'a webhook, without its secret' },
  ),
);

/** A webhook as JSON, without its secret. Times are ISO 8601. */
export type WebhookResponse = WireOf<typeof WEBHOOK>;

const WITH_SECRET = object({
  status: always('success'),
  webhook: WEBHOOK.ref('the webhook'),
  secret: text('whsec_ and 32 bytes in base64, which sign its messages. A secret', {
    pattern: '^whsec_[0-9A-Za-z+/]{43}=$',
  }),
});

/** The body of responses that hold a webhook's secret. No other response does. */
export type WebhookSecretResponse = WireOf<typeof WITH_SECRET>;

const withSecret = ({ secret, ...described }: WebhookWithSecret): WebhookSecretResponse => ({
  status: 'success',
  webhook: WEBHOOK.write(described),
  secret,
});

export const createWebhook = operation({
  id: 'createWebhook',
  ...KEY_OR_OWNER_CHANGE,
  method: 'post',
  path: '/api/v1/webhooks',
  summary: 'Create a webhook: events of the wallet’s orders are posted to its url',
  rules: [
    'Messages are signed as defined by Standard Webhooks: the headers webhook-id, webhook-timestamp and webhook-signature. secret in the response is returned only once.',
    'The body of a message: type, such as order.confirmed; timestamp, the event’s; data.event, as GET /orders/{uuid}/events returns it; data.order, as GET /orders/{uuid} returns it to the owner, without evaluation, as it is when the message is sent.',
    `A message is delivered by a 2xx within 10 seconds; redirects are not followed. It is retried for ${hours(RETRIED_MS)} hours with growing pauses, with the same webhook-id, and is then dead. Messages of one order come one after another, in the order of its log; those of different orders do not wait for one another.`,
    'The url must lead to public addresses over https, unless the operator allows its host: on a devnet this machine’s own is, with http.',
    `A webhook whose receiver responds 410, or fails for ${hours(FAILING_MS)} hours without a success, is disabled.`,
    'events is another name for eventTypes, in which ["order.*"] means all.',
    'A wallet has up to SLUICE_MAX_WEBHOOKS webhooks.',
  ],
  signedFields: { action: always('create_webhook'), ...TERMS },
  response: { description: 'The webhook with its secret.', headers: KEY_HEADERS, schema: WITH_SECRET },
  errors: [
    ...KEY_OR_OWNER_CHANGE_ERRORS,
    ...outcomes<OwnedError<WebhookManagement['create']>>()(['webhooks-off', 'too-many-webhooks']),
    ADDRESS_QUOTA,
  ],
  curl: `-X POST "$BASE/swap/api/v1/webhooks" ${BY_BODY}`,
  sign: `action=create_webhook url=http://localhost:4000/hook 'eventTypes=["order.confirmed","order.failed"]'`,
  handle: (parts: WebhookParts, call) =>
    byOwner(parts, call, requireProofInBody, async (proof) => {
      const work = async () => valueOrThrow(await parts.webhooks.create(proof));
      return withSecret(await parts.stored.during(call.req, { bytes: ROW_BYTES }, work));
    }),
});

export const listWebhooks = operation({
  id: 'listWebhooks',
  ...KEY_OR_OWNER_READ,
  path: '/api/v1/webhooks',
  summary: 'List the wallet’s webhooks, newest first, including disabled ones',
  signedFields: { action: always('list_webhooks') },
  response: {
    description: 'The webhooks.',
    headers: KEY_HEADERS,
    schema: object({ status: always('success'), webhooks: list(WEBHOOK.ref(), 'the webhooks') }),
  },
  errors: [...KEY_OR_OWNER_READ_ERRORS, ...outcomes<OwnedError<WebhookManagement['list']>>()([])],
  curl: '"$BASE/swap/api/v1/webhooks" -H @headers.txt',
  sign: 'action=list_webhooks',
  handle: (parts: WebhookParts, call) =>
    byOwner(parts, call, requireProofInHeaders, async (proof) => {
      const found = valueOrThrow(await parts.webhooks.list(proof));
      return { status: 'success' as const, webhooks: found.map((webhook) => WEBHOOK.write(webhook)) };
    }),
});

export const updateWebhook = operation({
  id: 'updateWebhook',
  ...KEY_OR_OWNER_CHANGE,
  method: 'patch',
  path: '/api/v1/webhooks/{webhookId}',
  summary: 'Change the url or the types of events of a webhook',
  rules: [
    'Pending and replayed messages go to the new url; an attempt in progress may still arrive at the old one. The secret stays. A disabled webhook stays disabled until a test succeeds.',
    'events is another name for eventTypes, in which ["order.*"] means all; it applies to later events. strategyId cannot be changed.',
  ],
  signedFields: {
    action: always('update_webhook'),
    ...WEBHOOK_IN_MESSAGE,
    url: text('optional; address to which events are posted from now on', { maxLength: 2_048 }),
    eventTypes: TERMS.eventTypes,
  },
  params: WEBHOOK_IN_PATH,
  response: {
    description: 'The webhook as it is now.',
    headers: KEY_HEADERS,
    schema: object({ status: always('success'), webhook: WEBHOOK.ref() }),
  },
  errors: [
    ...KEY_OR_OWNER_CHANGE_ERRORS,
    ...outcomes<OwnedError<WebhookManagement['update']>>()(['webhook-not-found', 'webhooks-off']),
  ],
  curl: `-X PATCH "$BASE/swap/api/v1/webhooks/$WEBHOOK_ID" ${BY_BODY}`,
  sign: `action=update_webhook webhookId=$WEBHOOK_ID url=http://localhost:4001/hook`,
  handle: (parts: WebhookParts, call) =>
    byOwner(parts, call, requireProofInBody, async (proof) => {
      const changed = valueOrThrow(await parts.webhooks.update(call.params.webhookId, proof));
      return { status: 'success' as const, webhook: WEBHOOK.write(changed) };
    }),
});

export const rotateWebhookSecret = operation({
  id: 'rotateWebhookSecret',
  ...KEY_OR_OWNER_CHANGE,
  method: 'post',
  path: '/api/v1/webhooks/{webhookId}/rotate-secret',
  alias: '/api/v1/webhooks/{webhookId}/rotate',
  summary: 'Replace the secret of a webhook',
  rules: [
    'rotate is another name for the end of the path, and rotate_webhook for the action.',
    `For ${hours(SECRET_OVERLAP_MS)} hours messages carry two signatures: by the new secret and by the previous one. A further rotation ends an older secret at once.`,
  ],
  signedFields: { action: always('rotate_webhook_secret'), ...WEBHOOK_IN_MESSAGE },
  params: WEBHOOK_IN_PATH,
  response: { description: 'The webhook with its new secret.', headers: KEY_HEADERS, schema: WITH_SECRET },
  errors: [
    ...KEY_OR_OWNER_CHANGE_ERRORS,
    ...outcomes<OwnedError<WebhookManagement['rotateSecret']>>()(['webhook-not-found']),
  ],
  curl: `-X POST "$BASE/swap/api/v1/webhooks/$WEBHOOK_ID/rotate-secret" ${BY_BODY}`,
  sign: 'action=rotate_webhook_secret webhookId=$WEBHOOK_ID',
  handle: (parts: WebhookParts, call) =>
    byOwner(parts, call, requireProofInBody, async (proof) =>
      withSecret(valueOrThrow(await parts.webhooks.rotateSecret(call.params.webhookId, proof))),
    ),
});

export const deleteWebhook = operation({
  id: 'deleteWebhook',
  ...KEY_OR_OWNER_CHANGE,
  method: 'delete',
  path: '/api/v1/webhooks/{webhookId}',
  summary: 'Delete a webhook with all its deliveries',
  signedFields: { action: always('delete_webhook'), ...WEBHOOK_IN_MESSAGE },
  params: WEBHOOK_IN_PATH,
  response: {
    description: 'Deleted; an attempt in progress may still arrive.',
    headers: KEY_HEADERS,
    schema: object({ status: always('success'), message: text('says so') }),
  },
  errors: [
    ...KEY_OR_OWNER_CHANGE_ERRORS,
    ...outcomes<OwnedError<WebhookManagement['remove']>>()(['webhook-not-found']),
  ],
  curl: `-X DELETE "$BASE/swap/api/v1/webhooks/$WEBHOOK_ID" ${BY_BODY}`,
  sign: 'action=delete_webhook webhookId=$WEBHOOK_ID',
  handle: (parts: WebhookParts, call) =>
    byOwner(parts, call, requireProofInBody, async (proof) => {
      const { id } = valueOrThrow(await parts.webhooks.remove(call.params.webhookId, proof));
      return { status: 'success' as const, message: `Webhook ${id} has been deleted` };
    }),
});
