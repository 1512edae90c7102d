import { describe, expect, it } from '@jest/globals';
import type { OrderInput } from '../../../src/domain/order/draft.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { AN_OPERATOR, T0, uuidOf } from '../../support/builders.js';
import {
  coreHarness,
  DOLLAR,
  HOST,
  POOL,
  reserves,
  SBTC_POOL,
  SIDE_POOL,
  signedInput,
  stubSigner,
  SUBLINK,
  WELSH,
  WELSH_SUBNET,
  type CoreHarness,
  type HarnessOptions,
} from '../../support/core-harness.js';

const ref = uuidOf(1);

async function placed(fields: OrderInput = {}, options: HarnessOptions = {}) {
  const harness = coreHarness(options);
  unwrap(await harness.core.orders.place(signedInput({ fields })));
  const execute = () => harness.core.orders.execute({ ref, authorization: HOST });
  const order = async () => unwrap(await harness.core.orders.get(ref));
  return { ...harness, execute, order };
}

const swapsOf = ({ ports }: CoreHarness) => ports.swaps.listByOrder(ref);
const typesOf = async ({ core }: CoreHarness) =>
  unwrap(await core.orders.events(ref)).map(({ type }) => type);

describe('executing an open order', () => {
  it('sends its swap and records it', async () => {
    const harness = await placed();
    harness.clock.advance(5000);
    const now = harness.clock.now();
    const { txid, order } = unwrap(await harness.execute());
    const quote = {
      amountIn: 1_000_000n,
      amountOut: 996_999n,
      quotedAt: now,
      slippage: 0.01,
      path: [WELSH_SUBNET, WELSH, DOLLAR],
      vaults: [SUBLINK, POOL],
    };
    expect(order).toMatchObject({ status: 'broadcasted', txid, broadcastedAt: now, quote });
    expect(await harness.order()).toEqual(order);
    expect(harness.chain.sent.map((sent) => sent.txid)).toEqual([txid]);
    expect(await swapsOf(harness)).toEqual([
      {
        txid,
        raw: harness.chain.sent[0]?.raw,
        orderUuid: ref,
        sender: AN_OPERATOR,
        nonce: 0n,
        feeUstx: 3_000n,
        quote,
        storedAt: now,
        state: 'accepted',
      },
    ]);
    expect(await typesOf(harness)).toEqual(['created', 'swap-stored', 'broadcasted']);
  });

  it('stores the swap before it sends it', async () => {
    const harness = await placed();
    const { chain } = harness;
    const seen: unknown[] = [];
    const broadcast = chain.broadcast.bind(chain);
    chain.broadcast = async (raw, txid) => {
      seen.push(await harness.ports.swaps.findByTxid(txid), await harness.order());
      return broadcast(raw, txid);
    };
    const { txid } = unwrap(await harness.execute());
    expect(seen).toMatchObject([
      { txid, state: 'stored' },
      { status: 'open', sending: txid },
    ]);
  });

  it('does so before its window, and without its trigger’s price', async () => {
    const trigger = { conditionToken: DOLLAR, targetPrice: '5', direction: 'gt' };
    const { execute } = await placed({ ...trigger, validFrom: '2027-01-01' });
    expect((await execute()).ok).toBe(true);
  });

  it('makes one swap when 100 ask at once', async () => {
    const harness = await placed();
    const answers = await Promise.all(Array.from({ length: 100 }, harness.execute));
    expect(new Set(answers.map((answer) => unwrap(answer).txid)).size).toBe(1);
    expect(await swapsOf(harness)).toHaveLength(1);
    expect(harness.chain.sent).toHaveLength(1);
  });

  it('makes one swap when two programs share the storage', async () => {
    const here = await placed();
    const there = coreHarness();
    const { createCore } = await import('../../../src/application/core.js');
    const cores = [here.core, createCore({ ...there.ports, ...storageOf(here), chain: here.chain })];
    await Promise.all(cores.map((core) => core.orders.execute({ ref, authorization: HOST })));
    expect(await swapsOf(here)).toHaveLength(1);
    expect(new Set(here.chain.sent.map(({ raw }) => raw)).size).toBe(1);
    expect((await here.order()).status).toBe('broadcasted');
  });
});

const storageOf = ({ ports: { orders, events, swaps, signedMessages, unitOfWork } }: CoreHarness) => ({
  orders,
  events,
  swaps,
  signedMessages,
  unitOfWork,
});

describe('an order that cannot be executed', () => {
  it('is not there', async () => {
    const { core } = coreHarness();
    expect(await core.orders.execute({ ref, authorization: HOST })).toEqual({
      ok: false,
      error: { kind: 'order-not-found' },
    });
  });

  it('was cancelled, or sent before', async () => {
    const cancelled = await placed();
    await cancelled.core.orders.cancel({ ref, authorization: HOST });
    const sent = await placed();
    await sent.execute();
    const notOpen = (status: string) => ({ ok: false, error: { kind: 'order-not-open', uuid: ref, status } });
    expect(await cancelled.execute()).toEqual(notOpen('cancelled'));
    expect(await sent.execute()).toEqual(notOpen('broadcasted'));
  });

  it('has expired', async () => {
    const { execute, clock } = await placed({ validTo: '2026-11-20T12:01:00Z' });
    clock.advance(60_000);
    expect(await execute()).toEqual({ ok: false, error: { kind: 'order-expired', uuid: ref } });
  });

  it('lives where no operator key is', async () => {
    const { execute } = await placed({}, { signer: null });
    expect(await execute()).toEqual({ ok: false, error: { kind: 'execution-disabled' } });
  });

  it.each<[string, OrderInput, HarnessOptions, object]>([
    [
      'has no route',
      { outputToken: `${AN_OPERATOR}.nothing` },
      {},
      { kind: 'no-route', reason: 'unknown-token' },
    ],
    [
      'would get less than its minimum',
      { minAmountOut: '997000' },
      {},
      { kind: 'below-minimum', amountOut: 996_999n, minAmountOut: 997_000n },
    ],
    [
      'cannot be protected',
      {},
      { signer: stubSigner({ sign: async () => ({ ok: false, error: { kind: 'swap-unprotectable' } }) }) },
      { kind: 'swap-unprotectable' },
    ],
    [
      'finds no fee estimate',
      {},
      {
        signer: stubSigner({
          estimateFee: async () => ({ ok: false, error: { kind: 'chain-unreachable', reason: 'cut' } }),
        }),
      },
      { kind: 'chain-unreachable', reason: 'cut' },
    ],
  ])('%s', async (_, fields, options, error) => {
    const harness = await placed(fields, options);
    const before = await harness.order();
    expect(await harness.execute()).toEqual({ ok: false, error });
    expect(await harness.order()).toEqual(before);
    expect(await swapsOf(harness)).toEqual([]);
    expect(harness.chain.sent).toEqual([]);
  });

  it('may have exactly its minimum', async () => {
    const { execute } = await placed({ minAmountOut: '996999' });
    expect((await execute()).ok).toBe(true);
  });
});

describe('a chain that does not answer', () => {
  it('leaves the order open before anything is stored', async () => {
    const harness = await placed();
    harness.liquidity.unreachable = true;
    expect(await harness.execute()).toMatchObject({ error: { kind: 'chain-unreachable' } });
    harness.liquidity.unreachable = false;
    harness.chain.cut('accountNonces');
    expect(await harness.execute()).toMatchObject({ error: { kind: 'chain-unreachable' } });
    expect(await swapsOf(harness)).toEqual([]);
    harness.chain.mend();
    expect((await harness.execute()).ok).toBe(true);
  });

  it('leaves the swap stored once it was signed, and the same bytes are sent again', async () => {
    const harness = await placed();
    harness.chain.cut('broadcast', 'transactionStatus');
    const first = await harness.execute();
    const [swap] = await swapsOf(harness);
    expect(first).toEqual({ ok: false, error: { kind: 'broadcast-unknown', txid: swap?.txid } });
    expect(await harness.order()).toMatchObject({ status: 'open', sending: swap?.txid });
    harness.chain.mend();
    harness.liquidity.held.set(POOL, reserves(10n ** 12n, 5n * 10n ** 11n));
    expect(unwrap(await harness.execute()).txid).toBe(swap?.txid);
    expect(new Set(harness.chain.sent.map(({ raw }) => raw)).size).toBe(1);
    expect(await swapsOf(harness)).toHaveLength(1);
    expect(await typesOf(harness)).toEqual(['created', 'swap-stored', 'broadcasted']);
  });

  it('may have taken the swap all the same', async () => {
    const harness = await placed();
    harness.chain.answerNext({ kind: 'unknown', reason: 'cut off' }, { arrives: true });
    expect(unwrap(await harness.execute()).order.status).toBe('broadcasted');
  });

  it('does not prove with a dropped status that a swap arrived', async () => {
    const harness = await placed();
    harness.chain.answerNext({ kind: 'unknown', reason: 'cut off' });
    harness.chain.transactionStatus = async () => ({
      ok: true,
      value: { kind: 'dropped', reason: 'dropped_too_expensive' },
    });
    expect(await harness.execute()).toMatchObject({ error: { kind: 'broadcast-unknown' } });
    expect((await harness.order()).status).toBe('open');
  });
});

describe('a node that refuses the swap', () => {
  const FEE_TOO_LOW = { kind: 'refused', reason: 'FeeTooLow', nonceTaken: false } as const;
  const CONFLICT = { kind: 'refused', reason: 'ConflictingNonceInMempool', nonceTaken: true } as const;

  it('leaves the order open, without a swap', async () => {
    const harness = await placed();
    harness.chain.answerNext(FEE_TOO_LOW);
    expect(await harness.execute()).toEqual({
      ok: false,
      error: { kind: 'broadcast-refused', reason: 'FeeTooLow' },
    });
    const order = await harness.order();
    expect(order.status).toBe('open');
    expect(order).not.toHaveProperty('sending');
    expect(await swapsOf(harness)).toMatchObject([{ state: 'dead' }]);
    expect(await typesOf(harness)).toEqual(['created', 'swap-stored', 'swap-refused']);
  });

  it('may take the very same bytes later', async () => {
    const harness = await placed();
    harness.chain.answerNext(FEE_TOO_LOW);
    harness.chain.answerNext(FEE_TOO_LOW);
    await harness.execute();
    expect(await harness.execute()).toMatchObject({ error: { kind: 'broadcast-refused' } });
    const { order, txid } = unwrap(await harness.execute());
    expect(order).toMatchObject({ status: 'broadcasted', txid });
    expect(new Set(harness.chain.sent.map(({ raw }) => raw)).size).toBe(1);
    expect(await swapsOf(harness)).toMatchObject([{ txid, state: 'accepted', nonce: 0n }]);
    const events = unwrap(await harness.core.orders.events(ref));
    expect(events.filter(({ type }) => type === 'swap-stored').map(({ facts }) => facts.attempt)).toEqual([
      1, 2, 3,
    ]);
  });

  it('may be asked again with other bytes under the same nonce', async () => {
    const harness = await placed();
    harness.chain.answerNext(FEE_TOO_LOW);
    await harness.execute();
    harness.liquidity.held.set(POOL, reserves(10n ** 12n, 9n * 10n ** 11n));
    unwrap(await harness.execute());
    expect(await swapsOf(harness)).toMatchObject([
      { state: expect.any(String), nonce: 0n },
      { state: expect.any(String), nonce: 0n },
    ]);
    expect((await swapsOf(harness)).map(({ state }) => state).sort()).toEqual(['accepted', 'dead']);
  });

  it('proves nothing if it speaks of the nonce', async () => {
    const harness = await placed();
    harness.chain.answerNext(CONFLICT);
    expect(await harness.execute()).toMatchObject({ error: { kind: 'broadcast-unknown' } });
    expect(await harness.order()).toMatchObject({ status: 'open', sending: expect.any(String) });
  });

  it('may have the swap already', async () => {
    const harness = await placed();
    harness.chain.answerNext(CONFLICT, { arrives: true });
    expect(unwrap(await harness.execute()).order.status).toBe('broadcasted');
  });

  it('proves nothing to bytes that were sent before', async () => {
    const harness = await placed();
    harness.chain.answerNext({ kind: 'unknown', reason: 'time-out' });
    harness.chain.answerNext(FEE_TOO_LOW);
    await harness.execute();
    expect(await harness.execute()).toMatchObject({ error: { kind: 'broadcast-unknown' } });
    expect(await harness.order()).toMatchObject({ status: 'open', sending: expect.any(String) });
  });
});

describe('the quote of an execution', () => {
  it('stands on reserves read for it', async () => {
    const { core, liquidity, execute } = await placed();
    await core.quotes.quote({ tokenIn: WELSH_SUBNET, tokenOut: DOLLAR, amountIn: toUnits(1_000_000n) });
    liquidity.held.set(POOL, reserves(1_000_000_000_000n, 500_000_000_000n));
    liquidity.held.set(SIDE_POOL, reserves(1_000_000_000n, 400_000_000n));
    const { order } = unwrap(await execute());
    expect(order).toMatchObject({ quote: { amountOut: 498_499n, vaults: [SUBLINK, POOL] } });
  });

  it('moves to a pool that is better now, read anew as well', async () => {
    const { core, liquidity, execute } = await placed();
    await core.quotes.quote({ tokenIn: WELSH_SUBNET, tokenOut: DOLLAR, amountIn: toUnits(1_000_000n) });
    liquidity.held.set(POOL, reserves(1_000_000_000_000n, 500_000_000_000n));
    liquidity.held.set(SIDE_POOL, reserves(1_000_000_000n, 900_000_000n));
    const { order } = unwrap(await execute());
    expect(order).toMatchObject({ quote: { amountOut: 896_406n, vaults: [SUBLINK, SIDE_POOL] } });
    expect(liquidity.readings).toEqual([[SUBLINK, POOL, SIDE_POOL, SBTC_POOL], [SUBLINK, POOL], [SIDE_POOL]]);
  });

  it('holds to the minimum of the order', async () => {
    const { core, liquidity, execute } = await placed({ minAmountOut: '900000' });
    await core.quotes.quote({ tokenIn: WELSH_SUBNET, tokenOut: DOLLAR, amountIn: toUnits(1_000_000n) });
    for (const pool of [POOL, SIDE_POOL]) liquidity.held.set(pool, reserves(10n ** 12n, 5n * 10n ** 11n));
    expect(await execute()).toMatchObject({ error: { kind: 'below-minimum' } });
  });

  it('does not use a vault that gives no answer', async () => {
    const { core, liquidity, execute } = await placed();
    await core.quotes.quote({ tokenIn: WELSH_SUBNET, tokenOut: DOLLAR, amountIn: toUnits(1_000_000n) });
    liquidity.silent.add(POOL);
    const { order } = unwrap(await execute());
    expect(order).toMatchObject({ quote: { vaults: [SUBLINK, SIDE_POOL] } });
  });

  it('knows the slippage of this program', async () => {
    const { execute } = await placed({}, { settings: { slippage: 0.05 } });
    expect(unwrap(await execute()).order).toMatchObject({ quote: { slippage: 0.05 } });
  });
});

describe('orders of which one cancels the others', () => {
  const exit = (n: number) =>
    signedInput({ uuid: uuidOf(n), fields: { strategyId: 'exits', metadata: { oco: true } } });
  const execute = ({ core }: CoreHarness, n: number) =>
    core.orders.execute({ ref: uuidOf(n), authorization: HOST });

  async function threeExits(): Promise<CoreHarness> {
    const harness = coreHarness();
    for (const n of [1, 2, 3]) unwrap(await harness.core.orders.place(exit(n)));
    unwrap(
      await harness.core.orders.place(signedInput({ uuid: uuidOf(4), fields: { strategyId: 'exits' } })),
    );
    return harness;
  }
  const statuses = ({ core }: CoreHarness) =>
    Promise.all([1, 2, 3, 4].map(async (n) => unwrap(await core.orders.get(uuidOf(n))).status));

  it('end with the first broadcast', async () => {
    const harness = await threeExits();
    unwrap(await execute(harness, 2));
    expect(await statuses(harness)).toEqual(['cancelled', 'broadcasted', 'cancelled', 'open']);
    expect(await harness.core.orders.get(uuidOf(1))).toMatchObject({
      value: { cancelReason: 'oco', cancelledAt: T0 },
    });
    expect(unwrap(await harness.core.orders.events(uuidOf(3))).at(-1)).toMatchObject({
      type: 'cancelled',
      facts: { reason: 'oco' },
    });
  });

  it('are refused while one may be on its way', async () => {
    const harness = await threeExits();
    harness.chain.answerNext({ kind: 'unknown', reason: 'time-out' });
    await execute(harness, 1);
    expect(await execute(harness, 2)).toEqual({
      ok: false,
      error: { kind: 'sibling-sent', uuid: uuidOf(1) },
    });
    expect(await statuses(harness)).toEqual(['open', 'open', 'open', 'open']);
    unwrap(await harness.core.execution.settle());
    expect(await statuses(harness)).toEqual(['broadcasted', 'cancelled', 'cancelled', 'open']);
  });

  it('are refused when placed after one was sent', async () => {
    const harness = await threeExits();
    unwrap(await execute(harness, 1));
    unwrap(await harness.core.orders.place(exit(5)));
    expect(await execute(harness, 5)).toMatchObject({ error: { kind: 'sibling-sent', uuid: uuidOf(1) } });
  });

  it('stay as they are when the one is refused', async () => {
    const harness = await threeExits();
    harness.chain.answerNext({ kind: 'refused', reason: 'FeeTooLow', nonceTaken: false });
    await execute(harness, 1);
    expect(await statuses(harness)).toEqual(['open', 'open', 'open', 'open']);
    unwrap(await execute(harness, 2));
    expect(await statuses(harness)).toEqual(['cancelled', 'broadcasted', 'cancelled', 'open']);
  });

  it('make one swap when all are executed at once', async () => {
    const harness = await threeExits();
    const answers = await Promise.all([1, 2, 3].map((n) => execute(harness, n)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(harness.chain.sent).toHaveLength(1);
    expect((await statuses(harness)).sort()).toEqual(['broadcasted', 'cancelled', 'cancelled', 'open']);
  });
});
