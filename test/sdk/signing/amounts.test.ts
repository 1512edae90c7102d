import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { U128_MAX } from '../../../src/domain/shared/units.js';
import { decimal, SigningError, units } from '../../../src/sdk/signing/index.js';

const STX = { decimals: 6, symbol: 'STX' };
const amounts = fc.bigInt(0n, U128_MAX);
const decimals = fc.integer({ min: 0, max: 18 });

describe('units', () => {
  it.each([
    ['1.5', 6, '1500000'],
    ['0', 6, '0'],
    ['0.000001', 6, '1'],
    ['12', 0, '12'],
    ['1.50', 6, '1500000'],
    ['0.123456789012345678', 18, '123456789012345678'],
  ])('turns %s with %d decimals into %s', (amount, of, expected) => {
    expect(units(amount, of)).toBe(expected);
  });

  it('accepts the symbol of its token after the number, in any case, and no other', () => {
    expect(units('1.5 stx', STX)).toBe('1500000');
    expect(() => units('1.5 sBTC', STX)).toThrow('1.5 sBTC: the token is STX, not sBTC');
    expect(() => units('1.5 STX', 6)).toThrow('1.5 STX: the token is not named here, not STX');
  });

  it.each([1.5, 1, NaN, 5n, null, undefined, {}])('refuses %p, which is not text', (amount) => {
    expect(() => units(amount as never, 6)).toThrow(
      /decimal text such as '1.5', not a \w+: numbers lose digits$/,
    );
  });

  it.each([
    '',
    ' 1',
    '1 ',
    '.5',
    '1.',
    '-1',
    '+1',
    '1e6',
    '1,5',
    '1_000',
    '0x10',
    '01',
    '١',
    'NaN',
    '9'.repeat(40),
  ])('refuses %j', (amount) => {
    expect(() => units(amount, 6)).toThrow(SigningError);
  });

  it('refuses more decimals than the token has', () => {
    expect(() => units('0.0000001', 6)).toThrow('0.0000001: has 7 decimals, and the token 6');
  });

  it('refuses more than the chain can hold', () => {
    expect(() => units(`${U128_MAX + 1n}`, 0)).toThrow(/more than the chain can hold/);
  });

  it.each([-1, 19, 1.5, NaN])('refuses %d decimals', (of) => {
    expect(() => units('1', of)).toThrow(/decimals are a whole number from 0 to 18/);
    expect(() => decimal('1', of)).toThrow(/decimals are a whole number from 0 to 18/);
  });
});

describe('decimal', () => {
  it.each([
    ['1500000', 6, '1.5'],
    ['1', 6, '0.000001'],
    ['0', 6, '0'],
    ['12', 0, '12'],
    ['1000000', 6, '1'],
  ])('turns %s units with %d decimals into %s', (amount, of, expected) => {
    expect(decimal(amount, of)).toBe(expected);
    expect(decimal(BigInt(amount), of)).toBe(expected);
  });

  it.each(['', '1.5', '-1', '01', 5, -1n])('refuses %p', (amount) => {
    expect(() => decimal(amount as never, 6)).toThrow(SigningError);
  });

  it('is the opposite of units for every amount', () => {
    fc.assert(
      fc.property(amounts, decimals, (amount, of) => {
        expect(units(decimal(amount, of), of)).toBe(amount.toString());
      }),
    );
  });

  it('is reversed by units for every text, except for trailing zeros', () => {
    const texts = fc.tuple(fc.bigInt(0n, 10n ** 18n), fc.stringMatching(/^[0-9]{0,17}[1-9]$/));
    fc.assert(
      fc.property(texts, ([whole, fraction]) => {
        expect(decimal(units(`${whole}.${fraction}`, 18), 18)).toBe(`${whole}.${fraction}`);
      }),
    );
  });
});
