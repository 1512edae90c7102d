import type { LoggedOrderEvent, OrderEvent } from '../../../domain/order/events.js';
import type { OrderUuid } from '../../../domain/order/ids.js';
import type { EndedOrder, FirstEvent, OrderEventLog } from '../../../ports/order-event-log.js';
import { column, isoTime, json, prepared, recordColumnsOf, sql, type Session } from '../database/index.js';
import { insertEvents } from './order-feed.js';

export const OrderEventTable = column.table('order_events', {
  position: column.primary(column.count('position')),
  orderUuid: column.text<OrderUuid>('order_uuid'),
  seq: column.integer('seq'),
  type: column.text<LoggedOrderEvent['type']>('type'),
  at: column.time('at'),
  facts: column.document<LoggedOrderEvent['facts']>('facts'),
});

export class TypeOrmOrderEventLog implements OrderEventLog {
  constructor(private readonly session: Session) {}

  async begin(first: readonly FirstEvent[]): Promise<void> {
    if (first.length === 0) return;
    const rows = first.map(({ uuid, event: { type, at, facts } }) => ({
      order_uuid: uuid,
      seq: 1,
      type,
      at: isoTime(at),
      facts: json(facts),
    }));
    await this.session.write(async (queries) => {
      await queries.store(rows, (records) =>
        insertEvents(queries.dialect.name, sql`SELECT ${recordColumnsOf(rows[0]!)} FROM ${records}`),
      );
      queries.appendsEvents = true;
    });
  }

  append(uuid: OrderUuid, { type, at, facts }: OrderEvent): Promise<void> {
    const next = sql`(SELECT COALESCE(MAX(seq), 0) + 1 FROM order_events WHERE order_uuid = ${uuid})`;
    const row = sql`VALUES (${uuid}, ${next}, ${type}, ${isoTime(at)}, ${json(facts)})`;
    return this.session.write(async (queries, lock) => {
      // The lock is a separate statement, because a statement does not see what was committed while it waited.
      await lock(`order-events:${uuid}`);
      await queries.execute(prepared(insertEvents(queries.dialect.name, row)));
      queries.appendsEvents = true;
    });
  }

  async list(orderUuid: OrderUuid): Promise<readonly LoggedOrderEvent[]> {
    const rows = await this.session.query((manager) =>
      manager.find(OrderEventTable, { where: { orderUuid }, order: { seq: 'ASC' } }),
    );
    return rows.map(({ seq, type, at, facts }) => ({ seq, type, at, facts }));
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
