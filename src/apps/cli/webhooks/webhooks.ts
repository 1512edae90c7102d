import { print, printNote, printTable } from '../../../adapters/terminal/index.js';
import type {
  Client,
  NewWebhook,
  Webhook,
  WebhookChange,
  WebhookDelivery,
} from '../../../sdk/client/index.js';
import { defined } from '../../../domain/shared/fields.js';
import { printJson, printList, printResult, type JsonOption } from '../result.js';
import { openWallet, type TradingOptions } from '../service/trading.js';
import { UsageError } from '../usage-error.js';

export type WebhookOptions = TradingOptions & JsonOption;

export interface CreateWebhookOptions extends WebhookOptions {
  readonly on?: NewWebhook['eventTypes'];
  readonly strategy?: string;
}

export interface UpdateWebhookOptions extends WebhookOptions {
  readonly on?: WebhookChange['eventTypes'];
}

export interface ReplayOptions extends WebhookOptions {
  readonly delivery?: string;
  readonly since?: Date;
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

/** Prints only the secret on stdout. It is not shown again. */
function printSecret(created: WithSecret, { json = false }: JsonOption): number {
  if (json) printJson(created);
  else {
    print(created.secret);
    const { id, previousSecretUntil } = created.webhook;
    printNote(`webhook ${id}: keep the secret, it is not shown again`);
    if (previousSecretUntil !== null)
      printNote(`the secret before it signs as well until ${previousSecretUntil}`);
  }
  return 0;
}

const TITLES = ['id', 'url', 'events', 'status', 'waiting', 'dead'] as const;

export async function listWebhooks(options: WebhookOptions): Promise<number> {
  const { client } = await openWallet(options);
  const webhooks = await client.webhooks.list();
  return printList({ webhooks }, options, {
    titles: TITLES,
    rows: webhooks.map(webhookCells),
    none: 'no webhooks',
  });
}

/** Shows a webhook and its newest deliveries. */
export async function showWebhook(id: string, options: WebhookOptions): Promise<number> {
  const { client } = await openWallet(options);
  const { webhook, deliveries } = await client.webhooks.get(id);
  if (options.json === true) printJson({ webhook, deliveries });
  else {
    printTable(TITLES, [webhookCells(webhook)]);
    print('');
    if (deliveries.length === 0) print('no deliveries');
    else printTable(DELIVERY_TITLES, deliveries.map(deliveryCells));
  }
  return 0;
}

/** Changes a webhook's address, its events, or both. */
export async function updateWebhook(
  id: string,
  url: string | undefined,
  { on, ...options }: UpdateWebhookOptions,
): Promise<number> {
  if (url === undefined && on === undefined)
    throw new UsageError('name a new address, or with --on the types of events');
  const { client } = await openWallet(options);
  const webhook = await client.webhooks.update(id, { url, eventTypes: on });
  return printResult({ webhook }, options, () => [
    `changed ${id}: ${webhook.events.join(', ')} to ${webhook.url}`,
  ]);
}

const webhookCells = (webhook: Webhook): readonly string[] => [
  webhook.id,
  webhook.url,
  webhook.eventTypes?.join(', ') ?? 'all',
  webhook.disabledFor === undefined ? webhook.status : `${webhook.status}: ${webhook.disabledFor}`,
  String(webhook.waiting),
  String(webhook.dead),
];

const DELIVERY_TITLES = ['id', 'event', 'about', 'state', 'attempts', 'last attempt', 'next'] as const;

export async function listDeliveries(
  id: string,
  { state, after, limit, ...options }: DeliveriesOptions,
): Promise<number> {
  const { client } = await openWallet(options);
  const { items, nextCursor } = await client.webhooks.deliveries(id, { state, after, limit });
  return printList({ deliveries: items, nextCursor }, options, {
    titles: DELIVERY_TITLES,
    rows: items.map(deliveryCells),
    none: 'no deliveries',
  });
}

const deliveryCells = (delivery: WebhookDelivery): readonly string[] => [
  delivery.id,
  delivery.type,
  delivery.uuid ?? delivery.alertId ?? '-',
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
  return printResult({ delivery }, options, () => [
    `${delivery.id} is on its way: sluice webhooks deliveries ${id} shows what came of it`,
  ]);
}

export async function replayDeliveries(
  id: string,
  { delivery: deliveryId, since, ...options }: ReplayOptions,
): Promise<number> {
  const { client } = await openWallet(options);
  const replayed = await client.webhooks.replay(id, defined({ deliveryId, since }));
  return printResult({ replayed }, options, () => [`${replayed} deliveries are sent again`]);
}

export async function deleteWebhook(id: string, options: WebhookOptions): Promise<number> {
  const { client } = await openWallet(options);
  await client.webhooks.delete(id);
  return printResult({ id, status: 'deleted' }, options, () => [`deleted ${id}`]);
}
