import { err, ok, type Result } from '../../domain/shared/result.js';
import {
  deliveryIdOf,
  parseDeliveryId,
  type Delivery,
  type DeliveryState,
} from '../../domain/webhook/delivery.js';
import { hostOf, type UrlRules } from '../../domain/webhook/url.js';
import {
  createWebhook,
  ID_BYTES,
  parseWebhookId,
  PING,
  readWebhookTerms,
  rotateSecret,
  SECRET_BYTES,
  type Webhook,
  type WebhookSecret,
} from '../../domain/webhook/webhook.js';
import type { DeliveryCounts, Ports } from '../../ports/index.js';
import {
  makeProveWallet,
  type AudienceSettings,
  type Demand,
  type ProveWalletError,
  type WalletPorts,
  type WalletProof,
} from '../authorization/prove-wallet.js';
import type { CoreSettings } from '../settings.js';

/** A webhook as its owner sees it: never its secret. */
export interface DescribedWebhook extends DeliveryCounts {
  readonly webhook: Webhook;
}

/** A webhook with its new secret, which cannot be read again. */
export interface WebhookWithSecret extends DescribedWebhook {
  readonly secret: WebhookSecret;
}

/** Why a wallet gets no new webhook. */
export type CreateWebhookError = ProveWalletError | WebhooksOff | TooManyWebhooks;

/** This server sends no webhooks. */
export interface WebhooksOff {
  readonly kind: 'webhooks-off';
}

/** The wallet has as many webhooks as one wallet may. */
export interface TooManyWebhooks {
  readonly kind: 'too-many-webhooks';
  readonly limit: number;
}

/** The wallet has no webhook with the id. */
export interface WebhookNotFound {
  readonly kind: 'webhook-not-found';
  /** As the caller wrote it: any text. */
  readonly webhookId: string;
}

/** The webhook has no delivery with the id. */
export interface DeliveryNotFound {
  readonly kind: 'delivery-not-found';
  /** As the caller wrote it: any text. */
  readonly deliveryId: string;
}

/** A disabled webhook is sent nothing but tests. */
export interface WebhookDisabled {
  readonly kind: 'webhook-disabled';
}

/** Why a wallet may not see or change a webhook. */
export type OwnedWebhookError = ProveWalletError | WebhookNotFound;

/** Why the deliveries of a webhook are not listed. */
export type ListDeliveriesError = OwnedWebhookError | DeliveryNotFound;
/** Why no test event is sent to a webhook. */
export type TestWebhookError = OwnedWebhookError | WebhooksOff;
/** Why a delivery is not repeated. */
export type ReplayError = OwnedWebhookError | DeliveryNotFound | WebhookDisabled;

/** Selects one page of deliveries. */
export interface DeliveryPageQuery {
  readonly state?: DeliveryState | undefined;
  /** Id of the last delivery of the page before; any text. */
  readonly after?: string | undefined;
  readonly limit: number;
}

type Needs = WalletPorts &
  Pick<Ports, 'feed' | 'secrets' | 'unitOfWork' | 'webhooks' | 'webhookDeliveries' | 'webhookSender'>;

type Settings = AudienceSettings & Pick<CoreSettings, 'webhooksPerWallet' | 'webhookHosts'>;

export const webhookLock = ({ id }: Pick<Webhook, 'id'>): string => `webhook:${id}`;

export const makeManageWebhooks = (ports: Needs, settings: Settings) => {
  const { clock, feed, secrets, unitOfWork, webhooks, webhookDeliveries } = ports;
  const proveWallet = makeProveWallet(ports, settings);
  const isOff = ports.webhookSender === undefined;
  const rules = (): UrlRules => ({
    allowedHosts: settings.webhookHosts,
    isPublic: ports.webhookSender?.isPublic,
  });

  /** Finds the webhook with this id, any text, provided that the wallet owns it and signed the action on it. */
  const findOwned = async <T>(
    webhookId: string,
    proof: WalletProof,
    {
      action,
      use,
      ...content
    }: Pick<Demand<T>, 'use' | 'fields' | 'readContent'> & { readonly action: string },
  ): Promise<Result<{ readonly webhook: Webhook; readonly content: T }, OwnedWebhookError>> => {
    const proven = await proveWallet(proof, { expected: { action, webhookId }, use, ...content });
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

  return {
    /** Creates a webhook with the terms in the wallet's message: url, and optional eventTypes and strategyId. */
    create: async (proof: WalletProof): Promise<Result<WebhookWithSecret, CreateWebhookError>> => {
      const proven = await proveWallet(proof, {
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

    /** Lists the wallet's webhooks, disabled ones too, newest first. */
    list: async (proof: WalletProof): Promise<Result<readonly DescribedWebhook[], ProveWalletError>> => {
      const demand = { expected: { action: 'list_webhooks' }, readContent: readNothing } as const;
      const proven = await proveWallet(proof, { ...demand, use: 'while-recent' });
      if (!proven.ok) return proven;
      return ok(await describe(await webhooks.listByOwner(proven.value.wallet)));
    },

    /** Lists what one of the wallet's webhooks was sent or will be, newest first. */
    deliveries: async (
      webhookId: string,
      { state, after, limit }: DeliveryPageQuery,
      proof: WalletProof,
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

    /** Replaces the secret. The replaced one signs as well for a day, so that receivers have the time to change. */
    rotateSecret: async (
      webhookId: string,
      proof: WalletProof,
    ): Promise<Result<WebhookWithSecret, OwnedWebhookError>> => {
      const demand = { action: 'rotate_webhook_secret', readContent: readNothing } as const;
      const found = await findOwned(webhookId, proof, { ...demand, use: 'once' });
      if (!found.ok) return found;
      const { id } = found.value.webhook;
      const rotated = await unitOfWork.run<Webhook, WebhookNotFound>(async (storage) => {
        await storage.lock(webhookLock({ id }));
        const webhook = await storage.webhooks.findById(id);
        if (webhook === undefined) return err({ kind: 'webhook-not-found', webhookId });
        const changed = rotateSecret(webhook, secrets.bytes(SECRET_BYTES), clock.now());
        await storage.webhooks.update(changed);
        return ok(changed);
      });
      if (!rotated.ok) return rotated;
      const [described] = await describe([rotated.value]);
      return ok({ ...described!, secret: rotated.value.secret });
    },

    /** Sends the webhook a ping, once. One that succeeds enables a disabled webhook. */
    test: async (webhookId: string, proof: WalletProof): Promise<Result<Delivery, TestWebhookError>> => {
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

    /** Deletes the webhook with its deliveries: nothing is sent once this resolves, but for attempts that are under way. */
    remove: async (webhookId: string, proof: WalletProof): Promise<Result<Webhook, OwnedWebhookError>> => {
      const demand = { action: 'delete_webhook', readContent: readNothing } as const;
      const found = await findOwned(webhookId, proof, { ...demand, use: 'once' });
      if (!found.ok) return found;
      await webhooks.delete(found.value.webhook.id);
      return ok(found.value.webhook);
    },

    /** Sends again what is dead: all of it, or the delivery that the message names as deliveryId. Returns how many. */
    replay: async (webhookId: string, proof: WalletProof): Promise<Result<number, ReplayError>> => {
      const found = await findOwned<{ readonly deliveryId: string | undefined }>(webhookId, proof, {
        action: 'replay_webhook_deliveries',
        fields: ['deliveryId'],
        readContent: ({ deliveryId }, report) => {
          if (deliveryId === undefined || typeof deliveryId === 'string') return { deliveryId };
          report('deliveryId', 'must be text');
          return undefined;
        },
        use: 'once',
      });
      if (!found.ok) return found;
      const { webhook, content } = found.value;
      if (webhook.disabled !== undefined) return err({ kind: 'webhook-disabled' });
      const { deliveryId } = content;
      const id = deliveryId === undefined ? undefined : parseDeliveryId(deliveryId);
      const replayed =
        deliveryId !== undefined && id === undefined
          ? 0
          : await webhookDeliveries.replay({ webhookId: webhook.id, id }, clock.now());
      return replayed === 0 && deliveryId !== undefined
        ? err({ kind: 'delivery-not-found', deliveryId })
        : ok(replayed);
    },
  } as const;
};
