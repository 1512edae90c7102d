import { describe, expect, it } from '@jest/globals';
import { Cl, cvToHex } from '@stacks/transactions';
import {
  createWalletBalances,
  type WalletBalancesOptions,
} from '../../../src/adapters/stacks/balances/wallet-balances.js';
import { STX } from '../../../src/domain/shared/contract-id.js';
import { ok } from '../../../src/domain/shared/result.js';
import { AN_OWNER } from '../../support/builders.js';
import { id } from './support/swap-plans.js';

const AT = { height: 100, id: 'ab'.repeat(32) };
const never = new Promise<never>(() => undefined);

/** A node that counts what it is asked. */
const aNode = (answer: Promise<unknown> = Promise.resolve()) => {
  const asked: unknown[] = [];
  const node: WalletBalancesOptions['node'] = {
    tip: async () => {
      await answer;
      return ok(AT);
    },
    callRead: async (contract, functionName, args, at) => {
      asked.push([contract, functionName, args, at]);
      await answer;
      return ok(cvToHex(Cl.ok(Cl.uint(7))));
    },
    stxBalance: async (principal, at) => {
      asked.push([principal, at]);
      await answer;
      return ok(11n);
    },
  };
  return { node, asked };
};

describe('balances that anyone asks for', () => {
  it('are what the contract says of tokens, and what is not locked of STX, as of the block', async () => {
    const { node, asked } = aNode();
    const balances = createWalletBalances({ node });
    expect(await balances.tip()).toEqual(ok(AT));
    expect(await balances.balanceOf(id('cha'), AN_OWNER, AT)).toEqual(ok(7n));
    expect(await balances.balanceOf(STX, AN_OWNER, AT)).toEqual(ok(11n));
    expect(asked).toEqual([
      [id('cha'), 'get-balance', [cvToHex(Cl.principal(AN_OWNER))], AT],
      [AN_OWNER, AT],
    ]);
  });

  it('are unreachable when the node takes too long, and what waited for its turn is not asked', async () => {
    const { node, asked } = aNode(never);
    const balances = createWalletBalances({ node, concurrency: 1, timeoutMs: 10 });
    const found = await Promise.all([
      balances.tip(),
      balances.balanceOf(STX, AN_OWNER, AT),
      balances.balanceOf(id('cha'), AN_OWNER, AT),
    ]);
    const late = { ok: false, error: { kind: 'chain-unreachable', reason: 'no response in 10 ms' } };
    expect(found).toEqual([late, late, late]);
    expect(asked).toHaveLength(1);
  });

  it('are asked a few at a time, and fail at once when too many wait', async () => {
    let release = (): void => undefined;
    const answer = new Promise<void>((resolve) => (release = resolve));
    const { node, asked } = aNode(answer);
    const balances = createWalletBalances({ node, concurrency: 2, mostWaiting: 3 });
    const reads = Array.from({ length: 6 }, () => balances.balanceOf(STX, AN_OWNER, AT));
    expect(await reads[5]).toMatchObject({ error: { reason: 'too many balances wait to be read' } });
    expect(asked).toHaveLength(2);
    release();
    expect((await Promise.all(reads)).filter((read) => read.ok)).toHaveLength(5);
  });
});
