import type { LoggedOrderEvent, OrderEvent } from '../../../domain/order/events.js';
import type { OrderUuid } from '../../../domain/order/ids.js';
import type { EndedOrder, EventOfOrder, OrderEventLog } from '../../../ports/order-event-log.js';
import { column, isoTime, json, plain, prepared, sql, type Session } from '../database/index.js';
import { insertEvents } from './order-feed.js';

export const OrderEventTable = column.table('order_events', {
  position: column.primary(column.count('position')),
  orderUuid: column.text<OrderUuid>('order_uuid'),
  seq: column.integer('seq'),
  type: column.text<LoggedOrderEvent['type']>('type'),
  at: column.time('at'),
  facts: column.document<LoggedOrderEvent['facts']>('facts'),
});

interface EventRow {
  readonly order_uuid: OrderUuid;
  readonly seq: number;
  readonly type: LoggedOrderEvent['type'];
  readonly at: string;
  readonly facts: string;
}

const rowOf = (uuid: OrderUuid, { type, at, facts }: OrderEvent) => ({
  order_uuid: uuid,
  type,
  at: isoTime(at),
  facts: json(facts),
});

export class TypeOrmOrderEventLog implements OrderEventLog {
  constructor(private readonly session: Session) {}

  async begin(first: readonly EventOfOrder[]): Promise<void> {
    if (first.length === 0) return;
    const rows = first.map(({ uuid, event }) => ({ ...rowOf(uuid, event), seq: 1 }));
    await this.session.write(async (queries) => {
      await queries.store(rows, (records) =>
        insertEvents(
          queries.dialect.name,
          sql`SELECT r.order_uuid, r.seq, r.type, r.at, r.facts FROM ${records}`,
        ),
      );
      queries.appendsEvents = true;
    });
  }

  async append(...events: readonly EventOfOrder[]): Promise<void> {
    if (events.length === 0) return;
    const appended = new Map<OrderUuid, number>();
    const rows = events.map(({ uuid, event }, n) => {
      const nth = (appended.get(uuid) ?? 0) + 1;
      appended.set(uuid, nth);
      return { ...rowOf(uuid, event), n, nth };
    });
    await this.session.write(async (queries, lock) => {
      // The lock is a separate statement, because a statement does not see what was committed while it waited.
      await lock(...[...appended.keys()].sort().map((uuid) => `order-events:${uuid}`));
      const last = sql`(SELECT COALESCE(MAX(seq), 0) FROM order_events WHERE order_uuid = r.order_uuid)`;
      const selected = sql`
        SELECT r.order_uuid, ${last} + r.nth, r.type, r.at, r.facts FROM ${queries.dialect.records(rows)} ORDER BY r.n`;
      await queries.execute(prepared(insertEvents(queries.dialect.name, selected)));
      queries.appendsEvents = true;
    });
  }

  async list(uuid: OrderUuid): Promise<readonly LoggedOrderEvent[]> {
    return (await this.listMany([uuid])).get(uuid)!;
  }

  async listMany(uuids: readonly OrderUuid[]): Promise<ReadonlyMap<OrderUuid, readonly LoggedOrderEvent[]>> {
    const rows = await this.session.read((queries) =>
      queries.select<EventRow>(
        prepared(sql`
          SELECT order_uuid, seq, type, at, facts FROM order_events
          WHERE ${queries.dialect.oneOf(plain('order_uuid'), uuids)} ORDER BY order_uuid, seq`),
      ),
    );
    const logs = new Map<OrderUuid, LoggedOrderEvent[]>(uuids.map((uuid) => [uuid, []]));
    for (const { order_uuid: uuid, seq, type, at, facts } of rows)
      logs
        .get(uuid)!
        .push({ seq, type, at: new Date(at), facts: JSON.parse(facts) as LoggedOrderEvent['facts'] });
    return logs;
  }

  async listEnded({
    after,
    until,
    limit,
  }: Parameters<OrderEventLog['listEnded']>[0]): Promise<readonly EndedOrder[]> {
    const rows = await this.session.select<{ order_uuid: OrderUuid; at: string }>(sql`
      SELECT order_uuid, at FROM order_events
      WHERE type IN ('cancelled', 'failed') AND (at, order_uuid) > (${isoTime(after.at)}, ${after.uuid})
        AND at <= ${isoTime(until)}
      ORDER BY at, order_uuid LIMIT ${limit}`);
    return rows.map(({ order_uuid: uuid, at }) => ({ uuid, at: new Date(at) }));
  }
}
