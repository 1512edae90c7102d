import { describe, expect, it } from './framework.js';
import { storedBytes, type StoredOrders } from '../domain/order/limits/quotas.js';
import { cancelOrder } from '../domain/order/lifecycle/lifecycle.js';
import type { Address } from '../domain/shared/address.js';
import { ok, unwrap } from '../domain/shared/result.js';
import type { OwnerUsage, StorageAccess } from '../ports/index.js';
import { aBroadcastedOrder, anOpenOrder, AN_OWNER, ANOTHER_OWNER, T0, uuidOf } from './builders.js';
import { openEach, type StorageHarness } from './harness.js';

const day = (n: number) => new Date(Date.UTC(2026, 10, 20 + n));
const NOTHING = { orders: 0, bytes: 0 };
const placedBy = (owner: Address, n: number, usage: StoredOrders) => ({ owner, day: day(n), ...usage });

export function ownerUsageContract(harness: StorageHarness): void {
  describe(`OwnerUsage: ${harness.name}`, () => {
    let ports: StorageAccess;
    let usage: OwnerUsage;
    openEach(harness, (opened) => {
      ports = opened;
      usage = ports.ownerUsage;
    });

    it('adds up the open orders of owners, with their bytes', async () => {
      const { orders } = ports;
      expect(await usage.open([AN_OWNER])).toEqual(new Map());
      const small = anOpenOrder({ uuid: uuidOf(1) });
      const large = anOpenOrder({ uuid: uuidOf(2), extra: { note: 'ü'.repeat(5_000) } });
      const others = [
        anOpenOrder({ uuid: uuidOf(3), owner: ANOTHER_OWNER }),
        aBroadcastedOrder({ uuid: uuidOf(4) }),
      ];
      for (const order of [small, large, ...others]) unwrap(await orders.insert(order));
      const bytes = storedBytes(small.terms) + storedBytes(large.terms);
      expect(bytes).toBeGreaterThan(15_000);
      const other = { orders: 1, bytes: storedBytes(others[0]!.terms) };
      expect(await usage.open([ANOTHER_OWNER, AN_OWNER])).toEqual(
        new Map([
          [AN_OWNER, { orders: 2, bytes }],
          [ANOTHER_OWNER, other],
        ]),
      );

      unwrap(await orders.update(unwrap(cancelOrder(large, 'owner', T0)).order));
      expect(await usage.open([AN_OWNER])).toEqual(
        new Map([[AN_OWNER, { orders: 1, bytes: storedBytes(small.terms) }]]),
      );
    });

    it('adds up what each owner placed on each day, exactly under concurrency', async () => {
      const sums = await Promise.all(
        Array.from({ length: 20 }, () =>
          usage.addPlaced([placedBy(AN_OWNER, 0, { orders: 1, bytes: 3_000 })]),
        ),
      );
      expect(sums.map(([sum]) => sum!.orders).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 20 }, (_, n) => n + 1),
      );
      expect(Math.max(...sums.map(([sum]) => sum!.bytes))).toBe(60_000);
      const one = { orders: 1, bytes: 5_000_000_000 };
      const added = [
        placedBy(ANOTHER_OWNER, 0, one),
        placedBy(AN_OWNER, 1, one),
        placedBy(AN_OWNER, 0, { orders: 2, bytes: 1 }),
      ];
      expect(await usage.addPlaced(added)).toEqual([one, one, { orders: 22, bytes: 60_001 }]);
      expect(await usage.addPlaced([placedBy(AN_OWNER, 0, { orders: -2, bytes: -1 })])).toEqual([
        { orders: 20, bytes: 60_000 },
      ]);
    });

    it('adds nothing for no orders, and finds nothing of no owners', async () => {
      expect(await usage.addPlaced([])).toEqual([]);
      expect(await usage.open([])).toEqual(new Map());
    });

    it('adds for the same owners in any order at the same time', async () => {
      const both = [AN_OWNER, ANOTHER_OWNER].map((owner) => placedBy(owner, 0, { orders: 1, bytes: 1 }));
      const reversed = both.toReversed();
      await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          ports.unitOfWork.run(async ({ ownerUsage }) =>
            ok(await ownerUsage.addPlaced(n % 2 === 0 ? both : reversed)),
          ),
        ),
      );
      expect(await usage.addPlaced([placedBy(AN_OWNER, 0, NOTHING)])).toEqual([{ orders: 20, bytes: 20 }]);
    });

    it('forgets what a unit of work added that was rolled back', async () => {
      const failed = ports.unitOfWork.run(async ({ ownerUsage }) => {
        await ownerUsage.addPlaced([placedBy(AN_OWNER, 0, { orders: 1, bytes: 1 })]);
        throw new Error('refused');
      });
      await expect(failed).rejects.toThrow('refused');
      expect(await usage.addPlaced([placedBy(AN_OWNER, 0, NOTHING)])).toEqual([NOTHING]);
    });

    it('deletes exactly the days before the given one', async () => {
      await usage.addPlaced([0, 1, 2].map((n) => placedBy(AN_OWNER, n, { orders: n + 1, bytes: 0 })));
      await usage.deleteBefore(day(1));
      const left = await usage.addPlaced([0, 1, 2].map((n) => placedBy(AN_OWNER, n, NOTHING)));
      expect(left.map(({ orders }) => orders)).toEqual([0, 2, 3]);
    });
  });
}
