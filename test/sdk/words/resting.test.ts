import { describe, expect, it } from '@jest/globals';
import { isResting, restingWords } from '../../../src/sdk/words/resting.js';
import { plainWords } from '../../../src/sdk/words/token-words.js';

const words = plainWords([
  { contractId: 'stx', symbol: 'STX', decimals: 6 },
  { contractId: 'usd', symbol: 'USDd', decimals: 2 },
]);
const order = {
  status: 'open',
  inputToken: 'stx',
  amountIn: '1000000',
  outputToken: 'usd',
  minAmountOut: '220',
} as const;

describe('an order that waits by design', () => {
  it('rests at its limit, with the price of the market if that is known', () => {
    expect(restingWords(order, { reason: 'below-minimum', amountOut: '200' }, words)).toBe(
      'Resting: sells at 2.2 USDd per STX or better; now 2.',
    );
    expect(restingWords(order, { reason: 'below-minimum' }, words)).toBe(
      'Resting: sells at 2.2 USDd per STX or better.',
    );
    expect(restingWords(order, { reason: 'insufficient-balance' }, words)).toBeUndefined();
  });

  it('differs from one that something holds', () => {
    for (const reason of ['below-minimum', 'waiting-price', 'waiting-window', 'manual'])
      expect(isResting({ reason })).toBe(true);
    for (const reason of ['insufficient-balance', 'price-stale', 'due', 'of-a-newer-server'])
      expect(isResting({ reason })).toBe(false);
  });
});
