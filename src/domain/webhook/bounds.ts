import type { DeliveryId } from './delivery.js';
import type { WebhookId } from './webhook.js';

/** A delivery that is due or in progress. */
export interface SendingDelivery {
  readonly id: DeliveryId;
  readonly webhookId: WebhookId;
  readonly host: string;
  /** Whether the last attempt of this delivery, or of its webhook, failed. */
  readonly isDoubtful: boolean;
}

/** Maximum numbers of concurrent deliveries. */
export interface Bounds {
  readonly total: number;
  /** Limit on deliveries to receivers that failed before, so hanging ones leave room for the others. */
  readonly doubtful: number;
  readonly perHost: number;
  readonly perWebhook: number;
}

export const BOUNDS: Bounds = { total: 64, doubtful: 32, perHost: 8, perWebhook: 4 };

/** Receivers to which nothing more may be sent until an attempt in progress ends. */
export interface Busy {
  readonly hosts: readonly string[];
  readonly webhooks: readonly WebhookId[];
  /** Whether the limit on doubtful deliveries is reached, so further ones must wait. */
  readonly doubtful: boolean;
}

/** The first due deliveries that may be sent in addition to those in progress, in order. */
export function withinBounds(
  due: readonly SendingDelivery[],
  underWay: readonly SendingDelivery[],
  bounds: Bounds,
): readonly SendingDelivery[] {
  const places = new Places(underWay, bounds);
  return due.filter((each) => places.take(each));
}

/** Returns the hosts and webhooks without a free place, given the deliveries in progress. */
export function busyOf(underWay: readonly SendingDelivery[], bounds: Bounds): Busy {
  const places = new Places(underWay, bounds);
  return {
    hosts: places.full(({ host }) => host, bounds.perHost),
    webhooks: places.full(({ webhookId }) => webhookId, bounds.perWebhook),
    doubtful: places.count(({ isDoubtful }) => isDoubtful) >= bounds.doubtful,
  };
}

class Places {
  private readonly taken: SendingDelivery[];

  constructor(
    underWay: readonly SendingDelivery[],
    private readonly bounds: Bounds,
  ) {
    this.taken = [...underWay];
  }

  take(next: SendingDelivery): boolean {
    const { total, doubtful, perHost, perWebhook } = this.bounds;
    const hasPlace =
      this.taken.length < total &&
      !this.taken.some(({ id }) => id === next.id) &&
      (!next.isDoubtful || this.count(({ isDoubtful }) => isDoubtful) < doubtful) &&
      this.count(({ host }) => host === next.host) < perHost &&
      this.count(({ webhookId }) => webhookId === next.webhookId) < perWebhook;
    if (hasPlace) this.taken.push(next);
    return hasPlace;
  }

  count(condition: (each: SendingDelivery) => boolean): number {
    return this.taken.filter(condition).length;
  }

  full<T>(keyOf: (each: SendingDelivery) => T, limit: number): readonly T[] {
    const keys = new Set(this.taken.map(keyOf));
    return [...keys].filter((key) => this.count((each) => keyOf(each) === key) >= limit);
  }
}
