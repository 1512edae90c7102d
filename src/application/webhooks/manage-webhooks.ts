import { err, ok, type Result } from '../../domain/shared/result.js';
import {
  deliveryIdOf,
  DELIVERIES_SHOWN,
  parseDeliveryId,
  type Delivery,
} from '../../domain/webhook/delivery.js';
import { MOST_REPLAYED, readReplay, REPLAY_PAUSE_MS } from '../../domain/webhook/replay.js';
import { hostOf, type UrlRules } from '../../domain/webhook/url.js';
import {
  createWebhook,
  ID_BYTES,
  parseWebhookId,
  PING,
  readWebhookChange,
  readWebhookTerms,
  rotateSecret,
  SECRET_BYTES,
  withChange,
  type Webhook,
} from '../../domain/webhook/webhook.js';
import type { Ports } from '../../ports/index.js';
import { makeProveOwner, type OwnerProof, type ProveOwnerError } from '../authorization/prove-owner.js';
import type { AudienceSettings, Demand, WalletPorts } from '../authorization/prove-wallet.js';
import type { CoreSettings } from '../settings.js';
import type {
  CreateWebhookError,
  DeliveryPageQuery,
  DescribedWebhook,
  ListDeliveriesError,
  OwnedWebhookError,
  ReplayError,
  TestWebhookError,
  UpdateWebhookError,
  WebhookNotFound,
  WebhookWithDeliveries,
  WebhookWithSecret,
} from './managed-webhook.js';

type Needs = WalletPorts &
  Pick<Ports, 'feed' | 'secrets' | 'unitOfWork' | 'webhooks' | 'webhookDeliveries' | 'webhookSender'>;

type Settings = AudienceSettings & Pick<CoreSettings, 'webhooksPerWallet' | 'webhookHosts'>;

export const webhookLock = ({ id }: Pick<Webhook, 'id'>): string => `webhook:${id}`;

export const makeManageWebhooks = (ports: Needs, settings: Settings) => {
  const { clock, feed, secrets, unitOfWork, webhooks, webhookDeliveries } = ports;
  const proveOwner = makeProveOwner(ports, settings, 'webhooks');
  const isOff = ports.webhookSender === undefined;
  const rules = (): UrlRules => ({
    allowedHosts: settings.webhookHosts,
    isPublic: ports.webhookSender?.isPublic,
  });

  /** Finds the webhook with this id (any text), provided that the wallet owns it, and signed the action on it or gave its key the permission. */
  const findOwned = async <T>(
    webhookId: string,
    proof: OwnerProof,
    {
      action,
      use,
      ...content
    }: Pick<Demand<T>, 'use' | 'alias' | 'fields' | 'readContent'> & { readonly action: string },
  ): Promise<Result<{ readonly webhook: Webhook; readonly content: T }, OwnedWebhookError>> => {
    const proven = await proveOwner(proof, { expected: { action, webhookId }, use, ...content });
    if (!proven.ok) return proven;
    const id = parseWebhookId(webhookId);
    const webhook = id && (await webhooks.findById(id));
    if (webhook?.owner !== proven.value.wallet) return err({ kind: 'webhook-not-found', webhookId });
    return ok({ webhook, content: proven.value.content });
  };
  const readNothing = () => true;

  const describe = async (found: readonly Webhook[]): Promise<DescribedWebhook[]> => {
    const counts = await webhookDeliveries.count(found.map(({ id }) => id));
    return found.map((webhook) => ({ webhook, ...(counts.get(webhook.id) ?? { waiting: 0, dead: 0 }) }));
  };

  /** Changes the webhook as it is stored now, since attempts may have changed it too. */
  const change = async (
    webhookId: string,
    { id }: Webhook,
    changed: (webhook: Webhook) => Webhook,
  ): Promise<Result<DescribedWebhook, WebhookNotFound>> => {
    const stored = await unitOfWork.run<Webhook, WebhookNotFound>(async (storage) => {
      await storage.lock(webhookLock({ id }));
      const before = await storage.webhooks.findById(id);
      if (before === undefined) return err({ kind: 'webhook-not-found', webhookId });
      const webhook = changed(before);
      await storage.webhooks.update(webhook);
      const { url } = webhook.terms;
      if (url !== before.terms.url) await storage.webhookDeliveries.moveHost(id, hostOf(new URL(url)));
      return ok(webhook);
    });
    if (!stored.ok) return stored;
    const [described] = await describe([stored.value]);
    return ok(described!);
  };

  return {
    /** Creates a webhook with the terms in the wallet's message: url, and optional eventTypes and strategyId. */
    create: async (proof: OwnerProof): Promise<Result<WebhookWithSecret, CreateWebhookError>> => {
      const proven = await proveOwner(proof, {
        expected: { action: 'create_webhook' },
        fields: ['url', 'eventTypes', 'events', 'strategyId'],
        readContent: (fields, report) => readWebhookTerms(fields, rules(), report),
        use: 'once',
      });
      if (!proven.ok) return proven;
      if (isOff) return err({ kind: 'webhooks-off' });
      const { wallet: owner, content: terms } = proven.value;
      const random = { secret: secrets.bytes(SECRET_BYTES), id: secrets.bytes(ID_BYTES) };
      const since = await feed.newest();
      const webhook = createWebhook({ owner, terms, createdAt: clock.now(), since }, random);
      return unitOfWork.run<WebhookWithSecret, CreateWebhookError>(async (storage) => {
        await storage.lock(`webhooks:${owner}`);
        const limit = settings.webhooksPerWallet;
        if (limit !== undefined && (await storage.webhooks.listByOwner(owner)).length >= limit)
          return err({ kind: 'too-many-webhooks', limit });
        await storage.webhooks.insert(webhook);
        return ok({ webhook, secret: webhook.secret, waiting: 0, dead: 0 });
      });
    },

    /** Lists the wallet's webhooks, including disabled ones, newest first. */
    list: async (proof: OwnerProof): Promise<Result<readonly DescribedWebhook[], ProveOwnerError>> => {
      const demand = { expected: { action: 'list_webhooks' }, readContent: readNothing } as const;
      const proven = await proveOwner(proof, { ...demand, use: 'while-recent' });
      if (!proven.ok) return proven;
      return ok(await describe(await webhooks.listByOwner(proven.value.wallet)));
    },

    /** Finds one of the wallet's webhooks. */
    find: async (
      webhookId: string,
      proof: OwnerProof,
    ): Promise<Result<WebhookWithDeliveries, OwnedWebhookError>> => {
      const demand = { action: 'get_webhook', readContent: readNothing, use: 'while-recent' } as const;
      const found = await findOwned(webhookId, proof, demand);
      if (!found.ok) return found;
      const { webhook } = found.value;
      const [described] = await describe([webhook]);
      const deliveries = await webhookDeliveries.list({ webhookId: webhook.id, limit: DELIVERIES_SHOWN });
      return ok({ ...described!, deliveries });
    },

    /** Changes url and eventTypes as the wallet's message says. Pending deliveries go to the new url. */
    update: async (
      webhookId: string,
      proof: OwnerProof,
    ): Promise<Result<DescribedWebhook, UpdateWebhookError>> => {
      const found = await findOwned(webhookId, proof, {
        action: 'update_webhook',
        fields: ['url', 'eventTypes', 'events', 'strategyId'],
        readContent: (fields, report) => readWebhookChange(fields, rules(), report),
        use: 'once',
      });
      if (!found.ok) return found;
      if (isOff) return err({ kind: 'webhooks-off' });
      const { webhook, content } = found.value;
      return change(webhookId, webhook, (current) => withChange(current, content));
    },

    /** Lists past and pending deliveries of one of the wallet's webhooks, newest first. */
    deliveries: async (
      webhookId: string,
      { state, after, limit }: DeliveryPageQuery,
      proof: OwnerProof,
    ): Promise<Result<readonly Delivery[], ListDeliveriesError>> => {
      const demand = { action: 'list_webhook_deliveries', readContent: readNothing } as const;
      const found = await findOwned(webhookId, proof, { ...demand, use: 'while-recent' });
      if (!found.ok) return found;
      const afterId = after === undefined ? undefined : parseDeliveryId(after);
      if (after !== undefined && afterId === undefined)
        return err({ kind: 'delivery-not-found', deliveryId: after });
      return ok(
        await webhookDeliveries.list({ webhookId: found.value.webhook.id, state, after: afterId, limit }),
      );
    },

    /** Replaces the secret. The old one also signs for a day, so receivers have time to switch. */
    rotateSecret: async (
      webhookId: string,
      proof: OwnerProof,
    ): Promise<Result<WebhookWithSecret, OwnedWebhookError>> => {
      const demand = { action: 'rotate_webhook_secret', alias: 'rotate_webhook', use: 'once' } as const;
      const found = await findOwned(webhookId, proof, { ...demand, readContent: readNothing });
      if (!found.ok) return found;
      const rotated = await change(webhookId, found.value.webhook, (webhook) =>
        rotateSecret(webhook, secrets.bytes(SECRET_BYTES), clock.now()),
      );
      return rotated.ok ? ok({ ...rotated.value, secret: rotated.value.webhook.secret }) : rotated;
    },

    /** Sends the webhook a ping, once. A successful one enables a disabled webhook. */
    test: async (webhookId: string, proof: OwnerProof): Promise<Result<Delivery, TestWebhookError>> => {
      const demand = { action: 'test_webhook', readContent: readNothing } as const;
      const found = await findOwned(webhookId, proof, { ...demand, use: 'once' });
      if (!found.ok) return found;
      if (isOff) return err({ kind: 'webhooks-off' });
      const { id, terms } = found.value.webhook;
      const now = clock.now();
      const ping = {
        id: deliveryIdOf(secrets.bytes(ID_BYTES)),
        webhookId: id,
        host: hostOf(new URL(terms.url)),
        type: PING,
        createdAt: now,
      } as const;
      await webhookDeliveries.add([ping]);
      return ok({ ...ping, state: 'waiting', attempts: 0, queuedAt: now, nextAt: now });
    },

    /** Deletes the webhook with its deliveries: once this resolves, nothing more is sent except by attempts in progress. */
    remove: async (webhookId: string, proof: OwnerProof): Promise<Result<Webhook, OwnedWebhookError>> => {
      const demand = { action: 'delete_webhook', readContent: readNothing } as const;
      const found = await findOwned(webhookId, proof, { ...demand, use: 'once' });
      if (!found.ok) return found;
      await webhooks.delete(found.value.webhook.id);
      return ok(found.value.webhook);
    },

    /**
     * Sends deliveries again: all dead ones, the dead one that the message names as deliveryId, or everything created since a
     * time, including delivered messages. Returns the number of deliveries.
     */
    replay: async (webhookId: string, proof: OwnerProof): Promise<Result<number, ReplayError>> => {
      const found = await findOwned(webhookId, proof, {
        action: 'replay_webhook_deliveries',
        alias: 'replay_webhook',
        fields: ['deliveryId', 'since'],
        readContent: readReplay,
        use: 'once',
      });
      if (!found.ok) return found;
      const { webhook, content } = found.value;
      if (webhook.disabled !== undefined) return err({ kind: 'webhook-disabled' });
      const { deliveryId, since: from } = content;
      const now = clock.now();
      const replayedBefore = new Date(now.getTime() - REPLAY_PAUSE_MS);
      const since = from && { from, replayedBefore, limit: MOST_REPLAYED };
      const id = deliveryId === undefined ? undefined : parseDeliveryId(deliveryId);
      const replayed =
        deliveryId !== undefined && id === undefined
          ? 0
          : await webhookDeliveries.replay({ webhookId: webhook.id, id, since }, now);
      return replayed === 0 && deliveryId !== undefined
        ? err({ kind: 'delivery-not-found', deliveryId })
        : ok(replayed);
    },
  } as const;
};
