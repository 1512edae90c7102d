import { LessThan } from 'typeorm';
import { ORDER_STATUSES } from '../../../domain/order/order.js';
import type { StoredOrders } from '../../../domain/order/limits/quotas.js';
import type { Address } from '../../../domain/shared/address.js';
import type { OwnerUsage, PlacedOrders } from '../../../ports/owner-usage.js';
import { column, isoTime, plain, prepared, sql, type Session } from '../database/index.js';

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
  async open(owners: readonly Address[]): Promise<ReadonlyMap<Address, StoredOrders>> {
    const rows = await this.session.read((queries) =>
      queries.select<UsageRow>(
        prepared(sql`
          SELECT owner, COUNT(*) AS orders, SUM(bytes) AS bytes FROM orders
          WHERE ${queries.dialect.oneOf(plain('owner'), owners)} AND status_rank = ${OPEN} GROUP BY owner`),
      ),
    );
    return new Map(rows.map((row) => [row.owner, usageOf(row)]));
  }

  async addPlaced(placed: readonly PlacedOrders[]): Promise<readonly StoredOrders[]> {
    if (placed.length === 0) return [];
    const added = placed.map(({ owner, day, orders, bytes }) => ({
      owner,
      day: isoTime(day),
      orders,
      bytes,
    }));
    // Concurrent callers queue for the rows' locks, which each takes in the same order.
    const rows = await this.session.statement((queries) =>
      queries.select<UsageRow & { readonly day: string }>(
        prepared(sql`
          INSERT INTO owner_days (owner, day, orders, bytes)
          SELECT r.owner, r.day, r.orders, r.bytes FROM ${queries.dialect.records(added)} WHERE true
          ORDER BY r.owner, r.day
          ON CONFLICT (owner, day) DO UPDATE
            SET orders = owner_days.orders + excluded.orders, bytes = owner_days.bytes + excluded.bytes
          RETURNING owner, day, orders, bytes`),
      ),
    );
    const sums = new Map(rows.map((row) => [`${row.owner} ${row.day}`, usageOf(row)]));
    return added.map(({ owner, day }) => sums.get(`${owner} ${day}`)!);
  }

  async deleteBefore(day: Date): Promise<void> {
    await this.session.change((manager) => manager.delete(OwnerDayTable, { day: LessThan(day) }));
  }
}

/** Postgres returns sums as text. */
interface UsageRow extends Readonly<Record<keyof StoredOrders, number | string>> {
  readonly owner: Address;
}

const usageOf = ({ orders, bytes }: UsageRow): StoredOrders => ({
  orders: Number(orders),
  bytes: Number(bytes),
});
