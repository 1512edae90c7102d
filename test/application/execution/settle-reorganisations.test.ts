import { describe, expect, it } from '@jest/globals';
import { DEFAULT_SETTINGS } from '../../../src/application/settings.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { txidOf } from '../../support/builders.js';
import { broadcastSwap, orderOf, settle, typesOf } from '../../support/order-steps.js';

describe('SettleSwaps on a mined swap', () => {
  async function minedSwap() {
    const harness = await broadcastSwap();
    const mined = harness.chain.mine(harness.txid, 995_000n);
    await settle(harness);
    return { ...harness, mined };
  }

  it('waits until twenty blocks are on top, then finalises the swap', async () => {
    const harness = await minedSwap();
    const before = [await orderOf(harness), await typesOf(harness)];
    harness.chain.height = harness.mined.blockHeight + DEFAULT_SETTINGS.finalBlocks - 1;
    expect(await settle(harness)).toEqual({ looked: 1, steps: { wait: 1 } });
    harness.chain.height += 1;
    expect(await settle(harness)).toEqual({ looked: 1, steps: { finalise: 1 } });
    expect(await settle(harness)).toEqual({ looked: 0, steps: {} });
    expect([await orderOf(harness), await typesOf(harness)]).toEqual(before);
    expect(await harness.ports.swaps.findByTxid(harness.txid)).toMatchObject({
      state: 'final',
      block: { blockHeight: harness.mined.blockHeight },
    });
  });

  it('confirms the order again at the new height after its block was orphaned', async () => {
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

  it.each([
    ['the index has not reached the block', { lag: 1 }],
    ['the index has the very block and does not show its transaction', { lag: 0 }],
  ])('keeps the order confirmed while %s', async (_, { lag }) => {
    const harness = await minedSwap();
    const { chain, txid, mined } = harness;
    chain.setStatus(txidOf(99), mined);
    chain.setStatus(txid, { kind: 'unseen' });
    chain.lag = lag;
    expect(await settle(harness)).toEqual({ looked: 1, steps: { wait: 1 } });
    expect((await orderOf(harness)).status).toBe('confirmed');
  });

  it('does not finalise a swap before the index knows the final block', async () => {
    const harness = await minedSwap();
    harness.chain.height += 40;
    harness.chain.lag = 21;
    expect((await settle(harness)).steps).toEqual({ wait: 1 });
    harness.chain.lag = 20;
    expect((await settle(harness)).steps).toEqual({ finalise: 1 });
  });

  it('resends the swap when the orphaned block’s transactions are lost', async () => {
    const harness = await minedSwap();
    harness.chain.setStatus(harness.txid, { kind: 'unseen' });
    harness.chain.executedNonce = undefined;
    expect((await settle(harness)).steps).toEqual({ orphan: 1 });
    expect((await settle(harness)).steps).toEqual({ resend: 1 });
    expect(harness.chain.sent).toHaveLength(2);
  });

  it('confirms an order that failed in an orphaned block', async () => {
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

describe('settling a swap that the index shows in an old block', () => {
  it('keeps the order broadcasted, and confirms it once the index shows the truth', async () => {
    const harness = await broadcastSwap();
    const lie = { blockHeight: 5, blockTime: 1, feeUstx: toUnits(1n) };
    harness.chain.setStatus(harness.txid, { kind: 'aborted', reason: 'abort_by_response', ...lie });
    for (let n = 0; n < 3; n++) await settle(harness);
    expect((await orderOf(harness)).status).toBe('broadcasted');
    harness.chain.mine(harness.txid);
    await settle(harness);
    expect((await orderOf(harness)).status).toBe('confirmed');
  });
});
