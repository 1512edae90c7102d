import type { LoggedOrderEvent, OrderEvent } from '../../../domain/order/events.js';
import type { OrderUuid } from '../../../domain/order/ids.js';
import type { EndedOrder, FirstEvent, OrderEventLog } from '../../../ports/order-event-log.js';
import { column, isoTime, joined, json, prepared, rowOf, sql, type Session } from '../database/index.js';
import { insertEvents } from './order-feed.js';

export const OrderEventTable = column.table('order_events', {
  position: column.primary(column.count('position')),
  orderUuid: column.text<OrderUuid>('order_uuid'),
  seq: column.integer('seq'),
  type: column.text<LoggedOrderEvent['type']>('type'),
  at: column.time('at'),
  facts: column.document<LoggedOrderEvent['facts']>('facts'),
});

/** Number of rows per statement: databases limit the number of values. */
const MAX_ROWS = 500;

export class TypeOrmOrderEventLog implements OrderEventLog {
  constructor(private readonly session: Session) {}

  async begin(first: readonly FirstEvent[]): Promise<void> {
    for (let n = 0; n < first.length; n += MAX_ROWS) {
      const rows = first
        .slice(n, n + MAX_ROWS)
        .map(({ uuid, event: { type, at, facts } }) => rowOf([uuid, 1, type, isoTime(at), json(facts)]));
      await this.session.write(async (queries) => {
        const insert = insertEvents(queries.dialect.name, joined(rows, ', '));
        await queries.execute(rows.length === 1 ? prepared(insert) : insert);
        queries.appendsEvents = true;
      });
    }
  }

  append(uuid: OrderUuid, { type, at, facts }: OrderEvent): Promise<void> {
    const next = sql`(SELECT COALESCE(MAX(seq), 0) + 1 FROM order_events WHERE order_uuid = ${uuid})`;
    const row = sql`(${uuid}, ${next}, ${type}, ${isoTime(at)}, ${json(facts)})`;
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
