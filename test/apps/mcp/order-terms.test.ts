import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { kindOf } from '../../../src/apps/mcp/orders/order-arguments.js';
import { termsOf } from '../../../src/apps/mcp/orders/order-terms.js';
import type { Arguments } from '../../../src/apps/mcp/tool.js';
import { priceText, wholeAmount } from '../../../src/sdk/trading/index.js';
import { DOLLAR, DOLLAR_COPY, STX_COPY, TOKENS } from './tokens.js';

const market = {
  quote: { amountOutExact: '200000000', priceImpact: 0, path: [] },
  priceOf: (token: string, unit: string) => (token === '.stx' && unit === 'USD' ? 2 : undefined),
};
const terms = (args: Arguments) =>
  termsOf({
    ...{ kind: kindOf(args), args, sell: STX_COPY, buy: DOLLAR, amount: '100' },
    ...{ market, tokens: TOKENS, now: () => T0_MS },
  });

/** A purchase of STX with 100 dollars. */
const bracket = (args: Arguments) =>
  termsOf({
    ...{ kind: kindOf(args), args, sell: DOLLAR_COPY, buy: STX_COPY, amount: '100' },
    ...{ market: { ...market, quote: { ...market.quote, amountOutExact: '50000000' } }, tokens: TOKENS },
    now: () => T0_MS,
  });
const problemOf = (field: string) =>
  expect.objectContaining({ problem: expect.objectContaining({ field }) }) as unknown as Error;

const T0_MS = Date.parse('2026-01-01T00:00:00Z');
const SLIPPAGE = { slippage: '0.01' };
const AT_ONCE = { conditionToken: '*', targetPrice: '0' };

describe('the terms of an order', () => {
  it.each([
    [{ kind: 'market' }, { ...SLIPPAGE, ...AT_ONCE, validTo: '2026-01-01T01:00:00.000Z' }],
    [
      { kind: 'market', validFrom: '2026-01-02T00:00:00Z' },
      { validFrom: '2026-01-02T00:00:00.000Z', validTo: '2026-01-02T01:00:00.000Z' },
    ],
    [
      { kind: 'stop', price: '1.5', maxPriceImpact: '10%' },
      { targetPrice: '1.5', maxPriceImpact: '0.1' },
    ],
    [
      { kind: 'market', atLeast: '150' },
      { minAmountOut: '150000000', ...AT_ONCE },
    ],
    [
      { kind: 'market', slippage: '1.5%' },
      { slippage: '0.015', ...AT_ONCE },
    ],
    [
      { kind: 'limit', price: 2.1 },
      { minAmountOut: '210000000', ...AT_ONCE },
    ],
    [{ kind: 'limit', price: '0.5 STX' }, { minAmountOut: '200000000' }],
    [{ kind: 'limit', price: '2 usdd' }, { minAmountOut: '200000000' }],
    [
      { kind: 'limit', percentFromMarket: 5 },
      { minAmountOut: '210000000', ...AT_ONCE },
    ],
    [
      { kind: 'stop', percentFromMarket: -10 },
      { conditionToken: '.stx', direction: 'lt', targetPrice: '1.8', ...SLIPPAGE },
    ],
    [{ kind: 'stop', percentFromMarket: '-10' }, { targetPrice: '1.8' }],
    [
      { kind: 'stop', price: '1.5', slippage: '0.03' },
      { targetPrice: '1.5', slippage: '0.03' },
    ],
    [
      { kind: 'target', percentFromMarket: 12.5 },
      { direction: 'gt', targetPrice: '2.25' },
    ],
    [
      { kind: 'trail', trailPercent: 5 },
      { direction: 'lt', trail: { bps: 500 } },
    ],
    [{ kind: 'limit', price: '3', validTo: '2030-01-01T00:00:00Z' }, { validTo: '2030-01-01T00:00:00.000Z' }],
  ])('of %j are %j', (args, expected) => {
    const [order, ...others] = terms(args);
    expect(others).toEqual([]);
    expect(order).toMatchObject({ inputToken: STX_COPY.contractId, amountIn: '100000000', ...expected });
  });

  it('of a plan are several orders', () => {
    expect(terms({ kind: 'twap', parts: 4, spanMinutes: 60 })).toHaveLength(4);
    expect(terms({ kind: 'recurring', runs: 3, everyMinutes: 60 })).toHaveLength(3);
    expect(
      terms({ kind: 'stop_and_target', percentFromMarket: -10, targetPercentFromMarket: 20 }).map(
        ({ targetPrice }) => targetPrice,
      ),
    ).toEqual(['2.4', '1.8']);
  });

  it.each([
    [{ stopPrice: '1.5' }, { targetPrice: '1.5', slippage: '0.02' }],
    [{ stopPercentFromMarket: -10 }, { targetPrice: '1.8', slippage: '0.02' }],
    [{ trailPercent: 5 }, { trail: { bps: 500 }, slippage: '0.02' }],
  ])('of a bracket are an entry, and exits that sell what it buys: %j', (stop, expected) => {
    const entry = { kind: 'bracket', price: '2 USDd', targetPercentFromMarket: 50, slippage: '0.02' };
    const [bought, ...exits] = bracket({ ...entry, ...stop });
    expect(bought).toMatchObject({ inputToken: DOLLAR_COPY.contractId, minAmountOut: '50000000' });
    expect(exits.map(({ inputToken }) => inputToken)).toEqual([STX_COPY.contractId, STX_COPY.contractId]);
    expect(exits).toEqual([
      expect.objectContaining({ targetPrice: '3', direction: 'gt', slippage: '0.02' }),
      expect.objectContaining({ direction: 'lt', ...expected }),
    ]);
  });

  it.each([
    [{ targetPrice: '3' }, 'stopPrice'],
    [{ stopPrice: '1', stopPercentFromMarket: -10, targetPrice: '3' }, 'stopPrice'],
    [{ stopPrice: '1', trailPercent: 5, targetPrice: '3' }, 'trailPercent'],
    [{ stopPrice: '1' }, 'targetPrice'],
  ])('of a bracket with %j are refused for %s', (exits, field) => {
    expect(() => bracket({ kind: 'bracket', price: '2 USDd', ...exits })).toThrow(problemOf(field));
  });

  it.each([
    [{ kind: 'sell' }, 'kind'],
    [{ kind: 'market', price: '1' }, 'price'],
    [{ kind: 'trail', percentFromMarket: -1, trailPercent: 1 }, 'percentFromMarket'],
    [{ kind: 'limit' }, 'price'],
    [{ kind: 'limit', price: '1', percentFromMarket: 1 }, 'price'],
    [{ kind: 'limit', price: '1 TWIN' }, 'price'],
    [{ kind: 'limit', percentFromMarket: -10 }, 'percentFromMarket'],
    [{ kind: 'market', slippage: 'abc' }, 'slippage'],
    [{ kind: 'limit', price: '1', slippage: '0.1' }, 'slippage'],
    [{ kind: 'stop', price: '1', stopPrice: '1' }, 'stopPrice'],
    [{ kind: 'stop', percentFromMarket: 10 }, 'percentFromMarket'],
    [{ kind: 'stop', price: '2' }, 'price'],
    [{ kind: 'stop', price: '1e-3' }, 'price'],
    [{ kind: 'stop' }, 'price'],
    [{ kind: 'stop', percentFromMarket: -10, in: 'USDd' }, 'percentFromMarket'],
    [{ kind: 'stop', percentFromMarket: -10, in: 'TWIN' }, 'in'],
    [{ kind: 'target', percentFromMarket: -10 }, 'percentFromMarket'],
    [{ kind: 'trail' }, 'trailPercent'],
    [{ kind: 'trail', trailPercent: 100 }, 'trailPercent'],
    [{ kind: 'market', slippage: '0.01', atLeast: '1' }, 'slippage'],
    [{ kind: 'market', validTo: 'tomorrow' }, 'validTo'],
    [{ kind: 'twap', parts: 2, spanMinutes: 60, validTo: '2030-01-01T00:00:00Z' }, 'validTo'],
    [{ kind: 'twap', parts: 2 }, 'spanMinutes'],
  ])('of %j are refused for %s', (args, field) => {
    expect(() => terms(args)).toThrow(problemOf(field));
  });
});

it('sells the whole balance of the copy, and nothing if there is none or it is unknown', () => {
  expect(wholeAmount('ALL', STX_COPY, 1_500_000n)).toBe('1.5');
  expect(() => wholeAmount('all', STX_COPY, 0n)).toThrow('deposit first');
  expect(() => wholeAmount('all', STX_COPY, undefined)).toThrow('unknown now');
});

it('writes prices as decimal text that is within 8 digits of the number', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-9, max: 1e12, noNaN: true }), (price) => {
      const text = priceText(price);
      expect(text).toMatch(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/);
      expect(Math.abs(Number(text) / price - 1)).toBeLessThan(1e-7);
    }),
  );
});
