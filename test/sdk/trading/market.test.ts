import { describe, expect, it } from '@jest/globals';
import { readMarket, type MarketReader } from '../../../src/sdk/trading/market.js';

const tokens = [
  { contractId: 'SP1.stx-subnet', decimals: 6, base: '.stx' },
  { contractId: 'SP1.gold', decimals: 8 },
] as unknown as Parameters<typeof readMarket>[2];
const SALE = { inputToken: 'SP1.stx-subnet', outputToken: 'SP1.gold', amountIn: '10000000' };
const QUOTE = { amountOutExact: '450000000', priceImpact: 0.01, path: [] };

const clientWith = (goldIsStale: boolean, quote: object = QUOTE): MarketReader => ({
  quotes: { get: () => Promise.resolve(quote as never) },
  prices: {
    list: () =>
      Promise.resolve({
        tokens: [
          { contractId: '.stx', usd: 2, stale: false },
          { contractId: 'SP1.gold', usd: 4, stale: goldIsStale },
        ],
      }),
  },
});

describe('the market that orders are compared with', () => {
  it('says what both sides of the quote are worth in dollars, that of a copy by its base', async () => {
    const { worths } = await readMarket(clientWith(false), SALE, tokens);
    expect(worths).toEqual({ paid: 20, received: 18 });
  });

  it('does not compare by a stale price, which still is the price of a trigger', async () => {
    const { worths, priceOf } = await readMarket(clientWith(true), SALE, tokens);
    expect(worths).toBeUndefined();
    expect(priceOf('SP1.gold', 'USD')).toBe(4);
  });

  it('has no worths without a route', async () => {
    expect(
      (await readMarket(clientWith(false, { reason: 'no-route' }), SALE, tokens)).worths,
    ).toBeUndefined();
  });
});
