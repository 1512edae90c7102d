import { describe, expect, it } from '@jest/globals';
import type { Quote } from '../../../src/sdk/client/index.js';
import { costOf, worthWords } from '../../../src/apps/page/swap/model/worth.js';

/** A swap over one pool whose fee is 1% and whose price it moves by 2%. */
const QUOTE = {
  path: [{}, {}],
  hops: [{ quote: { amountIn: 1_000, amountOut: 1 } }],
  fees: [{ token: 'a', amount: '10' }],
  priceImpact: 0.02,
} as unknown as Quote;
const COST = 0.0298;

describe('the dollar values of a swap', () => {
  it('cost fees and price impact by the quote', () => {
    expect(costOf(QUOTE)).toBeCloseTo(COST, 10);
    expect(costOf({ hops: [], fees: [], priceImpact: 0 })).toBe(0);
  });

  it('state their time, and what the swap costs if they agree with the quote', () => {
    const words = worthWords('20:35', QUOTE, { paid: 100, received: 97 });
    expect(words).toBe(
      'Dollars at prices of 20:35; by the quote, the swap costs 2.98% in fees and price impact.',
    );
  });

  it('say what the swap itself costs if prices have moved since', () => {
    const less = worthWords('20:35', QUOTE, { paid: 20.59, received: 17.83 });
    const words =
      'Cost: 2.98% in fees and price impact. Dollar values differ further, since they are of 20:35.';
    expect(less).toBe(words);
    expect(worthWords('20:35', QUOTE, { paid: 100, received: 110 })).toBe(words);
  });

  it('say no more without a quote, and only what the quote says of a token without a price', () => {
    expect(worthWords('20:35', undefined, { paid: undefined, received: undefined })).toBe(
      'Dollars at prices of 20:35, new every 5 minutes.',
    );
    expect(worthWords('20:35', QUOTE, { paid: undefined, received: 3 })).toContain(
      'by the quote, the swap costs',
    );
  });
});
