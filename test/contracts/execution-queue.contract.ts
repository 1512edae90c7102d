import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { OrderUuid } from '../../src/domain/order/ids.js';
import type { Order } from '../../src/domain/order/order.js';
import { MAX_AGE_MS } from '../../src/domain/order/strategy.js';
import { err, unwrap } from '../../src/domain/shared/result.js';
import type { ExecutionQueue } from '../../src/ports/index.js';
import {
  A_ROUTER,
  A_SUBNET_TOKEN,
  A_TOKEN,
  aBroadcastedOrder,
  aCancelledOrder,
  aConfirmedOrder,
  aFailedOrder,
  txidOf,
  uuidOf,
} from '../support/builders.js';
import type { OpenedStorage, StorageHarness } from '../support/harnesses.js';
import { ALWAYS, anOrderWith, aRatio, at, aTrigger } from '../support/queue.js';

type Request = Parameters<ExecutionQueue['claim']>[0];

const HUGE = `${'9'.repeat(39)}.${'9'.repeat(18)}`;
const TINY = '0.000000000000000001';
const LEASE_MS = 1_000;

export function executionQueueContract(harness: StorageHarness): void {
  describe(`ExecutionQueue: ${harness.name}`, () => {
    let storage: OpenedStorage;
    let queue: ExecutionQueue;

    beforeEach(async () => {
      await storage?.close();
      storage = await harness.open();
      queue = storage.ports.executionQueue;
    });
    afterAll(() => storage.close());

    const store = async (...orders: Order[]) => {
      for (const order of orders) unwrap(await storage.ports.orders.insert(order));
    };
    /** Replaces the stored order, whatever its version is. */
    const change = async <T extends Order>(order: T) => {
      const { version } = (await storage.ports.orders.findById(order.terms.uuid))!;
      return unwrap(await storage.ports.orders.update({ ...order, version }));
    };
    const claims = (ms: number, request: Partial<Request> = {}) =>
      queue.claim({ now: at(ms), ratios: [], limit: 100, leaseMs: LEASE_MS, claimant: 'a', ...request });
    const claimed = async (ms: number, request: Partial<Request> = {}) =>
      (await claims(ms, request)).map(({ uuid }) => uuid);
    const mine = (n: number, claimant = 'a') => ({ uuid: uuidOf(n), claimant });

    it('is empty at first', async () => {
      expect(await claims(0, { ratios: [aRatio('1')] })).toEqual([]);
      expect(await queue.watchedPairs()).toEqual([]);
      expect(await queue.listExpired(at(10 * MAX_AGE_MS), 9)).toEqual([]);
      expect(await queue.nextEdge(at(0))).toBeUndefined();
      expect(await queue.retryOf(uuidOf(1))).toBeUndefined();
      await queue.release(mine(1));
    });

    describe('what fires', () => {
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
      ] as const)('%s %s at %s to %s: %p', async (direction, target, floor, ceiling, fires) => {
        await store(anOrderWith(1, aTrigger(direction, target)));
        expect(await claimed(1, { ratios: [aRatio(floor, ceiling)] })).toEqual(fires ? [uuidOf(1)] : []);
      });

      it('takes ratios beyond every target', async () => {
        await store(anOrderWith(1, aTrigger('gt', HUGE)), anOrderWith(2, aTrigger('lt', HUGE)));
        const beyond = { ...aRatio('0'), floor: 10n ** 600n, ceiling: 10n ** 600n };
        expect(await claimed(2, { ratios: [beyond] })).toEqual([uuidOf(1)]);
      });

      it('counts each pair on its own', async () => {
        const pairs = [
          { conditionToken: A_TOKEN, baseAsset: 'USD' },
          { conditionToken: A_TOKEN, baseAsset: A_ROUTER },
          { conditionToken: A_ROUTER, baseAsset: A_TOKEN },
          { conditionToken: A_ROUTER, baseAsset: 'USD' },
        ] as const;
        for (const [n, pair] of pairs.entries()) {
          await store(
            anOrderWith(2 * n, aTrigger('gt', '2', pair)),
            anOrderWith(2 * n + 1, aTrigger('lt', '2', pair)),
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

      it('fires * without a ratio, whatever else its trigger says, and never an order without a trigger', async () => {
        await store(
          anOrderWith(1, ALWAYS),
          anOrderWith(2, aTrigger('lt', '0', { conditionToken: '*', baseAsset: A_TOKEN })),
          anOrderWith(3, undefined),
          anOrderWith(4, aTrigger()),
        );
        expect(await claimed(9)).toEqual([uuidOf(1), uuidOf(2)]);
      });

      it('finds an order that is the first of its pair after the pair was asked for', async () => {
        const ratios = [aRatio('2')];
        expect(await claimed(0, { ratios })).toEqual([]);
        await store(anOrderWith(1, aTrigger()));
        expect(await claimed(1, { ratios })).toEqual([uuidOf(1)]);
      });
    });

    describe('windows', () => {
      it.each([
        [999, []],
        [1_000, [uuidOf(1), uuidOf(2)]],
        [1_999, [uuidOf(1), uuidOf(2)]],
        [2_000, []],
      ])('at %d ms of one from 1000 to 2000: %p', async (ms, fired) => {
        const window = { validFrom: at(1_000), validTo: at(2_000) };
        await store(anOrderWith(1, ALWAYS, window), anOrderWith(2, aTrigger(), window));
        expect(await claimed(ms, { ratios: [aRatio('2')] })).toEqual(fired);
      });

      it('may be open before the order was placed', async () => {
        await store(anOrderWith(1, ALWAYS, { validFrom: at(-5_000) }));
        expect(await claimed(1)).toEqual([uuidOf(1)]);
      });

      it('end with the greatest age', async () => {
        await store(anOrderWith(0, ALWAYS, { validTo: at(2 * MAX_AGE_MS) }));
        expect(await claimed(MAX_AGE_MS)).toEqual([]);
        expect(await claimed(MAX_AGE_MS - 1)).toEqual([uuidOf(0)]);
      });

      it('that opened long ago keep waiting for the price', async () => {
        await store(anOrderWith(1, aTrigger(), { validFrom: at(1_000) }));
        expect(await claimed(1_000, { ratios: [aRatio('1')] })).toEqual([]);
        expect(await claimed(2_000, { ratios: [aRatio('2')] })).toEqual([uuidOf(1)]);
      });
    });

    describe('turns', () => {
      it('go to those that became due first, then by uuid', async () => {
        await store(
          anOrderWith(5, ALWAYS),
          anOrderWith(1, ALWAYS, { validFrom: at(30) }),
          anOrderWith(3, aTrigger(), { validFrom: at(20) }),
          anOrderWith(4, aTrigger('lt')),
          anOrderWith(2, aTrigger(), { validFrom: at(20) }),
        );
        const ratios = [aRatio('2')];
        expect(await claimed(100, { ratios, limit: 2 })).toEqual([4, 5].map(uuidOf));
        expect(await claimed(100, { ratios, limit: 2 })).toEqual([2, 3].map(uuidOf));
        expect(await claimed(100, { ratios, limit: 2 })).toEqual([uuidOf(1)]);
        expect(await claimed(100, { ratios, limit: 2 })).toEqual([]);
      });

      it('come after a back-off by its end', async () => {
        await store(anOrderWith(1, ALWAYS), anOrderWith(2, ALWAYS, { validFrom: at(50) }));
        await claims(10);
        await queue.release(mine(1), { attempts: 1, at: at(60), reason: 'no-route' });
        expect(await claimed(100)).toEqual([2, 1].map(uuidOf));
      });

      it('come for all that woke at once', async () => {
        const uuids = Array.from({ length: 60 }, (_, n) => uuidOf(n));
        for (const n of uuids.keys()) await store(anOrderWith(n, ALWAYS, { validFrom: at(1_000 - n) }));
        expect(await claimed(2_000)).toEqual([...uuids].reverse());
      });
    });

    describe('claims', () => {
      it('hold until the lease ends, whoever asks', async () => {
        await store(anOrderWith(1, ALWAYS));
        expect(await claims(5)).toEqual([{ uuid: uuidOf(1), claimant: 'a', attempts: 0 }]);
        expect(await claims(5 + LEASE_MS - 1, { claimant: 'a' })).toEqual([]);
        expect(await claims(5 + LEASE_MS - 1, { claimant: 'b' })).toEqual([]);
        expect(await claims(5 + LEASE_MS, { claimant: 'b' })).toEqual([
          { uuid: uuidOf(1), claimant: 'b', attempts: 0 },
        ]);
      });

      it('are given back at once', async () => {
        await store(anOrderWith(1, ALWAYS));
        await claims(1);
        await queue.release(mine(1));
        expect(await claimed(1, { claimant: 'b' })).toEqual([uuidOf(1)]);
      });

      it('of somebody else are not given back', async () => {
        await store(anOrderWith(1, ALWAYS));
        await claims(1);
        await queue.release(mine(1, 'b'));
        await queue.release(mine(1, 'b'), { attempts: 1, at: at(2), reason: 'no-route' });
        expect(await claimed(2, { claimant: 'b' })).toEqual([]);
        expect(await claimed(1 + LEASE_MS, { claimant: 'b' })).toEqual([uuidOf(1)]);
        await queue.release(mine(1, 'a'));
        expect(await claimed(2 + LEASE_MS, { claimant: 'a' })).toEqual([]);
        expect(await queue.retryOf(uuidOf(1))).toBeUndefined();
      });

      it('that ran out and nobody took may still say how the attempt ended', async () => {
        await store(anOrderWith(1, ALWAYS));
        await claims(1);
        expect(await claimed(1 + LEASE_MS, { limit: 0 })).toEqual([]);
        const retry = { attempts: 1, at: at(9_000), reason: 'no-route' };
        await queue.release(mine(1), retry);
        expect(await queue.retryOf(uuidOf(1))).toEqual(retry);
        expect(await claimed(8_999)).toEqual([]);
      });

      it('are never shared by those who ask at the same time', async () => {
        const uuids = Array.from({ length: 40 }, (_, n) => uuidOf(n));
        for (const n of uuids.keys()) await store(anOrderWith(n, n % 2 === 0 ? ALWAYS : aTrigger()));
        const names = Array.from({ length: 8 }, (_, n) => `executor ${n}`);
        const shares = await Promise.all(
          names.map((claimant) => claims(100, { claimant, limit: 4, ratios: [aRatio('2')] })),
        );
        const taken = shares.flat().map(({ uuid }) => uuid);
        expect(new Set(taken).size).toBe(taken.length);
        for (const [n, share] of shares.entries()) {
          expect(share.length).toBeLessThanOrEqual(4);
          expect(new Set([names[n], ...share.map(({ claimant }) => claimant)]).size).toBe(1);
        }
        const rest = await claimed(100, { claimant: 'last', ratios: [aRatio('2')] });
        expect(new Set([...taken, ...rest])).toEqual(new Set(uuids));
        expect(taken.length + rest.length).toBe(uuids.length);
      });
    });

    describe('back-off', () => {
      const retry = { attempts: 3, at: at(500), reason: 'no-route' };

      it('holds until its time, and its count goes with the claim', async () => {
        await store(anOrderWith(1, ALWAYS));
        await claims(1);
        await queue.release(mine(1), retry);
        expect(await claims(499)).toEqual([]);
        expect(await claims(500)).toEqual([{ uuid: uuidOf(1), claimant: 'a', attempts: 3 }]);
        expect(await queue.retryOf(uuidOf(1))).toEqual(retry);
        await queue.release(mine(1));
        expect(await queue.retryOf(uuidOf(1))).toEqual(retry);
      });

      it('lasts while a swap of the order is stored and refused', async () => {
        await store(anOrderWith(1, ALWAYS));
        await claims(1);
        await queue.release(mine(1), retry);
        await claims(500);
        await change({ ...anOrderWith(1, ALWAYS), status: 'open', sending: txidOf(1) });
        expect(await queue.retryOf(uuidOf(1))).toEqual(retry);
        await change(anOrderWith(1, ALWAYS));
        expect(await claims(500 + LEASE_MS - 1, { claimant: 'b' })).toEqual([]);
        await queue.release(mine(1), { ...retry, attempts: 4, at: at(900) });
        expect(await claims(900)).toEqual([{ uuid: uuidOf(1), claimant: 'a', attempts: 4 }]);
      });

      it('may be told while the swap is stored, and does not put the order back', async () => {
        await store(anOrderWith(1, ALWAYS));
        await claims(1);
        await change({ ...anOrderWith(1, ALWAYS), status: 'open', sending: txidOf(1) });
        await queue.release(mine(1), retry);
        expect(await claims(9_000)).toEqual([]);
        await change(anOrderWith(1, ALWAYS));
        expect(await claims(499)).toEqual([]);
        expect(await claims(500)).toEqual([{ uuid: uuidOf(1), claimant: 'a', attempts: 3 }]);
      });

      it('is forgotten when the swap is on its way', async () => {
        const { terms, createdAt } = anOrderWith(1, ALWAYS);
        await store(anOrderWith(1, ALWAYS));
        await claims(1);
        await queue.release(mine(1), retry);
        await change({ ...aBroadcastedOrder(), terms, createdAt });
        expect(await queue.retryOf(uuidOf(1))).toBeUndefined();
        await change(anOrderWith(1, ALWAYS));
        expect(await claims(2)).toEqual([{ uuid: uuidOf(1), claimant: 'a', attempts: 0 }]);
      });
    });

    describe('an order that no longer waits', () => {
      const base = anOrderWith(1, aTrigger(), { validTo: at(5_000) });
      const { terms, createdAt, version } = base;
      const own = { terms, createdAt, version };

      const isGone = async () => {
        expect(await claims(10, { ratios: [aRatio('2')] })).toEqual([]);
        expect(await queue.watchedPairs()).toEqual([]);
        expect(await queue.listExpired(at(5_000), 9)).toEqual([]);
        expect(await queue.nextEdge(at(10))).toBeUndefined();
      };

      it.each<[string, Order]>([
        ['cancelled', { ...aCancelledOrder(), ...own }],
        ['expired', { ...aCancelledOrder({}, { cancelReason: 'expired' }), ...own }],
        ['sending', { ...own, status: 'open', sending: txidOf(1) }],
        ['broadcasted', { ...aBroadcastedOrder(), ...own }],
        ['confirmed', { ...aConfirmedOrder(), ...own }],
        ['failed', { ...aFailedOrder(), ...own }],
      ])('because it is %s leaves the queue, claimed or not', async (_name, next) => {
        await store(base);
        await change(next);
        await isGone();
        await change(base);
        expect(await claimed(10, { ratios: [aRatio('2')] })).toEqual([uuidOf(1)]);
        await change(next);
        await isGone();
      });

      it('stays away when its block is orphaned, and comes back when its swap is dead', async () => {
        await store(base);
        await change({ ...aBroadcastedOrder(), ...own });
        await change({ ...aConfirmedOrder(), ...own });
        await change({ ...aBroadcastedOrder(), ...own });
        await isGone();
        await change(base);
        expect(await claimed(10, { ratios: [aRatio('2')] })).toEqual([uuidOf(1)]);
      });

      it('never waited if it was stored so', async () => {
        await store({ ...aCancelledOrder(), ...own });
        await isGone();
      });

      it('comes back inside and before its window', async () => {
        const windowed = anOrderWith(1, ALWAYS, { validFrom: at(1_000) });
        await store(windowed);
        await change({ ...aBroadcastedOrder(), terms: windowed.terms, createdAt: windowed.createdAt });
        await change(windowed);
        expect(await claimed(999)).toEqual([]);
        expect(await claimed(1_000)).toEqual([uuidOf(1)]);
      });

      it('is still there when a change to it was refused', async () => {
        await store(base);
        const refused = await storage.ports.orders.update({ ...aCancelledOrder(), ...own, version: 9 });
        expect(refused.ok).toBe(false);
        expect((await storage.ports.orders.insert({ ...aCancelledOrder(), ...own })).ok).toBe(false);
        await storage.ports.unitOfWork.run(async ({ orders }) => {
          unwrap(await orders.update({ ...aCancelledOrder(), ...own }));
          unwrap(await orders.insert(anOrderWith(2, aTrigger())));
          return err('rolled back');
        });
        expect(await claimed(10, { ratios: [aRatio('2')] })).toEqual([uuidOf(1)]);
      });
    });

    it('names each watched pair once, those of sleeping and claimed orders too', async () => {
      const other = { conditionToken: A_ROUTER, baseAsset: A_TOKEN } as const;
      await store(
        anOrderWith(1, aTrigger('gt')),
        anOrderWith(2, aTrigger('lt')),
        anOrderWith(3, aTrigger('gt', '7')),
        anOrderWith(4, ALWAYS),
        anOrderWith(5, undefined),
        anOrderWith(6, aTrigger('lt', '1', other), { validFrom: at(1_000) }),
        { ...aCancelledOrder(), terms: anOrderWith(7, aTrigger('gt', '1', { baseAsset: A_ROUTER })).terms },
      );
      const pairs = [{ conditionToken: A_TOKEN, baseAsset: 'USD' } as const, other];
      const named = async () => new Set((await queue.watchedPairs()).map((pair) => JSON.stringify(pair)));
      expect(await named()).toEqual(new Set(pairs.map((pair) => JSON.stringify(pair))));
      await claims(10, { ratios: [aRatio('7')] });
      expect(await named()).toEqual(new Set(pairs.map((pair) => JSON.stringify(pair))));
      expect(await queue.watchedPairs()).toHaveLength(2);
    });

    describe('the clock', () => {
      const expired = (ms: number, limit = 9): Promise<readonly OrderUuid[]> =>
        queue.listExpired(at(ms), limit);

      it('ends orders with their window or at their greatest age, with or without a trigger', async () => {
        await store(
          anOrderWith(1, ALWAYS, { validTo: at(3_000) }),
          anOrderWith(2, undefined, { validTo: at(2_000) }),
          anOrderWith(4, aTrigger(), { validTo: at(2_000), validFrom: at(1_500) }),
          anOrderWith(3, undefined),
        );
        expect(await expired(1_999)).toEqual([]);
        expect(await expired(2_000)).toEqual([2, 4].map(uuidOf));
        expect(await expired(3_000)).toEqual([2, 4, 1].map(uuidOf));
        expect(await expired(3_000, 2)).toEqual([2, 4].map(uuidOf));
        expect(await expired(MAX_AGE_MS + 2)).toEqual([2, 4, 1].map(uuidOf));
        expect(await expired(MAX_AGE_MS + 3)).toEqual([2, 4, 1, 3].map(uuidOf));
      });

      it('ends claimed orders too, and none whose swap is stored', async () => {
        await store(anOrderWith(1, ALWAYS, { validTo: at(50) }), anOrderWith(2, ALWAYS, { validTo: at(60) }));
        await claims(10);
        await change({
          ...anOrderWith(2, ALWAYS, { validTo: at(60) }),
          status: 'open',
          sending: txidOf(1),
        });
        expect(await expired(100)).toEqual([uuidOf(1)]);
      });

      it('has its next edge where a window opens or closes, a back-off or a claim ends', async () => {
        await store(
          anOrderWith(1, ALWAYS, { validFrom: at(1_000), validTo: at(5_000) }),
          anOrderWith(2, undefined, { validFrom: at(500), validTo: at(6_000) }),
          anOrderWith(3, ALWAYS),
        );
        const edge = (ms: number) => queue.nextEdge(at(ms));
        expect(await edge(10)).toEqual(at(1_000));
        await claims(10, { leaseMs: 300 });
        expect(await edge(10)).toEqual(at(310));
        await queue.release(mine(3), { attempts: 1, at: at(700), reason: 'no-route' });
        expect(await edge(10)).toEqual(at(700));
        expect(await edge(700)).toEqual(at(1_000));
        expect(await edge(1_000)).toEqual(at(5_000));
        expect(await edge(5_000)).toEqual(at(6_000));
        expect(await edge(6_000)).toEqual(at(MAX_AGE_MS + 3));
        expect(await edge(MAX_AGE_MS + 3)).toBeUndefined();
      });
    });

    it('keeps what it stored apart from what callers hold', async () => {
      await store(anOrderWith(1, ALWAYS));
      await claims(1);
      const retry = { attempts: 1, at: at(500), reason: 'no-route' };
      await queue.release(mine(1), retry);
      retry.at.setTime(0);
      (await queue.retryOf(uuidOf(1)))?.at.setTime(0);
      expect((await queue.retryOf(uuidOf(1)))?.at).toEqual(at(500));
    });
  });
}
