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

/** Order 1 with a pending swap of 3,000 microSTX; other transactions pay `estimate` by now. */
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

describe('a swap that waits too long for a block', () => {
  it('is sent again for the going rate, under its nonce, beside the old one', async () => {
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
    ['a quarter more where the rate is just above', 3_001n, 3_751n],
    ['no more than the cap', 10_000n, 10_000n],
  ])('pays %s', async (_, estimate, fee) => {
    const harness = await pendingSwap(estimate);
    harness.clock.advance(STUCK_MS);
    await settle(harness);
    expect((await swapsOf(harness)).map(({ feeUstx }) => feeUstx)).toEqual([3_000n, fee]);
  });

  it.each([
    ['its fee is the going rate', 3_000n, {}],
    ['it pays the cap already', 4_000n, { maxFeeUstx: toUnits(3_000n) }],
    ['another account sent it', 5_000n, { address: AN_OWNER }],
  ])('waits on where %s', async (_, estimate, overrides) => {
    const harness = await pendingSwap(estimate);
    const signer = stubSigner({ estimateFeeOf: async () => ok(toUnits(estimate)), ...overrides });
    const core = createCore({ ...harness.ports, signer }, { stuckAfterMs: STUCK_MS });
    harness.clock.advance(STUCK_MS);
    expect(unwrap(await core.execution.settle()).steps).toEqual({ wait: 1 });
    expect(await swapsOf(harness)).toHaveLength(1);
  });

  it('waits on where this program holds no key', async () => {
    const { ports, clock } = await pendingSwap(5_000n);
    clock.advance(STUCK_MS);
    const core = createCore({ ...ports, signer: undefined }, { stuckAfterMs: STUCK_MS });
    expect(unwrap(await core.execution.settle()).steps).toEqual({ wait: 1 });
  });

  it('is stored before it is sent, and sent by a later pass if this one broke off', async () => {
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

  it('gets one rival from many settlers', async () => {
    const harness = await pendingSwap(5_000n);
    harness.clock.advance(STUCK_MS);
    const cores = [1, 2, 3].map(() => createCore(harness.ports, { stuckAfterMs: STUCK_MS }));
    await Promise.all(cores.map((core) => core.execution.settle()));
    expect(await swapsOf(harness)).toHaveLength(2);
  });
});

describe('two rivals for one nonce', () => {
  it('end with the new one in a block', async () => {
    const harness = await raisedSwap();
    harness.chain.mine(harness.next, 995_000n);
    await settle(harness);
    expect(await orderOf(harness)).toMatchObject({ status: 'confirmed', txid: harness.next });
    expect(await stateOf(harness, harness.txid)).toBe('accepted');
    harness.chain.tip += 10;
    expect((await settle(harness)).steps).toEqual({ finalise: 1 });
    expect(await stateOf(harness, harness.txid)).toBe('dead');
    expect(await settle(harness)).toEqual({ looked: 0, steps: {} });
    expect((await orderOf(harness)).status).toBe('confirmed');
  });

  it('end with the old one in a block, which the order then names', async () => {
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
    harness.chain.tip += 10;
    await settle(harness);
    expect(await stateOf(harness, harness.next)).toBe('dead');
  });

  it('may change places when a block is orphaned', async () => {
    const harness = await raisedSwap();
    harness.chain.mine(harness.next);
    await settle(harness);
    harness.chain.setStatus(harness.next, { kind: 'dropped', reason: 'dropped_replace_across_fork' });
    harness.chain.mine(harness.txid);
    expect((await settle(harness)).steps).toEqual({ orphan: 1 });
    expect((await settle(harness)).steps).toEqual({ confirm: 1 });
    expect(await orderOf(harness)).toMatchObject({ status: 'confirmed', txid: harness.txid });
  });

  it('are dead only together', async () => {
    const harness = await raisedSwap();
    harness.chain.executedNonce = 0n;
    harness.chain.setStatus(harness.next, { kind: 'unseen' });
    expect((await settle(harness)).steps).toEqual({ drop: 1 });
    const order = await orderOf(harness);
    expect(order.status).toBe('open');
    expect(order).not.toHaveProperty('txid');
    expect((await swapsOf(harness)).map(({ state }) => state)).toEqual(['dead', 'dead']);
    expect((await typesOf(harness)).filter((type) => type === 'reopened')).toHaveLength(1);
  });

  it('are not judged while one of them gets no answer', async () => {
    const harness = await raisedSwap();
    harness.chain.executedNonce = 0n;
    harness.chain.setStatus(harness.next, { kind: 'unseen' });
    harness.chain.unanswered.add(harness.txid);
    expect((await settle(harness)).steps).toEqual({ unanswered: 1 });
    expect((await orderOf(harness)).status).toBe('broadcasted');
  });

  it('are raised once more when that was not enough', async () => {
    const harness = await raisedSwap();
    const dear = stubSigner({ estimateFeeOf: async () => ok(toUnits(8_000n)) });
    const core = createCore({ ...harness.ports, signer: dear }, { stuckAfterMs: STUCK_MS });
    harness.clock.advance(STUCK_MS);
    await core.execution.settle();
    const swaps = await swapsOf(harness);
    expect(swaps.map(({ feeUstx }) => feeUstx)).toEqual([3_000n, 5_000n, 8_000n]);
    expect(swaps[2]?.replaces).toBe(harness.next);
  });
});
