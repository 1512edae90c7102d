import { NO_ORDERS, storedBytes, sumOf, type StoredOrders } from '../../domain/order/limits/quotas.js';
import type { Address } from '../../domain/shared/address.js';
import type { OwnerUsage, PlacedOrders } from '../../ports/owner-usage.js';
import { deleteWhere, type Session } from './tables.js';

export class InMemoryOwnerUsage implements OwnerUsage {
  constructor(private readonly session: Session) {}

  open(owners: readonly Address[]): Promise<ReadonlyMap<Address, StoredOrders>> {
    return this.session.read(({ orders }) => {
      const usage = new Map<Address, StoredOrders>();
      for (const { terms, status } of orders.values())
        if (status === 'open' && owners.includes(terms.owner))
          usage.set(
            terms.owner,
            sumOf(usage.get(terms.owner) ?? NO_ORDERS, { orders: 1, bytes: storedBytes(terms) }),
          );
      return usage;
    });
  }

  addPlaced(placed: readonly PlacedOrders[]): Promise<readonly StoredOrders[]> {
    return this.session.write(({ ownerDays }) =>
      placed.map(({ owner, day, ...added }) => {
        const startMs = day.getTime();
        const key = `${owner} ${startMs}`;
        const sum = sumOf(ownerDays.get(key) ?? NO_ORDERS, added);
        ownerDays.set(key, { startMs, ...sum });
        return sum;
      }),
    );
  }

  deleteBefore(day: Date): Promise<void> {
    return this.session.write(({ ownerDays }) =>
      deleteWhere(ownerDays, ({ startMs }) => startMs < day.getTime()),
    );
  }
}
