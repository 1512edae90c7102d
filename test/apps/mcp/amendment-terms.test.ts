import { describe, expect, it } from '@jest/globals';
import { changesOf } from '../../../src/apps/mcp/orders/amendment-terms.js';
import type { Arguments } from '../../../src/apps/mcp/tool.js';
import { DOLLAR, STX_COPY, STX_TOKEN, TOKENS } from './tokens.js';

const market = {
  quote: { amountOutExact: '200000000', priceImpact: 0, path: [] },
  priceOf: (token: string, unit: string) =>
    token === '.stx' && unit === 'USD' ? 2 : token === DOLLAR.contractId ? 1 : undefined,
};
const SALE = { inputToken: STX_COPY.contractId, outputToken: DOLLAR.contractId, amountIn: '100000000' };
const STOP = {
  conditionToken: STX_TOKEN.contractId,
  direction: 'lt',
  targetPrice: '1.8',
  baseAsset: 'USD',
  slippage: 0.01,
};
const MARKET = { conditionToken: '*', targetPrice: '0', slippage: 0.01 };
const LIMIT = { conditionToken: '*', targetPrice: '0', minAmountOut: '210000000' };
const TRAIL = {
  conditionToken: '.stx',
  direction: 'lt',
  trail: { bps: 500 },
  baseAsset: 'USD',
  slippage: 0.01,
};

const changes = (terms: object, args: Arguments) =>
  changesOf({
    ...{ order: { ...SALE, ...terms }, args, sell: STX_COPY, buy: DOLLAR },
    ...{ tokens: TOKENS, now: () => 0, market },
  });

describe('the changes of an order', () => {
  it.each([
    ['a stop', STOP, { percentFromMarket: -5 }, { targetPrice: '1.9' }],
    ['a stop', STOP, { price: '1.7', slippage: '0.02' }, { targetPrice: '1.7', slippage: '0.02' }],
    ['a stop', STOP, { slippage: '0.03' }, { slippage: '0.03' }],
    [
      'a stop that is beyond the market',
      { ...STOP, targetPrice: '3' },
      { slippage: '0.03' },
      { slippage: '0.03' },
    ],
    ['a stop', STOP, { atLeast: '150' }, { minAmountOut: '150000000' }],
    ['a stop', STOP, { validTo: '2030-01-01T00:00:00Z' }, { validTo: '2030-01-01T00:00:00.000Z' }],
    ['a target', { ...STOP, direction: 'gt' }, { percentFromMarket: 20 }, { targetPrice: '2.4' }],
    [
      'an order that waits for the bought token',
      { ...STOP, conditionToken: DOLLAR.contractId },
      { percentFromMarket: 5 },
      { targetPrice: '1.05' },
    ],
    ['a limit', LIMIT, { price: '2.2' }, { minAmountOut: '220000000' }],
    ['a limit', LIMIT, { percentFromMarket: 20 }, { minAmountOut: '240000000' }],
    ['a market order', MARKET, { slippage: '0.05' }, { slippage: '0.05' }],
    ['a trailing stop', TRAIL, { trailPercent: 3 }, { trail: { bps: 300 } }],
    ['a trailing stop', TRAIL, { slippage: '0.05' }, { slippage: '0.05' }],
    ['a stop', STOP, { maxPriceImpact: '10%' }, { maxPriceImpact: '0.1' }],
  ])('%s %j by %j are those terms alone', (_, order, args, expected) => {
    expect(changes(order, args)).toEqual(expected);
  });

  it.each([
    ['a stop', STOP, {}, 'price'],
    ['a stop', STOP, { price: '2.5' }, 'price'],
    ['a stop', STOP, { price: '1.5', percentFromMarket: -5 }, 'price'],
    ['a stop', STOP, { percentFromMarket: 5 }, 'percentFromMarket'],
    ['a stop', STOP, { trailPercent: 5 }, 'trailPercent'],
    ['a limit', LIMIT, { price: '2.2', slippage: '0.1' }, 'slippage'],
    ['a trailing stop', TRAIL, { price: '1.5' }, 'price'],
    ['a trailing stop', TRAIL, { slippage: '0.1', atLeast: '1' }, 'slippage'],
  ])('%s %j by %j are refused for %s', (_, order, args, field) => {
    expect(() => changes(order, args)).toThrow(
      expect.objectContaining({ problem: expect.objectContaining({ field }) }),
    );
  });
});
