import { describe, expect, it } from '@jest/globals';
import { memoryStorage } from '../../../src/adapters/memory/index.js';
import { makeReportViolation } from '../../../src/application/execution/swap/report-violation.js';
import type { Order } from '../../../src/domain/order/order.js';
import type { SwapTransaction } from '../../../src/domain/order/swap-transaction.js';
import { ok, unwrap } from '../../../src/domain/shared/result.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import type { SwapSigner } from '../../../src/ports/index.js';
import { aSwap, T0, txidOf, uuidOf } from '../../support/builders.js';
import { coreHarness, signedInput, stubSigner, type CoreHarness } from '../../support/core-harness.js';
import { fixedClock } from '../../support/fixed-clock.js';
import { AT_ONCE, pass } from '../../support/executor-steps.js';
import {
  broadcastSwap,
  execute,
  orderOf,
  place,
  settle,
  swapsOf,
  typesOf,
} from '../../support/order-steps.js';
import { signTerms } from '../../support/signing.js';
import { violationsOf } from '../../support/violations.js';

const resume = ({ core }: CoreHarness) => core.operator.setSwitch({ isPaused: false, by: 'alice' });

/** Order 1, cancelled by its owner and opened again by a person with access to the database; and order 2. */
async function reopenedByHand(fields = {}) {
  const harness = coreHarness();
  await place(harness, 1, fields);
  await place(harness, 2, fields);
  await harness.core.orders.cancel({ ref: uuidOf(1), authorization: { by: 'host' } });
  const { terms, createdAt, version } = await orderOf(harness);
  const open: Order = { status: 'open', terms, createdAt, version };
  unwrap(await harness.ports.orders.update(open));
  return harness;
}

describe('an order that was opened again by hand', () => {
  it('is not sent, is reported, and stops new swaps in every process', async () => {
    const harness = await reopenedByHand();
    const reason = 'the invariant lifecycle is violated; see the log';
    const paused = { isPaused: true, at: T0, by: 'sluice', reason };
    expect(await execute(harness)).toEqual({ ok: false, error: { kind: 'paused', position: paused } });
    expect(violationsOf(harness)).toEqual([
      {
        kind: 'invariant-violated',
        invariant: 'lifecycle',
        uuid: uuidOf(1),
        finding: 'it is open, and its log ends cancelled',
      },
    ]);
    expect(await harness.ports.sendingSwitch.position()).toEqual(paused);
    expect(await execute(harness, 2)).toMatchObject({ error: { kind: 'paused' } });
    expect(harness.chain.sent).toEqual([]);
    expect(await swapsOf(harness)).toEqual([]);
    expect(await typesOf(harness)).toEqual(['created', 'cancelled']);
  });

  it('lets other orders through once a person has resumed', async () => {
    const harness = await reopenedByHand();
    await execute(harness);
    await resume(harness);
    await expect(execute(harness)).rejects.toThrow(
      'no swap is stored: it is open, and its log ends cancelled',
    );
    expect(await execute(harness, 2)).toMatchObject({ ok: true });
    expect(violationsOf(harness)).toHaveLength(2);
  });

  it('stops the executor, too', async () => {
    const harness = await reopenedByHand(AT_ONCE);
    await pass(harness);
    expect(violationsOf(harness)).toHaveLength(1);
    expect(await swapsOf(harness)).toEqual([]);
    await place(harness, 3, AT_ONCE);
    expect(await pass(harness)).toMatchObject({ attempts: {}, stopped: { kind: 'paused' } });
  });

  it('keeps the words of an operator who has paused before', async () => {
    const { sendingSwitch } = memoryStorage();
    const position = { isPaused: true, at: T0, by: 'alice', reason: 'an upgrade' };
    await sendingSwitch.set(position);
    const report = makeReportViolation({ clock: fixedClock(T0), sendingSwitch });
    await report({
      kind: 'invariant-violated',
      invariant: 'lifecycle',
      uuid: uuidOf(1),
      finding: 'it ended',
    });
    expect(await sendingSwitch.position()).toEqual(position);
  });
});

/** Storage whose swaps are also read as `change` says. */
const readingSwaps = (change: (swaps: readonly SwapTransaction[]) => readonly SwapTransaction[]) => {
  const storage = memoryStorage();
  const listByNonce: typeof storage.swaps.listByNonce = async (...places) =>
    change(await storage.swaps.listByNonce(...places));
  return {
    ...storage,
    swaps: Object.assign(Object.create(storage.swaps) as typeof storage.swaps, { listByNonce }),
  };
};

describe('a stored swap', () => {
  it.each<[string, (swaps: readonly SwapTransaction[]) => readonly SwapTransaction[]]>([
    ['stored-before-sent', () => []],
    ['nonce-of-one', (swaps) => [...swaps, { ...swaps[0]!, txid: txidOf(9), orderUuid: uuidOf(9) }]],
  ])('is not sent while %s does not hold', async (invariant, change) => {
    const harness = coreHarness({ storage: readingSwaps(change) });
    await place(harness);
    expect(await execute(harness)).toMatchObject({ error: { kind: 'broadcast-unknown' } });
    expect(harness.chain.sent).toEqual([]);
    expect(violationsOf(harness)).toMatchObject([{ invariant, uuid: uuidOf(1) }]);
    expect(await harness.ports.sendingSwitch.position()).toMatchObject({ isPaused: true });
  });

  it('keeps its order from another one', async () => {
    const harness = coreHarness();
    await place(harness);
    await harness.ports.swaps.insert(aSwap({ nonce: 40n, state: 'accepted' }));
    expect(await execute(harness)).toMatchObject({ error: { kind: 'paused' } });
    expect(violationsOf(harness)).toMatchObject([{ invariant: 'one-nonce-each' }]);
    expect(harness.chain.sent).toEqual([]);
  });

  it('that pays an order as a second one is reported once both are final', async () => {
    const harness = await broadcastSwap();
    const second = aSwap({ txid: txidOf(9), nonce: 40n, state: 'accepted' });
    await harness.ports.swaps.insert(second);
    const settleTwice = async () => {
      await settle(harness);
      harness.chain.height += 20;
      await settle(harness);
    };
    harness.chain.mine(harness.txid, 995_000n);
    await settleTwice();
    expect(violationsOf(harness)).toEqual([]);
    harness.chain.mine(second.txid, 995_000n);
    await settleTwice();
    expect(violationsOf(harness)).toMatchObject([
      { invariant: 'paid-once', finding: `${harness.txid} and ${second.txid} have both paid it` },
    ]);
    expect(await orderOf(harness)).toMatchObject({ status: 'confirmed', txid: harness.txid });
  });
});

describe('an order whose terms were changed by hand', () => {
  const changed = async (isSigned: boolean) => {
    const harness = coreHarness({ settings: { requireSignedTerms: false } });
    const input = signedInput({ fields: { minAmountOut: '900000' } });
    unwrap(
      await harness.core.orders.placeJson(isSigned ? { ...input, termsSignature: signTerms(input) } : input),
    );
    const order = await orderOf(harness);
    const terms = { ...order.terms, minAmountOut: toUnits(1n) };
    unwrap(await harness.ports.orders.update({ ...order, terms }));
    return harness;
  };

  it('is refused and reported, and stops no other order', async () => {
    const harness = await changed(true);
    expect(await execute(harness)).toMatchObject({ error: { kind: 'terms-changed' } });
    expect(violationsOf(harness)).toMatchObject([{ invariant: 'terms-kept' }]);
    await place(harness, 2);
    expect(await execute(harness, 2)).toMatchObject({ ok: true });
  });

  it('is not reported if its owner has not signed them', async () => {
    const harness = await changed(false);
    expect(await execute(harness)).toMatchObject({ ok: true });
    expect(violationsOf(harness)).toEqual([]);
  });
});

describe('an order whose window ends while it is quoted', () => {
  it('gets no swap', async () => {
    const estimateFee: SwapSigner['estimateFee'] = async () => {
      harness.clock.advance(1_000);
      return ok(toUnits(3_000n));
    };
    const harness = coreHarness({ signer: stubSigner({ estimateFee }) });
    await place(harness, 1, { validTo: new Date(T0.getTime() + 1_000).toISOString() });
    expect(await execute(harness)).toMatchObject({ error: { kind: 'order-expired' } });
    expect(await swapsOf(harness)).toEqual([]);
    expect(violationsOf(harness)).toEqual([]);
  });
});
