import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openStorage, type Storage } from '../../../src/adapters/typeorm/index.js';
import { memoryStorage } from '../../../src/adapters/memory/index.js';
import { DEFAULT_SETTINGS } from '../../../src/application/settings.js';
import type { AnyOrder } from '../../../src/domain/order/terms/draft.js';
import { ok, unwrap } from '../../../src/domain/shared/result.js';
import { changeOrders } from '../../../src/application/orders/change-order.js';
import { confirmOrder, reopenOrder } from '../../../src/domain/order/lifecycle/lifecycle.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import type { Transaction } from '../../../src/ports/index.js';
import { aBroadcastedOrder, at, handleFor, T0, txidOf, uuidOf } from '../../support/builders.js';
import { bracket, CALM, placedBracket, TWO_SUBNETS } from '../../support/brackets.js';
import {
  coreHarness,
  DOLLAR,
  HOST,
  WELSH,
  type CoreHarness,
  type HarnessOptions,
} from '../../support/core-harness.js';
import { DATABASES } from '../../support/databases.js';
import { evaluationOf, pass, recordPrices, whenBelow } from '../../support/executor-steps.js';
import { execute, orderOf, settle, typesOf } from '../../support/order-steps.js';
import { signTerms } from '../../support/signing.js';

const signal = () => {
  let resolve = (): void => {};
  const promise = new Promise<void>((resolved) => (resolve = resolved));
  return { promise, resolve };
};
const UP = { [WELSH]: 1, [DOLLAR]: 3 };
const statuses = (harness: CoreHarness) =>
  Promise.all([1, 2, 3].map(async (n) => (await orderOf(harness, n)).status));
const cancel = ({ core }: CoreHarness, n: number) =>
  core.orders.cancel({ ref: uuidOf(n), authorization: HOST });
const txid = async (harness: CoreHarness, n: number) => {
  const order = await orderOf(harness, n);
  if (!('txid' in order)) throw new Error(`order ${n} has no swap`);
  return order.txid;
};

/** A bracket whose entry has been sent. */
async function sentEntry(options: HarnessOptions = {}) {
  const harness = await placedBracket({}, options);
  await recordPrices(harness, CALM);
  await pass(harness);
  expect(await statuses(harness)).toEqual(['broadcasted', 'open', 'open']);
  return harness;
}

/** A bracket whose entry is confirmed, and has bought 950,000. */
async function confirmedEntry(options: HarnessOptions = {}) {
  const harness = await sentEntry(options);
  harness.chain.mine(await txid(harness, 1), 950_000n);
  await settle(harness);
  return harness;
}

/** Orphans the block of the entry; its swap is pending again. */
async function orphanEntry(harness: CoreHarness) {
  harness.chain.setStatus(await txid(harness, 1), { kind: 'pending' });
  await settle(harness);
  expect((await orderOf(harness, 1)).status).toBe('broadcasted');
}

describe('a bracket that is placed', () => {
  const problemsOf = async (orders: readonly AnyOrder[], atomic = true) => {
    const { core } = coreHarness({ registry: TWO_SUBNETS });
    const results = await core.orders.placeJsonBatch({ orders, atomic });
    return results.map((result) => {
      if (result.ok) return 'stored';
      const { error } = result;
      return error.kind === 'invalid-order'
        ? error.problems.map(({ field, message }) => `${field} ${message}`).join('; ')
        : error.kind;
    });
  };
  const REFUSED = 'batch-refused';

  it.each<[string, Parameters<typeof bracket>[0], readonly (string | RegExp)[]]>([
    [
      'sells more than is guaranteed',
      { entry: { minAmountOut: '899999' } },
      [REFUSED, /^amountIn must be at most 899999/, /^amountIn must be at most 899999/],
    ],
    [
      'has an entry without a minimum',
      { entry: { minAmountOut: undefined, slippage: '0.01' } },
      [/^minAmountOut must be above 0/, REFUSED, REFUSED],
    ],
    [
      'sells another token',
      { stop: { after: uuidOf(2) } },
      [REFUSED, /after must be absent.*termsSignature|after must be absent/, /inputToken|after/],
    ],
    [
      'is of another plan',
      { stop: { strategyId: 'other' } },
      [REFUSED, REFUSED, 'strategyId must be the strategyId of its entry'],
    ],
    [
      'has an entry of another type',
      { entry: { strategyType: 'dca' } },
      [/^strategyType must be bracket/, REFUSED, REFUSED],
    ],
    [
      'has an entry that is in a group',
      { entry: { metadata: { oco: true } } },
      [/^metadata oco must be absent/, REFUSED, REFUSED],
    ],
    [
      'comes after an order that is not in the batch',
      { stop: { after: uuidOf(9) } },
      [REFUSED, REFUSED, /^after needs its entry/],
    ],
    [
      'comes after itself',
      { stop: { after: uuidOf(3) } },
      [REFUSED, REFUSED, 'after must be the uuid of another order'],
    ],
  ])('is refused if an exit or its entry %s', async (_, fields, expected) => {
    const problems = await problemsOf(bracket(fields));
    expect(problems).toEqual(
      expected.map((each) => (typeof each === 'string' ? each : expect.stringMatching(each))),
    );
  });

  it('is refused without signed terms, and apart from its entry', async () => {
    const [entry, target] = bracket();
    const { termsSignature: _, termsPath: _1, ...unsigned } = target!;
    expect(await problemsOf([entry!, unsigned])).toEqual([
      REFUSED,
      expect.stringMatching(/^termsSignature is required with after/),
    ]);
    expect(await problemsOf([entry!, target!], false)).toEqual([
      'stored',
      expect.stringMatching(/^after needs its entry/),
    ]);
    const { core } = await placedBracket();
    expect(await core.orders.placeJson(bracket()[1]!)).toMatchObject({ ok: true });
  });

  it('is refused if its entry is stored already', async () => {
    const { core } = coreHarness({ registry: TWO_SUBNETS });
    const orders = bracket();
    unwrap(await core.orders.placeJson(orders[0]!));
    const results = await core.orders.placeJsonBatch({ orders, atomic: true });
    expect(results[1]).toMatchObject({ error: { kind: 'invalid-order', problems: [{ field: 'after' }] } });
  });

  it('is returned as stored when it is placed again', async () => {
    const harness = await placedBracket();
    const again = await harness.core.orders.placeJsonBatch({ orders: bracket(), atomic: true });
    expect(again.map((result) => unwrap(result).version)).toEqual([1, 1, 1]);
  });
});

describe('an amendment in a bracket', () => {
  const amended = (n: number, fields: AnyOrder) => {
    const { signature: _, termsSignature: _1, termsPath: _2, ...terms } = bracket()[n - 1]!;
    const input = { ...terms, revision: 1, ...fields };
    return { ...input, termsSignature: signTerms(input) };
  };
  const amend = ({ core }: CoreHarness, n: number, fields: AnyOrder) =>
    core.orders.amend(uuidOf(n), amended(n, fields));

  it('moves a stop that still waits for its entry', async () => {
    const harness = await placedBracket();
    unwrap(await amend(harness, 3, whenBelow(DOLLAR, '0.7')));
    expect(await evaluationOf(harness, 3)).toMatchObject({ reason: 'waiting-entry' });
  });

  it('cannot tie an exit to another entry, or to none', async () => {
    const harness = await placedBracket();
    for (const after of [uuidOf(7), undefined])
      expect(await amend(harness, 3, { after })).toMatchObject({
        error: { kind: 'pinned-terms', fields: ['after'] },
      });
  });

  it('cannot make an entry guarantee less than an exit sells', async () => {
    const harness = await placedBracket();
    expect(await amend(harness, 1, { minAmountOut: '899999' })).toMatchObject({
      error: { kind: 'invalid-order', problems: [{ field: 'minAmountOut' }] },
    });
    unwrap(await amend(harness, 1, { minAmountOut: '950000' }));
  });
});

describe('an exit and its entry that change at the same time on Postgres', () => {
  it('agree in the end: an exit that opens while its entry is confirmed is active', async () => {
    const database = await DATABASES.find(({ name }) => name === 'Postgres')!.create();
    const storage = await openStorage(database.url);
    try {
      const { orders, unitOfWork, events } = storage.ports;
      const after = { uuid: uuidOf(1), handle: handleFor(uuidOf(1)) };
      const strategy = { strategyId: 'bracket', strategyType: 'bracket' };
      const entry = aBroadcastedOrder({ uuid: uuidOf(1), strategy });
      const exit = aBroadcastedOrder({ uuid: uuidOf(2), strategy, after }, { txid: txidOf(2) });
      for (const order of [entry, exit]) unwrap(await orders.insert(order));
      const first = { type: 'created', at: T0, facts: {} } as const;
      await events.begin([entry, exit].map(({ terms: { uuid } }) => ({ uuid, event: first })));
      const [hasRead, isBlocked, mayGoOn] = [signal(), signal(), signal()];

      const reopened = unwrap(reopenOrder(exit, { txid: exit.txid, reason: 'dropped' }, at(1)));
      const opening = unitOfWork.run(async (unit) => {
        const findById: Transaction['orders']['findById'] = async (uuid) => {
          const found = await unit.orders.findById(uuid);
          hasRead.resolve();
          await mayGoOn.promise;
          return found;
        };
        const slow = Object.assign(Object.create(unit.orders) as Transaction['orders'], { findById });
        return ok(
          await changeOrders({ ...unit, orders: slow }, [
            { order: reopened.order, events: [reopened.event] },
          ]),
        );
      });
      await hasRead.promise;
      const paid = {
        ...{ blockHeight: 7, blockTime: 1 },
        feeUstx: toUnits(1n),
        executedAmountIn: toUnits(1n),
      };
      const executed = { ...paid, txid: entry.txid, executedAmountOut: toUnits(9_000_000n) };
      const confirmed = unwrap(confirmOrder(entry, executed, at(2)));
      const confirming = unitOfWork.run(async (unit) => {
        const lock = (name: string) => {
          isBlocked.resolve();
          return unit.lock(name);
        };
        const listUncancelledByStrategy: Transaction['orders']['listUncancelledByStrategy'] = async (
          ...of
        ) => {
          const listed = await unit.orders.listUncancelledByStrategy(...of);
          isBlocked.resolve();
          return listed;
        };
        const noted = Object.assign(Object.create(unit.orders) as Transaction['orders'], {
          listUncancelledByStrategy,
        });
        const change = { order: confirmed.order, events: [confirmed.event] };
        return ok(await changeOrders({ ...unit, orders: noted, lock }, [change]));
      });
      await isBlocked.promise;
      mayGoOn.resolve();
      await Promise.all([opening, confirming]);
      expect(await orders.findById(uuidOf(2))).toMatchObject({
        status: 'open',
        activation: { bought: 9_000_000n },
      });
    } finally {
      await storage.close();
      await database.remove();
    }
  });
});

const STORAGES = [
  { name: 'memory', open: async () => ({ ports: memoryStorage(), close: async () => {} }) },
  ...DATABASES.map(({ name, create }) => ({
    name,
    open: async () => {
      const database = await create();
      const storage: Storage = await openStorage(database.url);
      const close = async () => {
        await storage.close();
        await database.remove();
      };
      return { ports: storage.ports, close };
    },
  })),
];

describe.each(STORAGES)('a bracket on $name', ({ open }) => {
  let opened: Awaited<ReturnType<typeof open>>;
  let options: HarnessOptions;
  beforeEach(async () => {
    opened = await open();
    options = { storage: opened.ports };
  });
  afterEach(() => opened.close());

  it('sends no exit before its entry is confirmed, whatever the price, and though its owner asks', async () => {
    const harness = await placedBracket({}, options);
    expect(await evaluationOf(harness, 2)).toEqual({
      ...{ state: 'waiting', reason: 'waiting-entry', at: harness.clock.now() },
    });
    await recordPrices(harness, UP);
    for (let n = 0; n < 3; n++) await pass(harness);
    expect(await statuses(harness)).toEqual(['broadcasted', 'open', 'open']);
    expect(await execute(harness, 2)).toEqual({
      ok: false,
      error: { kind: 'entry-not-confirmed', uuid: uuidOf(2) },
    });
    expect(await typesOf(harness, 2)).toEqual(['created']);
  });

  it('sends one exit after its entry, ends the other, and says what is left over', async () => {
    const harness = await confirmedEntry(options);
    expect(await orderOf(harness, 2)).toMatchObject({ activation: { bought: 950_000n } });
    expect(unwrap(await harness.core.orders.events(uuidOf(2))).at(-1)).toMatchObject({
      type: 'activated',
      facts: { bought: '950000', leftOver: '50000' },
    });
    await pass(harness);
    expect(await evaluationOf(harness, 2)).toMatchObject({ reason: 'waiting-price' });
    await recordPrices(harness, UP);
    await pass(harness);
    expect(await statuses(harness)).toEqual(['confirmed', 'broadcasted', 'cancelled']);
    expect(await orderOf(harness, 3)).toMatchObject({ cancelReason: 'oco' });
  });

  it('never sends both exits, though both are executed at once', async () => {
    const harness = await confirmedEntry(options);
    const results = await Promise.all([execute(harness, 2), execute(harness, 3)]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it('ends with its entry when the owner cancels that, or the chain aborts it', async () => {
    const harness = await placedBracket({}, options);
    unwrap(await cancel(harness, 1));
    expect(await statuses(harness)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect(await orderOf(harness, 2)).toMatchObject({ cancelReason: 'entry-ended' });
    expect(await typesOf(harness, 2)).toEqual(['created', 'cancelled']);
  });

  it('ends its exits when the swap of its entry is aborted', async () => {
    const harness = await sentEntry(options);
    harness.chain.abort(await txid(harness, 1), 'abort_by_post_condition');
    await settle(harness);
    expect(await statuses(harness)).toEqual(['failed', 'cancelled', 'cancelled']);
  });

  it('ends its exits when the window of its entry ends', async () => {
    const harness = coreHarness({ registry: TWO_SUBNETS, ...options });
    const validTo = new Date(harness.clock.now().getTime() + 60_000).toISOString();
    const orders = bracket({ entry: { validTo, ...whenBelow(DOLLAR, '0.1') } });
    for (const result of await harness.core.orders.placeJsonBatch({ orders, atomic: true })) unwrap(result);
    await recordPrices(harness, CALM);
    await pass(harness);
    expect(await statuses(harness)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect(await orderOf(harness, 1)).toMatchObject({ cancelReason: 'expired' });
    expect(await orderOf(harness, 3)).toMatchObject({ cancelReason: 'entry-ended' });
  });

  it('keeps the other exit when one is cancelled', async () => {
    const harness = await placedBracket({}, options);
    unwrap(await cancel(harness, 3));
    expect(await statuses(harness)).toEqual(['open', 'open', 'cancelled']);
  });

  it('puts exits that are not sent to sleep when the block of their entry is orphaned, and wakes them again', async () => {
    const harness = await confirmedEntry(options);
    await orphanEntry(harness);
    await recordPrices(harness, UP);
    await pass(harness);
    expect(await evaluationOf(harness, 2)).toMatchObject({ reason: 'waiting-entry' });
    expect(await execute(harness, 2)).toMatchObject({ error: { kind: 'entry-not-confirmed' } });
    expect(await typesOf(harness, 2)).toEqual(['created', 'activated', 'deactivated']);
    harness.chain.mine(await txid(harness, 1), 960_000n);
    await settle(harness);
    expect(await orderOf(harness, 2)).toMatchObject({ activation: { bought: 960_000n } });
    await pass(harness);
    expect((await orderOf(harness, 2)).status).toBe('broadcasted');
  });

  it('leaves an exit to its swap when the block of its entry is orphaned, and puts it to sleep if the swap is dropped', async () => {
    const harness = await confirmedEntry(options);
    const { chain } = harness;
    const { txid: exit } = unwrap(await execute(harness, 2));
    await orphanEntry(harness);
    expect(await statuses(harness)).toEqual(['broadcasted', 'broadcasted', 'cancelled']);
    chain.setStatus(exit, { kind: 'unseen' });
    chain.executedNonce = 1n;
    await settle(harness);
    chain.height += DEFAULT_SETTINGS.deathBlocks;
    await settle(harness);
    expect((await typesOf(harness, 2)).slice(-2)).toEqual(['reopened', 'deactivated']);
    expect(await evaluationOf(harness, 2)).toMatchObject({ reason: 'waiting-entry' });
  });

  it('trails the price from the confirmation of its entry on, not from its placement', async () => {
    const trail = { trail: { bps: 1_000 }, confirm: { blocks: 0 }, targetPrice: undefined };
    const harness = await placedBracket({ stop: trail }, options);
    const at = async (usd: number) => {
      await recordPrices(harness, { [WELSH]: 1, [DOLLAR]: usd });
      await pass(harness);
    };
    await at(3);
    await at(1);
    harness.chain.mine(await txid(harness, 1), 950_000n);
    await settle(harness);
    await at(0.95);
    expect(await statuses(harness)).toEqual(['confirmed', 'open', 'open']);
    await at(0.85);
    expect(await statuses(harness)).toEqual(['confirmed', 'cancelled', 'broadcasted']);
  });

  it('costs the queue nothing while its exits wait', async () => {
    const harness = await placedBracket({}, options);
    const { executionQueue } = harness.ports;
    expect(await executionQueue.triggerPairs()).toEqual([{ conditionToken: '*', baseAsset: 'USD' }]);
    const later = new Date(harness.clock.now().getTime() + 100 * 86_400_000);
    expect(await executionQueue.listExpired(later, 10)).toEqual([uuidOf(1)]);
  });
});
