import { describe, expect, it } from '@jest/globals';
import { createCore } from '../../../src/application/core.js';
import type { RawTransaction, Txid } from '../../../src/domain/order/ids.js';
import type { Address } from '../../../src/domain/shared/address.js';
import { ok, unwrap } from '../../../src/domain/shared/result.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import type { MinedSwap, PastBlocks } from '../../../src/ports/index.js';
import { DOLLAR, type CoreHarness } from '../../support/core-harness.js';
import { ANOTHER_WALLET } from '../../support/signing.js';
import { broadcastSwap, execute, orderOf, placed, settle, typesOf } from '../../support/order-steps.js';

const DEATH_BLOCKS = 6;

/** Another transaction uses the swap's nonce, and the index shows the swap nowhere for as long as a proof takes. */
async function missingSwap() {
  const harness = await broadcastSwap();
  harness.chain.setStatus(harness.txid, { kind: 'unseen' });
  harness.chain.executedNonce = 0n;
  await settle(harness);
  harness.chain.height += DEATH_BLOCKS;
  return harness;
}

const spend = async (harness: CoreHarness) => harness.spentOrders.spend((await orderOf(harness)).terms.uuid);

const stepsOf = async (harness: CoreHarness) => Object.keys((await settle(harness)).steps);

describe('SettleSwaps when the order is paid and the index does not show by what', () => {
  it('keeps the order broadcasted and searches for the payment, then confirms it', async () => {
    const harness = await missingSwap();
    await spend(harness);
    for (let pass = 0; pass < 3; pass++) expect(await stepsOf(harness)).toEqual(['seek-payment']);
    expect((await orderOf(harness)).status).toBe('broadcasted');
    expect(harness.chain.sent).toHaveLength(1);
    harness.chain.mine(harness.txid, 995_000n);
    expect(await stepsOf(harness)).toEqual(['confirm']);
    expect(await orderOf(harness)).toMatchObject({ status: 'confirmed', executedAmountOut: 995_000n });
  });

  it('takes the swap for dropped once the verifier says that its uuid is unspent', async () => {
    const harness = await missingSwap();
    expect(await stepsOf(harness)).toEqual(['bury']);
    expect((await orderOf(harness)).status).toBe('open');
  });

  it('counts the blocks again in a process that has just started', async () => {
    const harness = await missingSwap();
    const core = createCore(harness.ports);
    expect(unwrap(await core.execution.settle()).steps).toEqual({ wait: 1 });
    harness.chain.height += DEATH_BLOCKS;
    expect(unwrap(await core.execution.settle()).steps).toEqual({ bury: 1 });
  });

  it('counts the blocks again when the use of the nonce was orphaned', async () => {
    const harness = await missingSwap();
    harness.chain.executedNonce = undefined;
    expect(await stepsOf(harness)).toEqual(['resend']);
    harness.chain.executedNonce = 0n;
    harness.chain.setStatus(harness.txid, { kind: 'unseen' });
    expect(await stepsOf(harness)).toEqual(['wait']);
  });

  it('concludes nothing while the index is behind the block of the proof', async () => {
    const harness = await missingSwap();
    harness.chain.lag = 1;
    expect(await stepsOf(harness)).toEqual(['wait']);
    harness.chain.lag = 0;
    expect(await stepsOf(harness)).toEqual(['bury']);
  });
});

describe('an order that was paid by a swap taken for dropped', () => {
  /** Two swaps were sent for the order; the first is the one that pays it. */
  async function sentTwice() {
    const harness = await missingSwap();
    await settle(harness);
    const second = unwrap(await execute(harness)).txid;
    return { ...harness, second };
  }

  it('is confirmed by that swap when the second one aborts', async () => {
    const harness = await sentTwice();
    await spend(harness);
    harness.chain.abort(harness.second, 'abort_by_response');
    expect(await stepsOf(harness)).toEqual(['seek-payment']);
    expect((await orderOf(harness)).status).toBe('broadcasted');
    harness.chain.mine(harness.txid, 995_000n);
    expect(await stepsOf(harness)).toEqual(['correct']);
    expect(await orderOf(harness)).toMatchObject({ status: 'confirmed', txid: harness.txid });
    expect((await typesOf(harness)).slice(-2)).toEqual(['corrected', 'confirmed']);
    await settle(harness);
    harness.chain.height += 20;
    await settle(harness);
    expect(await settle(harness)).toEqual({ looked: 0, steps: {} });
    expect((await orderOf(harness)).status).toBe('confirmed');
  });

  it('is corrected after it was recorded as failed, before the failure is final', async () => {
    const harness = await sentTwice();
    harness.chain.abort(harness.second, 'abort_by_response');
    await settle(harness);
    expect((await orderOf(harness)).status).toBe('failed');
    await spend(harness);
    harness.chain.mine(harness.txid, 995_000n);
    harness.chain.height += 20;
    expect(await stepsOf(harness)).toEqual(['correct']);
    expect(await orderOf(harness)).toMatchObject({ status: 'confirmed', txid: harness.txid });
  });

  it('is not sent again: the next attempt finds the payment', async () => {
    const harness = await missingSwap();
    await settle(harness);
    await spend(harness);
    expect(await execute(harness)).toMatchObject({ ok: false, error: { kind: 'order-spent' } });
    harness.chain.mine(harness.txid, 995_000n);
    expect(await execute(harness)).toMatchObject({
      ok: false,
      error: { kind: 'order-not-open', status: 'confirmed' },
    });
    expect(await orderOf(harness)).toMatchObject({ status: 'confirmed', txid: harness.txid });
    expect(harness.chain.sent).toHaveLength(1);
  });
});

describe('an order whose signature another transaction has used', () => {
  const minedFor = (recipient: Address): MinedSwap => ({
    txid: 'ab'.repeat(32) as Txid,
    sender: recipient,
    nonce: 7n,
    feeUstx: toUnits(500n),
    raw: '00' as RawTransaction,
    vaults: [],
    outputToken: DOLLAR,
    recipient,
    status: {
      kind: 'success',
      amountOut: toUnits(990_000n),
      feeUstx: toUnits(500n),
      blockHeight: 90,
      blockTime: 1_800_000_000,
    },
  });

  async function executedBy(payment: (owner: Address) => Address) {
    const harness = await placed();
    await spend(harness);
    const mined = minedFor(payment((await orderOf(harness)).terms.owner));
    const pastBlocks: PastBlocks = {
      tipAt: async (height) => ok({ height, id: '' }),
      swapIn: async () => ok(mined),
      isRevokedIn: async () => ok(false),
    };
    const core = createCore({ ...harness.ports, pastBlocks });
    return { harness: { ...harness, core }, outcome: await execute({ ...harness, core }) };
  }

  it('is confirmed when that transaction paid the owner, and sends nothing', async () => {
    const { harness, outcome } = await executedBy((owner) => owner);
    expect(outcome).toMatchObject({ ok: false, error: { kind: 'order-not-open', status: 'confirmed' } });
    expect(await orderOf(harness)).toMatchObject({ txid: 'ab'.repeat(32), executedAmountOut: 990_000n });
    expect(harness.chain.sent).toEqual([]);
    expect(harness.observed).toContainEqual(
      expect.objectContaining({ kind: 'foreign-payment-found', txid: 'ab'.repeat(32) }),
    );
  });

  it('fails with the thief’s address when that transaction paid another address', async () => {
    const { harness } = await executedBy(() => ANOTHER_WALLET.address);
    expect(await orderOf(harness)).toMatchObject({
      status: 'failed',
      failureReason: `another transaction used the signature and paid ${ANOTHER_WALLET.address} in ${DOLLAR}`,
    });
    expect(await typesOf(harness)).toEqual(['created', 'corrected', 'failed']);
  });
});

describe('an order whose uuid something else has spent', () => {
  const FINAL = 20;

  /** The uuid is spent in the first block of a chain of `height` blocks, by no swap of the order. */
  async function spentBy(harness: CoreHarness, { height = FINAL + 1, isRevoked = false } = {}) {
    await spend(harness);
    harness.chain.height = height;
    const pastBlocks: PastBlocks = {
      tipAt: async (at) => ok({ height: at, id: '' }),
      swapIn: async () => ok(undefined),
      isRevokedIn: async () => ok(isRevoked),
    };
    return { ...harness, core: createCore({ ...harness.ports, pastBlocks }, { finalBlocks: FINAL }) };
  }

  it('stays open until the block is final, and fails then', async () => {
    const early = await spentBy(await placed(), { height: FINAL });
    expect(await execute(early)).toMatchObject({ ok: false, error: { kind: 'order-spent' } });
    expect((await orderOf(early)).status).toBe('open');
    const final = await spentBy(early);
    expect(await execute(final)).toMatchObject({
      ok: false,
      error: { kind: 'order-not-open', status: 'failed' },
    });
    expect(await orderOf(final)).toMatchObject({
      status: 'failed',
      failureReason: 'spent-elsewhere: a transaction in block 1 has spent the order',
      blockHeight: 1,
    });
    expect(await typesOf(final)).toEqual(['created', 'failed']);
    expect(final.chain.sent).toEqual([]);
  });

  it('is cancelled when its owner has revoked the uuid', async () => {
    const harness = await spentBy(await placed(), { isRevoked: true });
    expect(await execute(harness)).toMatchObject({ error: { kind: 'order-not-open', status: 'cancelled' } });
    expect(await orderOf(harness)).toMatchObject({ status: 'cancelled', cancelReason: 'revoked' });
    expect(await typesOf(harness)).toEqual(['created', 'cancelled']);
  });

  it('fails with the chain’s words when its own swap was under way and aborted', async () => {
    const harness = await broadcastSwap();
    harness.chain.abort(harness.txid, 'abort_by_response: (err u409000)');
    const spent = await spentBy(harness, { height: harness.chain.height + FINAL });
    expect(Object.keys(unwrap(await spent.core.execution.settle()).steps)).toEqual(['fail']);
    expect(await orderOf(spent)).toMatchObject({
      status: 'failed',
      failureReason: 'abort_by_response: (err u409000)',
    });
  });

  it('fails when its own swap can never be mined', async () => {
    const harness = await missingSwap();
    const spent = await spentBy(harness, { height: harness.chain.height + FINAL });
    await spent.core.execution.settle();
    spent.chain.height += DEATH_BLOCKS;
    expect(Object.keys(unwrap(await spent.core.execution.settle()).steps)).toEqual(['bury']);
    expect(await orderOf(spent)).toMatchObject({
      status: 'failed',
      failureReason: expect.stringMatching(/^spent-elsewhere/),
    });
    expect(spent.chain.sent).toHaveLength(1);
  });
});
