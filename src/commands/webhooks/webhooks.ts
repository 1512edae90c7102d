import { print, printNote, printTable } from '../../adapters/terminal/index.js';
import type { Client, NewWebhook, Webhook, WebhookDelivery } from '../../client/index.js';
import { asJson, type JsonOption } from '../result.js';
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
    print(created.secret);
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
  if (options.json === true) print(asJson({ webhooks }));
  else if (webhooks.length === 0) print('no webhooks');
  else printTable(['id', 'url', 'events', 'status', 'waiting', 'dead'], webhooks.map(webhookCells));
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
  const page = await client.webhooks.deliveries(id, { state, after, limit });
  const { items: deliveries, nextCursor } = page;
  if (options.json === true) print(asJson({ deliveries, nextCursor }));
  else if (deliveries.length === 0) print('no deliveries');
  else
    printTable(
      ['id', 'event', 'order', 'state', 'attempts', 'last attempt', 'next'],
      deliveries.map(deliveryCells),
    );
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
  print(
    options.json === true
      ? asJson({ delivery })
      : `${delivery.id} is on its way: sluice webhooks deliveries ${id} shows what came of it`,
  );
  return 0;
}

export async function replayDeliveries(
  id: string,
  { delivery, ...options }: WebhookOptions & { readonly delivery?: string },
): Promise<number> {
  const { client } = await openWallet(options);
  const replayed = await client.webhooks.replay(id, delivery === undefined ? {} : { deliveryId: delivery });
  print(options.json === true ? asJson({ replayed }) : `${replayed} deliveries are sent again`);
  return 0;
}

export async function deleteWebhook(id: string, options: WebhookOptions): Promise<number> {
  const { client } = await openWallet(options);
  await client.webhooks.delete(id);
  print(options.json === true ? asJson({ id, status: 'deleted' }) : `deleted ${id}`);
  return 0;
}
