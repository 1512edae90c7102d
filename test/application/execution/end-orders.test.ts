import { describe, expect, it } from '@jest/globals';
import { unwrap } from '../../../src/domain/shared/result.js';
import { T0, uuidOf } from '../../support/builders.js';
import { HOST, type CoreHarness } from '../../support/core-harness.js';
import { execute, orderOf, placed, settle, swapsOf, typesOf } from '../../support/order-steps.js';

const GAP_MS = 15_000;
const STUCK_MS = 600_000;
const WINDOW_MS = 60_000;
const UNKNOWN = { kind: 'unknown', reason: 'time-out' } as const;
const settings = { gapAfterMs: GAP_MS, stuckAfterMs: STUCK_MS };
const validTo = new Date(T0.getTime() + WINDOW_MS).toISOString();

const cancel = ({ core }: CoreHarness) => core.orders.cancel({ ref: uuidOf(1), authorization: HOST });
const noOpOf = async (harness: CoreHarness) =>
  (await swapsOf(harness)).find(({ purpose }) => purpose === 'fill');

/** Order 1 whose swap is stored, and shown by no node. */
async function unknownSwap(fields = {}) {
  const harness = await placed(fields, { settings });
  harness.chain.answerNext(UNKNOWN);
  await execute(harness);
  return harness;
}

/** A pass in which no node takes what is sent again. */
async function lostPass(harness: CoreHarness) {
  harness.chain.answerNext(UNKNOWN);
  return (await settle(harness)).steps;
}

/** Order 1 whose swap waits in a mempool. */
async function pendingSwap(fields = {}) {
  const harness = await placed(fields, { settings });
  const { txid } = unwrap(await execute(harness));
  return { ...harness, txid };
}

describe('a swap that is under way when validTo passes', () => {
  it('loses its nonce to a no-op when no node shows it, and the order expires', async () => {
    const harness = await unknownSwap({ validTo });
    harness.clock.advance(WINDOW_MS - 1);
    expect(await lostPass(harness)).toEqual({ resend: 1 });
    harness.clock.advance(1);
    expect((await settle(harness)).steps).toEqual({ end: 1 });
    const noOp = await noOpOf(harness);
    expect(noOp).toMatchObject({ nonce: 0n, state: 'accepted' });
    expect((await orderOf(harness)).status).toBe('open');
    harness.chain.mine(noOp!.txid);
    await settle(harness);
    expect(await orderOf(harness)).toMatchObject({ status: 'cancelled', cancelReason: 'expired' });
    expect((await typesOf(harness)).slice(-3)).toEqual(['swap-given-up', 'swap-refused', 'cancelled']);
  });

  it('has 15 seconds more in a mempool', async () => {
    const harness = await pendingSwap({ validTo });
    harness.clock.advance(WINDOW_MS + GAP_MS - 1);
    expect((await settle(harness)).steps).toEqual({ wait: 1 });
    harness.clock.advance(1);
    expect((await settle(harness)).steps).toEqual({ end: 1 });
    harness.chain.mine((await noOpOf(harness))!.txid);
    await settle(harness);
    expect(await orderOf(harness)).toMatchObject({ status: 'cancelled', cancelReason: 'expired' });
  });

  it('confirms the order when it is mined before the no-op', async () => {
    const harness = await pendingSwap({ validTo });
    harness.clock.advance(WINDOW_MS + GAP_MS);
    await settle(harness);
    harness.chain.mine(harness.txid);
    await settle(harness);
    expect(await orderOf(harness)).toMatchObject({ status: 'confirmed', txid: harness.txid });
    harness.chain.height += 20;
    await settle(harness);
    expect((await noOpOf(harness))?.state).toBe('dead');
  });
});

describe('cancelling an order whose swap is under way', () => {
  it('is refused while the swap may still reach a node, or waits for a block', async () => {
    const [unknown, pending] = [await unknownSwap(), await pendingSwap()];
    unknown.clock.advance(GAP_MS - 1);
    pending.clock.advance(STUCK_MS - 1);
    for (const harness of [unknown, pending])
      expect(await cancel(harness)).toMatchObject({ error: { kind: 'order-already-broadcast' } });
  });

  it('ends an order whose swap no node shows after 15 seconds, once, by a no-op', async () => {
    const harness = await unknownSwap();
    harness.clock.advance(GAP_MS);
    const ending = unwrap(await cancel(harness));
    expect(ending).toMatchObject({ status: 'open', ending: 'owner' });
    expect(unwrap(await cancel(harness))).toEqual(ending);
    expect((await settle(harness)).steps).toEqual({ end: 1 });
    harness.chain.mine((await noOpOf(harness))!.txid);
    await settle(harness);
    const order = await orderOf(harness);
    expect(order).toMatchObject({ status: 'cancelled', cancelReason: 'owner' });
    expect(order).not.toHaveProperty('ending');
    expect(await typesOf(harness)).toEqual([
      ...['created', 'swap-stored', 'cancel-requested', 'swap-given-up', 'swap-refused', 'cancelled'],
    ]);
  });

  it('ends an order whose swap pays the highest fee and is not mined, by a no-op that outbids it', async () => {
    const harness = await pendingSwap();
    const [swap] = await swapsOf(harness);
    harness.clock.advance(STUCK_MS);
    expect(unwrap(await cancel(harness))).toMatchObject({ status: 'broadcasted', ending: 'owner' });
    expect((await settle(harness)).steps).toEqual({ end: 1 });
    const noOp = await noOpOf(harness);
    expect(noOp!.feeUstx).toBeGreaterThan(swap!.feeUstx);
    harness.chain.mine(noOp!.txid);
    await settle(harness);
    expect(await orderOf(harness)).toMatchObject({ status: 'cancelled', cancelReason: 'owner' });
  });

  it('confirms the order when the swap wins', async () => {
    const harness = await unknownSwap();
    harness.clock.advance(GAP_MS);
    await cancel(harness);
    const [swap] = await swapsOf(harness);
    await settle(harness);
    harness.chain.mine(swap!.txid);
    await settle(harness);
    const order = await orderOf(harness);
    expect(order).toMatchObject({ status: 'confirmed', txid: swap!.txid });
    expect(order).not.toHaveProperty('ending');
  });
});
