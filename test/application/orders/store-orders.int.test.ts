import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createCore, type Core } from '../../../src/application/core.js';
import type { OrderQuotas } from '../../../src/domain/order/limits/quotas.js';
import { dayOf } from '../../../src/domain/order/limits/quotas.js';
import type { Order } from '../../../src/domain/order/order.js';
import type { AnyOrder } from '../../../src/domain/order/terms/draft.js';
import { ok, unwrap } from '../../../src/domain/shared/result.js';
import { StorageFailure, type Ports, type Transaction } from '../../../src/ports/index.js';
import { T0, uuidOf } from '../../support/builders.js';
import { coreHarness, DOLLAR, signedInput, WELSH, type CoreHarness } from '../../support/core-harness.js';
import { harnesses, type OpenedStorage } from '../../support/harnesses.js';
import { A_WALLET, ANOTHER_WALLET } from '../../support/signing.js';

const OWNER = A_WALLET.address;
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1);
const kindOf = (result: Awaited<ReturnType<Core['orders']['placeJson']>>) =>
  result.ok ? 'stored' : result.error.kind;

describe.each(harnesses.filter(({ name }) => name !== 'sqlite in memory'))(
  'orders placed at the same time, on $name',
  (adapter) => {
    const { name } = adapter;
    let storage: OpenedStorage | undefined;
    let harness: CoreHarness;

    const openWith = async (quotas: OrderQuotas = {}) => {
      await storage?.close();
      storage = await adapter.open();
      harness = coreHarness({ storage: storage.ports, settings: { quotas } });
    };
    beforeEach(() => openWith());
    afterAll(() => storage?.close());

    const placeAll = (inputs: readonly AnyOrder[], { core } = harness) =>
      Promise.all(inputs.map((input) => core.orders.placeJson(input)));

    /** The core over a storage that the test changes. */
    const coreOver = (unitOfWork: Partial<Ports['unitOfWork']>) => {
      const { ports } = harness;
      const changed = Object.assign(Object.create(ports.unitOfWork) as Ports['unitOfWork'], unitOfWork);
      return createCore({ ...ports, unitOfWork: changed });
    };

    it('share few commits, and have the event, the place in the feed and the queue of an order that is stored alone', async () => {
      let units = 0;
      const { unitOfWork } = harness.ports;
      const core = coreOver({ run: (work) => (units++, unitOfWork.run(work)) });
      const condition = { conditionToken: WELSH, targetPrice: '1', direction: 'gt' };
      const inputs = numbers(120).map((n) =>
        signedInput({ uuid: uuidOf(n), fields: n % 2 === 0 ? condition : {} }),
      );
      const placed = await placeAll(inputs, { ...harness, core });
      expect(placed.map((result) => unwrap(result).terms.uuid)).toEqual(numbers(120).map(uuidOf));
      expect(units).toBeLessThanOrEqual(4);

      const { feed, events, executionQueue } = harness.ports;
      const appended = await feed.read({ after: 0, limit: 1_000 });
      expect(appended.map(({ uuid, seq, type }) => ({ uuid, seq, type }))).toEqual(
        numbers(120).map((n) => ({ uuid: uuidOf(n), seq: 1, type: 'created' })),
      );
      expect(await events.list(uuidOf(120))).toEqual([{ seq: 1, type: 'created', at: T0, facts: {} }]);
      expect(await executionQueue.triggerPairs()).toEqual([{ conditionToken: WELSH, baseAsset: 'USD' }]);
      const alone = unwrap(await core.orders.placeJson(signedInput({ uuid: uuidOf(121) })));
      const { uuid: _uuid, handle: _handle, signature: _signature, ...terms } = alone.terms;
      const stored = unwrap(await core.orders.get(uuidOf(119)));
      expect(stored).toMatchObject({ ...alone, terms });
    });

    it('are one order if they are the same 200 times', async () => {
      const placed = await placeAll(numbers(200).map(() => signedInput()));
      const [first] = placed.map(unwrap);
      for (const result of placed) expect(unwrap(result)).toEqual(first);
      expect(unwrap(await harness.core.orders.events(uuidOf(1)))).toHaveLength(1);
      expect((await harness.ports.feed.read({ after: 0, limit: 9 })).length).toBe(1);
    });

    it('never get each other’s order for the same uuid', async () => {
      const inputs = numbers(60).map((n) => signedInput({ fields: { note: `variant ${n % 3}` } }));
      const placed = await placeAll(inputs);
      const stored = unwrap(await harness.core.orders.get(uuidOf(1)));
      for (const [n, result] of placed.entries()) {
        const isSame = inputs[n]!['note' as never] === stored.terms.extra['note'];
        if (isSame) expect(unwrap(result)).toEqual(stored);
        else expect(result).toMatchObject({ error: { kind: 'order-exists', differing: ['note'] } });
      }
      expect(placed.filter(({ ok }) => ok)).toHaveLength(20);
    });

    it('each get their own result, whatever conflicts the others have', async () => {
      await openWith({ openOrders: 30 });
      const theirs = numbers(40).map((n) => signedInput({ uuid: uuidOf(n), wallet: ANOTHER_WALLET }));
      const mine = {
        plain: signedInput({ uuid: uuidOf(101) }),
        again: signedInput({ uuid: uuidOf(101) }),
        other: signedInput({ uuid: uuidOf(101), fields: { note: 'other' } }),
        named: signedInput({ uuid: uuidOf(102), fields: { clientOrderId: 'one' } }),
        taken: signedInput({ uuid: uuidOf(103), fields: { clientOrderId: 'one' } }),
        oco: signedInput({
          uuid: uuidOf(104),
          fields: { strategyId: 'group', metadata: { oco: true } },
        }),
        unsigned: signedInput({ uuid: uuidOf(105), fields: { amountIn: '7' } }),
        last: signedInput({ uuid: uuidOf(106) }),
      };
      const results = await placeAll([...theirs.slice(0, 20), ...Object.values(mine), ...theirs.slice(20)]);
      const ofMine = results.splice(20, Object.keys(mine).length).map(kindOf);
      const { named, taken, ...others } = Object.fromEntries(
        Object.keys(mine).map((name, n) => [name, ofMine[n]]),
      );
      expect([named, taken].sort()).toEqual(['client-order-id-taken', 'stored']);
      expect(others).toEqual({
        plain: 'stored',
        again: 'stored',
        other: 'order-exists',
        oco: 'stored',
        unsigned: 'signature-not-verified',
        last: 'stored',
      });
      expect(results.map(kindOf).sort()).toEqual([
        ...numbers(10).map(() => 'open-quota-exceeded'),
        ...numbers(30).map(() => 'stored'),
      ]);
    });

    it('are counted exactly: an owner’s quotas hold, and refused orders leave nothing behind', async () => {
      await openWith({ dailyOrders: 25 });
      const results = await placeAll(numbers(80).map((n) => signedInput({ uuid: uuidOf(n) })));
      expect(results.filter(({ ok }) => ok)).toHaveLength(25);
      const refused = results.find(({ ok }) => !ok);
      expect(refused).toMatchObject({ error: { kind: 'daily-quota-exceeded', limit: 25, used: 26 } });
      const { ownerUsage, feed } = harness.ports;
      const nothing = { owner: OWNER, day: dayOf(T0), orders: 0, bytes: 0 };
      const [usage] = await ownerUsage.addPlaced([nothing]);
      expect(usage).toEqual((await ownerUsage.open([OWNER])).get(OWNER));
      expect(usage).toMatchObject({ orders: 25 });
      expect(await feed.read({ after: 0, limit: 100 })).toHaveLength(25);
    });

    it('are returned to a retry even when their owner’s quota is used up', async () => {
      await openWith({ openOrders: 1 });
      const [first] = await placeAll([signedInput()]);
      const again = await placeAll([signedInput(), signedInput({ uuid: uuidOf(2) }), signedInput()]);
      expect(again.map(kindOf)).toEqual(['stored', 'open-quota-exceeded', 'stored']);
      expect(again[0]).toEqual(first);
    });

    it('are stored although the database refuses one of them', async () => {
      const { unitOfWork } = harness.ports;
      const POISON = uuidOf(33);
      const core = coreOver({
        run: (work) =>
          unitOfWork.run((tx) =>
            work(
              withOrders(tx, {
                insertMany: async (orders) => {
                  const isRefused = orders.some(({ terms }) => terms.uuid === POISON);
                  // Of the storages, only Postgres itself refuses text with this character.
                  if (isRefused && name !== 'postgres') throw new StorageFailure('poison', '22P05', false);
                  return tx.orders.insertMany(orders.map((order) => (isRefused ? withNul(order) : order)));
                },
              }),
            ),
          ),
      });
      const placed = await Promise.allSettled(
        numbers(60).map((n) => core.orders.placeJson(signedInput({ uuid: uuidOf(n) }))),
      );
      const failed = placed.flatMap(({ status }, n) => (status === 'rejected' ? [uuidOf(n + 1)] : []));
      expect(failed).toEqual([POISON]);
      expect(await core.orders.get(POISON)).toMatchObject({ ok: false });
      expect(await harness.ports.feed.read({ after: 0, limit: 100 })).toHaveLength(59);
    });

    it('all fail with an outage, of which the outcome is unknown; retries find what was stored', async () => {
      const { unitOfWork } = harness.ports;
      let lost = 0;
      const core = coreOver({
        run: async (work) => {
          await unitOfWork.run(work);
          lost += 1;
          throw new StorageFailure('Connection terminated unexpectedly', undefined, true);
        },
      });
      const inputs = numbers(40).map((n) =>
        signedInput({ uuid: uuidOf(n), fields: { outputToken: DOLLAR } }),
      );
      const placed = await Promise.allSettled(inputs.map((input) => core.orders.placeJson(input)));
      for (const result of placed)
        expect(result).toMatchObject({ status: 'rejected', reason: { isOutage: true } });
      expect(lost).toBe(1);
      const stored = (await placeAll(inputs)).map(unwrap);
      expect(stored.map(({ version }) => version)).toEqual(inputs.map(() => 1));
      expect(await harness.ports.feed.read({ after: 0, limit: 100 })).toHaveLength(40);
    });
  },
);

const withNul = (order: Order): Order => ({
  ...order,
  terms: { ...order.terms, strategy: { strategyId: 'a\u0000b' } },
});

const withOrders = (tx: Transaction, methods: Partial<Transaction['orders']>): Transaction => ({
  ...tx,
  orders: Object.assign(Object.create(tx.orders) as Transaction['orders'], methods),
});

describe('orders placed at the same time as one whose lock is held, on Postgres', () => {
  it('do not wait for it', async () => {
    const opened = await harnesses.find(({ name }) => name === 'postgres')!.open();
    const { ports: storage } = opened;
    const { core } = coreHarness({ storage });
    const clientOrderId = 'mine';
    let release!: () => void;
    const released = new Promise<void>((resolve) => (release = resolve));
    let holder!: Promise<unknown>;
    await new Promise<void>((held) => {
      holder = storage.unitOfWork.run(async (tx) => {
        await tx.lock(`client-order-id:${OWNER}:${clientOrderId}`);
        held();
        await released;
        return ok();
      });
    });
    const named = core.orders.placeJson(signedInput({ fields: { clientOrderId } }));
    const others = numbers(20).map((n) => core.orders.placeJson(signedInput({ uuid: uuidOf(n + 1) })));
    expect((await Promise.all(others)).map(kindOf)).toEqual(numbers(20).map(() => 'stored'));
    expect(await core.orders.get(uuidOf(1))).toMatchObject({ ok: false });
    release();
    expect(kindOf(await named)).toBe('stored');
    await holder;
    await opened.close();
  });
});
