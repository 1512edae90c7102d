import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseUnits, toUnits, U128_MAX, U64_MAX } from '../../../src/domain/shared/units.js';

describe('parseUnits', () => {
  it.each(['0', '1', '10', '18446744073709551615', '340282366920938463463374607431768211455'])(
    'reads %s',
    (digits) => {
      expect(parseUnits(digits)).toEqual({ ok: true, value: BigInt(digits) });
    },
  );

  it('reads every 128-bit number', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, U128_MAX), (value) => {
        expect(parseUnits(value.toString())).toEqual({ ok: true, value });
      }),
    );
  });

  it.each([1, 1n, null, undefined, {}, ['1'], true])('refuses %p, which is not a string', (raw) => {
    expect(parseUnits(raw)).toEqual({
      ok: false,
      error: { kind: 'invalid-units', reason: 'must be a string of decimal digits' },
    });
  });

  it.each([
    '',
    ' 1',
    '1 ',
    '1\n',
    '+1',
    '-1',
    '01',
    '00',
    '1.0',
    '1e3',
    '0x10',
    '1_000',
    '1,000',
    '٣',
    'NaN',
  ])('refuses %j, which is not plain digits', (raw) => {
    expect(parseUnits(raw)).toEqual({
      ok: false,
      error: { kind: 'invalid-units', reason: expect.stringContaining('whole number') },
    });
  });

  it('refuses amounts outside the bounds', () => {
    const bounds = { min: 1n, max: U64_MAX };
    const reason = 'must be between 1 and 18446744073709551615';
    expect(parseUnits('0', bounds)).toEqual({ ok: false, error: { kind: 'invalid-units', reason } });
    expect(parseUnits((U64_MAX + 1n).toString(), bounds)).toEqual({
      ok: false,
      error: { kind: 'invalid-units', reason },
    });
    expect(parseUnits('1', bounds).ok).toBe(true);
    expect(parseUnits(U64_MAX.toString(), bounds).ok).toBe(true);
    expect(parseUnits((U128_MAX + 1n).toString()).ok).toBe(false);
    expect(parseUnits('9'.repeat(40)).ok).toBe(false);
  });
});

describe('toUnits', () => {
  it('accepts 0 to 2^128 - 1', () => {
    expect([toUnits(0n), toUnits(U128_MAX)]).toEqual([0n, U128_MAX]);
  });

  it('throws outside 0 to 2^128 - 1', () => {
    expect(() => toUnits(-1n)).toThrow(RangeError);
    expect(() => toUnits(U128_MAX + 1n)).toThrow(RangeError);
  });
});
