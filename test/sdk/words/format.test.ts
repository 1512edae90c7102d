import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { exactAmount, grouped, shortAmount } from '../../../src/sdk/words/amounts.js';
import { oneLine, shortId } from '../../../src/sdk/words/names.js';
import {
  bitcoins,
  dollars,
  shortDollars,
  percent,
  roughDollars,
  share,
} from '../../../src/sdk/words/numbers.js';
import { fromNow, fullTime } from '../../../src/sdk/words/times.js';
import { units } from '../../../src/sdk/signing/index.js';

describe('numbers on the page', () => {
  it.each([
    [100_000, '$100,000.00'],
    [63.2, '$63.20'],
    [1.9917, '$1.992'],
    [0.50331, '$0.5033'],
    [0.0010071, '$0.001007'],
    [0.00000000012345, '$0.0000000001235'],
    [0, '$0.00'],
    [-2, '−$2.00'],
  ])('shows %d dollars as %s', (value, text) => expect(dollars(value)).toBe(text));

  it.each([
    [0, '$0.00'],
    [1.992, '$1.992'],
    [0.0000123, '$0.0000123'],
    [0.00000123, '$0.0₅123'],
    [1e-18, '$0.0₁₇1'],
    [1.23456e-12, '$0.0₁₁1235'],
    [9.9999e-7, '$0.0₅1'],
    [999_999_999, '$999,999,999.00'],
    [3.3e21, '$3.3e21'],
  ])('fits %d dollars into a column as %s', (value, text) => expect(shortDollars(value)).toBe(text));

  it.each([
    [1.2, '+1.20%'],
    [-0.352, '−0.35%'],
    [0, '0.00%'],
    [0.004, '0.00%'],
    [-0.004, '0.00%'],
    [null, '–'],
  ])('shows a change of %d percent as %s', (value, text) => expect(percent(value)).toBe(text));

  it('abbreviates large amounts of dollars', () => {
    expect([999.4, 1_230_000, 4_000].map(roughDollars)).toEqual(['$999', '$1.23M', '$4K']);
  });

  it('shows fractions as percent, and prices in sBTC without an exponent', () => {
    expect([share(0.003), share(-0.011), bitcoins(0.0000001993)]).toEqual([
      '0.3%',
      '−1.1%',
      '0.0000001993 sBTC',
    ]);
  });
});

describe('amounts on the page', () => {
  it.each([
    ['1234500001', 6, '1,234.500001', '≈ 1,234.5'],
    ['1000000', 6, '1', '1'],
    ['1', 8, '0.00000001', '0.00000001'],
    ['123456789012345678901234567890', 0, '123,456,789,012,345,678,901,234,567,890', undefined],
  ])(
    'shows %s smallest units of a token with %d decimals exactly and in short',
    (amount, decimals, exact, short) => {
      expect([exactAmount(amount, decimals), shortAmount(amount, decimals)]).toEqual([exact, short ?? exact]);
    },
  );

  it('shows every amount exactly, and marks a short one that is not', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 128n - 1n), fc.integer({ min: 0, max: 18 }), (amount, decimals) => {
        const exact = exactAmount(amount.toString(), decimals);
        expect(units(exact.replaceAll(',', ''), decimals)).toBe(amount.toString());
        const short = shortAmount(amount.toString(), decimals);
        const shown = BigInt(units(short.replace('≈ ', '').replaceAll(',', ''), decimals));
        expect(short.startsWith('≈')).toBe(shown !== amount);
        expect(shown <= amount).toBe(true);
      }),
    );
  });

  it('groups the digits before the point only', () => {
    expect(grouped('1234567.1234567')).toBe('1,234,567.1234567');
  });
});

describe('names of strangers on the page', () => {
  it('are one line without invisible characters', () => {
    expect(oneLine('a\u202Eb\u200B\n\tc\u0000')).toBe('ab c');
  });

  it('are cut, and never within a character', () => {
    expect(oneLine('😀'.repeat(10_000), 4)).toBe('😀😀😀…');
  });

  it('keep both ends of an address', () => {
    expect(shortId('SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS.welsh-token')).toBe('SP2ZN…55KS.welsh-token');
    expect(shortId('.stx')).toBe('.stx');
  });
});

describe('times on the page', () => {
  it.each([
    [-500, 'just now'],
    [-65_000, '1m ago'],
    [2 * 3_600_000, 'in 2h'],
    [-3 * 86_400_000, '3d ago'],
  ])('%d ms from now is %s', (difference, text) => expect(fromNow(difference, 0)).toBe(text));
});

it('shows a time in full with its zone, which may be that of the server', () => {
  const zone = new Intl.DateTimeFormat('en', { timeZoneName: 'short' }).formatToParts(0).at(-1)!.value;
  expect(fullTime('2026-11-24T12:00:01Z')).toMatch(
    new RegExp(`^Nov 2\\d, 2026, \\d{1,2}:\\d\\d:01( [AP]M)? ${zone}$`),
  );
});
