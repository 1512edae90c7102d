import { EventEmitter, once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import type { AnyOrder } from '../../../src/domain/order/terms/draft.js';
import type { OrderUuid } from '../../../src/domain/order/ids.js';
import { MAX_AGE_MS } from '../../../src/domain/order/lifecycle/strategy.js';
import { createCore } from '../../../src/application/core.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { T0, uuidOf } from '../../support/builders.js';
import {
  coreHarness,
  DOLLAR,
  LONE_REGISTRY,
  LONE_TOKEN,
  SBTC,
  stubSigner,
  WELSH,
  WELSH_SUBNET,
  type CoreHarness,
  type HarnessOptions,
} from '../../support/core-harness.js';
import {
  AT_ONCE,
  evaluationOf,
  mineAll,
  pass,
  recordPrices,
  sentOrders,
  waitingOf,
  whenAbove,
  whenBelow,
} from '../../support/executor-steps.js';
import { reachedAt } from '../../support/conditions.js';
import { orderOf, place, placed, settle, swapsOf, typesOf } from '../../support/order-steps.js';
import { A_WALLET } from '../../support/signing.js';

const statusOf = async (harness: CoreHarness, n = 1) => (await orderOf(harness, n)).status;
const at = (ms: number) => new Date(T0.getTime() + ms);
const MINUTE = 60_000;

describe('RunExecutor', () => {
  it('sends an order that is due at once, which settlement then confirms', async () => {
    const harness = await placed(AT_ONCE);
    expect(await pass(harness)).toMatchObject({ expired: 0, attempts: { sent: 1 }, left: 'none' });
    expect(await statusOf(harness)).toBe('broadcasted');
    await mineAll(harness);
    await settle(harness);
    expect(await statusOf(harness)).toBe('confirmed');
    expect(await pass(harness)).toMatchObject({ attempts: {} });
  });

  it.each<[string, AnyOrder, Record<string, number>, boolean]>([
    ['sends an order at the price it waits for', whenAbove(WELSH, '2'), { [WELSH]: 2 }, true],
    ['sends an order above its lower limit', whenAbove(WELSH, '2'), { [WELSH]: 200 }, true],
    [
      'keeps an order open just below its lower limit',
      whenAbove(WELSH, '2'),
      { [WELSH]: 1.9999999999999998 },
      false,
    ],
    ['sends an order below its upper limit', whenBelow(WELSH, '2'), { [WELSH]: 1e-9 }, true],
    [
      'keeps an order open just above its upper limit',
      whenBelow(WELSH, '2'),
      { [WELSH]: 2.0000000000000004 },
      false,
    ],
    [
      'sends an order when the ratio of two prices reaches its target',
      { ...whenAbove(WELSH, '0.5'), baseAsset: SBTC },
      { [WELSH]: 3, [SBTC]: 6 },
      true,
    ],
    [
      'keeps an order open when the ratio of two prices falls short of its target',
      { ...whenAbove(WELSH, '0.5'), baseAsset: SBTC },
      { [WELSH]: 3, [SBTC]: 6.1 },
      false,
    ],
  ])('%s', async (_, trigger, dollars, isDue) => {
    const harness = await placed(trigger);
    await recordPrices(harness, dollars);
    await pass(harness);
    expect(await statusOf(harness)).toBe(isDue ? 'broadcasted' : 'open');
  });

  it('never sends an order without a trigger', async () => {
    const harness = await placed();
    expect(await pass(harness)).toMatchObject({ attempts: {}, left: 'none' });
    expect(await evaluationOf(harness)).toEqual({ at: T0, state: 'manual', reason: 'manual' });
  });

  it('sends an order when the price jumped over its target between two passes', async () => {
    const harness = await placed(whenBelow(WELSH, '2'));
    await recordPrices(harness, { [WELSH]: 3 });
    await pass(harness);
    for (const usd of [2.5, 1.5, 0.5]) await recordPrices(harness, { [WELSH]: usd });
    expect(await pass(harness)).toMatchObject({ attempts: { sent: 1 } });
  });

  it('sends nothing when the price reached its target and came back between two passes', async () => {
    const harness = await placed(whenBelow(WELSH, '2'));
    for (const usd of [3, 1, 3]) await recordPrices(harness, { [WELSH]: usd });
    expect(await pass(harness)).toMatchObject({ attempts: {} });
    expect(await evaluationOf(harness)).toMatchObject({ reason: 'waiting-price', distance: '-0.333334' });
  });

  it('sends an order at a price that another process recorded', async () => {
    const harness = await placed(whenAbove(WELSH, '2'));
    await harness.core.prices.refresh();
    await recordPrices(harness, { [WELSH]: 2 });
    expect(await pass(harness)).toMatchObject({ attempts: { sent: 1 } });
  });

  it('sends one order of a one-cancels-other group and cancels the others', async () => {
    const harness = coreHarness();
    const group = { ...AT_ONCE, strategyId: 'exits', metadata: { oco: true } };
    for (const n of [1, 2, 3]) await place(harness, n, group);
    await pass(harness);
    const statuses = await Promise.all([1, 2, 3].map((n) => statusOf(harness, n)));
    expect(statuses.toSorted()).toEqual(['broadcasted', 'cancelled', 'cancelled']);
  });

  it('sends each order once when two executors share the storage', async () => {
    const harness = coreHarness();
    for (let n = 1; n <= 20; n++) await place(harness, n, AT_ONCE);
    const other = createCore({ ...harness.ports });
    const reports = await Promise.all([pass(harness), other.execution.run()]);
    const sent = reports.map(({ attempts }) => attempts.sent ?? 0);
    expect(sent[0]! + sent[1]!).toBe(20);
    expect(harness.chain.sent).toHaveLength(20);
    expect(await sentOrders(harness, 20)).toHaveLength(20);
  });

  it('reads each order once per attempt', async () => {
    const harness = await placed(AT_ONCE);
    const { orders } = harness.ports;
    const findById = orders.findById.bind(orders);
    let reads = 0;
    const counted = Object.assign(Object.create(orders) as typeof orders, {
      findById: (uuid: OrderUuid) => {
        reads += 1;
        return findById(uuid);
      },
      findMany: (uuids: readonly OrderUuid[]) => {
        reads += 1;
        return orders.findMany(uuids);
      },
    });
    const core = createCore({ ...harness.ports, orders: counted });
    expect(await core.execution.run()).toMatchObject({ attempts: { sent: 1 } });
    expect(reads).toBe(1);
  });

  it('sends as many orders as a node accepts, and the rest as blocks are mined', async () => {
    const harness = coreHarness();
    for (let n = 1; n <= 60; n++) await place(harness, n, AT_ONCE);
    expect(await pass(harness)).toMatchObject({ attempts: { sent: 25 }, left: 'in-flight' });
    for (const sent of [25, 10]) {
      await mineAll(harness);
      await settle(harness);
      expect(await pass(harness)).toMatchObject({ attempts: { sent } });
    }
    await mineAll(harness);
    await settle(harness);
    const statuses = await Promise.all(Array.from({ length: 60 }, (_, n) => statusOf(harness, n + 1)));
    expect(statuses.every((status) => status === 'confirmed')).toBe(true);
    expect(harness.chain.sent).toHaveLength(60);
  });

  it('ends and sends no order while the clock contradicts the chain, and continues once it is right', async () => {
    const harness = coreHarness({ settings: { maxClockDriftMs: 30 * MINUTE } });
    harness.chain.newestTime = T0.getTime() / 1_000;
    await place(harness, 1, { ...AT_ONCE, validTo: at(60 * MINUTE).toISOString() });
    harness.clock.advance(120 * MINUTE);
    expect(await pass(harness)).toMatchObject({ expired: 0, attempts: {}, left: 'clock' });
    expect(await statusOf(harness)).toBe('open');
    harness.clock.advance(-120 * MINUTE);
    expect(await pass(harness)).toMatchObject({ expired: 0, attempts: { sent: 1 } });
  });

  it('ends and sends no order while it cannot be said whether the clock is right', async () => {
    const harness = coreHarness({ settings: { maxClockDriftMs: 30 * MINUTE } });
    await place(harness, 1, { ...AT_ONCE, validTo: at(MINUTE).toISOString() });
    harness.clock.advance(2 * MINUTE);
    harness.chain.cut('indexHeight');
    expect(await pass(harness)).toMatchObject({ expired: 0, attempts: {}, left: 'outage' });
    expect(await statusOf(harness)).toBe('open');
  });

  it('sends nothing without an operator key, but cancels expired orders', async () => {
    const harness = await placed(AT_ONCE, { signer: null });
    await place(harness, 2, { ...AT_ONCE, validTo: at(MINUTE).toISOString() });
    harness.clock.advance(MINUTE);
    expect(await pass(harness)).toMatchObject({ expired: 1, attempts: {}, left: 'none' });
    expect(await statusOf(harness)).toBe('open');
  });
});

describe('RunExecutor and windows', () => {
  it('sends an order at validFrom and not before', async () => {
    const harness = await placed({ ...AT_ONCE, validFrom: at(MINUTE).toISOString() });
    expect(await pass(harness)).toMatchObject({ attempts: {}, nextAt: at(MINUTE) });
    expect(await evaluationOf(harness)).toMatchObject({ reason: 'waiting-window', opensAt: at(MINUTE) });
    harness.clock.advance(MINUTE - 1);
    expect(await pass(harness)).toMatchObject({ attempts: {} });
    harness.clock.advance(1);
    expect(await pass(harness)).toMatchObject({ attempts: { sent: 1 } });
  });

  it.each([
    [
      'an order with a trigger',
      { ...AT_ONCE, validFrom: at(0).toISOString(), validTo: at(MINUTE).toISOString() },
    ],
    ['an order without a trigger', { validTo: at(MINUTE).toISOString() }],
  ])('cancels %s as expired when its window closes', async (_, fields) => {
    const harness = await placed(fields);
    harness.clock.advance(MINUTE);
    expect(await evaluationOf(harness)).toMatchObject({ state: 'ended', reason: 'expired' });
    expect(await pass(harness)).toMatchObject({ expired: 1, attempts: {} });
    expect(await orderOf(harness)).toMatchObject({ status: 'cancelled', cancelReason: 'expired' });
    expect(await typesOf(harness)).toEqual(['created', 'cancelled']);
    expect(await evaluationOf(harness)).toBeUndefined();
  });

  it('cancels every order after 90 days', async () => {
    const harness = await placed(whenAbove(WELSH, '2'));
    await place(harness, 2);
    harness.clock.advance(MAX_AGE_MS - 1);
    expect(await pass(harness)).toMatchObject({ expired: 0 });
    harness.clock.advance(1);
    expect(await pass(harness)).toMatchObject({ expired: 2 });
    expect(await orderOf(harness)).toMatchObject({ status: 'cancelled', cancelReason: 'max-age' });
  });

  it('does not cancel an expired order whose swap is under way', async () => {
    const harness = await placed({ ...AT_ONCE, validTo: at(MINUTE).toISOString() });
    harness.chain.answerNext({ kind: 'unknown', reason: 'cut off' });
    expect(await pass(harness)).toMatchObject({ attempts: { 'broadcast-unknown': 1 } });
    harness.clock.advance(MINUTE);
    expect(await pass(harness)).toMatchObject({ expired: 0, attempts: {} });
    expect(await evaluationOf(harness)).toMatchObject({ state: 'sending', reason: 'broadcast-unknown' });
    expect(await statusOf(harness)).toBe('open');
  });

  it('cancels 2,000 expired orders per pass and requests another pass when more are left', async () => {
    const harness = coreHarness();
    const order = await orderOf(await placed({ validTo: at(MINUTE).toISOString() }));
    for (let n = 1; n <= 2_100; n++)
      await harness.ports.orders.insert({ ...order, terms: { ...order.terms, uuid: uuidOf(n) } });
    harness.clock.advance(MINUTE);
    expect(await pass(harness)).toMatchObject({ expired: 2_000, nextAt: at(MINUTE) });
    expect(await pass(harness)).toMatchObject({ expired: 100 });
  });
});

const FAILURES: readonly [string, AnyOrder, HarnessOptions, object][] = [
  [
    'no-route',
    { outputToken: LONE_TOKEN },
    { registry: LONE_REGISTRY },
    { reason: 'no-route', detail: 'no-route' },
  ],
  [
    'swap-unprotectable',
    {},
    { signer: stubSigner({ sign: async () => ({ ok: false, error: { kind: 'swap-unprotectable' } }) }) },
    { reason: 'swap-unprotectable' },
  ],
];

describe('RunExecutor after a failure of the order itself', () => {
  it.each(FAILURES)(
    'counts %s, retries after growing pauses and logs the reason once',
    async (outcome, fields, options, facts) => {
      const harness = await placed({ ...AT_ONCE, ...fields }, options);
      const pausesMs: number[] = [];
      for (let attempt = 1; attempt <= 7; attempt++) {
        const { attempts, nextAt } = await pass(harness);
        expect(attempts).toEqual({ [outcome]: 1 });
        expect(await pass(harness)).toMatchObject({ attempts: {} });
        expect(await evaluationOf(harness)).toMatchObject({ state: 'backing-off', attempts: attempt });
        pausesMs.push(nextAt!.getTime() - harness.clock.now().getTime());
        harness.clock.set(nextAt!);
      }
      const nominal = [10_000, 20_000, 40_000, 80_000, 900_000, 900_000, 900_000];
      pausesMs.forEach((pause, n) => expect(Math.abs(pause / nominal[n]! - 1)).toBeLessThanOrEqual(0.25));
      expect(await waitingOf(harness)).toEqual([facts]);
      expect(await statusOf(harness)).toBe('open');
      expect(harness.chain.sent).toEqual([]);
    },
  );

  it('counts a refusal of the bytes', async () => {
    const harness = await placed(AT_ONCE);
    harness.chain.answerNext({ kind: 'refused', reason: 'BadFunctionArgument', about: 'transaction' });
    expect(await pass(harness)).toMatchObject({ attempts: { 'broadcast-refused': 1 } });
    expect(await evaluationOf(harness)).toMatchObject({
      state: 'backing-off',
      reason: 'backing-off',
      attempts: 1,
    });
    expect(await typesOf(harness)).toEqual(['created', 'swap-stored', 'swap-refused']);
  });

  it('throws an unexpected error after sending the other orders, and retries the failed one later', async () => {
    const harness = coreHarness();
    for (let n = 1; n <= 5; n++) await place(harness, n, AT_ONCE);
    const findMany = harness.ports.orders.findMany.bind(harness.ports.orders);
    harness.ports.orders.findMany = async (uuids) => {
      if (uuids.includes(uuidOf(3))) throw new Error('disk on fire');
      return findMany(uuids);
    };
    await expect(pass(harness)).rejects.toThrow('disk on fire');
    expect(await sentOrders(harness, 5)).toEqual([1, 2, 4, 5].map(uuidOf));
    expect(await pass(harness)).toMatchObject({ attempts: {} });
    harness.ports.orders.findMany = findMany;
    harness.clock.advance(MINUTE);
    expect(await pass(harness)).toMatchObject({ attempts: { sent: 1 } });
  });
});

describe('RunExecutor after the clock was ahead for a moment', () => {
  const AHEAD_MS = 2 * 3_600_000;

  it('tries an order again at once that backs off until a time in the future, and keeps counting its attempts', async () => {
    const harness = await placed({ ...AT_ONCE, outputToken: LONE_TOKEN }, { registry: LONE_REGISTRY });
    harness.clock.advance(AHEAD_MS);
    expect(await pass(harness)).toMatchObject({ attempts: { 'no-route': 1 } });
    harness.clock.advance(1_000 - AHEAD_MS);
    expect(await pass(harness)).toMatchObject({ attempts: { 'no-route': 1 } });
    expect(await evaluationOf(harness)).toMatchObject({ state: 'backing-off', attempts: 2 });
    expect(await pass(harness)).toMatchObject({ attempts: {} });
  });

  it('takes over what a process that died meanwhile had claimed', async () => {
    const harness = await placed(AT_ONCE);
    const now = new Date(T0.getTime() + AHEAD_MS);
    const lease = { now, leaseMs: 30_000, claimant: 'dead' };
    await harness.ports.executionQueue.claim({ ...lease, reached: reachedAt(), limit: 1 });
    expect(await pass(harness)).toMatchObject({ attempts: { sent: 1 } });
  });

  it('queries the chain again although an outage began then', async () => {
    const harness = await placed(AT_ONCE);
    harness.clock.advance(AHEAD_MS);
    harness.liquidity.unreachable = true;
    expect(await pass(harness)).toMatchObject({ left: 'outage' });
    harness.clock.advance(-AHEAD_MS);
    harness.liquidity.unreachable = false;
    expect(await pass(harness)).toMatchObject({ attempts: { sent: 1 } });
  });
});

describe('RunExecutor after the storage failed', () => {
  it('tries the orders again at once that the failed pass has claimed and could not return', async () => {
    const harness = coreHarness();
    for (let n = 1; n <= 3; n++) await place(harness, n, AT_ONCE);
    const { executionQueue, orders } = harness.ports;
    const [findMany, release] = [orders.findMany.bind(orders), executionQueue.release.bind(executionQueue)];
    const fail = () => Promise.reject(new Error('the database is gone'));
    Object.assign(orders, { findMany: fail });
    Object.assign(executionQueue, { release: fail });
    await expect(pass(harness)).rejects.toThrow();
    Object.assign(orders, { findMany });
    Object.assign(executionQueue, { release });
    expect(await pass(harness)).toMatchObject({ attempts: { sent: 3 } });
  });

  it('leaves claims alone that another pass of the process works on', async () => {
    const harness = coreHarness();
    for (let n = 1; n <= 2; n++) await place(harness, n, AT_ONCE);
    const { orders } = harness.ports;
    const findMany = orders.findMany.bind(orders);
    const gate = new EventEmitter();
    const [reached, opened] = [once(gate, 'reached'), once(gate, 'open')];
    let calls = 0;
    orders.findMany = async (uuids) => {
      gate.emit('reached');
      if (++calls <= 2) await opened;
      return findMany(uuids);
    };
    const first = pass(harness);
    await reached;
    harness.clock.advance(-1);
    expect(await pass(harness)).toMatchObject({ attempts: {} });
    gate.emit('open');
    expect(await first).toMatchObject({ attempts: { sent: 2 } });
  });
});

describe('RunExecutor with an insufficient balance', () => {
  it('logs insufficient-balance and sends nothing', async () => {
    const harness = await placed(AT_ONCE);
    harness.balances.set(WELSH_SUBNET, A_WALLET.address, toUnits(999_999n));
    expect(await pass(harness)).toMatchObject({ attempts: { 'insufficient-balance': 1 } });
    expect(await swapsOf(harness)).toEqual([]);
    const short = { reason: 'insufficient-balance', balance: '999999', needed: '1000000' };
    expect(await waitingOf(harness)).toEqual([short]);
    expect(await evaluationOf(harness)).toMatchObject({ ...short, attempts: 1 });
  });

  it('sends as many orders of one owner as the balance covers', async () => {
    const harness = coreHarness();
    for (let n = 1; n <= 5; n++) await place(harness, n, AT_ONCE);
    harness.balances.set(WELSH_SUBNET, A_WALLET.address, toUnits(3_999_999n));
    expect(await pass(harness)).toMatchObject({ attempts: { sent: 3, 'insufficient-balance': 2 } });
  });

  it('does not count the input of an order that was not sent', async () => {
    const harness = coreHarness();
    await place(harness, 1, { ...AT_ONCE, minAmountOut: '997000' });
    harness.clock.advance(1);
    await place(harness, 2, AT_ONCE);
    harness.balances.set(WELSH_SUBNET, A_WALLET.address, toUnits(1_000_000n));
    expect(await pass(harness)).toMatchObject({ attempts: { 'below-minimum': 1, sent: 1 } });
    expect(await statusOf(harness, 2)).toBe('broadcasted');
  });
});

describe('RunExecutor during an outage', () => {
  it('ends the pass, counts against no order, and pauses longer after each failure when the chain is unreachable', async () => {
    const harness = coreHarness();
    for (let n = 1; n <= 50; n++) await place(harness, n, AT_ONCE);
    harness.liquidity.unreachable = true;
    const pausesMs: number[] = [];
    for (let n = 0; n < 9; n++) {
      const { attempts, left, nextAt } = await pass(harness);
      expect(attempts['chain-unreachable']).toBeLessThanOrEqual(16);
      expect(left).toBe('outage');
      const readings = harness.liquidity.readings.length;
      expect(await pass(harness)).toMatchObject({ attempts: {}, left: 'outage' });
      expect(harness.liquidity.readings).toHaveLength(readings);
      pausesMs.push(nextAt!.getTime() - harness.clock.now().getTime());
      harness.clock.set(nextAt!);
    }
    const nominal = [1, 2, 4, 8, 15, 15, 15, 15, 15].map((seconds) => seconds * 1000);
    pausesMs.forEach((pause, n) => expect(Math.abs(pause / nominal[n]! - 1)).toBeLessThanOrEqual(0.25));
    expect(await typesOf(harness)).toEqual(['created']);

    harness.liquidity.unreachable = false;
    expect((await pass(harness)).attempts.sent).toBe(25);
    const noted = await Promise.all(Array.from({ length: 50 }, (_, n) => waitingOf(harness, n + 1)));
    expect(noted.flat()).toEqual([]);
  });

  it('pauses up to a minute when nodes refuse the operator account', async () => {
    const harness = await placed(AT_ONCE);
    const pausesMs: number[] = [];
    for (let n = 0; n < 8; n++) {
      harness.chain.answerNext({ kind: 'refused', reason: 'NotEnoughFunds', about: 'account' });
      const { left, nextAt } = await pass(harness);
      expect(left).toBe('outage');
      pausesMs.push(nextAt!.getTime() - harness.clock.now().getTime());
      harness.clock.set(nextAt!);
    }
    expect(Math.abs(pausesMs.at(-1)! / 60_000 - 1)).toBeLessThanOrEqual(0.25);
  });

  it('shows chain-unreachable in the order’s evaluation', async () => {
    const harness = await placed(AT_ONCE);
    harness.liquidity.unreachable = true;
    const { nextAt } = await pass(harness);
    expect(await evaluationOf(harness)).toEqual({
      at: T0,
      state: 'backing-off',
      reason: 'chain-unreachable',
      attempts: 0,
      retryAt: nextAt,
    });
  });

  it('still cancels expired orders', async () => {
    const harness = await placed(AT_ONCE);
    await place(harness, 2, { validTo: at(1_500).toISOString() });
    harness.liquidity.unreachable = true;
    expect(await pass(harness)).toMatchObject({ left: 'outage' });
    harness.clock.advance(1_500);
    expect(await pass(harness)).toMatchObject({ expired: 1, left: 'outage' });
  });
});

describe('RunExecutor with an unusable price', () => {
  it('logs the reason to the orders that would be due, once per change of the reason', async () => {
    const harness = coreHarness();
    await place(harness, 1, whenAbove(WELSH, '2'));
    await place(harness, 2, whenAbove(WELSH, '4'));
    await recordPrices(harness, { [WELSH]: 3 }, { roundTripLoss: 26 });
    for (let n = 0; n < 3; n++) expect(await pass(harness)).toMatchObject({ attempts: {} });
    expect(await waitingOf(harness)).toEqual([{ reason: 'price-thin', token: WELSH }]);
    expect(await waitingOf(harness, 2)).toEqual([]);
    expect(await evaluationOf(harness)).toMatchObject({ state: 'held', reason: 'price-thin', token: WELSH });

    harness.clock.advance(16 * MINUTE);
    for (let n = 0; n < 3; n++) await pass(harness);
    expect((await waitingOf(harness)).map(({ reason }) => reason)).toEqual(['price-thin', 'price-stale']);
    expect(await evaluationOf(harness)).toMatchObject({ reason: 'price-stale' });

    await recordPrices(harness, { [WELSH]: 3 });
    expect(await pass(harness)).toMatchObject({ attempts: { sent: 1 } });
  });

  it('logs price-missing to every order of a pair without a price', async () => {
    const harness = coreHarness();
    await place(harness, 1, whenAbove(DOLLAR, '1000000'));
    await place(harness, 2, { ...whenBelow(DOLLAR, '0.1'), baseAsset: WELSH });
    await pass(harness);
    expect(await waitingOf(harness, 1)).toEqual([{ reason: 'price-missing', token: DOLLAR }]);
    expect(await waitingOf(harness, 2)).toEqual([{ reason: 'price-missing', token: DOLLAR }]);
  });

  it('does not log the reason again after a restart', async () => {
    const harness = await placed(whenAbove(WELSH, '2'));
    await pass(harness);
    await createCore(harness.ports).execution.run();
    expect(await waitingOf(harness)).toHaveLength(1);
  });

  it('sends a due order in the pass that logs the reason to others', async () => {
    const harness = await placed(whenAbove(WELSH, '2'));
    await place(harness, 2, AT_ONCE);
    expect(await pass(harness)).toMatchObject({ attempts: { sent: 1 } });
    expect(await waitingOf(harness)).toHaveLength(1);
  });
});
