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
const T0 = Date.parse('2026-12-01T00:00:00Z');
const BASE: SplitPlan = {
  sell,
  buy,
  parts: PARTS,
  slippage: '0.01',
  startAt: new Date(T0),
  strategyId: 'a-split',
};
const plan = (changes: Partial<SplitPlan> = {}) => splitPlan({ ...BASE, ...changes });

describe('splitPlan', () => {
  it('makes an order of each part, a second apart, with its quote less the slippage as its minimum, rounded up', () => {
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
        validFrom: new Date(T0 + n * 1_000).toISOString(),
        strategyId: 'a-split',
        strategyType: 'split',
        strategyPosition: n + 1,
        strategySize: 2,
      })),
    );
  });

  it('names a plan by itself, and keeps its times', () => {
    const endAt = new Date(T0 + 600_000);
    const { strategyId: _given, ...rest } = { ...BASE, apartMs: 0, endAt };
    const [first, second] = splitPlan(rest);
    expect(first!.strategyId).toMatch(/^split-/);
    const times = { validFrom: new Date(T0).toISOString(), validTo: endAt.toISOString() };
    expect([first, second]).toMatchObject([times, { ...times, strategyId: first!.strategyId }]);
  });

  it.each([
    [{ parts: PARTS.slice(1) }, 'at least two parts'],
    [{ apartMs: -1 }, 'apartMs must be a whole number'],
    [{ slippage: '0.6' }, 'slippage must be a fraction from 0 to 0.5'],
    [{ parts: [PARTS[0]!, { amountInExact: '0', amountOutExact: '1' }] }, 'the amount 0 of a part'],
    [{ sell: { ...sell, type: 'SIP10' as const } }, 'not a subnet token'],
  ])('refuses %j', (changes, message) => {
    expect(() => plan(changes)).toThrow(message);
  });
});
