import { describe, expect, it } from '@jest/globals';
import { createCore } from '../../../src/application/core.js';
import { makeSwapRecorder } from '../../../src/application/execution/swap/record-swap.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import type { SwapState } from '../../../src/domain/order/swap-transaction.js';
import { anOpenOrder, aSwap, txidOf, uuidOf } from '../../support/builders.js';
import { coreHarness, type CoreHarness } from '../../support/core-harness.js';
import {
  broadcastSwap,
  execute,
  orderOf,
  place,
  settle,
  storedSwap,
  typesOf,
} from '../../support/order-steps.js';

describe('concurrent settlement', () => {
  it('records each step once when three processes settle', async () => {
    const harness = await broadcastSwap();
    const cores = [harness.core, createCore(harness.ports), createCore(harness.ports)];
    harness.chain.mine(harness.txid);
    await Promise.all(cores.map((core) => core.execution.settle()));
    expect(await typesOf(harness)).toEqual(['created', 'swap-stored', 'broadcasted', 'confirmed']);
    harness.chain.setStatus(harness.txid, { kind: 'pending' });
    await Promise.all(cores.map((core) => core.execution.settle()));
    expect((await typesOf(harness)).slice(3)).toEqual(['confirmed', 'orphaned']);
    expect((await orderOf(harness)).status).toBe('broadcasted');
  });

  it('sends the same bytes only when two processes settle and the owner executes', async () => {
    const harness = await storedSwap();
    const cores = [harness.core, createCore(harness.ports)];
    const settling = cores.map((core) => core.execution.settle());
    await Promise.all([...settling, execute(harness)]);
    expect(new Set(harness.chain.sent.map(({ raw }) => raw)).size).toBe(1);
    expect((await orderOf(harness)).status).toBe('broadcasted');
    expect(await typesOf(harness)).toEqual(['created', 'swap-stored', 'broadcasted']);
  });

  it('changes nothing when the swap has changed since it was read', async () => {
    const harness = await broadcastSwap();
    const recorder = makeSwapRecorder(harness.ports);
    harness.chain.mine(harness.txid);
    await settle(harness);
    const seen = (await harness.ports.swaps.findByTxid(harness.txid))!;
    harness.chain.mine(harness.txid);
    await settle(harness);
    await settle(harness);
    const moved = await harness.ports.swaps.findByTxid(harness.txid);
    expect(moved?.block).not.toEqual(seen.block);
    const before = await orderOf(harness);
    expect(await recorder.orphaned(seen)).toEqual(before);
    expect(await recorder.finalised([seen], seen)).toEqual(before);
    expect(await recorder.dropped([{ ...seen, state: 'stored' }], 'late')).toEqual(before);
    expect(await harness.ports.swaps.findByTxid(harness.txid)).toEqual(moved);
  });

  it('throws for a swap that is not stored', async () => {
    const { ports } = coreHarness();
    await expect(makeSwapRecorder(ports).accepted(aSwap())).rejects.toThrow('not stored');
  });
});

describe('SettleSwaps over many swaps', () => {
  const MANY = 2_000;

  async function manySwaps(states: (n: number) => SwapState): Promise<CoreHarness> {
    const harness = coreHarness();
    const { ports, chain } = harness;
    for (let n = 0; n < MANY; n++) {
      const sending = { txid: txidOf(n), nonce: BigInt(n), orderUuid: uuidOf(n) };
      await ports.orders.insert(anOpenOrder({ uuid: uuidOf(n) }, { sending: txidOf(n) }));
      await ports.swaps.insert(aSwap({ ...sending, state: states(n) }));
      await chain.broadcast(aSwap(sending).raw, txidOf(n));
    }
    return harness;
  }

  it('checks each swap once, including those that stop being live during the pass', async () => {
    const harness = await manySwaps(() => 'stored');
    const { chain } = harness;
    chain.executedNonce = BigInt(MANY);
    for (let n = 0; n < MANY; n += 2) chain.setStatus(txidOf(n), { kind: 'unseen' });
    expect(await settle(harness)).toEqual({ looked: MANY, steps: { wait: MANY / 2, accept: MANY / 2 } });
    chain.height += 6;
    expect(await settle(harness)).toEqual({ looked: MANY, steps: { bury: MANY / 2, wait: MANY / 2 } });
    expect(await settle(harness)).toEqual({ looked: MANY / 2, steps: { wait: MANY / 2 } });
  }, 30_000);

  it('queries tips and nonces once, and statuses once per page', async () => {
    const harness = await manySwaps(() => 'accepted');
    const before = harness.chain.calls.length;
    await settle(harness);
    const calls = harness.chain.calls.slice(before);
    const pages = Array.from({ length: 4 }, () => 'transactionStatuses');
    expect(calls).toEqual(['tip', 'indexHeight', 'nextNonce', ...pages]);
  });

  it('settles the other swaps and throws when one cannot be recorded', async () => {
    const harness = coreHarness();
    const { ports, chain } = harness;
    await place(harness, 1);
    const { txid } = unwrap(await execute(harness, 1));
    chain.mine(txid);
    const lost = aSwap({ txid: txidOf(7), orderUuid: uuidOf(7), nonce: 9n });
    await ports.swaps.insert(lost);
    chain.setStatus(lost.txid, { kind: 'pending' });
    await expect(harness.core.execution.settle()).rejects.toThrow('not stored');
    expect((await orderOf(harness, 1)).status).toBe('confirmed');
  });
});
