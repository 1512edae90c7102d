import { describe, expect, it, jest } from '@jest/globals';
import { ok, unwrap } from '../../../src/domain/shared/result.js';
import type { Txid } from '../../../src/domain/order/ids.js';
import { anOpenOrder, uuidOf } from '../../support/builders.js';
import { coreHarness, type CoreHarness } from '../../support/core-harness.js';
import {
  broadcastSwap,
  execute,
  orderOf,
  place,
  settle,
  storedSwap,
  swapsOf,
  typesOf,
} from '../../support/order-steps.js';

const ref = uuidOf(1);
const stateOf = async ({ ports }: CoreHarness, txid: Txid) => (await ports.swaps.findByTxid(txid))?.state;

describe('SettleSwaps on a stored swap', () => {
  it('resends the same bytes', async () => {
    const harness = await storedSwap();
    expect(await settle(harness)).toEqual({ looked: 1, steps: { resend: 1 } });
    expect(harness.chain.sent).toHaveLength(2);
    expect(harness.chain.sent[1]).toEqual(harness.chain.sent[0]);
    expect(await orderOf(harness)).toMatchObject({ status: 'broadcasted', txid: harness.txid });
    expect(await stateOf(harness, harness.txid)).toBe('accepted');
  });

  it('records the broadcast when the swap appears in the mempool', async () => {
    const harness = await storedSwap();
    harness.chain.setStatus(harness.txid, { kind: 'pending' });
    expect(await settle(harness)).toEqual({ looked: 1, steps: { accept: 1 } });
    expect(harness.chain.sent).toHaveLength(1);
    expect(await orderOf(harness)).toMatchObject({ status: 'broadcasted', txid: harness.txid });
  });

  it('confirms the order when the swap is already mined', async () => {
    const harness = await storedSwap();
    harness.chain.mine(harness.txid);
    expect(await settle(harness)).toEqual({ looked: 1, steps: { confirm: 1 } });
    expect((await orderOf(harness)).status).toBe('confirmed');
    expect(await typesOf(harness)).toEqual(['created', 'swap-stored', 'broadcasted', 'confirmed']);
  });

  it('reopens the order when another transaction used the nonce', async () => {
    const harness = await storedSwap();
    harness.chain.executedNonce = 0n;
    for (let block = 0; block < 6; block++) {
      expect(await settle(harness)).toEqual({ looked: 1, steps: { wait: 1 } });
      harness.chain.height += 1;
    }
    expect(await settle(harness)).toEqual({ looked: 1, steps: { bury: 1 } });
    const order = await orderOf(harness);
    expect(order.status).toBe('open');
    expect(order).not.toHaveProperty('sending');
    expect(await typesOf(harness)).toEqual(['created', 'swap-stored', 'swap-refused']);
    expect(await settle(harness)).toEqual({ looked: 0, steps: {} });
  });

  it('keeps the swap while nodes refuse it', async () => {
    const harness = await storedSwap();
    harness.chain.answerNext({ kind: 'refused', reason: 'FeeTooLow', about: 'transaction' });
    await settle(harness);
    expect(await orderOf(harness)).toMatchObject({ status: 'open', sending: harness.txid });
    await settle(harness);
    expect((await orderOf(harness)).status).toBe('broadcasted');
  });
});

describe('SettleSwaps on a broadcast swap', () => {
  it('waits while the swap is pending', async () => {
    const harness = await broadcastSwap();
    const before = await orderOf(harness);
    expect(await settle(harness)).toEqual({ looked: 1, steps: { wait: 1 } });
    expect(await orderOf(harness)).toEqual(before);
    expect(harness.chain.sent).toHaveLength(1);
  });

  it('confirms the order with the amounts from the chain', async () => {
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

  it('fails the order with the reason from the chain', async () => {
    const harness = await broadcastSwap();
    const { blockHeight } = harness.chain.abort(harness.txid, 'abort_by_post_condition');
    expect(await settle(harness)).toEqual({ looked: 1, steps: { fail: 1 } });
    expect(await orderOf(harness)).toMatchObject({
      status: 'failed',
      failureReason: 'abort_by_post_condition',
      feeUstx: 3_000n,
      blockHeight,
    });
  });

  it('resends the swap when it was dropped or lost and its nonce is unused', async () => {
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

  it('reopens the order when another transaction used the nonce', async () => {
    const harness = await broadcastSwap();
    harness.chain.setStatus(harness.txid, { kind: 'dropped', reason: 'dropped_replace_by_fee' });
    harness.chain.executedNonce = 0n;
    for (let block = 0; block < 6; block++) {
      expect(await settle(harness)).toEqual({ looked: 1, steps: { wait: 1 } });
      harness.chain.height += 1;
    }
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
    expect((await swapsOf(harness)).map(({ nonce }) => nonce).sort()).toEqual([0n, 1n]);
    harness.chain.mine(again.txid);
    await settle(harness);
    expect(await orderOf(harness)).toMatchObject({ status: 'confirmed', txid: again.txid });
  });
});

describe('SettleSwaps with failing chain requests', () => {
  it.each(['tip', 'indexHeight', 'transactionStatuses'] as const)(
    'returns chain-unreachable and changes nothing when %s fails',
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

  it('settles the other swaps when the status of one is unknown', async () => {
    const harness = coreHarness();
    const { chain } = harness;
    const txids: Txid[] = [];
    for (const n of [1, 2, 3]) {
      await place(harness, n);
      txids.push(unwrap(await execute(harness, n)).txid);
      chain.mine(txids[n - 1]!);
    }
    chain.unanswered.add(txids[1]!);
    expect(await settle(harness)).toEqual({ looked: 3, steps: { confirm: 2, unanswered: 1 } });
    const statuses = async () => Promise.all([1, 2, 3].map(async (n) => (await orderOf(harness, n)).status));
    expect(await statuses()).toEqual(['confirmed', 'broadcasted', 'confirmed']);
    chain.unanswered.clear();
    expect(await settle(harness)).toEqual({ looked: 3, steps: { wait: 2, confirm: 1 } });
    expect(await statuses()).toEqual(['confirmed', 'confirmed', 'confirmed']);
  });

  it('makes no chain request when no swap is live', async () => {
    const harness = coreHarness();
    await place(harness);
    expect(await settle(harness)).toEqual({ looked: 0, steps: {} });
    expect(harness.chain.calls).toEqual([]);
  });

  it('reads the nonces before the statuses', async () => {
    const harness = await broadcastSwap();
    const before = harness.chain.calls.length;
    await settle(harness);
    expect(harness.chain.calls.slice(before)).toEqual([
      'tip',
      'indexHeight',
      'nextNonce',
      'transactionStatuses',
    ]);
  });
});

describe('SettleSwaps when the index leaves out results', () => {
  it('reads a mined swap again alone, confirms it with its output, and asks no more for it', async () => {
    const harness = await broadcastSwap();
    const { chain, txid } = harness;
    chain.withoutResults = 'in lists';
    chain.mine(txid, 995_000n);
    await settle(harness);
    expect(await orderOf(harness)).toMatchObject({ status: 'confirmed', executedAmountOut: 995_000n });
    const before = chain.calls.length;
    await settle(harness);
    expect(chain.calls.slice(before)).not.toContain('transactionStatus');
  });

  it('keeps the reason of an abort', async () => {
    const harness = await broadcastSwap();
    harness.chain.withoutResults = 'in lists';
    harness.chain.abort(harness.txid, 'abort_by_response: (err u409000)');
    await settle(harness);
    expect(await orderOf(harness)).toMatchObject({
      status: 'failed',
      failureReason: 'abort_by_response: (err u409000)',
    });
  });

  it('keeps the order broadcasted while its output is unknown, sends nothing, and confirms it with the output', async () => {
    const harness = await broadcastSwap();
    const { chain, txid } = harness;
    chain.withoutResults = 'everywhere';
    chain.mine(txid, 995_000n);
    chain.height += 50;
    for (let pass = 0; pass < 3; pass++) expect((await settle(harness)).steps).toEqual({ 'await-result': 1 });
    expect((await orderOf(harness)).status).toBe('broadcasted');
    expect(chain.sent).toHaveLength(1);
    chain.withoutResults = 'nowhere';
    await settle(harness);
    expect(await orderOf(harness)).toMatchObject({ status: 'confirmed', executedAmountOut: 995_000n });
  });

  it('waits while the host of the single read contradicts the list', async () => {
    const harness = await broadcastSwap();
    const { chain, txid } = harness;
    const mined = chain.mine(txid, 995_000n);
    chain.withoutResults = 'in lists';
    const read = jest.spyOn(chain, 'transactionStatus').mockResolvedValue(ok({ kind: 'unseen' }));
    expect((await settle(harness)).steps).toEqual({ 'await-result': 1 });
    read.mockResolvedValue(ok({ ...mined, blockTime: mined.blockTime + 1 }));
    expect((await settle(harness)).steps).toEqual({ 'await-result': 1 });
    read.mockRestore();
    await settle(harness);
    expect((await orderOf(harness)).status).toBe('confirmed');
    expect(chain.sent).toHaveLength(1);
  });
});

describe('SettleSwaps while the node that has the account is behind for good', () => {
  it('confirms a paid order by its receipt, and sends nothing again', async () => {
    const harness = await broadcastSwap();
    harness.chain.mine(harness.txid, 995_000n);
    harness.chain.cut('nextNonce');
    expect(await harness.core.execution.settle()).toMatchObject({ error: { kind: 'chain-unreachable' } });
    expect(await orderOf(harness)).toMatchObject({ status: 'confirmed', executedAmountOut: 995_000n });
    expect(harness.chain.sent).toHaveLength(1);
  });

  it('concludes nothing about a swap that no block shows', async () => {
    const harness = await broadcastSwap();
    harness.chain.setStatus(harness.txid, { kind: 'unseen' });
    harness.chain.cut('nextNonce');
    expect(await harness.core.execution.settle()).toMatchObject({ error: { kind: 'chain-unreachable' } });
    expect((await orderOf(harness)).status).toBe('broadcasted');
    expect(harness.chain.sent).toHaveLength(1);
  });
});
