import { LessThan } from 'typeorm';
import { ORDER_STATUSES } from '../../../domain/order/order.js';
import type { StoredOrders } from '../../../domain/order/limits/quotas.js';
import type { Address } from '../../../domain/shared/address.js';
import type { OwnerUsage } from '../../../ports/owner-usage.js';
import { column, isoTime, sql, type Session, type Sql } from '../database/index.js';

export const OwnerDayTable = column.table('owner_days', {
  owner: column.primary(column.text('owner')),
  /** Start of the day. */
  day: column.primary(column.time('day')),
  orders: column.count('orders'),
  bytes: column.count('bytes'),
});

const OPEN = ORDER_STATUSES.indexOf('open');

export class TypeOrmOwnerUsage implements OwnerUsage {
  constructor(private readonly session: Session) {}

  /** Reads only the index orders_by_owner_status. */
  open(owner: Address): Promise<StoredOrders> {
    return this.sum(sql`
      SELECT COUNT(*) AS orders, SUM(bytes) AS bytes FROM orders WHERE owner = ${owner} AND status_rank = ${OPEN}`);
  }

  addPlaced(owner: Address, day: Date, { orders, bytes }: StoredOrders): Promise<StoredOrders> {
    // Concurrent callers queue for the row's lock.
    return this.sum(sql`
      INSERT INTO owner_days (owner, day, orders, bytes) VALUES (${owner}, ${isoTime(day)}, ${orders}, ${bytes})
      ON CONFLICT (owner, day) DO UPDATE
        SET orders = owner_days.orders + excluded.orders, bytes = owner_days.bytes + excluded.bytes
      RETURNING orders, bytes`);
  }

  async deleteBefore(day: Date): Promise<void> {
    await this.session.change((manager) => manager.delete(OwnerDayTable, { day: LessThan(day) }));
  }

  private async sum(query: Sql): Promise<StoredOrders> {
    // Postgres returns sums as text.
    type Row = { readonly [K in keyof StoredOrders]: number | string | null };
    const [row] = await this.session.statement((queries) => queries.select<Row>(query));
    return { orders: Number(row?.orders ?? 0), bytes: Number(row?.bytes ?? 0) };
  }
}
