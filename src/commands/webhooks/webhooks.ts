import { print, printNote } from '../../adapters/terminal/index.js';
import { printable } from '../../domain/shared/printable.js';
import type { Client, NewWebhook, Webhook, WebhookDelivery } from '../../client/index.js';
import { asJson, printList, printResult, type JsonOption } from '../result.js';
import { openWallet, type TradingOptions } from '../service/trading.js';

export type WebhookOptions = TradingOptions & JsonOption;

export interface CreateWebhookOptions extends WebhookOptions {
  readonly on?: NewWebhook['eventTypes'];
  readonly strategy?: string;
}

export interface DeliveriesOptions extends WebhookOptions {
  readonly state?: WebhookDelivery['state'];
  readonly after?: string;
  readonly limit: number;
}

export async function createWebhook(
  url: string,
  { on, strategy, ...options }: CreateWebhookOptions,
): Promise<number> {
  const { client } = await openWallet(options);
  return printSecret(await client.webhooks.create({ url, eventTypes: on, strategyId: strategy }), options);
}

export async function rotateSecret(id: string, options: WebhookOptions): Promise<number> {
  const { client } = await openWallet(options);
  return printSecret(await client.webhooks.rotateSecret(id), options);
}

type WithSecret = Awaited<ReturnType<Client['webhooks']['create']>>;

/** The secret alone on stdout: this once. */
function printSecret(created: WithSecret, { json = false }: JsonOption): number {
  if (json) print(asJson(created));
  else {
    print(printable(created.secret));
    const { id, previousSecretUntil } = created.webhook;
    printNote(`webhook ${id}: keep the secret, it is not shown again`);
    if (previousSecretUntil !== null)
      printNote(`the secret before it signs as well until ${previousSecretUntil}`);
  }
  return 0;
}

export async function listWebhooks(options: WebhookOptions): Promise<number> {
  const { client } = await openWallet(options);
  const webhooks = await client.webhooks.list();
  printList({ webhooks }, options, {
    titles: ['id', 'url', 'events', 'status', 'waiting', 'dead'],
    rows: webhooks.map(webhookCells),
    none: 'no webhooks',
  });
  return 0;
}

const webhookCells = (webhook: Webhook): readonly string[] => [
  webhook.id,
  webhook.url,
  webhook.eventTypes?.join(', ') ?? 'all',
  webhook.disabledFor === undefined ? webhook.status : `${webhook.status}: ${webhook.disabledFor}`,
  String(webhook.waiting),
  String(webhook.dead),
];

export async function listDeliveries(
  id: string,
  { state, after, limit, ...options }: DeliveriesOptions,
): Promise<number> {
  const { client } = await openWallet(options);
  const { items, nextCursor } = await client.webhooks.deliveries(id, { state, after, limit });
  printList({ deliveries: items, nextCursor }, options, {
    titles: ['id', 'event', 'order', 'state', 'attempts', 'last attempt', 'next'],
    rows: items.map(deliveryCells),
    none: 'no deliveries',
  });
  return 0;
}

const deliveryCells = (delivery: WebhookDelivery): readonly string[] => [
  delivery.id,
  delivery.type,
  delivery.uuid ?? '-',
  delivery.state,
  String(delivery.attempts),
  attemptText(delivery.lastAttempt),
  delivery.nextAttemptAt ?? '-',
];

function attemptText(attempt: WebhookDelivery['lastAttempt']): string {
  if (attempt === undefined) return '-';
  return `${attempt.failure ?? attempt.status ?? '-'} in ${attempt.tookMs} ms at ${attempt.at}`;
}

export async function testWebhook(id: string, options: WebhookOptions): Promise<number> {
  const { client } = await openWallet(options);
  const delivery = await client.webhooks.test(id);
  printResult({ delivery }, options, () => [
    `${delivery.id} is on its way: sluice webhooks deliveries ${id} shows what came of it`,
  ]);
  return 0;
}

export async function replayDeliveries(
  id: string,
  { delivery, ...options }: WebhookOptions & { readonly delivery?: string },
): Promise<number> {
  const { client } = await openWallet(options);
  const replayed = await client.webhooks.replay(id, delivery === undefined ? {} : { deliveryId: delivery });
  printResult({ replayed }, options, () => [`${replayed} deliveries are sent again`]);
  return 0;
}

export async function deleteWebhook(id: string, options: WebhookOptions): Promise<number> {
  const { client } = await openWallet(options);
  await client.webhooks.delete(id);
  printResult({ id, status: 'deleted' }, options, () => [`deleted ${id}`]);
  return 0;
}
