import type { ReadOptions } from './call.js';
import { connect, type ClientOptions, type Connection } from './connection.js';
import { Credentials, type SignedFields } from './credentials.js';
import type { Operations, OperationId, QueryOf, ResponseOf, Route } from './route.js';
import type { Webhook, WebhookDelivery } from './wire/swap.js';

type Signed = Operations['createWebhook']['signed'];

/** A webhook to create. */
export interface NewWebhook {
  /** Where events are posted. */
  readonly url: Signed['url'];
  /** Only these; all when absent. */
  readonly eventTypes?: Signed['eventTypes'] | undefined;
  /** Only events of the orders of this plan. */
  readonly strategyId?: string | undefined;
}

/** A webhook with the secret that signs its messages, which is in no other response. */
export type WebhookWithSecret = Omit<ResponseOf<'createWebhook'>, 'status'>;

/** Webhooks of the client's wallet, which signs each of these calls. Changes are sent once: list the webhooks before you repeat one. */
export interface WebhooksClient {
  create(webhook: NewWebhook, options?: ReadOptions): Promise<WebhookWithSecret>;
  /** Newest first, disabled ones too. */
  list(options?: ReadOptions): Promise<readonly Webhook[]>;
  /** One page of what a webhook was sent or will be, newest first. */
  deliveries(
    webhookId: string,
    query?: QueryOf<'listWebhookDeliveries'>,
    options?: ReadOptions,
  ): Promise<readonly WebhookDelivery[]>;
  /** For a day the secret before signs messages as well. */
  rotateSecret(webhookId: string, options?: ReadOptions): Promise<WebhookWithSecret>;
  /** Sends a ping, shortly after the call. One that succeeds enables a disabled webhook. */
  test(webhookId: string, options?: ReadOptions): Promise<WebhookDelivery>;
  /** Sends what is dead again: all of it, or one delivery. Resolves to how many. */
  replay(webhookId: string, deliveryId?: string, options?: ReadOptions): Promise<number>;
  /** With all its deliveries. */
  delete(webhookId: string, options?: ReadOptions): Promise<void>;
}

const PATH = '/api/v1/webhooks';
const LIST: Route<'listWebhooks'> = { area: 'swap', method: 'GET', path: PATH };
const CREATE: Route<'createWebhook'> = { area: 'swap', method: 'POST', path: PATH };
const DELIVERIES: Route<'listWebhookDeliveries'> = {
  area: 'swap',
  method: 'GET',
  path: `${PATH}/{webhookId}/deliveries`,
};
const ROTATE: Route<'rotateWebhookSecret'> = {
  area: 'swap',
  method: 'POST',
  path: `${PATH}/{webhookId}/rotate-secret`,
};
const TEST: Route<'testWebhook'> = { area: 'swap', method: 'POST', path: `${PATH}/{webhookId}/test` };
const REPLAY: Route<'replayWebhookDeliveries'> = {
  area: 'swap',
  method: 'POST',
  path: `${PATH}/{webhookId}/replay`,
};
const DELETE: Route<'deleteWebhook'> = { area: 'swap', method: 'DELETE', path: `${PATH}/{webhookId}` };

/**
 * A client of webhooks alone. Sends nothing yet.
 *
 * @throws RangeError or TypeError for an invalid option.
 * @example
 * const webhooks = webhooksClient({ baseUrl: 'https://dex.example.org', wallet });
 * const { secret } = await webhooks.create({ url: 'https://example.org/hook' });
 */
export const webhooksClient = (options: ClientOptions): WebhooksClient => {
  const connection = connect(options);
  return webhooksOf(connection, new Credentials(connection));
};

/** The body of a message is made with its signature. */
const UNSIGNED = { message: '', walletAddress: '' };

/** Operations on one webhook that a message in the body proves. */
type Change = Extract<
  OperationId,
  'rotateWebhookSecret' | 'testWebhook' | 'replayWebhookDeliveries' | 'deleteWebhook'
>;

export function webhooksOf({ call }: Connection, credentials: Credentials): WebhooksClient {
  const signing = (fields: SignedFields) => ({ body: UNSIGNED, prove: () => credentials.inBody(fields) });
  const change = <Id extends Change>(
    route: Route<Id>,
    fields: Operations[Id]['signed'],
    options: ReadOptions | undefined,
  ) => {
    const { webhookId } = fields;
    return call<Change>(route as Route<Change>, {
      params: { webhookId },
      options,
      ...signing(fields),
    }) as Promise<ResponseOf<Id>>;
  };
  return {
    create: async ({ url, eventTypes, strategyId }, options) => {
      const terms: Signed = { action: 'create_webhook', url, eventTypes, strategyId };
      const { webhook, secret } = await call(CREATE, { options, ...signing(terms) });
      return { webhook, secret };
    },
    list: async (options) => {
      const prove = () => credentials.signedRead({ action: 'list_webhooks' });
      return (await call(LIST, { options, prove })).webhooks;
    },
    deliveries: async (webhookId, query = {}, options) => {
      const prove = () => credentials.signedRead({ action: 'list_webhook_deliveries', webhookId });
      return (await call(DELIVERIES, { params: { webhookId }, query, options, prove })).deliveries;
    },
    rotateSecret: async (webhookId, options) => {
      const fields = { action: 'rotate_webhook_secret', webhookId } as const;
      const { webhook, secret } = await change(ROTATE, fields, options);
      return { webhook, secret };
    },
    test: async (webhookId, options) =>
      (await change(TEST, { action: 'test_webhook', webhookId }, options)).delivery,
    replay: async (webhookId, deliveryId, options) => {
      const fields = { action: 'replay_webhook_deliveries', webhookId, deliveryId } as const;
      return (await change(REPLAY, fields, options)).replayed;
    },
    delete: async (webhookId, options) => {
      await change(DELETE, { action: 'delete_webhook', webhookId }, options);
    },
  };
}
