import { describe, expect, it } from './framework.js';
import type { Order } from '../domain/order/order.js';
import { err, unwrap } from '../domain/shared/result.js';
import type { Claim } from '../ports/index.js';
import {
  aBroadcastedOrder,
  aCancelledOrder,
  aConfirmedOrder,
  aFailedOrder,
  txidOf,
  uuidOf,
  at,
} from './builders.js';
import type { StorageHarness } from './harness.js';
import { aPriceCondition, aRatio } from './conditions.js';
import { ALWAYS, anOrderWith, LEASE_MS, queueSteps } from './queue.js';

/** A claim of order 1 by the claimant `a`. */
const aClaim = (claim: Partial<Claim> & Pick<Claim, 'dueAt'>): Claim => ({
  uuid: uuidOf(1),
  claimant: 'a',
  attempts: 0,
  ...claim,
});

/** Tests leases and back-offs, and how changes of an order affect them. */
export function executionClaimsContract(harness: StorageHarness): void {
  describe(`ExecutionQueue claims: ${harness.name}`, () => {
    const { queue, orders, unitOfWork, store, change, claims, claimed, mine } = queueSteps(harness);

    describe('executors at work', () => {
      const checkIn = (claimant: string, ms: number) =>
        queue().checkIn({ claimant, now: at(ms), until: at(ms + 1_000) });

      it('are those that have checked in, in the same order for each of them', async () => {
        expect(await checkIn('b', 0)).toEqual(['b']);
        expect(await checkIn('a', 10)).toEqual(['a', 'b']);
        expect(await checkIn('b', 20)).toEqual(['a', 'b']);
      });

      it('are no longer those whose time is over', async () => {
        await checkIn('b', 0);
        await checkIn('c', 500);
        expect(await checkIn('a', 999)).toEqual(['a', 'b', 'c']);
        expect(await checkIn('a', 1_000)).toEqual(['a', 'c']);
      });
    });

    describe('claims', () => {
      it('hold until the lease ends, for every claimant', async () => {
        await store(anOrderWith(1, ALWAYS));
        expect(await claims(5)).toEqual([aClaim({ dueAt: anOrderWith(1, ALWAYS).createdAt })]);
        expect(await claims(5 + LEASE_MS - 1, { claimant: 'a' })).toEqual([]);
        expect(await claims(5 + LEASE_MS - 1, { claimant: 'b' })).toEqual([]);
        expect(await claims(5 + LEASE_MS, { claimant: 'b' })).toEqual([
          aClaim({ claimant: 'b', dueAt: anOrderWith(1, ALWAYS).createdAt }),
        ]);
      });

      it('can be released at once', async () => {
        await store(anOrderWith(1, ALWAYS));
        await claims(1);
        await queue().release(mine(1));
        expect(await claimed(1, { claimant: 'b' })).toEqual([uuidOf(1)]);
      });

      it('claims of another claimant are not released', async () => {
        await store(anOrderWith(1, ALWAYS));
        await claims(1);
        await queue().release(mine(1, 'b'));
        await queue().release(mine(1, 'b'), { attempts: 1, at: at(2), reason: 'no-route' });
        expect(await claimed(2, { claimant: 'b' })).toEqual([]);
        expect(await claimed(1 + LEASE_MS, { claimant: 'b' })).toEqual([uuidOf(1)]);
        await queue().release(mine(1, 'a'));
        expect(await claimed(2 + LEASE_MS, { claimant: 'a' })).toEqual([]);
        expect(await queue().retryOf(uuidOf(1))).toBeUndefined();
      });

      it('claims that expired and were not taken over still record a retry', async () => {
        await store(anOrderWith(1, ALWAYS));
        await claims(1);
        expect(await claimed(1 + LEASE_MS, { limit: 0 })).toEqual([]);
        const retry = { attempts: 1, at: at(9_000), reason: 'no-route' };
        await queue().release(mine(1), retry);
        expect(await queue().retryOf(uuidOf(1))).toEqual(retry);
        expect(await claimed(8_999)).toEqual([]);
      });

      it.each([
        { amountOut: '1', minAmountOut: String(2n ** 64n - 1n) },
        { priceImpact: 0.123456789, maxPriceImpact: 0 },
      ])('record a retry with its figures %p', async (figures) => {
        await store(anOrderWith(1, ALWAYS));
        await claims(1);
        const retry = { attempts: 1, at: at(9_000), reason: 'price-impact', figures };
        await queue().release(mine(1), retry);
        expect(await queue().retryOf(uuidOf(1))).toEqual(retry);
      });

      it('are never shared by concurrent claimants', async () => {
        const uuids = Array.from({ length: 40 }, (_, n) => uuidOf(n));
        for (const n of uuids.keys()) await store(anOrderWith(n, n % 2 === 0 ? ALWAYS : aPriceCondition()));
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

    describe('free', () => {
      const HOUR = 3_600_000;
      const free = (ms: number, claimant = 'a') =>
        queue().free({ now: at(ms), claimant, latest: at(ms + HOUR) });

      it('returns the orders that the claimant holds, and leaves those of others and their back-offs', async () => {
        await store(anOrderWith(1, ALWAYS), anOrderWith(2, ALWAYS), anOrderWith(3, ALWAYS));
        await claims(5, { limit: 1 });
        await claims(5, { limit: 1, claimant: 'b' });
        await claims(5, { limit: 1 });
        const retry = { attempts: 1, at: at(500), reason: 'no-route' };
        await queue().release(mine(3), retry);
        await free(6);
        expect(await claimed(6, { claimant: 'c' })).toEqual([uuidOf(1)]);
        expect(await queue().retryOf(uuidOf(3))).toEqual(retry);
      });

      it('ends claims and back-offs that a clock which was ahead began, and leaves windows alone', async () => {
        const ahead = 2 * HOUR;
        await store(anOrderWith(1, ALWAYS), anOrderWith(2, ALWAYS));
        await store(anOrderWith(3, ALWAYS, { validFrom: at(3 * HOUR) }));
        await claims(ahead, { claimant: 'dead', limit: 1 });
        await claims(ahead, { limit: 1 });
        const retry = { attempts: 2, at: at(ahead + 10_000), reason: 'no-route' };
        await queue().release(mine(2), retry);
        expect(await claimed(100, { claimant: 'c' })).toEqual([]);
        await free(100);
        expect(await queue().retryOf(uuidOf(2))).toEqual({ ...retry, at: at(100) });
        const freed = await claims(100, { claimant: 'c' });
        expect(freed.map(({ uuid, attempts }) => [uuid, attempts])).toEqual([
          [uuidOf(1), 0],
          [uuidOf(2), 2],
        ]);
        expect(await claimed(3 * HOUR - 1, { claimant: 'd', leaseMs: 4 * HOUR })).not.toContain(uuidOf(3));
        expect(await claimed(3 * HOUR, { claimant: 'd' })).toContain(uuidOf(3));
      });
    });

    describe('back-off', () => {
      const retry = { attempts: 3, at: at(500), reason: 'no-route' };

      it('lasts until its time, and later claims carry its attempts', async () => {
        await store(anOrderWith(1, ALWAYS));
        await claims(1);
        await queue().release(mine(1), retry);
        expect(await claims(499)).toEqual([]);
        expect(await claims(500)).toEqual([aClaim({ attempts: 3, dueAt: at(500) })]);
        expect(await queue().retryOf(uuidOf(1))).toEqual(retry);
        await queue().release(mine(1));
        expect(await queue().retryOf(uuidOf(1))).toEqual(retry);
      });

      it('lasts while a swap of the order is stored and refused', async () => {
        await store(anOrderWith(1, ALWAYS));
        await claims(1);
        await queue().release(mine(1), retry);
        await claims(500);
        await change({ ...anOrderWith(1, ALWAYS), status: 'open', sending: txidOf(1) });
        expect(await queue().retryOf(uuidOf(1))).toEqual(retry);
        await change(anOrderWith(1, ALWAYS));
        expect(await claims(500 + LEASE_MS - 1, { claimant: 'b' })).toEqual([]);
        await queue().release(mine(1), { ...retry, attempts: 4, at: at(900) });
        expect(await claims(900)).toEqual([aClaim({ attempts: 4, dueAt: at(900) })]);
      });

      it('can be recorded while the swap is stored, and does not requeue the order', async () => {
        await store(anOrderWith(1, ALWAYS));
        await claims(1);
        await change({ ...anOrderWith(1, ALWAYS), status: 'open', sending: txidOf(1) });
        await queue().release(mine(1), retry);
        expect(await claims(9_000)).toEqual([]);
        await change(anOrderWith(1, ALWAYS));
        expect(await claims(499)).toEqual([]);
        expect(await claims(500)).toEqual([aClaim({ attempts: 3, dueAt: at(500) })]);
      });

      it('is deleted when the order is broadcast', async () => {
        const { terms, createdAt } = anOrderWith(1, ALWAYS);
        await store(anOrderWith(1, ALWAYS));
        await claims(1);
        await queue().release(mine(1), retry);
        await change({ ...aBroadcastedOrder(), terms, createdAt });
        expect(await queue().retryOf(uuidOf(1))).toBeUndefined();
        await change(anOrderWith(1, ALWAYS));
        expect(await claims(2)).toEqual([aClaim({ dueAt: createdAt })]);
      });
    });

    describe('an order that no longer waits', () => {
      const base = anOrderWith(1, aPriceCondition(), { validTo: at(5_000) });
      const { terms, createdAt, version } = base;
      const own = { terms, createdAt, version };

      const traces = async () => ({
        claims: await claims(10, { ratios: [aRatio('2')] }),
        expired: await queue().listExpired(at(5_000), 9),
        edge: await queue().nextWakeUp(at(10)),
      });
      const NONE = { claims: [], expired: [], edge: undefined };

      it.each<[string, Order]>([
        ['cancelled', { ...aCancelledOrder(), ...own }],
        ['expired', { ...aCancelledOrder({}, { cancelReason: 'expired' }), ...own }],
        ['sending', { ...own, status: 'open', sending: txidOf(1) }],
        ['broadcasted', { ...aBroadcastedOrder(), ...own }],
        ['confirmed', { ...aConfirmedOrder(), ...own }],
        ['failed', { ...aFailedOrder(), ...own }],
      ])(
        'an order that no longer waits because it is %s leaves the queue, claimed or not',
        async (_name, next) => {
          await store(base);
          await change(next);
          expect(await traces()).toEqual(NONE);
          await change(base);
          expect(await claimed(10, { ratios: [aRatio('2')] })).toEqual([uuidOf(1)]);
          await change(next);
          expect(await traces()).toEqual(NONE);
        },
      );

      it('stays out of the queue when its block is orphaned, and returns when its swap is dropped', async () => {
        await store(base);
        await change({ ...aBroadcastedOrder(), ...own });
        await change({ ...aConfirmedOrder(), ...own });
        await change({ ...aBroadcastedOrder(), ...own });
        expect(await traces()).toEqual(NONE);
        await change(base);
        expect(await claimed(10, { ratios: [aRatio('2')] })).toEqual([uuidOf(1)]);
      });

      it('is never queued when it is stored in that state', async () => {
        await store({ ...aCancelledOrder(), ...own });
        expect(await traces()).toEqual(NONE);
      });

      it('returns to the queue inside and before its window', async () => {
        const windowed = anOrderWith(1, ALWAYS, { validFrom: at(1_000) });
        await store(windowed);
        await change({ ...aBroadcastedOrder(), terms: windowed.terms, createdAt: windowed.createdAt });
        await change(windowed);
        expect(await claimed(999)).toEqual([]);
        expect(await claimed(1_000)).toEqual([uuidOf(1)]);
      });

      it('stays queued when a change to it was refused or rolled back', async () => {
        await store(base);
        const refused = await orders().update({ ...aCancelledOrder(), ...own, version: 9 });
        expect(refused.ok).toBe(false);
        expect((await orders().insert({ ...aCancelledOrder(), ...own })).ok).toBe(false);
        await unitOfWork().run(async (storage) => {
          unwrap(await storage.orders.update({ ...aCancelledOrder(), ...own }));
          unwrap(await storage.orders.insert(anOrderWith(2, aPriceCondition())));
          return err('rolled back');
        });
        expect(await claimed(10, { ratios: [aRatio('2')] })).toEqual([uuidOf(1)]);
      });
    });

    it('does not share objects with its callers', async () => {
      await store(anOrderWith(1, ALWAYS));
      await claims(1);
      const retry = { attempts: 1, at: at(500), reason: 'no-route' };
      await queue().release(mine(1), retry);
      retry.at.setTime(0);
      (await queue().retryOf(uuidOf(1)))?.at.setTime(0);
      expect((await queue().retryOf(uuidOf(1)))?.at).toEqual(at(500));
    });
  });
}
