import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  evaluateTrigger,
  parseTargetPrice,
  type Trigger,
  type TriggerPrice,
} from '../../../src/domain/order/trigger.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { A_SUBNET_TOKEN, A_TOKEN } from '../../support/builders.js';

const CONDITION = A_TOKEN;
const BASE = A_SUBNET_TOKEN;
const price = (usd: number, flags: Partial<TriggerPrice> = {}): TriggerPrice => ({
  usd,
  stale: false,
  thin: false,
  ...flags,
});
const triggerOf = (direction: 'gt' | 'lt', target: string, overrides: Partial<Trigger> = {}): Trigger => ({
  conditionToken: CONDITION,
  targetPrice: unwrap(parseTargetPrice(target)),
  direction,
  baseAsset: 'USD',
  ...overrides,
});
const evaluate = (trigger: Trigger, condition?: TriggerPrice, base?: TriggerPrice) =>
  evaluateTrigger(trigger, (token) => (token === CONDITION ? condition : token === BASE ? base : undefined));

describe('parseTargetPrice', () => {
  it.each([
    ['0', 0n],
    ['1', 10n ** 18n],
    ['1.50', 15n * 10n ** 17n],
    ['0.000000000000000001', 1n],
    [`${'9'.repeat(39)}.${'9'.repeat(18)}`, 10n ** 57n - 1n],
  ])('reads %s', (text, scaled) => {
    expect(parseTargetPrice(text)).toEqual({ ok: true, value: { text, scaled } });
  });

  it.each(['', '-1', '+1', '01', '1.', '.5', '1e3', '1.0000000000000000000', '1,5', ' 1', '1\n', 'NaN'])(
    'refuses %j',
    (text) => {
      expect(parseTargetPrice(text).ok).toBe(false);
    },
  );

  it.each([1, 1n, null, undefined, ['1']])('refuses %p, which is no string', (raw) => {
    expect(parseTargetPrice(raw).ok).toBe(false);
  });

  it('refuses 40 digits before the point', () => {
    expect(parseTargetPrice('1'.repeat(40)).ok).toBe(false);
  });
});

describe('a price trigger', () => {
  it.each([
    ['gt', '2', 2, true],
    ['lt', '2', 2, true],
    ['gt', '2', 1.9999999999999998, false],
    ['gt', '2', 2.0000000000000004, true],
    ['lt', '2', 2.0000000000000004, false],
    ['lt', '2', 1.9999999999999998, true],
    // The double next to 0.1 is a little more than a tenth.
    ['gt', '0.1', 0.1, true],
    ['lt', '0.1', 0.1, false],
    ['gt', '0', Number.MIN_VALUE, true],
    ['lt', '0', Number.MIN_VALUE, false],
    ['lt', '0.000000000000000001', Number.MIN_VALUE, true],
    ['gt', '9'.repeat(39), Number.MAX_VALUE, true],
  ] as const)('%s %s at %d fires: %p', (direction, target, usd, fires) => {
    expect(evaluate(triggerOf(direction, target), price(usd)).fires).toBe(fires);
  });

  it('is counted in its base asset', () => {
    const trigger = triggerOf('gt', '0.5', { baseAsset: BASE });
    expect(evaluate(trigger, price(3), price(6))).toEqual({ fires: true });
    expect(evaluate(trigger, price(3), price(6.000001))).toEqual({
      fires: false,
      reason: 'waiting-price',
      ratio: { floor: 499_999_916_666_680_543n, ceiling: 499_999_916_666_680_544n },
    });
    expect(evaluate(triggerOf('gt', '1', { baseAsset: CONDITION }), price(0.3))).toEqual({ fires: true });
  });

  it('compares as exact fractions do', () => {
    const doubles = fc.double({ min: Number.MIN_VALUE, noNaN: true, noDefaultInfinity: true });
    const near = fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 50 }));
    const prices = fc.oneof(fc.tuple(doubles, doubles), near);
    const targets = fc.oneof(
      fc.bigInt(0n, 10n ** 40n),
      fc.integer({ min: 0, max: 50 }).map((n) => BigInt(n) * 10n ** 18n),
      fc.integer({ min: 0, max: 200 }).map((n) => BigInt(n) * 10n ** 17n),
    );
    fc.assert(
      fc.property(prices, targets, ([condition, base], scaled) => {
        const [a, b] = [fractionOf(condition), fractionOf(base)];
        const left = a.numerator * b.denominator * 10n ** 18n;
        const right = scaled * a.denominator * b.numerator;
        const trigger = { conditionToken: CONDITION, baseAsset: BASE, targetPrice: { text: '', scaled } };
        const fires = (direction: 'gt' | 'lt') =>
          evaluate({ ...trigger, direction }, price(condition), price(base)).fires;
        expect({ gt: fires('gt'), lt: fires('lt') }).toEqual({ gt: left >= right, lt: left <= right });
      }),
      { numRuns: 1000 },
    );
  });
});

/** Doubling is exact, so it leads every double to a whole number in the end. */
function fractionOf(value: number): { numerator: bigint; denominator: bigint } {
  let [numerator, denominator] = [value, 1n];
  while (!Number.isInteger(numerator)) {
    numerator *= 2;
    denominator *= 2n;
  }
  return { numerator: BigInt(numerator), denominator };
}

describe('a price that says nothing', () => {
  const trigger = triggerOf('gt', '0', { baseAsset: BASE });
  it.each<[string, TriggerPrice | undefined]>([
    ['price-missing', undefined],
    ['price-missing', price(0)],
    ['price-missing', price(-1)],
    ['price-missing', price(NaN)],
    ['price-missing', price(Infinity)],
    ['price-stale', price(1, { stale: true })],
    ['price-thin', price(1, { thin: true })],
  ])('never fires: %s %j', (reason, unusable) => {
    expect(evaluate(trigger, unusable, price(1))).toEqual({ fires: false, reason, token: CONDITION });
    expect(evaluate(trigger, price(1), unusable)).toEqual({ fires: false, reason, token: BASE });
    expect(evaluate({ ...trigger, direction: 'lt' }, unusable, price(1)).fires).toBe(false);
  });

  it('does not hold back a trigger without condition', () => {
    expect(evaluate({ ...trigger, conditionToken: '*' })).toEqual({ fires: true });
  });
});
