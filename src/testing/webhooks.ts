import type { DeliveryId, NewDelivery } from '../domain/webhook/delivery.js';
import type { Webhook, WebhookId, WebhookSecret } from '../domain/webhook/webhook.js';
import { AN_OWNER, T0, uuidOf } from './builders.js';

/** The nth of the fixed webhook ids, from 0. They sort by n. */
export const webhookIdOf = (n: number): WebhookId => n.toString(16).padStart(32, '0') as WebhookId;

/** The nth of the fixed delivery ids, from 0. They sort by n. */
export const deliveryIdOf = (n: number): DeliveryId =>
  `msg_${n.toString(16).padStart(32, '0')}` as DeliveryId;

export const aSecret = (n: number): WebhookSecret =>
  `whsec_${n.toString(16).padStart(43, 'A')}=` as WebhookSecret;

export const aWebhook = (n: number, overrides: Partial<Webhook> = {}): Webhook => ({
  id: webhookIdOf(n),
  owner: AN_OWNER,
  terms: { url: `https://receiver-${n}.example.org/hook` },
  secret: aSecret(n),
  createdAt: T0,
  since: 0,
  ...overrides,
});

/** The nth delivery, to the webhook with the given number: the order's event at position n. */
export const aDelivery = (
  n: number,
  { webhook = 1, order = 1, ...overrides }: Partial<NewDelivery> & { webhook?: number; order?: number } = {},
): NewDelivery => ({
  id: deliveryIdOf(n),
  webhookId: webhookIdOf(webhook),
  host: `receiver-${webhook}.example.org`,
  type: 'order.confirmed',
  event: { uuid: uuidOf(order), seq: n, position: n },
  createdAt: T0,
  ...overrides,
});

/** The nth delivery, as a ping of the webhook with the given number. */
export function aPing(n: number, options: { webhook?: number } = {}): NewDelivery {
  const { event: _, ...ping } = aDelivery(n, options);
  return { ...ping, type: 'ping' };
}
