import { describe, expect, it } from '@jest/globals';
import { createCore } from '../../../src/application/core.js';
import { FAILURE_WINDOW_MS } from '../../../src/domain/order/limits/owner-limits.js';
import { DEFAULT_SETTINGS } from '../../../src/application/settings.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { uuidOf } from '../../support/builders.js';
import {
  coreHarness,
  HOST,
  signedInput,
  walletProof,
  WELSH_SUBNET,
  type CoreHarness,
} from '../../support/core-harness.js';
import { AT_ONCE } from '../../support/executor-steps.js';
import { execute, orderOf, place, settle, swapsOf } from '../../support/order-steps.js';
import { A_WALLET, ANOTHER_WALLET } from '../../support/signing.js';

const { ownerFailures, ownerInFlight } = DEFAULT_SETTINGS;
const AMOUNT = 1_000_000n;

/** A core in which the wallet has this many times the input of an order. */
function funded(times: bigint, wallet = A_WALLET): CoreHarness {
  const harness = coreHarness();
  harness.balances.set(WELSH_SUBNET, wallet.address, toUnits(times * AMOUNT));
  return harness;
}

const placeMany = async (harness: CoreHarness, from: number, to: number, fields = {}) => {
  for (let n = from; n <= to; n++) await place(harness, n, fields);
};

const refused = (kind: string) => ({ ok: false, error: expect.objectContaining({ kind }) });

describe('an owner’s funds', () => {
  it('cost the operator nothing when they are empty, however often the owner executes', async () => {
    const harness = funded(0n);
    await placeMany(harness, 1, 20);
    for (let n = 1; n <= 20; n++) expect(await execute(harness, n)).toEqual(refused('insufficient-balance'));
    expect(harness.chain.sent).toEqual([]);
    expect((await orderOf(harness, 20)).status).toBe('open');
  });

  it('are not spent twice: a second order over the same balance waits and runs once there is more', async () => {
    const harness = funded(1n);
    await place(harness, 1);
    unwrap(await execute(harness, 1));
    await place(harness, 2, AT_ONCE);
    expect(await harness.core.execution.run()).toMatchObject({ attempts: { 'insufficient-balance': 1 } });
    expect(await execute(harness, 2)).toEqual(refused('insufficient-balance'));
    expect(harness.chain.sent).toHaveLength(1);
    harness.balances.set(WELSH_SUBNET, A_WALLET.address, toUnits(2n * AMOUNT));
    harness.clock.advance(60_000);
    expect(await harness.core.execution.run()).toMatchObject({ attempts: { sent: 1 } });
  });

  it('are not spent twice by two processes at once', async () => {
    const harness = funded(1n);
    await placeMany(harness, 1, 2);
    const cores = [harness.core, createCore(harness.ports)];
    const results = await Promise.all(
      cores.map((core, n) => core.orders.execute({ ref: uuidOf(n + 1), authorization: HOST })),
    );
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    expect(results.find((result) => !result.ok)).toEqual(refused('insufficient-balance'));
  });

  it('count as spent until a balance read at the swap’s block or later reflects it', async () => {
    const harness = funded(1n);
    await placeMany(harness, 1, 2);
    const { txid } = unwrap(await execute(harness, 1));
    harness.chain.mine(txid);
    await settle(harness);
    harness.chain.height -= 1;
    expect(await execute(harness, 2)).toEqual(refused('insufficient-balance'));
    harness.chain.height += 1;
    expect((await execute(harness, 2)).ok).toBe(true);
  });
});

describe('an owner’s limits', () => {
  it('leave places in flight to others: the eleventh swap of one owner waits, another owner’s is sent', async () => {
    const harness = coreHarness({ settings: { ownerInFlight } });
    await placeMany(harness, 1, 12, AT_ONCE);
    expect(await harness.core.execution.run()).toMatchObject({
      attempts: { sent: ownerInFlight, 'owner-in-flight': 2 },
    });
    unwrap(await harness.core.orders.place(signedInput({ uuid: uuidOf(20), wallet: ANOTHER_WALLET })));
    expect((await execute(harness, 20)).ok).toBe(true);
    const [first] = await swapsOf(harness, 1);
    harness.chain.mine(first!.txid);
    await settle(harness);
    harness.clock.advance(60_000);
    expect(await harness.core.execution.run()).toMatchObject({
      attempts: { sent: 1, 'owner-in-flight': 1 },
    });
  });

  it('end an owner’s failures at the operator’s cost after five within an hour, by execute and by the executor', async () => {
    const harness = coreHarness({ settings: { ownerInFlight } });
    await placeMany(harness, 1, 8, {});
    for (let n = 1; n <= ownerFailures; n++) {
      const { txid } = unwrap(await execute(harness, n));
      harness.chain.abort(txid, 'err u1');
      await settle(harness);
    }
    expect(await execute(harness, 6)).toEqual(refused('too-many-failures'));
    await place(harness, 9, AT_ONCE);
    expect(await harness.core.execution.run()).toMatchObject({ attempts: { 'too-many-failures': 1 } });
    expect((await orderOf(harness, 9)).status).toBe('open');
    expect(harness.chain.sent).toHaveLength(ownerFailures);
    harness.clock.advance(FAILURE_WINDOW_MS + 1);
    expect((await execute(harness, 6)).ok).toBe(true);
  });

  it('count swaps under way as failures to come once one has failed', async () => {
    const harness = coreHarness({ settings: { ownerInFlight } });
    await placeMany(harness, 1, 8);
    const { txid } = unwrap(await execute(harness, 1));
    harness.chain.abort(txid, 'err u1');
    await settle(harness);
    for (let n = 2; n <= 5; n++) expect((await execute(harness, n)).ok).toBe(true);
    expect(await execute(harness, 6)).toEqual(refused('owner-in-flight'));
  });

  it('let a wallet sign 100 executes a minute', async () => {
    const harness = funded(0n);
    await place(harness, 1);
    const attempt = (n: number) => {
      const timestamp = harness.clock.now().getTime();
      const authorization = walletProof({ action: 'execute_order', uuid: uuidOf(1), timestamp, n });
      return harness.core.orders.execute({ ref: uuidOf(1), authorization });
    };
    for (let n = 0; n < 100; n++) expect(await attempt(n)).toEqual(refused('insufficient-balance'));
    expect(await attempt(100)).toMatchObject({ ok: false, error: { kind: 'wallet-rate-exceeded' } });
    harness.clock.advance(60_000);
    expect(await attempt(101)).toEqual(refused('insufficient-balance'));
  });
});

describe('a thousand orders of empty wallets', () => {
  it('cost one balance read per wallet and nothing else, and an honest order behind them is sent in the same pass', async () => {
    const harness = funded(0n);
    const reads: string[] = [];
    const balanceOf = harness.balances.balanceOf.bind(harness.balances);
    const ports = {
      ...harness.ports,
      balances: {
        balanceOf: (...of: Parameters<typeof balanceOf>) => {
          reads.push(of[1]);
          return balanceOf(...of);
        },
      },
    };
    const [first] = [await place(harness, 1, AT_ONCE)];
    for (let n = 2; n <= 1_000; n++)
      await ports.orders.insert({ ...first, terms: { ...first.terms, uuid: uuidOf(n) } });
    harness.clock.advance(1);
    const honest = signedInput({ uuid: uuidOf(2_000), wallet: ANOTHER_WALLET, fields: AT_ONCE });
    unwrap(await harness.core.orders.place(honest));
    harness.balances.set(WELSH_SUBNET, ANOTHER_WALLET.address, toUnits(AMOUNT));
    expect(await createCore(ports).execution.run()).toMatchObject({
      attempts: { sent: 1, 'insufficient-balance': 1_000 },
    });
    expect(reads.filter((owner) => owner === A_WALLET.address)).toHaveLength(1);
    expect(harness.liquidity.asked.length).toBeLessThanOrEqual(3);
    expect(harness.chain.sent).toHaveLength(1);
    expect(harness.chain.calls.length).toBeLessThan(10);
  });
});
