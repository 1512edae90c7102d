import { IsIn, IsInt, IsString, Max, Min } from 'class-validator';
import type { DeliveryPageQuery } from '../../../../application/webhooks/managed-webhook.js';
import { MOST_REPLAYED } from '../../../../domain/webhook/replay.js';
import { WEBHOOK_EVENT_TYPES } from '../../../../domain/webhook/webhook.js';
import {
  DELIVERIES_SHOWN,
  DELIVERY_STATES,
  type Delivery,
  type SendFailure,
} from '../../../../domain/webhook/delivery.js';
import { valueOrThrow } from '../../errors/errors.js';
import { operation } from '../../operation/operation.js';
import { outcomes } from '../../schema/outcomes.js';
import { Param } from '../../schema/request-class.js';
import {
  always,
  list,
  number,
  object,
  oneOf,
  orNull,
  ref,
  text,
  time,
  whole,
  wordOf,
  type WireOf,
} from '../../schema/schema.js';
import { field, fields, named, optional, within } from '../../schema/shape.js';
import { HEX_ID } from '../../schema/common-schemas.js';
import { ADDRESS_QUOTA, ROW_BYTES } from '../../requests/stored-per-address.js';
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
import { WEBHOOK, WEBHOOK_IN_MESSAGE, WEBHOOK_IN_PATH, type WebhookParts } from './webhooks.js';

type Management = WebhookParts['webhooks'];

const FAILURES: Readonly<Record<SendFailure, string>> = {
  'url-refused': 'the operator no longer allows its host',
  'host-unresolved': 'the host has no address',
  'address-refused': 'the host resolves to an address outside the public internet',
  'connection-failed': 'the receiver accepts no connection, or closed it',
  'tls-failed': 'the receiver’s certificate is not valid, or it does not use TLS',
  'no-response-in-time': 'the receiver did not respond within 10 seconds',
  'malformed-response': 'the response is not HTTP, or has too many headers',
};

const DELIVERY_ID = text('msg_ and 32 hex characters: the header webhook-id of all its attempts', {
  pattern: '^msg_[0-9a-f]{32}$',
});
const STATE = oneOf(DELIVERY_STATES, 'dead: no further attempt is made unless it is replayed');

export const WEBHOOK_DELIVERY = named(
  'WebhookDelivery',
  fields<Delivery>()(
    {
      id: DELIVERY_ID,
      type: oneOf([...WEBHOOK_EVENT_TYPES, 'ping'], 'type of the message'),
      ...within(({ event }: Delivery) => (event !== undefined && 'uuid' in event ? event : undefined), {
        uuid: optional(ref<string>('Uuid', 'the order; only for an event of one')),
        seq: optional(whole('the event’s number in the order’s log', { minimum: 1 })),
      }),
      alertId: optional(HEX_ID, ({ event }: Delivery) =>
        event !== undefined && 'alert' in event ? event.alert.id : undefined,
      ),
      state: STATE,
      attempts: whole('attempts since it was created or replayed', { minimum: 0 }),
      createdAt: time('time of creation'),
      nextAttemptAt: field(
        orNull(
          time(
            'time of the next attempt; null if the delivery has ended, or waits for an earlier one of its order or alert',
          ),
        ),
        ({ nextAt }) => nextAt,
      ),
      endedAt: field(orNull(time('time of its delivery or death')), ({ endedAt }) => endedAt),
      lastAttempt: optional(
        fields<NonNullable<Delivery['last']>>()(
          {
            at: time('time of its end'),
            tookMs: number('duration', { minimum: 0, 'x-unit': 'milliseconds' }),
            status: optional(whole('the receiver’s HTTP status', { minimum: 100, maximum: 999 })),
            failure: optional(wordOf(FAILURES, 'reason why there was no response')),
          },
          { description: 'the last attempt; absent before the first has ended' },
        ).schema,
        ({ last }) => last,
      ),
    },
    { description: 'a message to a webhook, with only the status of the receiver’s response' },
  ),
);

/** A message to a webhook as JSON. Times are ISO 8601. */
export type WebhookDeliveryResponse = WireOf<typeof WEBHOOK_DELIVERY>;

class DeliveriesQuery implements DeliveryPageQuery {
  @IsIn(DELIVERY_STATES) @Param(STATE) state?: Delivery['state'];
  @IsString() @Param('the id of the last delivery of the previous page') after?: string;
  @IsInt() @Min(1) @Max(100) @Param('deliveries per page') limit = 50;
}

export const getWebhook = operation({
  id: 'getWebhook',
  ...KEY_OR_OWNER_READ,
  path: '/api/v1/webhooks/{webhookId}',
  summary: 'Read one webhook with its newest deliveries',
  signedFields: { action: always('get_webhook'), ...WEBHOOK_IN_MESSAGE },
  params: WEBHOOK_IN_PATH,
  response: {
    description: 'The webhook with its newest deliveries.',
    headers: KEY_HEADERS,
    schema: object({
      status: always('success'),
      webhook: WEBHOOK.ref(),
      deliveries: list(WEBHOOK_DELIVERY.ref(), 'the newest, newest first', { maxItems: DELIVERIES_SHOWN }),
    }),
  },
  errors: [...KEY_OR_OWNER_READ_ERRORS, ...outcomes<OwnedError<Management['find']>>()(['webhook-not-found'])],
  curl: '"$BASE/swap/api/v1/webhooks/$WEBHOOK_ID" -H @headers.txt',
  sign: 'action=get_webhook webhookId=$WEBHOOK_ID',
  handle: (parts: WebhookParts, call) =>
    byOwner(parts, call, requireProofInHeaders, async (proof) => {
      const found = valueOrThrow(await parts.webhooks.find(call.params.webhookId, proof));
      return {
        status: 'success' as const,
        webhook: WEBHOOK.write(found),
        deliveries: found.deliveries.map((delivery) => WEBHOOK_DELIVERY.write(delivery)),
      };
    }),
});

export const listWebhookDeliveries = operation({
  id: 'listWebhookDeliveries',
  ...KEY_OR_OWNER_READ,
  path: '/api/v1/webhooks/{webhookId}/deliveries',
  summary: 'List a webhook’s past and pending deliveries, newest first',
  rules: [
    'state=dead lists those that can be replayed. Delivered ones are kept for three days, dead ones for thirty.',
  ],
  signedFields: { action: always('list_webhook_deliveries'), ...WEBHOOK_IN_MESSAGE },
  params: WEBHOOK_IN_PATH,
  query: DeliveriesQuery,
  response: {
    description: 'One page of deliveries.',
    headers: KEY_HEADERS,
    schema: object({
      status: always('success'),
      deliveries: list(WEBHOOK_DELIVERY.ref(), 'the deliveries', { maxItems: 100 }),
    }),
  },
  errors: [
    ...KEY_OR_OWNER_READ_ERRORS,
    ...outcomes<OwnedError<Management['deliveries']>>()([
      'webhook-not-found',
      { kind: 'delivery-not-found', cause: 'after is not the id of a delivery' },
    ]),
  ],
  curl: '"$BASE/swap/api/v1/webhooks/$WEBHOOK_ID/deliveries?state=dead" -H @headers.txt',
  sign: 'action=list_webhook_deliveries webhookId=$WEBHOOK_ID',
  handle: (parts: WebhookParts, { params, query, ...call }) =>
    byOwner(parts, call, requireProofInHeaders, async (proof) => {
      const found = valueOrThrow(await parts.webhooks.deliveries(params.webhookId, query, proof));
      return {
        status: 'success' as const,
        deliveries: found.map((delivery) => WEBHOOK_DELIVERY.write(delivery)),
      };
    }),
});

export const testWebhook = operation({
  id: 'testWebhook',
  ...KEY_OR_OWNER_CHANGE,
  method: 'post',
  path: '/api/v1/webhooks/{webhookId}/test',
  summary: 'Send a webhook a ping',
  rules: [
    'The ping is a message of type ping, sent once and shortly after the response; the deliveries show its result. A 2xx enables a disabled webhook.',
  ],
  signedFields: { action: always('test_webhook'), ...WEBHOOK_IN_MESSAGE },
  params: WEBHOOK_IN_PATH,
  response: {
    description: 'The ping, before it is sent.',
    headers: KEY_HEADERS,
    schema: object({ status: always('success'), delivery: WEBHOOK_DELIVERY.ref('the ping') }),
  },
  errors: [
    ...KEY_OR_OWNER_CHANGE_ERRORS,
    ...outcomes<OwnedError<Management['test']>>()(['webhook-not-found', 'webhooks-off']),
    ADDRESS_QUOTA,
  ],
  curl: `-X POST "$BASE/swap/api/v1/webhooks/$WEBHOOK_ID/test" ${BY_BODY}`,
  sign: 'action=test_webhook webhookId=$WEBHOOK_ID',
  handle: (parts: WebhookParts, { params, ...call }) =>
    byOwner(parts, call, requireProofInBody, async (proof) => {
      const work = async () => valueOrThrow(await parts.webhooks.test(params.webhookId, proof));
      const delivery = await parts.stored.during(call.req, { bytes: ROW_BYTES }, work);
      return { status: 'success' as const, delivery: WEBHOOK_DELIVERY.write(delivery) };
    }),
});

export const replayWebhookDeliveries = operation({
  id: 'replayWebhookDeliveries',
  ...KEY_OR_OWNER_CHANGE,
  method: 'post',
  path: '/api/v1/webhooks/{webhookId}/replay',
  summary: 'Send dead deliveries again: all, or one; or everything since a time',
  rules: [
    'Replayed messages keep their webhook-id and are retried for a day again. They keep the order of their logs, but may come after later events that were delivered meanwhile.',
    `With since, messages created from that time on are sent again, including delivered ones: up to ${MOST_REPLAYED} per call, oldest first, and a delivered one at most once an hour. The next call continues with the following ones.`,
    'replay_webhook is another name for the action.',
  ],
  signedFields: {
    action: always('replay_webhook_deliveries'),
    ...WEBHOOK_IN_MESSAGE,
    deliveryId: text('optional; only this dead one'),
    since: time('optional, instead of deliveryId; everything created from then on'),
  },
  params: WEBHOOK_IN_PATH,
  response: {
    description: 'The messages wait to be sent.',
    headers: KEY_HEADERS,
    schema: object({ status: always('success'), replayed: whole('number of them', { minimum: 0 }) }),
  },
  errors: [
    ...KEY_OR_OWNER_CHANGE_ERRORS,
    ...outcomes<OwnedError<Management['replay']>>()([
      'webhook-not-found',
      'delivery-not-found',
      'webhook-disabled',
    ]),
  ],
  curl: `-X POST "$BASE/swap/api/v1/webhooks/$WEBHOOK_ID/replay" ${BY_BODY}`,
  sign: 'action=replay_webhook_deliveries webhookId=$WEBHOOK_ID',
  handle: (parts: WebhookParts, call) =>
    byOwner(parts, call, requireProofInBody, async (proof) => {
      const replayed = valueOrThrow(await parts.webhooks.replay(call.params.webhookId, proof));
      return { status: 'success' as const, replayed };
    }),
});
