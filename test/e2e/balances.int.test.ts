import { setInterval } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient } from '../../src/sdk/client/index.js';
import { openExchange, type Exchange } from '../support/exchange.js';
import { startTestChain, type TestChain } from '../support/test-chain.js';

describe('balances on a chain', () => {
  let chain: TestChain;
  let exchange: Exchange;

  beforeAll(async () => {
    chain = await startTestChain();
    exchange = await openExchange(chain, 'sqlite::memory:');
  });
  afterAll(async () => {
    await exchange.close();
    await chain.close();
  });

  const read = (address: string, tokens: readonly string[]) =>
    createClient({ baseUrl: exchange.sluice().url }).balances.get(address, tokens);

  /** What the wallet holds as of the block or a later one: the newest block counts as such for a moment. */
  async function readFrom(height: number, address: string, tokens: readonly string[]) {
    for await (const _tick of setInterval(100)) {
      const found = await read(address, tokens);
      if (found.blockHeight >= height) return found;
    }
    throw new Error('the interval ended');
  }

  it('are what the chain holds of plain tokens, subnet copies and STX, as of one block', async () => {
    const ids = chain.devnet.registry.tokens.map(({ contractId }) => contractId);
    expect(ids).toContain('.stx');
    for (const account of chain.devnet.accounts) {
      const { balances, blockHeight } = await read(account.address, ids);
      const expected = await Promise.all(
        ids.map(async (contractId) => ({
          contractId,
          balance: (await chain.balance(contractId, account)).toString(),
        })),
      );
      expect(balances).toEqual(expected);
      expect(blockHeight).toBeGreaterThan(0);
    }
  });

  it('balances on a chain of an owner lose what a swap sells and gain what it buys, but no STX: the operator pays the fee', async () => {
    const order = exchange.signedOrder();
    const { uuid, owner, inputToken, outputToken } = order;
    const tokens = [inputToken!, outputToken!, '.stx'];
    const before = await read(owner!, tokens);
    await exchange.place(order);
    await exchange.execute(uuid);
    await chain.control('/mine', { blocks: 1 });
    const { amountIn, executedAmountOut, blockHeight } = await exchange.until(uuid, 'confirmed');
    const after = await readFrom(Number(blockHeight), owner!, tokens);
    const moved = after.balances.map(
      ({ balance }, n) => BigInt(balance!) - BigInt(before.balances[n]!.balance!),
    );
    expect(moved).toEqual([-BigInt(String(amountIn)), BigInt(String(executedAmountOut)), 0n]);
  });
});
