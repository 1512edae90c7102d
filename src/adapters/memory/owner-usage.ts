import { storedBytes, type StoredOrders } from '../../domain/order/limits/quotas.js';
import type { Address } from '../../domain/shared/address.js';
import type { OwnerUsage } from '../../ports/owner-usage.js';
import { deleteWhere, type Session } from './tables.js';

export class InMemoryOwnerUsage implements OwnerUsage {
  constructor(private readonly session: Session) {}

  open(owner: Address): Promise<StoredOrders> {
    return this.session.read(({ orders }) => {
      const open = [...orders.values()].filter(
        ({ terms, status }) => terms.owner === owner && status === 'open',
      );
      return { orders: open.length, bytes: open.reduce((sum, { terms }) => sum + storedBytes(terms), 0) };
    });
  }

  addPlaced(owner: Address, day: Date, { orders, bytes }: StoredOrders): Promise<StoredOrders> {
    const startMs = day.getTime();
    return this.session.write(({ ownerDays }) => {
      const key = `${owner} ${startMs}`;
      const before = ownerDays.get(key) ?? { orders: 0, bytes: 0 };
      const placed = { orders: before.orders + orders, bytes: before.bytes + bytes };
      ownerDays.set(key, { startMs, ...placed });
      return placed;
    });
  }

  deleteBefore(day: Date): Promise<void> {
    return this.session.write(({ ownerDays }) =>
      deleteWhere(ownerDays, ({ startMs }) => startMs < day.getTime()),
    );
  }
}
