import { trailPlaceOf } from '../domain/order/conditions/conditions.js';
import {
  gridPointOf,
  groupName,
  markSince,
  reachedTrails,
  type Mark,
  type TrailGroup,
} from '../domain/order/conditions/marks.js';
import { parseTargetPrice } from '../domain/order/conditions/price-ratio.js';
import { REACHED_STOP, type TrailCondition } from '../domain/order/conditions/trail.js';
import { ok, unwrap } from '../domain/shared/result.js';
import type { StorageAccess } from '../ports/index.js';
import {
  A_SUBNET_TOKEN,
  aBroadcastedOrder,
  aCancelledOrder,
  anOpenOrder,
  at,
  T0,
  uuidOf,
} from './builders.js';
import { aPriceCondition, aTrailCondition } from './conditions.js';
import { describe, expect, it } from './framework.js';
import { openEach, type StorageHarness } from './harness.js';

const RUN_MS = 300_000;
const RUN = gridPointOf(T0);
const scaled = (text: string) => unwrap(parseTargetPrice(text)).scaled;

/** Tests that marks only rise, in whatever order they are raised, and that exactly the orders at their stop are claimed. */
export function watermarksContract(harness: StorageHarness): void {
  describe(`Watermarks: ${harness.name}`, () => {
    let ports: StorageAccess;
    openEach(harness, (opened) => (ports = opened));

    const GROUP = groupOf(aTrailCondition());
    /** The nth order, placed so many runs after T0. */
    const trailing = (n: number, trigger: TrailCondition = aTrailCondition(), runs = 0) =>
      anOpenOrder({ uuid: uuidOf(n), trigger }, { createdAt: at(runs * RUN_MS + 1) });
    const store = async (...orders: Parameters<StorageAccess['orders']['insert']>[0][]) => {
      for (const order of orders) unwrap(await ports.orders.insert(order));
    };
    const raise = (price: string, run: number, group: TrailGroup = GROUP) =>
      ports.watermarks.raise([{ group, mark: { level: scaled(price), at: RUN + run } }], 0);
    const marks = async (group: TrailGroup = GROUP): Promise<readonly Mark[]> => {
      const all = await ports.watermarks.list();
      return all.find((each) => groupName(each.group) === groupName(group))?.marks ?? [];
    };
    const markOf = async (run: number) => markSince(await marks(), RUN + run)?.level;
    /** Lets the price be reached by every group that trails in dollars. */
    const trigger = async (price: string) => {
      const ratio = { floor: scaled(price), ceiling: scaled(price) };
      const all = await ports.watermarks.list();
      await ports.watermarks.trigger(all.flatMap(({ group, marks: of }) => reachedTrails(group, of, ratio)));
    };
    const claimed = async (ms = 10 * RUN_MS, claimant = 'a') => {
      const request = { now: at(ms), limit: 100, leaseMs: 1_000, claimant };
      const claims = await ports.executionQueue.claim({ ...request, reached: [REACHED_STOP] });
      return claims.map(({ uuid }) => uuid).sort();
    };

    it('have no groups before an order trails a price', async () => {
      await store(anOpenOrder({ trigger: aPriceCondition() }));
      expect(await ports.watermarks.groups()).toEqual([]);
      expect(await ports.watermarks.list()).toEqual([]);
      await ports.watermarks.raise([], 0);
      await ports.watermarks.trigger([]);
      expect(await claimed()).toEqual([]);
    });

    it('have one group for all orders that trail alike, and another for each difference', async () => {
      const different = [
        aTrailCondition('gt'),
        aTrailCondition('lt', { price: unwrap(parseTargetPrice('1')) }),
        aTrailCondition('lt', { bps: 500 }, { baseAsset: A_SUBNET_TOKEN }),
      ];
      await store(trailing(1), trailing(2, aTrailCondition('lt', { bps: 9 })));
      await store(...different.map((condition, n) => trailing(3 + n, condition)));
      await store(anOpenOrder({ uuid: uuidOf(9), trigger: aTrailCondition(), confirm: { runs: 2 } }));
      const names = (await ports.watermarks.groups()).map(groupName).sort();
      const expected = [aTrailCondition(), ...different].map((condition) => groupName(groupOf(condition)));
      expect(names).toEqual([...expected, groupName({ ...GROUP, runs: 10 })].sort());
    });

    it('keep a group while its order is open or broadcasted, and its marks for the order that opens again', async () => {
      const order = trailing(1);
      await store(order);
      await raise('2', 0);
      const sent = { ...aBroadcastedOrder(order.terms), createdAt: order.createdAt };
      unwrap(await ports.orders.update({ ...sent, version: 1 }));
      await raise('1.5', 1);
      expect(await markOf(0)).toBe(scaled('2'));
      unwrap(await ports.orders.update({ ...order, version: 2 }));
      await trigger('1.5');
      expect(await claimed()).toEqual([uuidOf(1)]);
      unwrap(await ports.orders.update({ ...aCancelledOrder(order.terms), version: 3 }));
      expect(await ports.watermarks.groups()).toEqual([]);
    });

    it('know the highest mark since each run, in whatever order marks arrive, and again and again', async () => {
      await store(trailing(1));
      const raised = [
        ['1', 0],
        ['3', 1],
        ['2', 2],
        ['2.5', 3],
      ] as const;
      for (const [price, run] of [...raised, ...raised.toReversed(), ...raised]) await raise(price, run);
      expect(await Promise.all([0, 1, 2, 3, 4].map(markOf))).toEqual([
        ...['3', '3', '2.5', '2.5'].map(scaled),
        undefined,
      ]);
    });

    it('never lower the mark of a run', async () => {
      await store(trailing(1));
      await raise('2', 0);
      await raise('1', 0);
      expect(await markOf(0)).toBe(scaled('2'));
      await raise('3', 0);
      expect(await markOf(0)).toBe(scaled('3'));
    });

    it('are as few as the prices fall, however many runs raise them', async () => {
      await store(trailing(1));
      for (let run = 0; run < 20; run++) await raise(String(100 + run), run);
      expect(await marks()).toEqual([{ level: scaled('119'), at: RUN + 19 }]);
    });

    it('forget runs before the one that is named', async () => {
      await store(trailing(1));
      await raise('3', 0);
      await ports.watermarks.raise([{ group: GROUP, mark: { level: scaled('2'), at: RUN + 1 } }], RUN + 1);
      expect(await marks()).toEqual([{ level: scaled('2'), at: RUN + 1 }]);
    });

    it('raised by ten processes at the same time are the highest', async () => {
      await store(trailing(1));
      await Promise.all(Array.from({ length: 10 }, (_, n) => raise(String(10 + ((n * 7) % 10)), n % 3)));
      expect(await markOf(0)).toBe(scaled('19'));
    });

    it('let the queue claim the orders that are at their stop, and no other', async () => {
      await store(
        trailing(1, aTrailCondition('lt', { bps: 500 })),
        trailing(2, aTrailCondition('lt', { bps: 501 })),
        trailing(3, aTrailCondition('lt', { bps: 500 }), 1),
        trailing(4, aTrailCondition('lt', { bps: 1 }), 1),
        trailing(
          5,
          aTrailCondition('lt', { bps: 500 }, { activationPrice: unwrap(parseTargetPrice('100.5')) }),
        ),
        trailing(
          6,
          aTrailCondition('lt', { bps: 500 }, { activationPrice: unwrap(parseTargetPrice('100')) }),
        ),
      );
      await raise('100', 0);
      await raise('96', 1);
      await trigger('95');
      expect(await claimed()).toEqual([uuidOf(1), uuidOf(4), uuidOf(6)]);
    });

    it('take back an order that no one has claimed when the price leaves its stop', async () => {
      await store(trailing(1));
      await raise('100', 0);
      await trigger('95');
      await trigger('95.1');
      expect(await claimed()).toEqual([]);
      await trigger('94');
      await trigger('93');
      expect(await claimed()).toEqual([uuidOf(1)]);
    });

    it('leave claims and back-offs of the queue as they are', async () => {
      await store(trailing(1));
      await raise('100', 0);
      await trigger('95');
      expect(await claimed(0)).toEqual([uuidOf(1)]);
      await trigger('96');
      await trigger('95');
      expect(await claimed(500, 'b')).toEqual([]);
      expect(await claimed(1_000, 'b')).toEqual([uuidOf(1)]);
      const retry = { attempts: 1, at: at(5_000), reason: 'no-route' };
      await ports.executionQueue.release({ uuid: uuidOf(1), claimant: 'b' }, retry);
      await trigger('95');
      expect(await claimed(4_999)).toEqual([]);
      expect(await claimed(5_000)).toEqual([uuidOf(1)]);
    });

    it('keep the window of an order, and wake it when it opens', async () => {
      const { terms, createdAt } = trailing(1);
      await store(anOpenOrder({ ...terms, validFrom: at(9_000) }, { createdAt }));
      expect(await ports.executionQueue.nextWakeUp(at(2))).toEqual(at(9_000));
      await raise('100', 0);
      await trigger('95');
      expect(await claimed(8_999)).toEqual([]);
      expect(await claimed(9_000)).toEqual([uuidOf(1)]);
    });

    it('claim nothing of orders whose stop is reached under the keys of prices', async () => {
      await store(trailing(1));
      await raise('100', 0);
      await trigger('95');
      const request = { now: at(0), limit: 9, leaseMs: 1, claimant: 'a' };
      const reached = [{ ...GROUP, level: scaled('1000') }];
      expect(await ports.executionQueue.claim({ ...request, reached })).toEqual([]);
    });

    it('stored in a unit of work that fails are not stored', async () => {
      await ports.unitOfWork.run<never, 'undone'>(async (storage) => {
        unwrap(await storage.orders.insert(trailing(1)));
        return { ok: false, error: 'undone' };
      });
      expect(await ports.watermarks.groups()).toEqual([]);
      await ports.unitOfWork.run(async (storage) => {
        unwrap(await storage.orders.insert(trailing(1)));
        return ok();
      });
      expect(await ports.watermarks.groups()).toEqual([GROUP]);
    });
  });
}

const groupOf = (trigger: TrailCondition): TrailGroup => trailPlaceOf(anOpenOrder({ trigger }))!.group;
