import type { LoggedOrderEvent, OrderEvent, OrderEventType } from '../../../domain/order/events.js';
import type { OrderUuid } from '../../../domain/order/ids.js';
import type { OrderEventLog } from '../../../ports/order-event-log.js';
import type { Session } from '../database/database.js';
import type { OrderEventRow } from './order-event-table.js';
import { isoTime, json, StoredFields } from '../database/stored-fields.js';

const APPEND =
  'INSERT INTO order_events (order_uuid, seq, type, at, facts) ' +
  'VALUES (?, (SELECT COALESCE(MAX(seq), 0) + 1 FROM order_events WHERE order_uuid = ?), ?, ?, ?)';
const LIST = 'SELECT * FROM order_events WHERE order_uuid = ? ORDER BY seq';

export class TypeOrmOrderEventLog implements OrderEventLog {
  constructor(private readonly session: Session) {}

  append(uuid: OrderUuid, { type, at, facts }: OrderEvent): Promise<void> {
    const values = [uuid, uuid, type, isoTime(at), json(facts)];
    return this.session.write(async (queries, lock) => {
      // Its own statement, before the insert: a statement sees nothing of what was committed while it waited.
      await lock(`order-events:${uuid}`);
      await queries.execute(APPEND, values);
    });
  }

  list(uuid: OrderUuid): Promise<readonly LoggedOrderEvent[]> {
    return this.session.read(async (queries) => {
      const rows = await queries.rows<OrderEventRow>(LIST, [uuid]);
      return rows.map(fromRow);
    });
  }
}

function fromRow(row: OrderEventRow): LoggedOrderEvent {
  const columns = StoredFields.of(row, `order_events ${row.order_uuid}`);
  return {
    seq: columns.number('seq'),
    type: columns.text<OrderEventType>('type'),
    at: columns.time('at'),
    facts: columns.document('facts'),
  };
}
