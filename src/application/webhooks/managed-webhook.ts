import type { Delivery, DeliveryState } from '../../domain/webhook/delivery.js';
import type { Webhook, WebhookSecret } from '../../domain/webhook/webhook.js';
import type { DeliveryCounts } from '../../ports/index.js';
import type { ProveOwnerError } from '../authorization/prove-owner.js';

/** A webhook as its owner sees it, without its secret. */
export interface DescribedWebhook extends DeliveryCounts {
  readonly webhook: Webhook;
}

/** A webhook with its new secret, which cannot be read again. */
export interface WebhookWithSecret extends DescribedWebhook {
  readonly secret: WebhookSecret;
}

/** A webhook with its newest deliveries, newest first. */
export interface WebhookWithDeliveries extends DescribedWebhook {
  readonly deliveries: readonly Delivery[];
}

/** Reason why a wallet gets no new webhook. */
export type CreateWebhookError = ProveOwnerError | WebhooksOff | TooManyWebhooks;

/** Error of a server that sends no webhooks. */
export interface WebhooksOff {
  readonly kind: 'webhooks-off';
}

/** Error of a wallet that already has the maximum number of webhooks. */
export interface TooManyWebhooks {
  readonly kind: 'too-many-webhooks';
  readonly limit: number;
}

/** Error: the wallet has no webhook with this id. */
export interface WebhookNotFound {
  readonly kind: 'webhook-not-found';
  /** As the caller wrote it: any text. */
  readonly webhookId: string;
}

/** Error: the webhook has no delivery with this id, or none that can be sent again. */
export interface DeliveryNotFound {
  readonly kind: 'delivery-not-found';
  /** As the caller wrote it: any text. */
  readonly deliveryId: string;
}

/** Error: a disabled webhook gets tests, but no replays. */
export interface WebhookDisabled {
  readonly kind: 'webhook-disabled';
}

/** Reason why a wallet may not see or change a webhook. */
export type OwnedWebhookError = ProveOwnerError | WebhookNotFound;

/** Reason why the deliveries of a webhook are not listed. */
export type ListDeliveriesError = OwnedWebhookError | DeliveryNotFound;
/** Reason why a webhook is not changed. */
export type UpdateWebhookError = OwnedWebhookError | WebhooksOff;
/** Reason why no test event is sent to a webhook. */
export type TestWebhookError = OwnedWebhookError | WebhooksOff;
/** Reason why a delivery is not repeated. */
export type ReplayError = OwnedWebhookError | DeliveryNotFound | WebhookDisabled;

/** Selects one page of deliveries. */
export interface DeliveryPageQuery {
  readonly state?: DeliveryState | undefined;
  /** Id of the last delivery of the previous page, not yet validated. */
  readonly after?: string | undefined;
  readonly limit: number;
}
