import { describe, expect, it } from '@jest/globals';
import type { RawTransaction, Txid } from '../../../src/domain/order/ids.js';
import { ok, unwrap } from '../../../src/domain/shared/result.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { T0, uuidOf } from '../../support/builders.js';
import { coreHarness, stubSigner } from '../../support/core-harness.js';
import { execute, place, settle, swapsOf } from '../../support/order-steps.js';
import { violationsOf } from '../../support/violations.js';

const STUCK_MS = 60_000;
const GAP_MS = 15_000;

/** Orders 1 and 2 with pending swaps. Then an attacker who can write to the database changes the first one's bytes. */
async function altered(fields = {}) {
  const changed = new Set<RawTransaction>();
  const read = <T>(raw: RawTransaction, value: T): T => {
    if (changed.has(raw)) throw new Error('the bytes of another transaction are read, or signed');
    return value;
  };
  const honest = stubSigner();
  const signer = stubSigner({
    hasSigned: ({ raw }) => !changed.has(raw),
    estimateFeeOf: async (raw) => read(raw, ok(toUnits(5_000n))),
    signAgain: async (raw, feeUstx) => read(raw, honest.signAgain(raw, feeUstx)),
  });
  const harness = coreHarness({ signer, settings: { stuckAfterMs: STUCK_MS, gapAfterMs: GAP_MS } });
  for (const n of [1, 2]) {
    await place(harness, n, fields);
    unwrap(await execute(harness, n));
  }
  const [swap] = await swapsOf(harness);
  changed.add(swap!.raw);
  return { ...harness, txid: swap!.txid };
}

/** What was reported of it. */
const reportOf = ({ txid }: { readonly txid: Txid }) => ({
  kind: 'invariant-violated',
  invariant: 'bytes-kept',
  uuid: uuidOf(1),
  finding: `the stored bytes of ${txid} were altered`,
});

describe('a stored swap whose bytes were changed in the database', () => {
  it('is not signed again for a higher fee, is reported, stops new swaps, and holds no stored one up', async () => {
    const harness = await altered();
    harness.clock.advance(STUCK_MS);
    expect((await settle(harness)).steps).toEqual({ wait: 1, 'raise-fee': 1 });
    expect(await swapsOf(harness, 1)).toHaveLength(1);
    expect(await swapsOf(harness, 2)).toHaveLength(2);
    await place(harness, 3);
    expect(await execute(harness, 3)).toMatchObject({ ok: false, error: { kind: 'paused' } });
    expect(violationsOf(harness)).toEqual([reportOf(harness)]);
  });

  it('gets no no-op either, since its stored fee determines what that pays', async () => {
    const harness = await altered({ validTo: new Date(T0.getTime() + GAP_MS).toISOString() });
    harness.clock.advance(2 * GAP_MS);
    expect((await settle(harness)).steps).toEqual({ wait: 1, end: 1 });
    expect(await swapsOf(harness, 1)).toHaveLength(1);
    expect(violationsOf(harness)).toEqual([reportOf(harness)]);
  });

  it('is not the model for the no-op of a gap', async () => {
    const harness = await altered();
    const [swap] = await swapsOf(harness);
    await harness.ports.swaps.update({ from: swap!, to: { state: 'dead' } });
    await settle(harness);
    harness.clock.advance(GAP_MS);
    expect((await settle(harness)).steps).not.toHaveProperty('fill-gap');
    expect(await swapsOf(harness, 1)).toHaveLength(1);
    expect(violationsOf(harness)).toEqual([reportOf(harness)]);
  });
});
