import { describe, expect, it } from '@jest/globals';
import { createCore } from '../../../src/application/core.js';
import { makeSwapRecorder } from '../../../src/application/execution/record-swap.js';
import { FINAL_DEPTH } from '../../../src/domain/order/settlement.js';
import type { SwapState, Txid } from '../../../src/domain/order/swap-transaction.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { anOpenOrder, aSwap, txidOf, uuidOf } from '../../support/builders.js';
import {
  coreHarness,
  HOST,
  POOL,
  reserves,
  signedInput,
  type CoreHarness,
} from '../../support/core-harness.js';

const ref = uuidOf(1);

const place = async ({ core }: CoreHarness, n = 1) =>
  unwrap(await core.orders.place(signedInput({ uuid: uuidOf(n) })));
const execute = ({ core }: CoreHarness, n = 1) =>
  core.orders.execute({ ref: uuidOf(n), authorization: HOST });
const settle = async ({ core }: CoreHarness) => unwrap(await core.execution.settle());
const orderOf = async ({ core }: CoreHarness, n = 1) => unwrap(await core.orders.get(uuidOf(n)));
const typesOf = async ({ core }: CoreHarness) =>
  unwrap(await core.orders.events(ref)).map(({ type }) => type);
const stateOf = async ({ ports }: CoreHarness, txid: Txid) => (await ports.swaps.findByTxid(txid))?.state;

/** An order whose swap was stored and never arrived anywhere. */
async function storedSwap() {
  const harness = coreHarness();
  await place(harness);
  harness.chain.answerNext({ kind: 'unknown', reason: 'cut off' });
  await execute(harness);
  return { ...harness, txid: harness.chain.sent[0]!.txid };
}

async function broadcastSwap() {
  const harness = coreHarness();
  await place(harness);
  return { ...harness, txid: unwrap(await execute(harness)).txid };
}

describe('settling a swap that is stored only', () => {
  it('sends the same bytes again', async () => {
    const harness = await storedSwap();
    expect(await settle(harness)).toEqual({ looked: 1, steps: { resend: 1 } });
    expect(harness.chain.sent).toHaveLength(2);
    expect(harness.chain.sent[1]).toEqual(harness.chain.sent[0]);
    expect(await orderOf(harness)).toMatchObject({ status: 'broadcasted', txid: harness.txid });
    expect(await stateOf(harness, harness.txid)).toBe('accepted');
  });

  it('accepts what turns up in the mempool', async () => {
    const harness = await storedSwap();
    harness.chain.setStatus(harness.txid, { kind: 'pending' });
    expect(await settle(harness)).toEqual({ looked: 1, steps: { accept: 1 } });
    expect(harness.chain.sent).toHaveLength(1);
    expect(await orderOf(harness)).toMatchObject({ status: 'broadcasted', txid: harness.txid });
  });

  it('confirms at once what is mined already', async () => {
    const harness = await storedSwap();
    harness.chain.mine(harness.txid);
    expect(await settle(harness)).toEqual({ looked: 1, steps: { confirm: 1 } });
    expect((await orderOf(harness)).status).toBe('confirmed');
    expect(await typesOf(harness)).toEqual(['created', 'swap-stored', 'broadcasted', 'confirmed']);
  });

  it('opens the order again if its nonce went to another transaction', async () => {
    const harness = await storedSwap();
    harness.chain.executedNonce = 0n;
    expect(await settle(harness)).toEqual({ looked: 1, steps: { bury: 1 } });
    const order = await orderOf(harness);
    expect(order.status).toBe('open');
    expect(order).not.toHaveProperty('sending');
    expect(await typesOf(harness)).toEqual(['created', 'swap-stored', 'swap-refused']);
    expect(await settle(harness)).toEqual({ looked: 0, steps: {} });
  });

  it('keeps it while the node does not take it', async () => {
    const harness = await storedSwap();
    harness.chain.answerNext({ kind: 'refused', reason: 'FeeTooLow', nonceTaken: false });
    await settle(harness);
    expect(await orderOf(harness)).toMatchObject({ status: 'open', sending: harness.txid });
    await settle(harness);
    expect((await orderOf(harness)).status).toBe('broadcasted');
  });
});

describe('settling a broadcast swap', () => {
  it('waits while it is pending', async () => {
    const harness = await broadcastSwap();
    const before = await orderOf(harness);
    expect(await settle(harness)).toEqual({ looked: 1, steps: { wait: 1 } });
    expect(await orderOf(harness)).toEqual(before);
    expect(harness.chain.sent).toHaveLength(1);
  });

  it('confirms it with the amounts of the chain', async () => {
    const harness = await broadcastSwap();
    const { blockHeight, blockTime } = harness.chain.mine(harness.txid, 995_000n);
    harness.clock.advance(9000);
    expect(await settle(harness)).toEqual({ looked: 1, steps: { confirm: 1 } });
    expect(await orderOf(harness)).toMatchObject({
      status: 'confirmed',
      txid: harness.txid,
      blockHeight,
      blockTime,
      confirmedAt: harness.clock.now(),
      executedAmountIn: 1_000_000n,
      executedAmountOut: 995_000n,
      feeUstx: 3_000n,
    });
    expect(await stateOf(harness, harness.txid)).toBe('included');
  });

  it('fails it with the reason of the chain', async () => {
    const harness = await broadcastSwap();
    const { blockHeight } = harness.chain.abort(harness.txid, 'abort_by_post_condition');
    expect(await settle(harness)).toEqual({ looked: 1, steps: { fail: 1 } });
    expect(await orderOf(harness)).toMatchObject({
      status: 'failed',
      failureReason: 'abort_by_post_condition',
      blockHeight,
    });
  });

  it('sends it again when it was dropped or lost and its nonce is free', async () => {
    const harness = await broadcastSwap();
    harness.chain.setStatus(harness.txid, { kind: 'dropped', reason: 'dropped_stale_garbage_collect' });
    expect(await settle(harness)).toEqual({ looked: 1, steps: { resend: 1 } });
    harness.chain.setStatus(harness.txid, { kind: 'unseen' });
    expect(await settle(harness)).toEqual({ looked: 1, steps: { resend: 1 } });
    expect(harness.chain.sent).toHaveLength(3);
    expect(new Set(harness.chain.sent.map(({ raw }) => raw)).size).toBe(1);
    expect((await orderOf(harness)).status).toBe('broadcasted');
    expect(await typesOf(harness)).toEqual(['created', 'swap-stored', 'broadcasted']);
  });

  it('opens the order again when another transaction used its nonce', async () => {
    const harness = await broadcastSwap();
    harness.chain.setStatus(harness.txid, { kind: 'dropped', reason: 'dropped_replace_by_fee' });
    harness.chain.executedNonce = 0n;
    expect(await settle(harness)).toEqual({ looked: 1, steps: { bury: 1 } });
    const order = await orderOf(harness);
    expect(order).toEqual({ ...anOpenOrder(order.terms, { version: order.version }), status: 'open' });
    expect(await stateOf(harness, harness.txid)).toBe('dead');
    expect(unwrap(await harness.core.orders.events(ref)).at(-1)).toMatchObject({
      type: 'reopened',
      facts: { reason: 'nonce 0 was used by another transaction (dropped_replace_by_fee)' },
    });

    const again = unwrap(await execute(harness));
    expect(again.txid).not.toBe(harness.txid);
    expect((await harness.ports.swaps.listByOrder(ref)).map(({ nonce }) => nonce).sort()).toEqual([0n, 1n]);
    harness.chain.mine(again.txid);
    await settle(harness);
    expect(await orderOf(harness)).toMatchObject({ status: 'confirmed', txid: again.txid });
  });
});

describe('settling a swap in a block', () => {
  async function minedSwap() {
    const harness = await broadcastSwap();
    const mined = harness.chain.mine(harness.txid, 995_000n);
    await settle(harness);
    return { ...harness, mined };
  }

  it('changes nothing until the block is deep enough', async () => {
    const harness = await minedSwap();
    const before = [await orderOf(harness), await typesOf(harness)];
    harness.chain.tip = harness.mined.blockHeight + FINAL_DEPTH - 1;
    expect(await settle(harness)).toEqual({ looked: 1, steps: { wait: 1 } });
    harness.chain.tip += 1;
    expect(await settle(harness)).toEqual({ looked: 1, steps: { finalise: 1 } });
    expect(await settle(harness)).toEqual({ looked: 0, steps: {} });
    expect([await orderOf(harness), await typesOf(harness)]).toEqual(before);
    expect(await harness.ports.swaps.findByTxid(harness.txid)).toMatchObject({
      state: 'final',
      block: { blockHeight: harness.mined.blockHeight },
    });
  });

  it('follows it through an orphaned block to another height', async () => {
    const harness = await minedSwap();
    const { chain, txid, mined } = harness;
    chain.setStatus(txid, { kind: 'pending' });
    chain.executedNonce = undefined;
    expect(await settle(harness)).toEqual({ looked: 1, steps: { orphan: 1 } });
    const orphaned = await orderOf(harness);
    expect(orphaned).toMatchObject({ status: 'broadcasted', txid });
    expect(orphaned).not.toHaveProperty('blockHeight');
    expect(orphaned).not.toHaveProperty('executedAmountOut');
    const { blockHeight } = chain.mine(txid, 994_000n);
    await settle(harness);
    expect(blockHeight).toBe(mined.blockHeight + 1);
    expect(await orderOf(harness)).toMatchObject({
      status: 'confirmed',
      blockHeight,
      executedAmountOut: 994_000n,
    });
    expect((await typesOf(harness)).slice(3)).toEqual(['confirmed', 'orphaned', 'confirmed']);
  });

  it('sends it again when the orphaned block took it along', async () => {
    const harness = await minedSwap();
    harness.chain.setStatus(harness.txid, { kind: 'unseen' });
    harness.chain.executedNonce = undefined;
    expect((await settle(harness)).steps).toEqual({ orphan: 1 });
    expect((await settle(harness)).steps).toEqual({ resend: 1 });
    expect(harness.chain.sent).toHaveLength(2);
  });

  it('lets an order fail in one block and be confirmed in another', async () => {
    const harness = await broadcastSwap();
    const { chain, txid } = harness;
    const aborted = chain.abort(txid, 'abort_by_response');
    await settle(harness);
    const elsewhere = { ...chain.mine(txid), blockHeight: aborted.blockHeight };
    chain.setStatus(txid, elsewhere);
    expect((await settle(harness)).steps).toEqual({ orphan: 1 });
    expect((await settle(harness)).steps).toEqual({ confirm: 1 });
    const order = await orderOf(harness);
    expect(order).toMatchObject({ status: 'confirmed', blockHeight: aborted.blockHeight });
    expect(order).not.toHaveProperty('failureReason');
  });
});

describe('settling while the chain is out of reach', () => {
  it.each(['tipHeight', 'accountNonces', 'transactionStatus'] as const)(
    'changes nothing without %s',
    async (call) => {
      const harness = await broadcastSwap();
      harness.chain.mine(harness.txid);
      harness.chain.cut(call);
      expect(await harness.core.execution.settle()).toEqual({
        ok: false,
        error: { kind: 'chain-unreachable', reason: `${call} is cut` },
      });
      expect((await orderOf(harness)).status).toBe('broadcasted');
      harness.chain.mend();
      await settle(harness);
      expect((await orderOf(harness)).status).toBe('confirmed');
    },
  );

  it('keeps what was settled before', async () => {
    const harness = coreHarness();
    const { chain } = harness;
    for (const n of [1, 2, 3]) {
      await place(harness, n);
      harness.clock.advance(1000);
      chain.mine(unwrap(await execute(harness, n)).txid);
    }
    const transactionStatus = chain.transactionStatus.bind(chain);
    let asked = 0;
    chain.transactionStatus = async (txid) => {
      asked += 1;
      if (asked === 2) chain.cut('transactionStatus');
      return transactionStatus(txid);
    };
    expect(await harness.core.execution.settle()).toMatchObject({ error: { kind: 'chain-unreachable' } });
    const statuses = async () => Promise.all([1, 2, 3].map(async (n) => (await orderOf(harness, n)).status));
    expect(await statuses()).toEqual(['confirmed', 'broadcasted', 'broadcasted']);
    chain.mend();
    expect(await settle(harness)).toEqual({ looked: 3, steps: { wait: 1, confirm: 2 } });
    expect(await statuses()).toEqual(['confirmed', 'confirmed', 'confirmed']);
  });

  it('asks nothing of the chain when no swap is live', async () => {
    const harness = coreHarness();
    await place(harness);
    expect(await settle(harness)).toEqual({ looked: 0, steps: {} });
    expect(harness.chain.calls).toEqual([]);
  });

  it('reads the nonces before the statuses', async () => {
    const harness = await broadcastSwap();
    const before = harness.chain.calls.length;
    await settle(harness);
    expect(harness.chain.calls.slice(before)).toEqual(['tipHeight', 'accountNonces', 'transactionStatus']);
  });
});

describe('several settlers', () => {
  it('record each step once', async () => {
    const harness = await broadcastSwap();
    const cores = [harness.core, createCore(harness.ports), createCore(harness.ports)];
    harness.chain.mine(harness.txid);
    await Promise.all(cores.map((core) => core.execution.settle()));
    expect(await typesOf(harness)).toEqual(['created', 'swap-stored', 'broadcasted', 'confirmed']);
    harness.chain.setStatus(harness.txid, { kind: 'pending' });
    await Promise.all(cores.map((core) => core.execution.settle()));
    expect((await typesOf(harness)).slice(3)).toEqual(['confirmed', 'orphaned']);
    expect((await orderOf(harness)).status).toBe('broadcasted');
  });

  it('send only the same bytes', async () => {
    const harness = await storedSwap();
    const cores = [harness.core, createCore(harness.ports)];
    const settling = cores.map((core) => core.execution.settle());
    await Promise.all([...settling, execute(harness)]);
    expect(new Set(harness.chain.sent.map(({ raw }) => raw)).size).toBe(1);
    expect((await orderOf(harness)).status).toBe('broadcasted');
    expect(await typesOf(harness)).toEqual(['created', 'swap-stored', 'broadcasted']);
  });

  it('leave alone what another moved since they looked', async () => {
    const harness = await broadcastSwap();
    const recorder = makeSwapRecorder(harness.ports);
    harness.chain.mine(harness.txid);
    await settle(harness);
    const seen = (await harness.ports.swaps.findByTxid(harness.txid))!;
    harness.chain.mine(harness.txid);
    await settle(harness);
    await settle(harness);
    const moved = await harness.ports.swaps.findByTxid(harness.txid);
    expect(moved?.block).not.toEqual(seen.block);
    const before = await orderOf(harness);
    expect(await recorder.orphaned(seen)).toEqual(before);
    expect(await recorder.finalised(seen)).toEqual(before);
    expect(await recorder.dead({ ...seen, state: 'stored' }, 'late')).toEqual(before);
    expect(await harness.ports.swaps.findByTxid(harness.txid)).toEqual(moved);
  });

  it('throw for a swap that is not stored', async () => {
    const { ports } = coreHarness();
    await expect(makeSwapRecorder(ports).accepted(aSwap())).rejects.toThrow('not stored');
  });
});

describe('settling many swaps', () => {
  const MANY = 450;

  async function manySwaps(states: (n: number) => SwapState): Promise<CoreHarness> {
    const harness = coreHarness();
    const { ports, chain } = harness;
    for (let n = 0; n < MANY; n++) {
      const sending = { txid: txidOf(n), nonce: BigInt(n), orderUuid: uuidOf(n) };
      await ports.orders.insert(anOpenOrder({ uuid: uuidOf(n) }, { sending: txidOf(n) }));
      await ports.swaps.insert(aSwap({ ...sending, state: states(n) }));
      await chain.broadcast(aSwap(sending).raw, txidOf(n));
    }
    return harness;
  }

  it('looks at each once, also those that leave the live ones meanwhile', async () => {
    const harness = await manySwaps(() => 'stored');
    const { chain } = harness;
    chain.executedNonce = BigInt(MANY);
    for (let n = 0; n < MANY; n += 2) chain.setStatus(txidOf(n), { kind: 'unseen' });
    expect(await settle(harness)).toEqual({ looked: MANY, steps: { bury: MANY / 2, accept: MANY / 2 } });
    expect(chain.calls.filter((call) => call === 'transactionStatus')).toHaveLength(MANY);
    expect(await settle(harness)).toEqual({ looked: MANY / 2, steps: { wait: MANY / 2 } });
  });

  it('reads tip and nonces anew for each page', async () => {
    const harness = await manySwaps((n) => (n % 9 === 0 ? 'dead' : 'stored'));
    await settle(harness);
    expect(harness.chain.calls.filter((call) => call === 'tipHeight')).toHaveLength(2);
    expect(harness.chain.calls.filter((call) => call === 'accountNonces')).toHaveLength(2);
  });
});

describe('the operator’s nonces', () => {
  const noncesOf = async ({ ports }: CoreHarness) => {
    const live = await ports.swaps.listLive(50);
    return Object.fromEntries(live.map(({ orderUuid, nonce }) => [parseInt(orderUuid.slice(-4), 16), nonce]));
  };

  it('follow one another', async () => {
    const harness = coreHarness();
    harness.chain.executedNonce = 6n;
    for (const n of [1, 2, 3]) {
      await place(harness, n);
      unwrap(await execute(harness, n));
    }
    expect(await noncesOf(harness)).toEqual({ 1: 7n, 2: 8n, 3: 9n });
  });

  it('are different for orders executed at once', async () => {
    const harness = coreHarness();
    const numbers = Array.from({ length: 20 }, (_, n) => n + 1);
    for (const n of numbers) await place(harness, n);
    await Promise.all(numbers.map((n) => execute(harness, n)));
    const nonces = Object.values(await noncesOf(harness)).map(Number);
    expect(nonces.sort((a, b) => a - b)).toEqual(numbers.map((n) => n - 1));
  });

  it('of a refused swap go to the next one', async () => {
    const harness = coreHarness();
    for (const n of [1, 2, 3]) await place(harness, n);
    unwrap(await execute(harness, 1));
    harness.chain.answerNext({ kind: 'refused', reason: 'FeeTooLow', nonceTaken: false });
    await execute(harness, 2);
    unwrap(await execute(harness, 3));
    unwrap(await execute(harness, 2));
    expect(await noncesOf(harness)).toEqual({ 1: 0n, 2: 2n, 3: 1n });
  });

  it('of a swap with an unknown fate stay its own', async () => {
    const harness = await storedSwap();
    harness.liquidity.held.set(POOL, reserves(10n ** 12n, 9n * 10n ** 11n));
    await place(harness, 2);
    unwrap(await execute(harness, 2));
    expect(await noncesOf(harness)).toEqual({ 1: 0n, 2: 1n });
  });
});
