import { describe, expect, it } from '@jest/globals';
import { makeSwaps } from '../../../src/adapters/express/hummingbot/swaps.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import type { Client } from '../../../src/sdk/client/index.js';

const OWNER = 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5';
const token = (symbol: string) => ({
  ...{ contractId: `ST1.${symbol}` as ContractId, symbol, name: symbol, decimals: 6, identifier: symbol },
});
const SWAP = {
  chainNetwork: 'stacks-devnet',
  walletAddress: OWNER,
  baseToken: 'STX',
  quoteToken: 'USDd',
  amount: 0.1 + 0.2,
  side: 'SELL' as const,
};

/** Swaps over a service whose order stays open until it is cancelled, unless `sentMeanwhile`. */
function swapsOverWaiting({ sentMeanwhile = false } = {}) {
  const calls: string[] = [];
  let order: object = { status: 'open' };
  const client = {
    quotes: {
      get: async ({ amount }: { readonly amount: string }) => {
        calls.push(`quote ${amount}`);
        return { amountInExact: amount, amountOutExact: '600000', priceImpact: 0, hops: [] };
      },
    },
    orders: {
      market: async ({ amount }: { readonly amount: string }) => {
        calls.push(`sell ${amount}`);
        return { uuid: 'an-order' };
      },
      settled: (_id: string, { signal }: { readonly signal: AbortSignal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
      get: async () => order,
      cancel: async () => {
        calls.push('cancel');
        order = sentMeanwhile ? { status: 'broadcasted', txid: 'ab' } : { status: 'cancelled' };
        if (sentMeanwhile) throw new Error('it was sent');
      },
    },
  } as unknown as Client;
  const swaps = makeSwaps({
    ...{ client, owner: OWNER, chainNetwork: 'stacks-devnet', patienceMs: 1 },
    tokens: async () => [token('STX'), token('USDd')],
  });
  return { calls, swaps };
}

describe('a swap that is not sent in time', () => {
  it('is cancelled, so that it is not executed after its bot counts it as failed', async () => {
    const { calls, swaps } = swapsOverWaiting();
    await expect(swaps.execute(SWAP)).rejects.toMatchObject({ statusCode: 409, code: 'TRANSACTION_TIMEOUT' });
    expect(calls).toEqual(['quote 300000', 'sell 0.3', 'cancel']);
  });

  it('is pending if it was sent just before it was cancelled', async () => {
    const { swaps } = swapsOverWaiting({ sentMeanwhile: true });
    expect(await swaps.execute(SWAP)).toEqual({ signature: 'ab', status: 0 });
  });
});
