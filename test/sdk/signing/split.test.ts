import { describe, expect, it } from '@jest/globals';
import { splitPlan, type SplitPlan } from '../../../src/sdk/signing/index.js';

const sell = {
  contractId: 'ST000000000000000000002AMW42H.opal-subnet',
  decimals: 6,
  type: 'SUBNET' as const,
};
const buy = { contractId: 'ST000000000000000000002AMW42H.dollar', decimals: 8 };
const PARTS = [
  { amountInExact: '6000000', amountOutExact: '100001' },
  { amountInExact: '4000001', amountOutExact: '70000' },
];
const plan = (changes: Partial<SplitPlan> = {}) =>
  splitPlan({ sell, buy, parts: PARTS, slippage: '0.01', strategyId: 'a-split', ...changes });

describe('splitPlan', () => {
  it('makes an order of each part, to be sent at once, with its quote less the slippage as its minimum, rounded up', () => {
    expect(plan()).toEqual(
      [
        { amountIn: '6000000', minAmountOut: '99001' },
        { amountIn: '4000001', minAmountOut: '69300' },
      ].map((amounts, n) => ({
        ...amounts,
        inputToken: sell.contractId,
        outputToken: buy.contractId,
        conditionToken: '*',
        targetPrice: '0',
        direction: 'gt',
        strategyId: 'a-split',
        strategyType: 'split',
        strategyPosition: n + 1,
        strategySize: 2,
      })),
    );
  });

  it('names a plan by itself, and keeps a window', () => {
    const to = new Date('2026-12-01T00:00:00Z');
    const [first, second] = plan({ strategyId: undefined, window: { to } } as Partial<SplitPlan>);
    expect(first!.strategyId).toMatch(/^split-/);
    expect(second).toMatchObject({ strategyId: first!.strategyId, validTo: to.toISOString() });
  });

  it.each([
    [{ parts: PARTS.slice(1) }, 'at least two parts'],
    [{ slippage: '0.6' }, 'slippage must be a fraction from 0 to 0.5'],
    [{ parts: [PARTS[0]!, { amountInExact: '0', amountOutExact: '1' }] }, 'the amount 0 of a part'],
    [{ sell: { ...sell, type: 'SIP10' as const } }, 'not a subnet token'],
  ])('refuses %j', (changes, message) => {
    expect(() => plan(changes)).toThrow(message);
  });
});
