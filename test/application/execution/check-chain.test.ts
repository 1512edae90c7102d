import { describe, expect, it } from '@jest/globals';
import { createCore } from '../../../src/application/core.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { StubChain } from '../../support/stub-chain.js';
import { execute, placed, settle, swapsOf } from '../../support/order-steps.js';

/** An order that is confirmed in block 101. */
async function confirmed() {
  const harness = await placed();
  unwrap(await execute(harness));
  const [swap] = await swapsOf(harness);
  harness.chain.mine(swap!.txid);
  await settle(harness);
  return { ...harness, txid: swap!.txid };
}

/** What the core says of its storage beside another chain, at that height. */
async function beside(height: number, times?: number) {
  const { ports, txid } = await confirmed();
  const chain = new StubChain();
  chain.height = height;
  if (times !== undefined) chain.newestTime = times;
  return { checked: unwrap(await createCore({ ...ports, chain }).execution.checkChain()), txid };
}

describe('checkChain', () => {
  it('says nothing of a storage without confirmed swaps, and asks the chain nothing', async () => {
    const { core, chain } = await placed();
    const before = chain.calls.length;
    expect(unwrap(await core.execution.checkChain())).toBeUndefined();
    expect(chain.calls).toHaveLength(before);
  });

  it('says nothing of the chain on which the swaps were mined', async () => {
    const { core } = await confirmed();
    expect(unwrap(await core.execution.checkChain())).toBeUndefined();
  });

  it.each([5, 101, 500])('tells another devnet, which is at block %d', async (height) => {
    const { checked, txid } = await beside(height);
    expect(checked).toEqual({ txid, recordedHeight: 101, height });
  });

  it('says nothing while it has the same block, whose transactions the index may lack', async () => {
    expect((await beside(500, 1_795_000_000 + 10 * 101)).checked).toBeUndefined();
  });

  it('reports a chain that cannot be reached', async () => {
    const { core, chain } = await confirmed();
    chain.cut('transactionStatuses');
    expect(await core.execution.checkChain()).toMatchObject({ error: { kind: 'chain-unreachable' } });
  });
});
