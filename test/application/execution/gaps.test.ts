import { describe, expect, it } from '@jest/globals';
import { createCore } from '../../../src/application/core.js';
import { changeOrder } from '../../../src/application/orders/change-order.js';
import { DEFAULT_SETTINGS } from '../../../src/application/settings.js';
import { abandonSwap } from '../../../src/domain/order/lifecycle/lifecycle.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import type { BroadcastOutcome } from '../../../src/ports/index.js';
import { AN_OPERATOR, uuidOf } from '../../support/builders.js';
import { coreHarness, POOL, reserves, type CoreHarness } from '../../support/core-harness.js';
import { execute, orderOf, place, placed, settle, swapsOf, typesOf } from '../../support/order-steps.js';

const GAP_MS = 15_000;
const REFUSED = { kind: 'refused', reason: 'NoSuchContract', about: 'transaction' } as const;

/** Order 1 with a swap whose first broadcast got no response, and order 2 with the next nonce. */
async function blocked() {
  const harness = await placed({}, { settings: { gapAfterMs: GAP_MS } });
  harness.chain.answerNext({ kind: 'unknown', reason: 'time-out' });
  await execute(harness);
  await place(harness, 2);
  const { txid: next } = unwrap(await execute(harness, 2));
  return { ...harness, txid: harness.chain.sent[0]!.txid, next };
}

/** One pass in which the first broadcast gets this outcome. */
async function pass(harness: CoreHarness, outcome: BroadcastOutcome = REFUSED, ms = GAP_MS / 3) {
  harness.clock.advance(ms);
  harness.chain.answerNext(outcome);
  return (await settle(harness)).steps;
}

describe('settling a swap that every node refuses', () => {
  it('replaces it with a no-op after 15 seconds, and reopens the order once the no-op is mined', async () => {
    const harness = await blocked();
    const { chain, txid } = harness;
    for (let n = 0; n < 3; n++) expect(await pass(harness)).toEqual({ resend: 1, wait: 1 });
    expect(await pass(harness)).toEqual({ 'give-up': 1, wait: 1 });
    const noOp = (await swapsOf(harness)).find(({ purpose }) => purpose === 'fill');
    expect(noOp).toMatchObject({ nonce: 0n, replaces: txid, feeUstx: 3_751n, state: 'accepted' });
    expect(await orderOf(harness)).toMatchObject({ status: 'open', sending: txid });
    chain.mine(noOp!.txid);
    expect(await settle(harness)).toMatchObject({ steps: { fill: 1, wait: 1 } });
    const order = await orderOf(harness);
    expect(order.status).toBe('open');
    expect(order).not.toHaveProperty('sending');
    expect(await typesOf(harness)).toEqual(['created', 'swap-stored', 'swap-given-up', 'swap-refused']);
    const again = unwrap(await execute(harness));
    expect((await harness.ports.swaps.findByTxid(again.txid))?.nonce).toBe(2n);
  });

  it('confirms the swap when it is mined while its no-op is pending', async () => {
    const harness = await blocked();
    for (let n = 0; n < 4; n++) await pass(harness);
    harness.chain.mine(harness.txid);
    const noOp = (await swapsOf(harness)).find(({ purpose }) => purpose === 'fill')!;
    harness.chain.setStatus(noOp.txid, { kind: 'unseen' });
    await settle(harness);
    expect(await orderOf(harness)).toMatchObject({ status: 'confirmed', txid: harness.txid });
    harness.chain.height += 20;
    await settle(harness);
    expect((await swapsOf(harness)).map(({ state }) => state).sort()).toEqual(['dead', 'final']);
  });

  it('resends it without a no-op when a node accepts it within 15 seconds', async () => {
    const harness = await blocked();
    await pass(harness);
    await pass(harness);
    expect(await pass(harness, { kind: 'accepted' })).toEqual({ resend: 1, wait: 1 });
    expect(await orderOf(harness)).toMatchObject({ status: 'broadcasted', txid: harness.txid });
    expect(await swapsOf(harness)).toHaveLength(1);
  });

  it('replaces it with a no-op when nodes accept it again and again and none keeps it for as long as a stuck swap', async () => {
    const harness = await blocked();
    const { stuckAfterMs } = DEFAULT_SETTINGS;
    const forgotten = async (ms: number) => {
      const steps = await pass(harness, { kind: 'accepted' }, ms);
      harness.chain.setStatus(harness.txid, { kind: 'unseen' });
      return steps;
    };
    expect(await forgotten(0)).toEqual({ resend: 1, wait: 1 });
    expect(await forgotten(stuckAfterMs - 1)).toMatchObject({ resend: 1 });
    expect(await forgotten(1)).toMatchObject({ 'give-up': 1 });
    const noOp = (await swapsOf(harness)).find(({ purpose }) => purpose === 'fill');
    expect(noOp).toMatchObject({ nonce: 0n, replaces: harness.txid });
    harness.chain.mine(noOp!.txid);
    await settle(harness);
    expect((await orderOf(harness)).status).toBe('open');
  });

  it.each<BroadcastOutcome>([
    { kind: 'refused', reason: 'TooMuchChaining', about: 'account' },
    { kind: 'refused', reason: 'ServerFailureOther', about: 'node' },
    { kind: 'refused', reason: 'ConflictingNonceInMempool', about: 'nonce' },
    { kind: 'unknown', reason: 'time-out' },
  ])('keeps resending it without a no-op after the outcome %j', async (outcome) => {
    const harness = await blocked();
    for (let n = 0; n < 6; n++) expect(await pass(harness, outcome)).toEqual({ resend: 1, wait: 1 });
    expect(await swapsOf(harness)).toHaveLength(1);
  });

  it('restarts the 15 seconds when a broadcast in between is not refused', async () => {
    const harness = await blocked();
    await pass(harness);
    await pass(harness, { kind: 'unknown', reason: 'time-out' });
    for (let n = 0; n < 3; n++) expect(await pass(harness)).toEqual({ resend: 1, wait: 1 });
    expect(await pass(harness)).toEqual({ 'give-up': 1, wait: 1 });
  });
});

describe('settling with a nonce gap', () => {
  /** Orders 1 to 3 were signed; the first was refused after that, so its nonce is free. */
  async function gap() {
    const harness = coreHarness({ settings: { gapAfterMs: GAP_MS } });
    for (const n of [1, 2, 3]) await place(harness, n);
    harness.chain.answerNext({ kind: 'unknown', reason: 'time-out' });
    await execute(harness, 1);
    for (const n of [2, 3]) unwrap(await execute(harness, n));
    const [dropped] = await swapsOf(harness, 1);
    await harness.ports.swaps.update({ from: dropped!, to: { state: 'dead' } });
    const refused = { txid: dropped!.txid, reason: 'FeeTooLow' };
    const order = unwrap(abandonSwap(await orderOf(harness, 1), refused, harness.clock.now()));
    unwrap(await harness.ports.unitOfWork.run((storage) => changeOrder(storage, order)));
    return harness;
  }
  const pass = async (harness: CoreHarness) => (await settle(harness)).steps;

  it('leaves a nonce that a mined swap has used, whatever a host that lags says', async () => {
    const harness = await gap();
    const [mined] = await swapsOf(harness, 1);
    const block = { blockHeight: 90, blockTime: 1_795_000_000 };
    await harness.ports.swaps.update({ from: mined!, to: { state: 'final', block } });
    await pass(harness);
    harness.clock.advance(2 * GAP_MS);
    expect(await pass(harness)).toEqual({ wait: 2 });
  });

  it('closes the gap with a no-op after 15 seconds, and finalises the no-op', async () => {
    const harness = await gap();
    expect(await pass(harness)).toEqual({ wait: 2 });
    harness.clock.advance(GAP_MS - 1);
    expect(await pass(harness)).toEqual({ wait: 2 });
    harness.clock.advance(1);
    expect(await pass(harness)).toEqual({ wait: 2, 'fill-gap': 1 });
    const noOp = (await swapsOf(harness)).find(({ purpose }) => purpose === 'fill');
    expect(noOp).toMatchObject({ nonce: 0n, state: 'accepted' });
    expect(harness.observed).toContainEqual(expect.objectContaining({ kind: 'nonce-filled', nonce: 0n }));
    harness.chain.mine(noOp!.txid);
    expect(await pass(harness)).toEqual({ wait: 2, fill: 1 });
    expect((await orderOf(harness, 1)).status).toBe('open');
    harness.chain.height += 20;
    expect(await pass(harness)).toEqual({ wait: 2, finalise: 1 });
  });

  it('leaves the nonce to the next swap when one is sent within 15 seconds', async () => {
    const harness = await gap();
    await pass(harness);
    harness.liquidity.held.set(POOL, reserves(10n ** 12n, 9n * 10n ** 11n));
    const { txid } = unwrap(await execute(harness, 1));
    expect((await harness.ports.swaps.findByTxid(txid))?.nonce).toBe(0n);
    harness.clock.advance(GAP_MS);
    expect(await pass(harness)).toEqual({ wait: 3 });
  });

  it('closes a gap that no swap of its own left, such as a nonce that a node named too early', async () => {
    const harness = await placed({}, { settings: { gapAfterMs: GAP_MS } });
    harness.chain.executedNonce = 1n;
    const { txid } = unwrap(await execute(harness));
    harness.chain.executedNonce = undefined;
    await pass(harness);
    harness.clock.advance(GAP_MS);
    expect(await pass(harness)).toEqual({ wait: 1, 'fill-gap': 2 });
    const fills = (await swapsOf(harness)).filter(({ purpose }) => purpose === 'fill');
    fills.sort((a, b) => Number(a.nonce - b.nonce));
    expect(fills.map(({ nonce }) => nonce)).toEqual([0n, 1n]);
    expect(fills.every(({ replaces }) => replaces === undefined)).toBe(true);
    for (const fill of fills) harness.chain.mine(fill.txid);
    expect(await pass(harness)).toEqual({ wait: 1, fill: 2 });
    expect(await orderOf(harness)).toMatchObject({ status: 'broadcasted', txid });
    harness.chain.mine(txid);
    expect(await pass(harness)).toEqual({ wait: 2, confirm: 1 });
  });

  it('leaves a nonce that another program has pending, and takes the next for a swap', async () => {
    const harness = await placed({}, { settings: { gapAfterMs: GAP_MS } });
    harness.chain.foreignNonces.push(0n, 1n);
    unwrap(await execute(harness));
    expect((await swapsOf(harness))[0]).toMatchObject({ nonce: 2n });
    expect(harness.observed).toContainEqual({
      kind: 'foreign-nonces',
      account: AN_OPERATOR,
      nonces: [0n, 1n],
    });
    await pass(harness);
    harness.clock.advance(GAP_MS);
    expect(await pass(harness)).toEqual({ wait: 1 });
    harness.chain.foreignNonces.length = 0;
    expect(await pass(harness)).toEqual({ wait: 1, 'fill-gap': 2 });
  });

  it('closes the gap once when several processes settle concurrently', async () => {
    const harness = await gap();
    const cores = [1, 2].map(() => createCore(harness.ports, { gapAfterMs: GAP_MS }));
    for (const ms of [0, GAP_MS]) {
      harness.clock.advance(ms);
      await Promise.all(cores.map((core) => core.execution.settle()));
    }
    expect((await swapsOf(harness)).filter(({ purpose }) => purpose === 'fill')).toHaveLength(1);
  });
});

describe('orders.execute for many orders', () => {
  it('returns too-many-in-flight beyond 25 swaps under way, and sends the rest once nonces are executed', async () => {
    const harness = coreHarness();
    const numbers = Array.from({ length: 30 }, (_, n) => n + 1);
    for (const n of numbers) await place(harness, n);
    const results = await Promise.all(numbers.map((n) => execute(harness, n)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(25);
    expect(results.find(({ ok }) => !ok)).toEqual({ ok: false, error: { kind: 'too-many-in-flight' } });
    const left = numbers.filter((n) => !results[n - 1]!.ok);
    harness.chain.executedNonce = 9n;
    for (const n of left) expect((await execute(harness, n)).ok).toBe(true);
    expect(unwrap(await harness.core.orders.get(uuidOf(left[0]!))).status).toBe('broadcasted');
  });
});
