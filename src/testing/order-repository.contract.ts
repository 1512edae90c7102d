import { describe, expect, it } from './framework.js';
import type { Order } from '../domain/order/order.js';
import { parseTargetPrice } from '../domain/order/conditions/price-ratio.js';
import type { ContractId } from '../domain/shared/contract-id.js';
import { err, ok, unwrap } from '../domain/shared/result.js';
import { toUnits, U128_MAX, U64_MAX } from '../domain/shared/units.js';
import type { OrderRepository } from '../ports/order-repository.js';
import {
  aBroadcastedOrder,
  aCancelledOrder,
  aConfirmedOrder,
  aFailedOrder,
  anOpenOrder,
  aPastOrder,
  ANOTHER_OWNER,
  AN_OWNER,
  aQuote,
  handleFor,
  txidOf,
  uuidOf,
  at,
} from './builders.js';
import { openEach, type StorageHarness } from './harness.js';

const everyTerm = anOpenOrder(
  {
    amountIn: toUnits(U64_MAX),
    minAmountOut: toUnits(U128_MAX),
    trigger: {
      kind: 'price',
      conditionToken: `${AN_OWNER}.welsh` as ContractId,
      targetPrice: unwrap(parseTargetPrice('0.000000000000000100')),
      direction: 'lt',
      baseAsset: 'USD',
    },
    validFrom: at(1),
    validTo: at(999),
    strategy: {
      strategyId: 'Grüße 🚀 — 戦略',
      strategyType: 'dca',
      strategyDescription: 'it\'s; -- "quoted"',
      strategyPosition: 2,
      strategySize: 1_000_000,
    },
    clientOrderId: 'client:1',
    integrator: 'app.example.org',
    metadata: { oco: true, note: '\u0000 \ud83d\ude80 \u2028', nested: { list: [], empty: {}, none: null } },
    extra: { tags: ['a', 1, false], big: Number.MAX_SAFE_INTEGER, small: 5e-324 },
  },
  { createdAt: at(123) },
);

const AN_EXIT = {
  strategy: { strategyId: 'bracket' },
  after: { uuid: uuidOf(8), handle: handleFor(uuidOf(8)) },
};

const samples: readonly Order[] = [
  aPastOrder('confirmed', {
    txid: txidOf(4),
    broadcastedAt: at(1),
    confirmedAt: at(2),
    blockHeight: 9_085_381,
    blockTime: 1_790_649_599,
  }),
  aPastOrder('failed', { txid: txidOf(5), failedAt: at(3), failureReason: 'abort_by_response (err u1)' }),
  aPastOrder('cancelled', { cancelledAt: at(4) }),
  aPastOrder('broadcasted', {}),
  anOpenOrder({}),
  everyTerm,
  // A release that does not know integrators keeps any field of that name.
  anOpenOrder({ extra: { integrator: { name: 'A program' } } }),
  anOpenOrder(AN_EXIT),
  anOpenOrder(AN_EXIT, { activation: { at: at(7) } }),
  anOpenOrder(AN_EXIT, { activation: { at: at(7), bought: toUnits(U128_MAX) }, sending: txidOf(3) }),
  aBroadcastedOrder(AN_EXIT, { activation: { at: at(7), bought: toUnits(1n) } }),
  aConfirmedOrder(AN_EXIT, { activation: { at: at(7), bought: toUnits(1n) } }),
  aFailedOrder(AN_EXIT, { activation: { at: at(7), bought: toUnits(1n) } }),
  aCancelledOrder(AN_EXIT, { cancelReason: 'entry-ended' }),
  anOpenOrder({}, { ending: 'owner' }),
  anOpenOrder({}, { sending: txidOf(3) }),
  anOpenOrder({}, { sending: txidOf(3), ending: 'owner' }),
  aBroadcastedOrder({}, { ending: 'owner' }),
  aBroadcastedOrder(
    {},
    { quote: aQuote({ amountOut: toUnits(U128_MAX), path: [], vaults: [], slippage: 0.1 + 0.2 }) },
  ),
  aConfirmedOrder({}, { executedAmountOut: toUnits(U128_MAX), feeUstx: toUnits(0n) }),
  aFailedOrder({}, { failureReason: '(err u1) — „no“' }),
  aCancelledOrder({}, { cancelReason: 'max-age' }),
  aCancelledOrder({}, { cancelReason: 'revoked' }),
  { ...anOpenOrder({}), status: 'failed', failedAt: at(5), failureReason: 'spent-elsewhere', blockHeight: 7 },
];

export function orderRepositoryContract(harness: StorageHarness): void {
  describe(`OrderRepository: ${harness.name}`, () => {
    let orders: OrderRepository;
    openEach(harness, (opened) => (orders = opened.orders));

    const store = async (...all: readonly Order[]) => {
      for (const order of all) unwrap(await orders.insert(order));
    };

    it('finds nothing for an order that was never stored', async () => {
      expect(await orders.findById(uuidOf(1))).toBeUndefined();
      expect(await orders.update(anOpenOrder())).toEqual(err({ kind: 'stale-version' }));
      const list = await orders.listPage({ sortBy: 'status', sortOrder: 'asc', offset: 0, limit: 1 });
      expect(list).toEqual({ orders: [], total: 0 });
    });

    it.each(samples.map((order, index) => ({ order, name: `${order.status} (${index})` })))(
      'returns an order exactly as it was stored: $name',
      async ({ order }) => {
        await store(order);
        expect(await orders.findById(order.terms.uuid)).toStrictEqual(order);
        expect(
          await orders.listPage({ sortBy: 'status', sortOrder: 'asc', offset: 0, limit: 1 }),
        ).toStrictEqual({
          orders: [order],
          total: 1,
        });
      },
    );

    it('refuses a second order with the same uuid and keeps the first', async () => {
      await store(anOpenOrder({ clientOrderId: 'first' }));
      expect(await orders.insert(anOpenOrder({ clientOrderId: 'second' }))).toEqual(
        err({ kind: 'already-exists' }),
      );
      expect((await orders.findById(uuidOf(1)))?.terms.clientOrderId).toBe('first');
    });

    it('stores one of a hundred racing inserts of the same order', async () => {
      const results = await Promise.all(Array.from({ length: 100 }, () => orders.insert(anOpenOrder())));
      expect(results.filter((result) => result.ok)).toHaveLength(1);
    });

    it('stores many orders at once, and of those only the ones whose uuid is not taken', async () => {
      await store(anOpenOrder({ uuid: uuidOf(2), clientOrderId: 'first' }));
      const added = samples.map((order, n) => ({
        ...order,
        terms: { ...order.terms, uuid: uuidOf(n + 1), handle: `handle-${n}` as typeof order.terms.handle },
      }));
      const stored = await orders.insertMany(added);
      expect([...stored].sort()).toEqual(
        added.map(({ terms }) => terms.uuid).filter((uuid) => uuid !== uuidOf(2)),
      );
      for (const order of added)
        if (order.terms.uuid !== uuidOf(2))
          expect(await orders.findById(order.terms.uuid)).toStrictEqual(order);
      expect((await orders.findById(uuidOf(2)))?.terms.clientOrderId).toBe('first');
      expect(await orders.insertMany([])).toEqual(new Set());
      expect(await orders.insertMany(added)).toEqual(new Set());
    });

    it('stores each order once when the same ones are stored in many orders at the same time', async () => {
      const added = Array.from({ length: 10 }, (_, n) => anOpenOrder({ uuid: uuidOf(n + 1) }));
      const stored = await Promise.all(
        Array.from({ length: 10 }, (_, n) => orders.insertMany([...added.slice(n), ...added.slice(0, n)])),
      );
      expect(stored.flatMap((uuids) => [...uuids]).sort()).toEqual(added.map(({ terms }) => terms.uuid));
    });

    it('updates an order through every status and increments its version', async () => {
      await store(everyTerm);
      let version = 1;
      for (const sample of samples) {
        const next = { ...sample, terms: everyTerm.terms, createdAt: everyTerm.createdAt, version };
        const stored = { ...next, version: ++version };
        expect(await orders.update(next)).toStrictEqual(ok(stored));
        expect(await orders.findById(everyTerm.terms.uuid)).toStrictEqual(stored);
      }
    });

    it('refuses an update whose version is not the stored one', async () => {
      await store(anOpenOrder());
      unwrap(await orders.update(anOpenOrder()));
      expect(await orders.update(aCancelledOrder())).toEqual(err({ kind: 'stale-version' }));
      expect(await orders.update(aCancelledOrder({}, { version: 3 }))).toEqual(
        err({ kind: 'stale-version' }),
      );
      expect((await orders.findById(uuidOf(1)))?.status).toBe('open');
    });

    it('updates many orders at once, and of those only the ones whose version is the stored one', async () => {
      const placed = [1, 2, 3].map((n) => anOpenOrder({ uuid: uuidOf(n) }));
      await orders.insertMany(placed);
      unwrap(await orders.update(placed[1]!));
      const ended = placed.map(({ terms }) => ({ ...aCancelledOrder(), terms }));
      expect(await orders.updateMany(ended)).toEqual(new Set([uuidOf(1), uuidOf(3)]));
      const found = await orders.findMany([uuidOf(3), uuidOf(9), uuidOf(2), uuidOf(1)]);
      const byUuid = new Map(found.map((order) => [order.terms.uuid, order]));
      expect(byUuid.size).toBe(3);
      expect(byUuid.get(uuidOf(1))).toStrictEqual({ ...ended[0]!, version: 2 });
      expect(byUuid.get(uuidOf(2))).toStrictEqual({ ...placed[1]!, version: 2 });
      expect(byUuid.get(uuidOf(3))).toStrictEqual({ ...ended[2]!, version: 2 });
      expect(await orders.updateMany([])).toEqual(new Set());
      expect(await orders.findMany([])).toEqual([]);
    });

    it('lets one of several racing updates of a version win', async () => {
      await store(anOpenOrder());
      const results = await Promise.all(Array.from({ length: 20 }, () => orders.update(aCancelledOrder())));
      expect(results.filter((result) => result.ok)).toHaveLength(1);
      expect((await orders.findById(uuidOf(1)))?.version).toBe(2);
    });

    it('is not affected when callers change what they passed in or got back', async () => {
      const mine = structuredClone(everyTerm);
      await store(mine);
      mine.createdAt.setTime(0);
      (mine.terms.extra as Record<string, unknown>).tags = 'changed';
      const theirs = await orders.findById(mine.terms.uuid);
      theirs?.createdAt.setTime(0);
      const updated = unwrap(await orders.update(structuredClone(everyTerm)));
      updated.createdAt.setTime(0);
      expect(await orders.findById(mine.terms.uuid)).toStrictEqual({ ...everyTerm, version: 2 });
    });

    it("finds an owner's live order by its client id", async () => {
      const named = (n: number) => ({ uuid: uuidOf(n), clientOrderId: 'mine' });
      await store(
        aCancelledOrder(named(1)),
        anOpenOrder({ ...named(2), owner: ANOTHER_OWNER }),
        anOpenOrder({ uuid: uuidOf(3) }),
        aConfirmedOrder(named(4)),
      );
      expect(await orders.findLiveByClientOrderId(AN_OWNER, 'mine')).toBeUndefined();
      await store(aBroadcastedOrder(named(5)));
      expect((await orders.findLiveByClientOrderId(AN_OWNER, 'mine'))?.terms.uuid).toBe(uuidOf(5));
      expect(await orders.findLiveByClientOrderId(AN_OWNER, 'other')).toBeUndefined();
    });

    it('finds the newest order with a client id, whatever its status', async () => {
      const named = (n: number) => ({ uuid: uuidOf(n), clientOrderId: 'mine' });
      const newest = async () => (await orders.findNewestByClientOrderId(AN_OWNER, 'mine'))?.terms.uuid;
      expect(await newest()).toBeUndefined();
      await store(
        aConfirmedOrder(named(3), { createdAt: at(5) }),
        aCancelledOrder(named(2), { createdAt: at(7) }),
        anOpenOrder(named(1), { createdAt: at(5) }),
        anOpenOrder({ ...named(4), owner: ANOTHER_OWNER }, { createdAt: at(9) }),
        anOpenOrder({ uuid: uuidOf(5), clientOrderId: 'other' }, { createdAt: at(9) }),
      );
      expect(await newest()).toBe(uuidOf(2));
      await store(aFailedOrder(named(6), { createdAt: at(7) }));
      expect(await newest()).toBe(uuidOf(6));
    });

    it('keeps the guards of a price trigger', async () => {
      const guards = [{ blocks: 0 }, { runs: 12 }, { minutes: 5 }].map((confirm, n) =>
        anOpenOrder({ uuid: uuidOf(n), minLiquidityUsd: n + 0.5, confirm }),
      );
      await store(...guards);
      for (const order of guards) expect(await orders.findById(order.terms.uuid)).toEqual(order);
    });

    it("lists the orders of an owner's strategy by uuid", async () => {
      const part = (n: number) => ({ uuid: uuidOf(n), strategy: { strategyId: 'ladder' } });
      await store(
        anOpenOrder(part(3)),
        aFailedOrder(part(1)),
        anOpenOrder({ ...part(2), owner: ANOTHER_OWNER }),
        anOpenOrder({ uuid: uuidOf(4), strategy: { strategyId: 'other' } }),
      );
      const found = await orders.listByStrategy(AN_OWNER, 'ladder');
      expect(found.map(({ terms }) => terms.uuid)).toEqual([uuidOf(1), uuidOf(3)]);
    });

    it("lists the orders of an owner's strategy that are not cancelled by uuid", async () => {
      const part = (n: number) => ({ uuid: uuidOf(n), strategy: { strategyId: 'ladder' } });
      await store(
        anOpenOrder(part(5)),
        aCancelledOrder(part(4)),
        aFailedOrder(part(3)),
        aBroadcastedOrder(part(2)),
        anOpenOrder({ ...part(1), owner: ANOTHER_OWNER }),
        anOpenOrder({ uuid: uuidOf(6), strategy: { strategyId: 'other' } }),
      );
      const found = await orders.listUncancelledByStrategy(AN_OWNER, 'ladder');
      expect(found.map(({ terms }) => terms.uuid)).toEqual([2, 3, 5].map(uuidOf));
    });
  });
}
