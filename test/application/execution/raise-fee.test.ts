import { describe, expect, it } from '@jest/globals';
import { createCore } from '../../../src/application/core.js';
import type { Txid } from '../../../src/domain/order/ids.js';
import { ok, unwrap } from '../../../src/domain/shared/result.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { AN_OWNER, uuidOf } from '../../support/builders.js';
import { stubSigner, type CoreHarness } from '../../support/core-harness.js';
import { execute, orderOf, placed, settle, swapsOf, typesOf } from '../../support/order-steps.js';

const STUCK_MS = 60_000;
const REPLACED = { kind: 'dropped', reason: 'dropped_replace_by_fee' } as const;

/** Order 1 with a pending swap of 3,000 microSTX; the node now estimates `estimate`. */
async function pendingSwap(estimate: bigint, overrides: Parameters<typeof stubSigner>[0] = {}) {
  const estimateFeeOf = async () => ok(toUnits(estimate));
  const harness = await placed(
    {},
    { signer: stubSigner({ estimateFeeOf, ...overrides }), settings: { stuckAfterMs: STUCK_MS } },
  );
  return { ...harness, txid: unwrap(await execute(harness)).txid };
}

/** The same after its fee was raised. */
async function raisedSwap() {
  const harness = await pendingSwap(5_000n);
  harness.clock.advance(STUCK_MS);
  await settle(harness);
  const next = harness.chain.sent[1]!.txid;
  harness.chain.setStatus(harness.txid, REPLACED);
  return { ...harness, next };
}

const stateOf = async ({ ports }: CoreHarness, txid: Txid) => (await ports.swaps.findByTxid(txid))?.state;

describe('settling a swap that has been pending too long', () => {
  it('sends a replacement for the estimated fee under the same nonce', async () => {
    const harness = await pendingSwap(5_000n);
    harness.clock.advance(STUCK_MS - 1);
    expect((await settle(harness)).steps).toEqual({ wait: 1 });
    harness.clock.advance(1);
    const before = harness.clock.now();
    expect((await settle(harness)).steps).toEqual({ 'raise-fee': 1 });
    const [old, next] = await swapsOf(harness);
    expect(old).toMatchObject({ txid: harness.txid, feeUstx: 3_000n, state: 'accepted' });
    expect(next).toMatchObject({
      nonce: old?.nonce,
      feeUstx: 5_000n,
      replaces: harness.txid,
      purpose: 'swap',
      quote: old?.quote,
      state: 'accepted',
      storedAt: before,
    });
    expect(await orderOf(harness)).toMatchObject({ status: 'broadcasted', txid: next?.txid });
    const events = unwrap(await harness.core.orders.events(uuidOf(1)));
    expect(events.slice(3).map(({ type, facts }) => ({ type, facts }))).toEqual([
      { type: 'fee-raised', facts: { txid: next?.txid, replaces: harness.txid, feeUstx: '5000' } },
      { type: 'txid-changed', facts: { txid: next?.txid, previous: harness.txid } },
    ]);
    expect(harness.observed).toContainEqual({
      kind: 'fee-raised',
      uuid: uuidOf(1),
      txid: next?.txid,
      replaces: harness.txid,
      feeUstx: 5_000n,
    });
  });

  it.each([
    ['a quarter more when the estimate is just above the fee', 3_001n, 3_751n],
    ['the cap when the estimate reaches it', 10_000n, 10_000n],
  ])('raises the fee to %s', async (_, estimate, fee) => {
    const harness = await pendingSwap(estimate);
    harness.clock.advance(STUCK_MS);
    await settle(harness);
    expect((await swapsOf(harness)).map(({ feeUstx }) => feeUstx)).toEqual([3_000n, fee]);
  });

  it.each([
    ['its fee equals the estimate', 3_000n, {}],
    ['it already pays the cap', 4_000n, { maxFeeUstx: toUnits(3_000n) }],
    ['another account sent it', 5_000n, { address: AN_OWNER }],
  ])('waits without a replacement when %s', async (_, estimate, overrides) => {
    const harness = await pendingSwap(estimate);
    const signer = stubSigner({ estimateFeeOf: async () => ok(toUnits(estimate)), ...overrides });
    const core = createCore({ ...harness.ports, signers: [signer] }, { stuckAfterMs: STUCK_MS });
    harness.clock.advance(STUCK_MS);
    expect(unwrap(await core.execution.settle()).steps).toEqual({ wait: 1 });
    expect(await swapsOf(harness)).toHaveLength(1);
  });

  it('waits without a replacement when the process has no operator key', async () => {
    const { ports, clock } = await pendingSwap(5_000n);
    clock.advance(STUCK_MS);
    const core = createCore({ ...ports, signers: undefined }, { stuckAfterMs: STUCK_MS });
    expect(unwrap(await core.execution.settle()).steps).toEqual({ wait: 1 });
  });

  it('stores the replacement before sending it, and resends it on the next pass after a lost broadcast', async () => {
    const harness = await pendingSwap(5_000n);
    harness.clock.advance(STUCK_MS);
    const { chain } = harness;
    chain.answerNext({ kind: 'unknown', reason: 'cut off' });
    await settle(harness);
    const next = chain.sent[1]!;
    expect(await stateOf(harness, next.txid)).toBe('stored');
    expect((await orderOf(harness)) as object).toMatchObject({ txid: harness.txid });
    expect((await settle(harness)).steps).toEqual({ resend: 1 });
    expect(chain.sent[2]).toEqual(next);
    expect(await orderOf(harness)).toMatchObject({ status: 'broadcasted', txid: next.txid });
  });

  it('stores one replacement when several processes settle concurrently', async () => {
    const harness = await pendingSwap(5_000n);
    harness.clock.advance(STUCK_MS);
    const cores = [1, 2, 3].map(() => createCore(harness.ports, { stuckAfterMs: STUCK_MS }));
    await Promise.all(cores.map((core) => core.execution.settle()));
    expect(await swapsOf(harness)).toHaveLength(2);
  });
});

describe('settling a swap and its replacement', () => {
  it('confirms the order by the replacement when it is mined, and drops the other once the block is final', async () => {
    const harness = await raisedSwap();
    harness.chain.mine(harness.next, 995_000n);
    await settle(harness);
    expect(await orderOf(harness)).toMatchObject({ status: 'confirmed', txid: harness.next });
    expect(await stateOf(harness, harness.txid)).toBe('accepted');
    harness.chain.height += 20;
    expect((await settle(harness)).steps).toEqual({ finalise: 1 });
    expect(await stateOf(harness, harness.txid)).toBe('dead');
    expect(await settle(harness)).toEqual({ looked: 0, steps: {} });
    expect((await orderOf(harness)).status).toBe('confirmed');
  });

  it('confirms the order by the replaced swap when that one is mined', async () => {
    const harness = await raisedSwap();
    harness.chain.mine(harness.txid, 994_000n);
    harness.chain.setStatus(harness.next, { kind: 'unseen' });
    await settle(harness);
    expect(await orderOf(harness)).toMatchObject({
      status: 'confirmed',
      txid: harness.txid,
      executedAmountOut: 994_000n,
    });
    expect((await typesOf(harness)).slice(-2)).toEqual(['txid-changed', 'confirmed']);
    harness.chain.height += 20;
    await settle(harness);
    expect(await stateOf(harness, harness.next)).toBe('dead');
  });

  it('confirms the order by the other one when a fork mines it instead', async () => {
    const harness = await raisedSwap();
    harness.chain.mine(harness.next);
    await settle(harness);
    harness.chain.setStatus(harness.next, { kind: 'dropped', reason: 'dropped_replace_across_fork' });
    harness.chain.mine(harness.txid);
    expect((await settle(harness)).steps).toEqual({ orphan: 1 });
    expect((await settle(harness)).steps).toEqual({ confirm: 1 });
    expect(await orderOf(harness)).toMatchObject({ status: 'confirmed', txid: harness.txid });
  });

  it('reopens the order once when another transaction used their nonce', async () => {
    const harness = await raisedSwap();
    harness.chain.executedNonce = 0n;
    harness.chain.setStatus(harness.next, { kind: 'unseen' });
    expect((await settle(harness)).steps).toEqual({ wait: 1 });
    harness.chain.height += 6;
    expect((await settle(harness)).steps).toEqual({ bury: 1 });
    const order = await orderOf(harness);
    expect(order.status).toBe('open');
    expect(order).not.toHaveProperty('txid');
    expect((await swapsOf(harness)).map(({ state }) => state)).toEqual(['dead', 'dead']);
    expect((await typesOf(harness)).filter((type) => type === 'reopened')).toHaveLength(1);
  });

  it('concludes nothing while the status of one of them is unknown', async () => {
    const harness = await raisedSwap();
    harness.chain.executedNonce = 0n;
    harness.chain.setStatus(harness.next, { kind: 'unseen' });
    harness.chain.unanswered.add(harness.txid);
    expect((await settle(harness)).steps).toEqual({ unanswered: 1 });
    expect((await orderOf(harness)).status).toBe('broadcasted');
  });

  it('raises the fee again when the replacement is stuck as well', async () => {
    const harness = await raisedSwap();
    const dear = stubSigner({ estimateFeeOf: async () => ok(toUnits(8_000n)) });
    const core = createCore({ ...harness.ports, signers: [dear] }, { stuckAfterMs: STUCK_MS });
    harness.clock.advance(STUCK_MS);
    await core.execution.settle();
    const swaps = await swapsOf(harness);
    expect(swaps.map(({ feeUstx }) => feeUstx)).toEqual([3_000n, 5_000n, 8_000n]);
    expect(swaps[2]?.replaces).toBe(harness.next);
  });
});
