import type { Address } from '../../domain/shared/address.js';
import { ok } from '../../domain/shared/result.js';
import { nextTryOf } from '../../domain/webhook/attempt.js';
import { deliveryIdOf, type NewDelivery } from '../../domain/webhook/delivery.js';
import { hostOf } from '../../domain/webhook/url.js';
import { ID_BYTES, wants, type Webhook } from '../../domain/webhook/webhook.js';
import type { FeedEvent, Ports } from '../../ports/index.js';
import { ordersByUuid } from '../orders/orders-by-uuid.js';

/** Number of events to turn into deliveries at a time. */
const BATCH = 200;

const CURSOR_LOCK = 'webhook-cursor';

/** Ports that deliveries need. */
export type DeliveryPorts = Pick<
  Ports,
  | 'clock'
  | 'feed'
  | 'orders'
  | 'secrets'
  | 'unitOfWork'
  | 'webhookObserver'
  | 'webhooks'
  | 'webhookDeliveries'
>;

/** Result of turning one batch of events into deliveries. */
export interface AddedDeliveries {
  readonly added: number;
  /** Whether the feed may hold more. */
  readonly hasMore: boolean;
}

const NOTHING: AddedDeliveries = { added: 0, hasMore: false };

/**
 * Turns the next events of the feed into deliveries, one for each webhook that wants the event. The deliveries and the cursor are
 * stored together, so that processes can share the work without adding a delivery twice.
 */
export const makeAddDeliveries =
  ({
    clock,
    feed,
    orders,
    secrets,
    unitOfWork,
    webhookObserver,
    webhooks,
    webhookDeliveries,
  }: DeliveryPorts) =>
  async (): Promise<AddedDeliveries> => {
    const oldest = await webhooks.oldestSince();
    if (oldest === undefined) return NOTHING;
    const cursor = await webhookDeliveries.cursor();
    const after = Math.max(cursor ?? 0, oldest);
    const events = await feed.read({ after, limit: BATCH });
    if (events.length === 0) return NOTHING;
    const deliveries = await deliveriesOf(events);
    const isMoved = await moveCursor(cursor, events.at(-1)!, deliveries);
    if (isMoved) observe(events, deliveries);
    return { added: isMoved ? deliveries.length : 0, hasMore: events.length === BATCH || !isMoved };

    function observe(read: readonly FeedEvent[], added: readonly NewDelivery[]): void {
      const queued = new Set(added.map(({ event }) => event?.position));
      const now = clock.now().getTime();
      for (const { type, at, position } of read)
        if (queued.has(position))
          webhookObserver?.observe({ kind: 'webhook-event-queued', type, lateMs: now - at.getTime() });
    }

    async function deliveriesOf(read: readonly FeedEvent[]): Promise<readonly NewDelivery[]> {
      const found = await ordersByUuid(read, { orders });
      const owners = new Set([...found.values()].map(({ terms }) => terms.owner));
      const byOwner = new Map<Address, Webhook[]>();
      for (const webhook of await webhooks.listEnabled([...owners]))
        byOwner.set(webhook.owner, [...(byOwner.get(webhook.owner) ?? []), webhook]);
      const now = clock.now();
      return read.flatMap(({ uuid, seq, type, position }) => {
        const terms = found.get(uuid)?.terms;
        const { strategyId } = terms?.strategy ?? {};
        const wanting = (terms && byOwner.get(terms.owner)) ?? [];
        return wanting
          .filter((webhook) => wants(webhook, { type, strategyId, position }))
          .map((webhook) => ({
            id: deliveryIdOf(secrets.bytes(ID_BYTES)),
            webhookId: webhook.id,
            host: hostOf(new URL(webhook.terms.url)),
            type: `order.${type}` as const,
            event: { uuid, seq, position },
            createdAt: now,
            ...(webhook.failingSince !== undefined && { notBefore: nextTryOf(webhook, now) }),
          }));
      });
    }

    /**
     * Stores the deliveries unless another process has moved the cursor meanwhile, or the database has gone back behind the events
     * and would give their positions to others. Returns whether it stored them.
     */
    async function moveCursor(
      from: number | undefined,
      last: FeedEvent,
      added: readonly NewDelivery[],
    ): Promise<boolean> {
      const moved = await unitOfWork.run<boolean, never>(async (storage) => {
        await storage.lock(CURSOR_LOCK);
        if ((await storage.webhookDeliveries.cursor()) !== from) return ok(false);
        const log = await storage.events.list(last.uuid);
        const isThere = log.some(({ seq, at }) => seq === last.seq && at.getTime() === last.at.getTime());
        if (!isThere) return ok(false);
        await storage.webhookDeliveries.add(added);
        await storage.webhookDeliveries.moveCursor(last.position);
        return ok(true);
      });
      return moved.ok && moved.value;
    }
  };
