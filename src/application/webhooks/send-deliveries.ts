import type { TokenBook } from '../../domain/metadata-record/token-book.js';
import { ok } from '../../domain/shared/result.js';
import { toHex } from '../../domain/shared/hex.js';
import { Listeners } from '../../domain/shared/listeners.js';
import {
  afterAttempt,
  isSuccess,
  nextTryOf,
  webhookAfter,
  type AttemptOfWebhook,
  type EndedAttempt,
} from '../../domain/webhook/attempt.js';
import {
  BOUNDS,
  busyOf,
  withinBounds,
  type Bounds,
  type SendingDelivery,
} from '../../domain/webhook/bounds.js';
import type { Delivery } from '../../domain/webhook/delivery.js';
import { hostOf } from '../../domain/webhook/url.js';
import { signingSecrets, type Webhook } from '../../domain/webhook/webhook.js';
import type {
  DeliveryClaim,
  Ports,
  Transaction,
  WebhookContent,
  WebhookEvent,
  WebhookSender,
} from '../../ports/index.js';
import type { DeliveryPorts } from './add-deliveries.js';
import { webhookLock } from './manage-webhooks.js';

/** Duration of a claim, ms: longer than any attempt. */
const LEASE_MS = 20_000;

const INTERRUPTED = { kind: 'interrupted' } as const;

/** Number of due deliveries read at a time. */
const READ_AT_ONCE = 256;

type Needs = DeliveryPorts & Pick<Ports, 'webhookSender'>;

interface Parts {
  readonly readTokens: () => Promise<TokenBook>;
  readonly bounds?: Bounds;
}

/** Sends due deliveries, within bounds, and stores the result of each attempt. */
export function makeSendDeliveries(ports: Needs, { readTokens, bounds = BOUNDS }: Parts) {
  const { clock, feed, orders, secrets, unitOfWork, webhooks, webhookDeliveries } = ports;
  const observe = (event: WebhookEvent) => ports.webhookObserver?.observe(event);
  const underWay = new Map<string, { readonly sending: SendingDelivery; readonly ended: Promise<void> }>();
  const freed = new Listeners();
  let stopping = new AbortController();

  const sendingNow = () => [...underWay.values()].map(({ sending }) => sending);

  /**
   * Starts the due deliveries for which there is room; the others start once attempts have ended. Returns the time at which the
   * next delivery is due.
   */
  const sendDue = async (): Promise<Date | undefined> => {
    const sender = ports.webhookSender;
    if (sender === undefined) return undefined;
    while (!stopping.signal.aborted && underWay.size < bounds.total) {
      const now = clock.now();
      const busy = busyOf(sendingNow(), bounds);
      const due = await webhookDeliveries.listDue({ now, busy, limit: READ_AT_ONCE });
      const chosen = withinBounds(due, sendingNow(), bounds);
      if (chosen.length === 0) break;
      for (const sending of chosen) await start(sending, sender);
      if (due.length < READ_AT_ONCE && chosen.length === due.length) break;
    }
    return webhookDeliveries.nextDue(clock.now());
  };

  const start = async (sending: SendingDelivery, sender: WebhookSender): Promise<void> => {
    const claim = { ...sending, claimant: toHex(secrets.bytes(16)) };
    const now = clock.now();
    const until = new Date(now.getTime() + LEASE_MS);
    const delivery = await webhookDeliveries.claim(claim, { now, until });
    if (delivery === undefined) return;
    const ended = attempt(delivery, claim, sender)
      .catch((error: unknown) => observe({ kind: 'webhook-attempt-lost', deliveryId: delivery.id, error }))
      .finally(() => {
        underWay.delete(claim.claimant);
        freed.tell();
      });
    underWay.set(claim.claimant, { sending, ended });
  };

  const attempt = async (delivery: Delivery, claim: DeliveryClaim, sender: WebhookSender): Promise<void> => {
    const webhook = await webhooks.findById(delivery.webhookId);
    // The webhook was deleted while the delivery was being added.
    if (webhook === undefined) return webhooks.delete(delivery.webhookId);
    if (webhook.disabled !== undefined && delivery.event !== undefined)
      return webhookDeliveries.retire(webhook.id, clock.now());
    const host = hostOf(new URL(webhook.terms.url));
    if (host !== delivery.host) {
      // The url has changed since the delivery was added or ended, so the delivery now counts for the new host.
      await webhookDeliveries.moveHost(webhook.id, host);
      return webhookDeliveries.release(claim, clock.now());
    }
    const content = await contentOf(delivery);
    const at = clock.now();
    const message = {
      id: delivery.id,
      url: webhook.terms.url,
      at,
      secrets: signingSecrets(webhook, at),
      content,
    };
    const { signal } = stopping;
    const outcome = signal.aborted ? INTERRUPTED : await sender.send(message, signal);
    if (outcome.kind === 'interrupted') return webhookDeliveries.release(claim, clock.now());
    await conclude(delivery, claim, outcome);
  };

  const contentOf = async ({ event, webhookId, createdAt }: Delivery): Promise<WebhookContent> => {
    if (event === undefined) return { kind: 'ping', webhookId, at: createdAt };
    if ('alert' in event) return { kind: 'alert', alert: event.alert };
    const order = await orders.findById(event.uuid);
    const [logged] = await feed.read({ after: event.position - 1, limit: 1 });
    if (order === undefined || logged?.position !== event.position)
      throw new Error(`event ${event.seq} of the order ${order?.terms.handle ?? 'unknown'} is not stored`);
    return { kind: 'order', event: logged, order, tokens: await readTokens() };
  };

  const conclude = async (delivery: Delivery, claim: DeliveryClaim, outcome: EndedAttempt): Promise<void> => {
    const now = clock.now();
    const [byte = 0] = secrets.bytes(1);
    const result = afterAttempt(delivery, outcome, { now, random: byte / 256 });
    const isPing = delivery.event === undefined;
    const position = isPing ? await feed.newest() : 0;
    const concluded = await unitOfWork.run<Webhook['disabled'] | 'claim-lost', never>(async (storage) => {
      await storage.lock(webhookLock({ id: delivery.webhookId }));
      if (!(await storage.webhookDeliveries.finish(claim, result))) return ok('claim-lost' as const);
      return ok(await changeWebhook(storage, delivery, { isPing, outcome, now, position }));
    });
    if (!concluded.ok || concluded.value === 'claim-lost') return;
    const { id: deliveryId, webhookId, host, type } = delivery;
    const { state, attempts, last } = result;
    const { at: _, ...ended } = last;
    observe({ kind: 'webhook-attempt', webhookId, deliveryId, host, type, attempts, state, ...ended });
    if (concluded.value !== undefined)
      observe({ kind: 'webhook-disabled', webhookId, host, reason: concluded.value.reason });
  };

  const idle = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.all([...underWay.values()].map(({ ended }) => ended));
  };

  return {
    sendDue,
    /** Calls the listener when an attempt has ended and its place is free. Returns a function that unsubscribes it. */
    onEnded: freed.add,
    /** Resolves when no attempt is in progress. */
    idle,
    /** Interrupts the attempts in progress, whose deliveries are due again at once, and resolves when none is left. */
    stop: async (): Promise<void> => {
      stopping.abort();
      await idle();
      stopping = new AbortController();
    },
  } as const;
}

/** Stores the consequences of the attempt for its webhook. If it disabled the webhook, returns the time and the reason. */
async function changeWebhook(
  { webhooks, webhookDeliveries }: Transaction,
  { webhookId }: Delivery,
  attempt: AttemptOfWebhook,
): Promise<Webhook['disabled']> {
  const webhook = await webhooks.findById(webhookId);
  if (webhook === undefined) return undefined;
  const changed = webhookAfter(webhook, attempt);
  if (changed !== webhook) await webhooks.update(changed);
  if (changed.disabled !== undefined) {
    if (webhook.disabled !== undefined) return undefined;
    await webhookDeliveries.retire(webhookId, attempt.now);
    return changed.disabled;
  }
  if (changed.failingSince === undefined && webhook.failingSince !== undefined)
    await webhookDeliveries.resume(webhookId, attempt.now);
  else if (!attempt.isPing && !isSuccess(attempt.outcome))
    await webhookDeliveries.postpone(webhookId, nextTryOf(changed, attempt.now));
  return undefined;
}
