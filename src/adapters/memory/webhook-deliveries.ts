import type { AfterAttempt } from '../../domain/webhook/attempt.js';
import type { SendingDelivery } from '../../domain/webhook/bounds.js';
import { subjectOf, type Delivery, type NewDelivery } from '../../domain/webhook/delivery.js';
import type { WebhookId } from '../../domain/webhook/webhook.js';
import type {
  DeliveryClaim,
  DeliveryCounts,
  DeliveryQuery,
  ReplayQuery,
  WebhookDeliveries,
} from '../../ports/webhooks.js';
import { deleteWhere, type DeliveryRow, type Session, type Tables } from './tables.js';

const CURSOR = 'order-events';

export class InMemoryWebhookDeliveries implements WebhookDeliveries {
  constructor(private readonly session: Session) {}

  cursor(): Promise<number | undefined> {
    return this.session.read(({ webhookCursor }) => webhookCursor.get(CURSOR));
  }

  moveCursor(position: number): Promise<void> {
    return this.session.write(({ webhookCursor }) => void webhookCursor.set(CURSOR, position));
  }

  add(deliveries: readonly NewDelivery[]): Promise<void> {
    return this.session.write((tables) => {
      for (const { notBefore, ...each } of structuredClone(deliveries)) {
        if (tables.webhookDeliveries.get(each.id) !== undefined)
          throw new Error(`delivery ${each.id} is already stored`);
        const isFirst = waitingWith(tables, each).length === 0;
        tables.webhookDeliveries.set(each.id, {
          ...each,
          state: 'waiting',
          attempts: 0,
          queuedAt: each.createdAt,
          ...(isFirst && { nextAt: notBefore ?? each.createdAt }),
        });
      }
    });
  }

  listDue({
    now,
    busy,
    limit,
  }: Parameters<WebhookDeliveries['listDue']>[0]): Promise<readonly SendingDelivery[]> {
    return this.session.read(({ webhooks, webhookDeliveries }) =>
      [...webhookDeliveries.values()]
        .filter((row) => row.nextAt !== undefined && row.nextAt <= now)
        .filter(({ host, webhookId }) => !busy.hosts.includes(host) && !busy.webhooks.includes(webhookId))
        .sort((a, b) => a.nextAt!.getTime() - b.nextAt!.getTime() || (a.id < b.id ? -1 : 1))
        .map(({ id, webhookId, host, attempts }) => {
          const isDoubtful = attempts > 0 || webhooks.get(webhookId)?.failingSince !== undefined;
          return { id, webhookId, host, isDoubtful };
        })
        .filter(({ isDoubtful }) => !(busy.doubtful && isDoubtful))
        .slice(0, limit),
    );
  }

  claim(
    { id, claimant }: DeliveryClaim,
    { now, until }: { readonly now: Date; readonly until: Date },
  ): Promise<Delivery | undefined> {
    return this.session.write(({ webhookDeliveries }) => {
      const row = webhookDeliveries.get(id);
      if (row?.nextAt === undefined || row.nextAt > now) return undefined;
      const claimed = { ...row, claimant, nextAt: new Date(until) };
      webhookDeliveries.set(id, claimed);
      return shown(claimed);
    });
  }

  finish({ id, claimant }: DeliveryClaim, result: AfterAttempt): Promise<boolean> {
    return this.session.write((tables) => {
      const row = tables.webhookDeliveries.get(id);
      if (row?.claimant !== claimant) return false;
      const { claimant: _, nextAt: __, ...rest } = row;
      tables.webhookDeliveries.set(id, { ...rest, ...structuredClone(result) });
      const next = result.endedAt && waitingWith(tables, row)[0];
      if (next) tables.webhookDeliveries.set(next.id, { ...next, nextAt: result.endedAt });
      return true;
    });
  }

  release({ id, claimant }: DeliveryClaim, at: Date): Promise<void> {
    return this.session.write(({ webhookDeliveries }) => {
      const row = webhookDeliveries.get(id);
      if (row?.claimant !== claimant) return;
      webhookDeliveries.set(id, { ...row, claimant: undefined, nextAt: new Date(at) });
    });
  }

  postpone(webhookId: WebhookId, until: Date): Promise<void> {
    return this.session.write(({ webhookDeliveries }) => {
      for (const row of idleRows(webhookDeliveries.values(), webhookId))
        if (row.nextAt! < until) webhookDeliveries.set(row.id, { ...row, nextAt: new Date(until) });
    });
  }

  resume(webhookId: WebhookId, now: Date): Promise<void> {
    return this.session.write(({ webhookDeliveries }) => {
      for (const row of idleRows(webhookDeliveries.values(), webhookId))
        if (row.attempts === 0 && row.nextAt! > now)
          webhookDeliveries.set(row.id, { ...row, nextAt: new Date(now) });
    });
  }

  retire(webhookId: WebhookId, now: Date): Promise<void> {
    return this.session.write(({ webhookDeliveries }) => {
      for (const row of [...webhookDeliveries.values()]) {
        if (row.webhookId !== webhookId || row.state !== 'waiting' || row.event === undefined) continue;
        const { claimant: _, nextAt: __, ...rest } = row;
        webhookDeliveries.set(row.id, { ...rest, state: 'dead', endedAt: new Date(now) });
      }
    });
  }

  replay(which: ReplayQuery, now: Date): Promise<number> {
    return this.session.write((tables) => {
      const ended = [...tables.webhookDeliveries.values()]
        .filter((row) => row.webhookId === which.webhookId && row.event !== undefined)
        .filter((row) => isReplayable(row, which))
        .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || byPosition(a, b))
        .slice(0, which.since?.limit)
        .sort(byPosition);
      for (const { endedAt: _, ...row } of ended) {
        const isFirst = waitingWith(tables, row).length === 0;
        const queued = { ...row, state: 'waiting' as const, attempts: 0, queuedAt: new Date(now) };
        tables.webhookDeliveries.set(row.id, { ...queued, ...(isFirst && { nextAt: new Date(now) }) });
      }
      return ended.length;
    });
  }

  moveHost(webhookId: WebhookId, host: string): Promise<void> {
    return this.session.write(({ webhookDeliveries }) => {
      for (const row of [...webhookDeliveries.values()])
        if (row.webhookId === webhookId && row.state === 'waiting')
          webhookDeliveries.set(row.id, { ...row, host });
    });
  }

  list({ webhookId, state, after, limit }: DeliveryQuery): Promise<readonly Delivery[]> {
    return this.session.read(({ webhookDeliveries }) => {
      const rows = [...webhookDeliveries.values()]
        .filter((row) => row.webhookId === webhookId)
        .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1));
      const place = rows.findIndex(({ id }) => id === after);
      if (after !== undefined && place === -1) return [];
      return rows
        .slice(place + 1)
        .filter((row) => state === undefined || row.state === state)
        .slice(0, limit)
        .map(shown);
    });
  }

  count(webhookIds: readonly WebhookId[]): Promise<ReadonlyMap<WebhookId, DeliveryCounts>> {
    return this.session.read(({ webhookDeliveries }) => {
      const counts = new Map<WebhookId, DeliveryCounts>();
      for (const { webhookId, state, event } of webhookDeliveries.values()) {
        if (state === 'delivered' || !webhookIds.includes(webhookId)) continue;
        if (state === 'dead' && event === undefined) continue;
        const before = counts.get(webhookId) ?? { waiting: 0, dead: 0 };
        counts.set(webhookId, { ...before, [state]: before[state] + 1 });
      }
      return counts;
    });
  }

  countWaiting(): Promise<number> {
    return this.session.read(
      ({ webhookDeliveries }) =>
        [...webhookDeliveries.values()].filter(({ state }) => state === 'waiting').length,
    );
  }

  nextDue(now: Date): Promise<Date | undefined> {
    return this.session.read(({ webhookDeliveries }) => {
      const times = [...webhookDeliveries.values()].flatMap(({ nextAt }) =>
        nextAt !== undefined && nextAt > now ? [nextAt.getTime()] : [],
      );
      return times.length === 0 ? undefined : new Date(times.reduce((a, b) => Math.min(a, b)));
    });
  }

  deleteEnded({ delivered, dead }: Parameters<WebhookDeliveries['deleteEnded']>[0]): Promise<void> {
    return this.session.write(({ webhookDeliveries }) =>
      deleteWhere(
        webhookDeliveries,
        ({ state, endedAt }) => endedAt !== undefined && endedAt < (state === 'dead' ? dead : delivered),
      ),
    );
  }
}

/** The webhook's deliveries that are due now or later, except its pings and those in progress. */
const idleRows = (rows: Iterable<DeliveryRow>, webhookId: WebhookId): readonly DeliveryRow[] =>
  [...rows].filter(
    (row) =>
      row.webhookId === webhookId &&
      row.nextAt !== undefined &&
      row.claimant === undefined &&
      row.event !== undefined,
  );

function isReplayable(row: DeliveryRow, { id, since }: ReplayQuery): boolean {
  if (since === undefined) return row.state === 'dead' && (id === undefined || row.id === id);
  const { state, createdAt, queuedAt } = row;
  // `queuedAt` is set when a delivery is created, and again by each replay.
  const isRested = queuedAt.getTime() === createdAt.getTime() || queuedAt <= since.replayedBefore;
  return createdAt >= since.from && (state === 'dead' || (state === 'delivered' && isRested));
}

/** Returns the waiting deliveries to the same webhook that are about the same order or alert, in their order; for a ping, the pings. */
const waitingWith = (
  { webhookDeliveries }: Tables,
  { webhookId, event }: Pick<NewDelivery, 'webhookId' | 'event'>,
): DeliveryRow[] =>
  [...webhookDeliveries.values()]
    .filter(
      (row) => row.state === 'waiting' && row.webhookId === webhookId && nameOf(row.event) === nameOf(event),
    )
    .sort(byPosition);

const nameOf = (event: NewDelivery['event']): string | undefined => event && subjectOf(event);

const byPosition = (a: NewDelivery, b: NewDelivery): number =>
  (a.event?.position ?? 0) - (b.event?.position ?? 0) ||
  a.createdAt.getTime() - b.createdAt.getTime() ||
  (a.id < b.id ? -1 : 1);

const shown = ({ claimant: _, ...delivery }: DeliveryRow): Delivery => delivery;
