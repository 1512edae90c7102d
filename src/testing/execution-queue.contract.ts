import { describe, expect, it } from './framework.js';
import { levelOf } from '../domain/order/conditions/conditions.js';
import { MAX_AGE_MS } from '../domain/order/lifecycle/strategy.js';
import {
  A_ROUTER,
  A_SUBNET_TOKEN,
  A_TOKEN,
  aCancelledOrder,
  anOpenOrder,
  at,
  handleFor,
  txidOf,
  uuidOf,
} from './builders.js';
import type { StorageHarness } from './harness.js';
import { aPriceCondition, aRatio, aTrailCondition, aWindowCondition, reachedAt } from './conditions.js';
import { ALWAYS, anOrderWith, queueSteps } from './queue.js';

const HUGE = `${'9'.repeat(39)}.${'9'.repeat(18)}`;
const TINY = '0.000000000000000001';

/** Tests which orders wait, become due and expire, and in which order they do. */
export function executionQueueContract(harness: StorageHarness): void {
  describe(`ExecutionQueue: ${harness.name}`, () => {
    const { queue, store, change, claims, claimed, mine } = queueSteps(harness);

    it('has no claims, pairs, expiries or wake-ups while it is empty', async () => {
      expect(await claims(0, { ratios: [aRatio('1')] })).toEqual([]);
      expect(await queue().triggerPairs()).toEqual([]);
      expect(await queue().listExpired(at(10 * MAX_AGE_MS), 9)).toEqual([]);
      expect(await queue().nextWakeUp(at(0))).toBeUndefined();
      expect(await queue().retryOf(uuidOf(1))).toBeUndefined();
      await queue().release(mine(1));
    });

    it('holds an exit only while its entry is confirmed, from then on as if it were new', async () => {
      const after = { uuid: uuidOf(8), handle: handleFor(uuidOf(8)) };
      const exit = anOpenOrder({ uuid: uuidOf(1), trigger: ALWAYS, after });
      const trailing = anOpenOrder({ uuid: uuidOf(2), trigger: aTrailCondition(), after });
      await store(exit, trailing);
      const isEmpty = async () => {
        expect(await claimed(1)).toEqual([]);
        expect(await queue().listExpired(at(10 * MAX_AGE_MS), 9)).toEqual([]);
        expect(await queue().nextWakeUp(at(0))).toBeUndefined();
      };
      await isEmpty();
      const activation = { at: at(MAX_AGE_MS) };
      for (const order of [exit, trailing]) await change({ ...order, activation });
      expect(await queue().listExpired(at(2 * MAX_AGE_MS - 1), 9)).toEqual([]);
      expect(await queue().listExpired(at(2 * MAX_AGE_MS), 9)).toEqual([uuidOf(1), uuidOf(2)]);
      expect(await claims(MAX_AGE_MS + 1)).toMatchObject([{ uuid: uuidOf(1), dueAt: at(MAX_AGE_MS) }]);
      for (const order of [exit, trailing]) await change(order);
      await isEmpty();
      await queue().release(mine(1));
      await change({ ...exit, ending: 'owner' });
      expect(await queue().listExpired(at(1), 9)).toEqual([uuidOf(1)]);
    });

    describe('reached price levels', () => {
      it.each([
        ['gt', '2', '2', '2', true],
        ['gt', '2', `1.${'9'.repeat(18)}`, '2', false],
        ['gt', '2', '2', `2.${TINY.slice(2)}`, true],
        ['lt', '2', '2', '2', true],
        ['lt', '2', '2', `2.${TINY.slice(2)}`, false],
        ['lt', '2', `1.${'9'.repeat(18)}`, '2', true],
        ['gt', TINY, TINY, TINY, true],
        ['gt', TINY, '0', TINY, false],
        ['lt', TINY, '0', TINY, true],
        ['gt', '0', '0', TINY, true],
        ['lt', '0', '0', TINY, false],
        ['gt', '9.5', '10', '10', true],
        ['gt', '10', '9.5', '9.5', false],
        ['lt', '9.5', '10', '10', false],
        ['lt', '10', '9.5', '9.5', true],
        ['gt', HUGE, HUGE, HUGE, true],
        ['gt', HUGE, '1', '1', false],
        ['lt', HUGE, HUGE, HUGE, true],
        ['lt', HUGE, '1', '1', true],
      ] as const)(
        'claim %s %s at a ratio from %s to %s: %p',
        async (direction, target, floor, ceiling, isDue) => {
          await store(anOrderWith(1, aPriceCondition(direction, target)));
          expect(await claimed(1, { ratios: [aRatio(floor, ceiling)] })).toEqual(isDue ? [uuidOf(1)] : []);
        },
      );

      it('are capped at the highest target when the ratio is beyond it', async () => {
        await store(anOrderWith(1, aPriceCondition('gt', HUGE)), anOrderWith(2, aPriceCondition('lt', HUGE)));
        const beyond = { ...aRatio('0'), floor: 10n ** 600n, ceiling: 10n ** 600n };
        expect(await claimed(2, { ratios: [beyond] })).toEqual([uuidOf(1)]);
      });

      it('trigger orders of their own pair only', async () => {
        const pairs = [
          { conditionToken: A_TOKEN, baseAsset: 'USD' },
          { conditionToken: A_TOKEN, baseAsset: A_ROUTER },
          { conditionToken: A_ROUTER, baseAsset: A_TOKEN },
          { conditionToken: A_ROUTER, baseAsset: 'USD' },
        ] as const;
        for (const [n, pair] of pairs.entries()) {
          await store(
            anOrderWith(2 * n, aPriceCondition('gt', '2', pair)),
            anOrderWith(2 * n + 1, aPriceCondition('lt', '2', pair)),
          );
        }
        const ratios = [
          aRatio('1', '1', pairs[0]),
          aRatio('3', '3', pairs[1]),
          aRatio('2', '2', pairs[2]),
          aRatio('3', '3', { conditionToken: A_SUBNET_TOKEN }),
        ];
        expect(await claimed(9, { ratios })).toEqual([1, 2, 4, 5].map(uuidOf));
      });

      it('trigger window conditions whatever their other fields are, and never an order without a trigger', async () => {
        await store(
          anOrderWith(1, ALWAYS),
          anOrderWith(2, aWindowCondition({ direction: 'lt', baseAsset: A_TOKEN })),
          anOrderWith(3, undefined),
          anOrderWith(4, aPriceCondition()),
        );
        expect(await claimed(9)).toEqual([uuidOf(1), uuidOf(2)]);
      });

      it('trigger the first order of a pair that had claims before', async () => {
        const ratios = [aRatio('2')];
        expect(await claimed(0, { ratios })).toEqual([]);
        await store(anOrderWith(1, aPriceCondition()));
        expect(await claimed(1, { ratios })).toEqual([uuidOf(1)]);
      });
    });

    describe('windows', () => {
      it.each([
        [999, []],
        [1_000, [uuidOf(1), uuidOf(2)]],
        [1_999, [uuidOf(1), uuidOf(2)]],
        [2_000, []],
      ])('windows from 1000 to 2000 ms are claimed at %d ms: %p', async (ms, due) => {
        const window = { validFrom: at(1_000), validTo: at(2_000) };
        await store(anOrderWith(1, ALWAYS, window), anOrderWith(2, aPriceCondition(), window));
        expect(await claimed(ms, { ratios: [aRatio('2')] })).toEqual(due);
      });

      it('may open before the order is placed', async () => {
        await store(anOrderWith(1, ALWAYS, { validFrom: at(-5_000) }));
        expect(await claimed(1)).toEqual([uuidOf(1)]);
      });

      it('end at the maximum age', async () => {
        await store(anOrderWith(0, ALWAYS, { validTo: at(2 * MAX_AGE_MS) }));
        expect(await claimed(MAX_AGE_MS)).toEqual([]);
        expect(await claimed(MAX_AGE_MS - 1)).toEqual([uuidOf(0)]);
      });

      it('windows that are open keep waiting for the price', async () => {
        await store(anOrderWith(1, aPriceCondition(), { validFrom: at(1_000) }));
        expect(await claimed(1_000, { ratios: [aRatio('1')] })).toEqual([]);
        expect(await claimed(2_000, { ratios: [aRatio('2')] })).toEqual([uuidOf(1)]);
      });
    });

    describe('the order of claims', () => {
      it('starts with orders that became due first, ties sorted by uuid', async () => {
        await store(
          anOrderWith(5, ALWAYS),
          anOrderWith(1, ALWAYS, { validFrom: at(30) }),
          anOrderWith(3, aPriceCondition(), { validFrom: at(20) }),
          anOrderWith(4, aPriceCondition('lt')),
          anOrderWith(2, aPriceCondition(), { validFrom: at(20) }),
        );
        const ratios = [aRatio('2')];
        expect(await claimed(100, { ratios, limit: 2 })).toEqual([4, 5].map(uuidOf));
        expect(await claimed(100, { ratios, limit: 2 })).toEqual([2, 3].map(uuidOf));
        expect(await claimed(100, { ratios, limit: 2 })).toEqual([uuidOf(1)]);
        expect(await claimed(100, { ratios, limit: 2 })).toEqual([]);
      });

      it('counts the end of a back-off as the time an order became due', async () => {
        await store(anOrderWith(1, ALWAYS), anOrderWith(2, ALWAYS, { validFrom: at(50) }));
        await claims(10);
        await queue().release(mine(1), { attempts: 1, at: at(60), reason: 'no-route' });
        expect(await claimed(100)).toEqual([2, 1].map(uuidOf));
      });

      it('follows the time at which each window opened when all wake at once', async () => {
        const uuids = Array.from({ length: 60 }, (_, n) => uuidOf(n));
        for (const n of uuids.keys()) await store(anOrderWith(n, ALWAYS, { validFrom: at(1_000 - n) }));
        expect(await claimed(2_000)).toEqual([...uuids].reverse());
      });
    });

    it('returns each trigger pair once, including those of sleeping and claimed orders', async () => {
      const other = { conditionToken: A_ROUTER, baseAsset: A_TOKEN } as const;
      await store(
        anOrderWith(1, aPriceCondition('gt')),
        anOrderWith(2, aPriceCondition('lt')),
        anOrderWith(3, aPriceCondition('gt', '7')),
        anOrderWith(4, ALWAYS),
        anOrderWith(5, undefined),
        anOrderWith(6, aPriceCondition('lt', '1', other), { validFrom: at(1_000) }),
        {
          ...aCancelledOrder(),
          terms: anOrderWith(7, aPriceCondition('gt', '1', { baseAsset: A_ROUTER })).terms,
        },
      );
      const { conditionToken, baseAsset } = levelOf(ALWAYS);
      const pairs = [{ conditionToken: A_TOKEN, baseAsset: 'USD' }, other, { conditionToken, baseAsset }];
      const named = async () => new Set((await queue().triggerPairs()).map((pair) => JSON.stringify(pair)));
      expect(await named()).toEqual(new Set(pairs.map((pair) => JSON.stringify(pair))));
      await claims(10, { ratios: [aRatio('7')] });
      expect(await named()).toEqual(new Set(pairs.map((pair) => JSON.stringify(pair))));
      expect(await queue().triggerPairs()).toHaveLength(3);
    });

    describe('due orders', () => {
      const counted = (ms: number, ratio?: string, limit = 9) => {
        const reached = ratio === undefined ? reachedAt() : reachedAt(aRatio(ratio));
        return queue().countDue({ now: at(ms), reached, limit });
      };
      const none = new Map<string, number>();

      it('are counted if their level is reached and their window is open, whether they have woken or not', async () => {
        await store(
          anOrderWith(1, ALWAYS),
          anOrderWith(2, ALWAYS, { validFrom: at(1_000) }),
          anOrderWith(3, ALWAYS, { validTo: at(1_500) }),
          anOrderWith(4, aPriceCondition('gt', '2')),
          anOrderWith(5, undefined),
        );
        expect(await counted(500)).toEqual({ free: 2, backingOff: none, isComplete: true });
        expect(await counted(1_000)).toEqual({ free: 3, backingOff: none, isComplete: true });
        expect(await counted(1_500, '2')).toMatchObject({ free: 3 });
        expect(await counted(1_500, '1')).toMatchObject({ free: 2 });
      });

      it('are counted by the reason of their back-off while it lasts and their level is reached', async () => {
        await store(...[1, 2, 3].map((n) => anOrderWith(n, ALWAYS)), anOrderWith(4, aPriceCondition()));
        await claims(10, { ratios: [aRatio('2')] });
        expect(await counted(10)).toEqual({ free: 0, backingOff: none, isComplete: true });
        const figures = { balance: '1', needed: '2' };
        const poor = { attempts: 1, at: at(700), reason: 'insufficient-balance', figures };
        await queue().release(mine(1), poor);
        await queue().release(mine(2), poor);
        await queue().release(mine(3), { attempts: 1, at: at(600), reason: 'no-route' });
        await queue().release(mine(4), poor);
        const waits = (entries: readonly (readonly [string, number])[]) => new Map(entries);
        expect((await counted(20)).backingOff).toEqual(
          waits([
            ['no-route', 1],
            ['insufficient-balance', 2],
          ]),
        );
        expect((await counted(20, '2')).backingOff.get('insufficient-balance')).toBe(3);
        expect(await counted(650)).toMatchObject({
          free: 1,
          backingOff: waits([['insufficient-balance', 2]]),
        });
      });

      it('are counted up to the limit, and the result says that it was reached', async () => {
        await store(...[1, 2, 3].map((n) => anOrderWith(n, ALWAYS)));
        expect(await counted(10, undefined, 2)).toEqual({ free: 2, backingOff: none, isComplete: false });
        expect(await counted(10, undefined, 4)).toEqual({ free: 3, backingOff: none, isComplete: true });
      });
    });

    describe('expiry and wake-ups', () => {
      const expired = (ms: number, limit = 9) => queue().listExpired(at(ms), limit);

      it('lists orders as expired when their window closes or at the maximum age, with or without a trigger', async () => {
        await store(
          anOrderWith(1, ALWAYS, { validTo: at(3_000) }),
          anOrderWith(2, undefined, { validTo: at(2_000) }),
          anOrderWith(4, aPriceCondition(), { validTo: at(2_000), validFrom: at(1_500) }),
          anOrderWith(3, undefined),
        );
        expect(await expired(1_999)).toEqual([]);
        expect(await expired(2_000)).toEqual([2, 4].map(uuidOf));
        expect(await expired(3_000)).toEqual([2, 4, 1].map(uuidOf));
        expect(await expired(3_000, 2)).toEqual([2, 4].map(uuidOf));
        expect(await expired(MAX_AGE_MS + 2)).toEqual([2, 4, 1].map(uuidOf));
        expect(await expired(MAX_AGE_MS + 3)).toEqual([2, 4, 1, 3].map(uuidOf));
      });

      it('lists orders that their owners have ended, and claims none of them', async () => {
        await store(anOrderWith(1, ALWAYS), anOrderWith(2, undefined), anOrderWith(3, ALWAYS));
        await change({ ...anOrderWith(1, ALWAYS), status: 'open', ending: 'owner' });
        await change({ ...anOrderWith(2, undefined), status: 'open', ending: 'owner' });
        expect(await expired(10)).toEqual([1, 2].map(uuidOf));
        expect(await claimed(10)).toEqual([uuidOf(3)]);
      });

      it('lists claimed orders as expired, and no order whose swap is stored', async () => {
        await store(anOrderWith(1, ALWAYS, { validTo: at(50) }), anOrderWith(2, ALWAYS, { validTo: at(60) }));
        await claims(10);
        await change({
          ...anOrderWith(2, ALWAYS, { validTo: at(60) }),
          status: 'open',
          sending: txidOf(1),
        });
        expect(await expired(100)).toEqual([uuidOf(1)]);
      });

      it('returns as next wake-up when a window opens or closes, a back-off or a claim ends', async () => {
        await store(
          anOrderWith(1, ALWAYS, { validFrom: at(1_000), validTo: at(5_000) }),
          anOrderWith(2, undefined, { validFrom: at(500), validTo: at(6_000) }),
          anOrderWith(3, ALWAYS),
        );
        const next = (ms: number) => queue().nextWakeUp(at(ms));
        expect(await next(10)).toEqual(at(1_000));
        await claims(10, { leaseMs: 300 });
        expect(await next(10)).toEqual(at(310));
        await queue().release(mine(3), { attempts: 1, at: at(700), reason: 'no-route' });
        expect(await next(10)).toEqual(at(700));
        expect(await next(700)).toEqual(at(1_000));
        expect(await next(1_000)).toEqual(at(5_000));
        expect(await next(5_000)).toEqual(at(6_000));
        expect(await next(6_000)).toEqual(at(MAX_AGE_MS + 3));
        expect(await next(MAX_AGE_MS + 3)).toBeUndefined();
      });
    });
  });
}
