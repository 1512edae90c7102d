import type { AfterAttempt } from '../../../domain/webhook/attempt.js';
import type { SendingDelivery } from '../../../domain/webhook/bounds.js';
import {
  subjectOf,
  type Delivery,
  type DeliveryId,
  type DeliveryState,
  type NewDelivery,
} from '../../../domain/webhook/delivery.js';
import type { WebhookId } from '../../../domain/webhook/webhook.js';
import type {
  DeliveryClaim,
  DeliveryCounts,
  DeliveryQuery,
  ReplayQuery,
  WebhookDeliveries,
} from '../../../ports/webhooks.js';
import {
  allOf,
  insertInto,
  isoTime,
  json,
  joined,
  prepared,
  sql,
  type Session,
  type Sql,
} from '../database/index.js';
import { hasWaiting, isIdle, noneOf, orNull, replayable } from './delivery-conditions.js';
import { fromRow, WebhookDeliveryTable } from './delivery-row.js';

const CURSOR = 'order-events';

/** Name of the lock for changes that may affect a webhook's order of delivery: such changes must run one after another. */
const queueOf = (webhookId: WebhookId): string => `webhook-queue:${webhookId}`;

export class TypeOrmWebhookDeliveries implements WebhookDeliveries {
  constructor(private readonly session: Session) {}

  async cursor(): Promise<number | undefined> {
    const [row] = await this.session.select<{ position: number | string }>(
      sql`SELECT position FROM webhook_cursor WHERE name = ${CURSOR}`,
    );
    return row && Number(row.position);
  }

  moveCursor(position: number): Promise<void> {
    return this.session.write(async (queries) => {
      await queries.execute(sql`
        INSERT INTO webhook_cursor (name, position) VALUES (${CURSOR}, ${position})
        ON CONFLICT (name) DO UPDATE SET position = excluded.position`);
    });
  }

  add(deliveries: readonly NewDelivery[]): Promise<void> {
    const queues = new Set(deliveries.map(({ webhookId }) => queueOf(webhookId)));
    return this.session.write(async (queries, lock) => {
      // Locks are taken in the same order everywhere, so that two processes never wait for each other.
      for (const queue of [...queues].sort()) await lock(queue);
      for (const each of deliveries) {
        const place = {
          webhook_id: each.webhookId,
          order_uuid: each.event === undefined ? '' : subjectOf(each.event),
        };
        const now = isoTime(each.createdAt);
        const isFirst = !(await hasWaiting(queries, place));
        await queries.execute(
          prepared(
            insertInto('webhook_deliveries', {
              id: each.id,
              ...place,
              host: each.host,
              type: each.type,
              seq: each.event !== undefined && 'seq' in each.event ? each.event.seq : 0,
              position: each.event?.position ?? 0,
              created_at: now,
              state: 'waiting',
              attempts: 0,
              queued_at: now,
              alert: each.event !== undefined && 'alert' in each.event ? json(each.event.alert) : null,
              next_at: isFirst ? isoTime(each.notBefore ?? each.createdAt) : null,
            }),
          ),
        );
      }
    });
  }

  async listDue({
    now,
    busy,
    limit,
  }: Parameters<WebhookDeliveries['listDue']>[0]): Promise<readonly SendingDelivery[]> {
    const conditions = [
      sql`d.next_at <= ${isoTime(now)}`,
      noneOf(sql`d.host`, busy.hosts),
      noneOf(sql`d.webhook_id`, busy.webhooks),
      busy.doubtful ? sql`d.attempts = 0 AND w.failing_since IS NULL` : undefined,
    ];
    const rows = await this.session.select<{
      id: DeliveryId;
      webhook_id: WebhookId;
      host: string;
      attempts: number;
      failing_since: string | null;
    }>(sql`
      SELECT d.id, d.webhook_id, d.host, d.attempts, w.failing_since
      FROM webhook_deliveries d LEFT JOIN webhooks w ON w.id = d.webhook_id
      WHERE ${allOf(conditions)} ORDER BY d.next_at, d.id LIMIT ${limit}`);
    return rows.map(({ id, webhook_id: webhookId, host, attempts, failing_since }) => {
      return { id, webhookId, host, isDoubtful: attempts > 0 || failing_since !== null };
    });
  }

  claim(
    { id, claimant }: DeliveryClaim,
    { now, until }: { readonly now: Date; readonly until: Date },
  ): Promise<Delivery | undefined> {
    return this.session.write(async (queries) => {
      const claimed = await queries.execute(
        prepared(sql`
          UPDATE webhook_deliveries SET claimant = ${claimant}, next_at = ${isoTime(until)}
          WHERE id = ${id} AND next_at <= ${isoTime(now)}`),
      );
      if (claimed === 0) return undefined;
      const row = await queries.entities((manager) =>
        manager.findOneOrFail(WebhookDeliveryTable, { where: { id } }),
      );
      return fromRow(row);
    });
  }

  finish({ id, webhookId, claimant }: DeliveryClaim, result: AfterAttempt): Promise<boolean> {
    const { state, attempts, nextAt, last, endedAt } = result;
    return this.session.write(async (queries, lock) => {
      await lock(queueOf(webhookId));
      const finished = await queries.execute(
        prepared(sql`
          UPDATE webhook_deliveries SET claimant = NULL, state = ${state}, attempts = ${attempts},
            next_at = ${orNull(nextAt)}, last_at = ${isoTime(last.at)}, last_ms = ${last.tookMs},
            last_status = ${last.status ?? null}, last_failure = ${last.failure ?? null}, ended_at = ${orNull(endedAt)}
          WHERE id = ${id} AND claimant = ${claimant}`),
      );
      if (finished === 0) return false;
      if (endedAt !== undefined)
        await queries.execute(
          prepared(sql`
            UPDATE webhook_deliveries SET next_at = ${isoTime(endedAt)} WHERE next_at IS NULL AND id = (
              SELECT later.id FROM webhook_deliveries ended JOIN webhook_deliveries later
                ON later.webhook_id = ended.webhook_id AND later.order_uuid = ended.order_uuid
              WHERE ended.id = ${id} AND later.state = 'waiting'
              ORDER BY later.position, later.created_at, later.id LIMIT 1)`),
        );
      return true;
    });
  }

  async release({ id, claimant }: DeliveryClaim, at: Date): Promise<void> {
    await this.session.statement((queries) =>
      queries.execute(sql`
        UPDATE webhook_deliveries SET claimant = NULL, next_at = ${isoTime(at)}
        WHERE id = ${id} AND claimant = ${claimant}`),
    );
  }

  postpone(webhookId: WebhookId, until: Date): Promise<void> {
    return this.update(
      webhookId,
      sql`next_at = ${isoTime(until)} WHERE ${isIdle(webhookId)} AND next_at < ${isoTime(until)}`,
    );
  }

  resume(webhookId: WebhookId, now: Date): Promise<void> {
    return this.update(
      webhookId,
      sql`next_at = ${isoTime(now)} WHERE ${isIdle(webhookId)} AND attempts = 0 AND next_at > ${isoTime(now)}`,
    );
  }

  retire(webhookId: WebhookId, now: Date): Promise<void> {
    return this.update(
      webhookId,
      sql`state = 'dead', claimant = NULL, next_at = NULL, ended_at = ${isoTime(now)}
        WHERE webhook_id = ${webhookId} AND state = 'waiting' AND order_uuid <> ''`,
    );
  }

  private update(webhookId: WebhookId, change: Sql): Promise<void> {
    return this.session.write(async (queries, lock) => {
      await lock(queueOf(webhookId));
      await queries.execute(sql`UPDATE webhook_deliveries SET ${change}`);
    });
  }

  replay(which: ReplayQuery, now: Date): Promise<number> {
    const { webhookId } = which;
    const at = isoTime(now);
    return this.session.write(async (queries, lock) => {
      await lock(queueOf(webhookId));
      const replayed = await queries.execute(sql`
        UPDATE webhook_deliveries SET state = 'waiting', attempts = 0, queued_at = ${at}, ended_at = NULL
        WHERE webhook_id = ${webhookId} AND order_uuid <> '' AND ${replayable(which)}`);
      // Makes the first delivery of each order due, unless one of the order is due or in progress already.
      await queries.execute(sql`
        UPDATE webhook_deliveries SET next_at = ${at}
        WHERE webhook_id = ${webhookId} AND state = 'waiting' AND next_at IS NULL AND NOT EXISTS (
          SELECT 1 FROM webhook_deliveries other
          WHERE other.webhook_id = ${webhookId} AND other.order_uuid = webhook_deliveries.order_uuid
            AND other.state = 'waiting' AND other.id <> webhook_deliveries.id
            AND (other.next_at IS NOT NULL OR other.position < webhook_deliveries.position))`);
      return replayed;
    });
  }

  moveHost(webhookId: WebhookId, host: string): Promise<void> {
    return this.session.write(async (queries, lock) => {
      await lock(queueOf(webhookId));
      await queries.execute(sql`
        UPDATE webhook_deliveries SET host = ${host}
        WHERE webhook_id = ${webhookId} AND state = 'waiting' AND host <> ${host}`);
    });
  }

  async list({ webhookId, state, after, limit }: DeliveryQuery): Promise<readonly Delivery[]> {
    const place = after === undefined ? undefined : await this.createdAt(webhookId, after);
    if (place === null) return [];
    const rows = await this.session.query((manager) => {
      const list = manager
        .createQueryBuilder(WebhookDeliveryTable, 'd')
        .where('d.webhookId = :webhookId', { webhookId });
      if (state !== undefined) list.andWhere('d.state = :state', { state });
      if (place !== undefined)
        list.andWhere('(d.createdAt < :at OR (d.createdAt = :at AND d.id < :after))', { at: place, after });
      return list.orderBy('d.createdAt', 'DESC').addOrderBy('d.id', 'DESC').take(limit).getMany();
    });
    return rows.map(fromRow);
  }

  /** Time at which the delivery was created; null if the webhook has no such delivery. */
  private async createdAt(webhookId: WebhookId, id: DeliveryId): Promise<string | null> {
    const [row] = await this.session.select<{ created_at: string }>(
      sql`SELECT created_at FROM webhook_deliveries WHERE id = ${id} AND webhook_id = ${webhookId}`,
    );
    return row?.created_at ?? null;
  }

  async count(webhookIds: readonly WebhookId[]): Promise<ReadonlyMap<WebhookId, DeliveryCounts>> {
    const counts = new Map<WebhookId, DeliveryCounts>();
    if (webhookIds.length === 0) return counts;
    const ids = joined(
      webhookIds.map((id) => sql`${id}`),
      ', ',
    );
    const rows = await this.session.select<{
      webhook_id: WebhookId;
      state: Exclude<DeliveryState, 'delivered'>;
      n: number | string;
    }>(sql`
      SELECT webhook_id, state, COUNT(*) AS n FROM webhook_deliveries
      WHERE webhook_id IN (${ids}) AND (state = 'waiting' OR (state = 'dead' AND order_uuid <> ''))
      GROUP BY webhook_id, state`);
    for (const { webhook_id: id, state, n } of rows)
      counts.set(id, { ...(counts.get(id) ?? { waiting: 0, dead: 0 }), [state]: Number(n) });
    return counts;
  }

  countWaiting(): Promise<number> {
    return this.session.read((queries) =>
      queries.number(sql`SELECT COUNT(*) AS n FROM webhook_deliveries WHERE state = 'waiting'`),
    );
  }

  async nextDue(now: Date): Promise<Date | undefined> {
    const [row] = await this.session.select<{ next_at: string | null }>(
      prepared(sql`SELECT MIN(next_at) AS next_at FROM webhook_deliveries WHERE next_at > ${isoTime(now)}`),
    );
    return typeof row?.next_at === 'string' ? new Date(row.next_at) : undefined;
  }

  deleteEnded({ delivered, dead }: Parameters<WebhookDeliveries['deleteEnded']>[0]): Promise<void> {
    return this.session.write(async (queries) => {
      for (const [state, before] of [
        ['delivered', delivered],
        ['dead', dead],
      ] as const)
        await queries.execute(
          sql`DELETE FROM webhook_deliveries WHERE state = ${state} AND ended_at < ${isoTime(before)}`,
        );
    });
  }
}
