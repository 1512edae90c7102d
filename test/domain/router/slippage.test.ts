import { describe, expect, it } from '@jest/globals';
import { lessSlippage, lowerBound, parseSlippage, upperBound } from '../../../src/domain/router/slippage.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { toUnits, U128_MAX } from '../../../src/domain/shared/units.js';

describe('parseSlippage', () => {
  it.each([
    [0, 0n, 1n],
    [0.01, 1n, 100n],
    [0.5, 5n, 10n],
    ['0.005', 5n, 1_000n],
    ['0.10', 10n, 100n],
    [1e-7, 1n, 10_000_000n],
    [1.5e-7, 15n, 100_000_000n],
    ['0', 0n, 1n],
    ['00.5', 5n, 10n],
    [1e-10, 1n, 10n ** 10n],
  ])('parses %s exactly, by its decimal digits', (raw, numerator, denominator) => {
    expect(unwrap(parseSlippage(raw))).toEqual({ numerator, denominator });
  });

  it.each([
    0.51,
    '0.500000000000000001',
    1,
    -0.01,
    '-0.1',
    '1e-2',
    '',
    ' 0.1',
    '.1',
    '0.',
    'x',
    NaN,
    Infinity,
    null,
    [0.1],
    0n,
  ])('refuses the slippage %p', (raw) => {
    const error = { kind: 'invalid-slippage', reason: 'must be a fraction from 0 to 0.5' };
    expect(parseSlippage(raw)).toEqual({ ok: false, error });
  });
});

describe('lowerBound and upperBound', () => {
  const onePercent = unwrap(parseSlippage(0.01));

  it('round towards the amount, so that neither allows more than the slippage', () => {
    expect(lowerBound(toUnits(999n), onePercent)).toBe(990n);
    expect(upperBound(toUnits(999n), onePercent)).toBe(1_008n);
  });

  it.each([0n, 1n, 2n, 10n, 99n])('are %s itself if the slippage is less than a unit', (amount) => {
    expect(lowerBound(toUnits(amount), onePercent)).toBe(amount);
    expect(upperBound(toUnits(amount), onePercent)).toBe(amount);
  });

  it('are exact where doubles are not', () => {
    expect(lowerBound(toUnits(10n ** 30n + 1n), onePercent)).toBe(99n * 10n ** 28n + 1n);
    expect(lowerBound(toUnits(100n), unwrap(parseSlippage(0.29)))).toBe(71n);
    expect(upperBound(toUnits(U128_MAX), onePercent)).toBeGreaterThan(U128_MAX);
  });
});

describe('lessSlippage', () => {
  it('rounds down, and so is never above the bound', () => {
    const onePercent = unwrap(parseSlippage(0.01));
    expect(lessSlippage(toUnits(999n), onePercent)).toBe(989n);
    expect(lessSlippage(toUnits(1_000n), onePercent)).toBe(990n);
  });
});
