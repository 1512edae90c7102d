import { requireKnown, type ReadOptions } from '../transport/call.js';
import type { ClientOptions, Connection } from '../transport/connection.js';
import { alone, type Credentials, type SignedFields } from './credentials.js';
import type { Names } from '../transport/known-names.js';
import { itemsOf, type Page } from '../transport/pages.js';
import type { Operations, QueryOf, ResponseOf } from '../transport/route.js';
import type { Webhook, WebhookDelivery } from '../wire/swap.js';
import * as routes from '../wire/routes.js';

/** A webhook to create. */
export type NewWebhook = Omit<Operations['createWebhook']['signed'], 'action'>;

/** Changes to a webhook. */
export type WebhookChange = Omit<Operations['updateWebhook']['signed'], 'action' | 'webhookId'>;

/** A webhook with the secret that signs its messages. */
type WithSecret = Omit<ResponseOf<'createWebhook'>, 'status'>;

/**
 * Webhooks of the client's wallet, which signs each of these calls; a client without one calls with its API key, which needs the
 * permission webhooks. Calls are never repeated automatically: list the webhooks before you repeat one.
 */
export interface WebhooksClient {
  /** The response contains the secret that signs the messages. */
  create(webhook: NewWebhook, options?: ReadOptions): Promise<WithSecret>;
  list(options?: ReadOptions): Promise<readonly Webhook[]>;
  /** One webhook with its newest deliveries, up to 100, newest first. */
  get(webhookId: string, options?: ReadOptions): Promise<Omit<ResponseOf<'getWebhook'>, 'status'>>;
  /** Changes the url or the event types; pending messages go to the new url. */
  update(webhookId: string, change: WebhookChange, options?: ReadOptions): Promise<Webhook>;
  /** One page of a webhook's past and pending messages, newest first. */
  deliveries(
    webhookId: string,
    query?: QueryOf<'listWebhookDeliveries'>,
    options?: ReadOptions,
  ): Promise<Page<WebhookDelivery>>;
  /** All messages, page by page. */
  allDeliveries(
    webhookId: string,
    query?: Pick<QueryOf<'listWebhookDeliveries'>, 'state'>,
    options?: ReadOptions,
  ): AsyncIterable<WebhookDelivery>;
  /** Replaces the secret. */
  rotateSecret(webhookId: string, options?: ReadOptions): Promise<WithSecret>;
  /** Sends a ping. */
  test(webhookId: string, options?: ReadOptions): Promise<WebhookDelivery>;
  /** Sends dead deliveries again: all, one, or those since a time, up to 1,000 per call. Resolves to their number. */
  replay(
    webhookId: string,
    options?: ReadOptions & { readonly deliveryId?: string; readonly since?: Date },
  ): Promise<number>;
  delete(webhookId: string, options?: ReadOptions): Promise<void>;
}

const WEBHOOK: Names<NewWebhook> = { url: 1, eventTypes: 1, strategyId: 1 };

const CHANGE: Names<WebhookChange> = { url: 1, eventTypes: 1 };

const PAGE_LENGTH = 100;

/**
 * A client of webhooks alone. Sends nothing yet.
 *
 * @throws RangeError for an unknown or invalid option.
 * @example
 * const webhooks = webhooksClient({ baseUrl: 'https://dex.example.org', wallet });
 * const { secret } = await webhooks.create({ url: 'https://bot.example.org/orders' });
 */
export const webhooksClient = (options: ClientOptions): WebhooksClient => alone(webhooksOf, options);

export function webhooksOf({ call }: Connection, credentials: Credentials): WebhooksClient {
  /** Request that changes one webhook. */
  const changing = (fields: Extract<SignedFields, { readonly webhookId: string }>) => ({
    params: { webhookId: fields.webhookId },
    ...credentials.ownedBody(fields, ['webhookId']),
  });
  const client: WebhooksClient = {
    create: async (webhook, options) => {
      requireKnown(webhook, WEBHOOK);
      const signed = credentials.ownedBody({ action: 'create_webhook', ...webhook });
      const { webhook: created, secret } = await call(routes.createWebhook, { ...signed, options });
      return { webhook: created, secret };
    },
    list: async (options) => {
      const prove = credentials.ownedRead({ action: 'list_webhooks' });
      return (await call(routes.listWebhooks, { options, prove })).webhooks;
    },
    get: async (webhookId, options) => {
      const prove = credentials.ownedRead({ action: 'get_webhook', webhookId });
      const { webhook, deliveries } = await call(routes.getWebhook, {
        params: { webhookId },
        options,
        prove,
      });
      return { webhook, deliveries };
    },
    update: async (webhookId, change, options) => {
      requireKnown(change, CHANGE);
      const signed = changing({ action: 'update_webhook', webhookId, ...change });
      return (await call(routes.updateWebhook, { ...signed, options })).webhook;
    },
    deliveries: async (webhookId, query = {}, options) => {
      const prove = credentials.ownedRead({ action: 'list_webhook_deliveries', webhookId });
      const { limit = PAGE_LENGTH } = query;
      const request = { params: { webhookId }, query: { ...query, limit }, options, prove };
      const { deliveries } = await call(routes.listWebhookDeliveries, request);
      return { items: deliveries, nextCursor: deliveries.length < limit ? undefined : deliveries.at(-1)?.id };
    },
    allDeliveries: (webhookId, query = {}, options) =>
      itemsOf((after) => client.deliveries(webhookId, { ...query, after }, options)),
    rotateSecret: async (webhookId, options) => {
      const signed = changing({ action: 'rotate_webhook_secret', webhookId });
      const { webhook, secret } = await call(routes.rotateWebhookSecret, { ...signed, options });
      return { webhook, secret };
    },
    test: async (webhookId, options) => {
      const signed = changing({ action: 'test_webhook', webhookId });
      return (await call(routes.testWebhook, { ...signed, options })).delivery;
    },
    replay: async (webhookId, options = {}) => {
      const { deliveryId } = options;
      const signed = changing({
        action: 'replay_webhook_deliveries',
        webhookId,
        deliveryId,
        since: options.since?.toISOString(),
      });
      const more = { deliveryId: 1, since: 1 } as const;
      return (await call(routes.replayWebhookDeliveries, { ...signed, options, more })).replayed;
    },
    delete: async (webhookId, options) => {
      const signed = changing({ action: 'delete_webhook', webhookId });
      await call(routes.deleteWebhook, { ...signed, options });
    },
  };
  return client;
}
