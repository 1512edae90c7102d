import { describe, expect, it } from '@jest/globals';
import { splitOrders } from '../../../src/apps/cli/orders/split-orders.js';
import type { Client } from '../../../src/sdk/client/index.js';
import type { Token } from '../../../src/domain/market/registry.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';

const token = (name: string, decimals: number, base?: string): Token => ({
  contractId: `ST000000000000000000002AMW42H.${name}` as ContractId,
  symbol: name.toUpperCase(),
  name,
  decimals,
  identifier: name,
  ...(base !== undefined && {
    type: 'SUBNET' as const,
    base: `ST000000000000000000002AMW42H.${base}` as ContractId,
  }),
});
const TOKENS = [token('opal', 6), token('opal-subnet', 6, 'opal'), token('dollar', 6)];
const TERMS = { of: TOKENS[1]!.contractId, for: TOKENS[2]!.contractId, sell: '10', slippage: '0.01' };

/** A client whose service quotes this split, and the swaps that it was asked to split. */
function quoting(split: object) {
  const asked: unknown[] = [];
  const quotes = {
    split: async (swap: unknown) => {
      asked.push(swap);
      return split;
    },
  };
  return { client: { quotes } as unknown as Client, asked };
}

const PARTS = [
  { amountInExact: '6000000', amountOutExact: '5000000' },
  { amountInExact: '4000000', amountOutExact: '3000000' },
];

describe('the orders of a split', () => {
  it('are one for each quoted part, with its minimum, in one plan', async () => {
    const { client, asked } = quoting({ parts: PARTS, worthwhile: true });
    const orders = await splitOrders({ ...TERMS, integrator: 'someone' }, client, TOKENS);
    expect(asked).toEqual([{ tokenIn: TERMS.of, tokenOut: TERMS.for, amount: '10000000' }]);
    expect(orders).toMatchObject([
      { amountIn: '6000000', minAmountOut: '4950000', integrator: 'someone', strategyPosition: 1 },
      { amountIn: '4000000', minAmountOut: '2970000', integrator: 'someone', strategyPosition: 2 },
    ]);
    expect(new Set(orders.map(({ strategyId }) => strategyId)).size).toBe(1);
    expect(new Set(orders.map(({ uuid }) => uuid)).size).toBe(2);
  });

  it.each([
    ['no split gives more', { parts: PARTS.slice(1) }, 'leave out --split'],
    ['there is no route', { parts: [], reason: 'no-route' }, 'no vaults join the two tokens'],
  ])('are refused if %s', async (_, split, message) => {
    await expect(splitOrders(TERMS, quoting(split).client, TOKENS)).rejects.toThrow(message);
  });

  it.each([{ atLeast: '1' }, { every: 60_000 }, { whenAsked: true }, { slippage: undefined }])(
    'do not go with %j',
    async (more) => {
      const { client } = quoting({ parts: PARTS });
      await expect(splitOrders({ ...TERMS, ...more } as typeof TERMS, client, TOKENS)).rejects.toThrow(
        '--split goes with --sell and --slippage',
      );
    },
  );
});
