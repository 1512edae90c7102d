import { describe, expect, it } from '@jest/globals';
import { stopProceeds } from '../../../src/sdk/words/proceeds.js';
import { plainWords } from '../../../src/sdk/words/token-words.js';

const words = plainWords([{ contractId: 'usd', symbol: 'USDd', decimals: 6 }]);
const market = {
  quote: { amountOutExact: '2000000', priceImpact: 0, path: [{ contractId: 'stx' }, { contractId: 'usd' }] },
  priceOf: () => 2,
  balance: undefined,
};
const stop = {
  inputToken: 'stx',
  amountIn: '1000000',
  outputToken: 'usd',
  conditionToken: 'stx',
  targetPrice: '1.8',
  direction: 'lt',
  slippage: '0.01',
} as const;
const proceeds = (more: object, beside = market) => stopProceeds({ ...stop, ...more }, beside, words);

describe('the proceeds of a stop', () => {
  it('are the quote at its trigger, less its slippage', () => {
    expect(proceeds({})).toBe('About 1.782 USDd if it fires at $1.8, its slippage taken off.');
    expect(proceeds({ targetPrice: undefined, trail: { bps: 500 } })).toBe(
      'About 1.881 USDd if it fires as the price falls from now, its slippage taken off.',
    );
  });

  it('are not estimated below its minimum', () => {
    const least = { slippage: undefined, minAmountOut: '1700000' };
    expect(proceeds(least)).toBe('About 1.8 USDd if it fires at $1.8.');
    expect(proceeds({ ...least, minAmountOut: '1900000' })).toBeUndefined();
  });

  it('are not estimated for other orders, nor for a stop whose place is not known', () => {
    expect(proceeds({ direction: 'gt' })).toBeUndefined();
    expect(proceeds({ conditionToken: 'usd' })).toBeUndefined();
    expect(proceeds({ after: 'entry' })).toBeUndefined();
    expect(proceeds({ trail: { bps: 500 }, activationPrice: '3' })).toBeUndefined();
    expect(proceeds({}, { ...market, priceOf: (() => undefined) as never })).toBeUndefined();
  });
});
