import { describe, expect, it } from './framework.js';
import { storedBytes } from '../domain/order/limits/quotas.js';
import { cancelOrder } from '../domain/order/lifecycle/lifecycle.js';
import { unwrap } from '../domain/shared/result.js';
import type { OwnerUsage, StorageAccess } from '../ports/index.js';
import { aBroadcastedOrder, anOpenOrder, AN_OWNER, ANOTHER_OWNER, T0, uuidOf } from './builders.js';
import { openEach, type StorageHarness } from './harness.js';

const day = (n: number) => new Date(Date.UTC(2026, 10, 20 + n));
const NOTHING = { orders: 0, bytes: 0 };

export function ownerUsageContract(harness: StorageHarness): void {
  describe(`OwnerUsage: ${harness.name}`, () => {
    let ports: StorageAccess;
    let usage: OwnerUsage;
    openEach(harness, (opened) => {
      ports = opened;
      usage = ports.ownerUsage;
    });

    it('adds up the open orders of one owner, with their bytes', async () => {
      const { orders } = ports;
      expect(await usage.open(AN_OWNER)).toEqual(NOTHING);
      const small = anOpenOrder({ uuid: uuidOf(1) });
      const large = anOpenOrder({ uuid: uuidOf(2), extra: { note: 'ü'.repeat(5_000) } });
      const others = [
        anOpenOrder({ uuid: uuidOf(3), owner: ANOTHER_OWNER }),
        aBroadcastedOrder({ uuid: uuidOf(4) }),
      ];
      for (const order of [small, large, ...others]) unwrap(await orders.insert(order));
      const bytes = storedBytes(small.terms) + storedBytes(large.terms);
      expect(bytes).toBeGreaterThan(15_000);
      expect(await usage.open(AN_OWNER)).toEqual({ orders: 2, bytes });

      unwrap(await orders.update(unwrap(cancelOrder(large, 'owner', T0)).order));
      expect(await usage.open(AN_OWNER)).toEqual({ orders: 1, bytes: storedBytes(small.terms) });
    });

    it('adds up what each owner placed on each day, exactly under concurrency', async () => {
      const sums = await Promise.all(
        Array.from({ length: 20 }, () => usage.addPlaced(AN_OWNER, day(0), { orders: 1, bytes: 3_000 })),
      );
      expect(sums.map(({ orders }) => orders).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 20 }, (_, n) => n + 1),
      );
      expect(Math.max(...sums.map(({ bytes }) => bytes))).toBe(60_000);
      const one = { orders: 1, bytes: 5_000_000_000 };
      expect(await usage.addPlaced(ANOTHER_OWNER, day(0), one)).toEqual(one);
      expect(await usage.addPlaced(AN_OWNER, day(1), one)).toEqual(one);
    });

    it('forgets what a unit of work added that was rolled back', async () => {
      const failed = ports.unitOfWork.run(async ({ ownerUsage }) => {
        await ownerUsage.addPlaced(AN_OWNER, day(0), { orders: 1, bytes: 1 });
        throw new Error('refused');
      });
      await expect(failed).rejects.toThrow('refused');
      expect(await usage.addPlaced(AN_OWNER, day(0), NOTHING)).toEqual(NOTHING);
    });

    it('deletes exactly the days before the given one', async () => {
      for (const n of [0, 1, 2]) await usage.addPlaced(AN_OWNER, day(n), { orders: n + 1, bytes: 0 });
      await usage.deleteBefore(day(1));
      const left = await Promise.all([0, 1, 2].map((n) => usage.addPlaced(AN_OWNER, day(n), NOTHING)));
      expect(left.map(({ orders }) => orders)).toEqual([0, 2, 3]);
    });
  });
}
