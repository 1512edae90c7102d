import { describe, expect, it } from '@jest/globals';
import type { ListedToken, Quote } from '../../../src/sdk/client/index.js';
import { againstDollars, costOf, worthWords } from '../../../src/apps/page/swap/model/worth.js';
import { worthsOf } from '../../../src/sdk/words/worth.js';

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

  it('are those of the quote’s exact amounts, and unknown if a token has no price or nothing is paid', () => {
    const sell = { contractId: 'a', decimals: 2 } as ListedToken;
    const buy = { contractId: 'b', decimals: 0 } as ListedToken;
    const amounts = { amountInExact: '1000', amountOutExact: '7' };
    const usd = (token: string) => ({ a: 2, b: 1.5 })[token];
    expect(worthsOf(amounts, { sell, buy }, usd)).toEqual({ paid: 20, received: 10.5 });
    expect(worthsOf(amounts, { sell, buy }, (token) => (token === 'a' ? 2 : undefined))).toBeUndefined();
    expect(worthsOf({ ...amounts, amountInExact: '0' }, { sell, buy }, usd)).toBeUndefined();
    expect(worthsOf({ ...amounts, amountOutExact: '0' }, { sell, buy }, usd)).toBeUndefined();
  });

  it('state their time, the whole loss, and what the quote explains of it', () => {
    expect(worthWords('20:35', QUOTE, { paid: 100, received: 97 })).toEqual({
      text: 'Dollars at prices of 20:35: 3% less; by the quote, 2.98% in fees and price impact.',
      isBad: false,
    });
    expect(worthWords('20:35', QUOTE, { paid: 100, received: 110 }).text).toContain(
      ': no loss; by the quote',
    );
  });

  it('say the whole loss in red from 5%, though the quote itself costs less', () => {
    expect(worthWords('20:35', QUOTE, { paid: 20, received: 13.8 })).toEqual({
      text: 'You get 31% less than the dollar prices say: $13.80 for $20.00. By the quote, 2.98% in fees and price impact.',
      isBad: true,
    });
    expect(againstDollars({ paid: 20, received: 13.8 })).toEqual({ text: '31% less', isBad: true });
    expect(worthWords('20:35', QUOTE, { paid: 100, received: 95.1 }).isBad).toBe(false);
  });

  it('say no more without a quote, and call no swap free whose tokens have no current price', () => {
    expect(worthWords('20:35', undefined, undefined).text).toBe(
      'Dollars at prices of 20:35, new every 5 minutes.',
    );
    expect(worthWords('20:35', QUOTE, undefined)).toEqual({
      text: 'By the quote, 2.98% in fees and price impact. The whole cost is unknown: a token has no current dollar price.',
      isBad: false,
    });
    expect(againstDollars(undefined).text).toMatch(/^Unknown/);
  });
});
