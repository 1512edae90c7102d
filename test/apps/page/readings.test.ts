import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decimal } from '../../../src/sdk/signing/index.js';
import { exactAmount } from '../../../src/sdk/words/amounts.js';
import { fieldText, keptText, readingsOf } from '../../../src/apps/page/swap/model/readings.js';
import { typedNumber } from '../../../src/apps/page/swap/model/typed.js';

describe('numbers as people write them', () => {
  it.each([
    ['1.5', ['1.5']],
    ['.5', ['.5']],
    ['5.', ['5.']],
    ['1.234', ['1.234']],
    ['1,5', ['1.5']],
    ['0,500', ['0.500']],
    [',5', ['.5']],
    ['1,50', ['1.50']],
    ['1,000.25', ['1000.25']],
    ['1.000,25', ['1000.25']],
    ['1,000,000', ['1000000']],
    ['1.000.000', ['1000000']],
    ['1 000', ['1000']],
    ['1 000,5', ['1000.5']],
    ['1\u202f000.5', ['1000.5']],
    ['1’000.50', ['1000.50']],
    [' 22,229.02 ', ['22229.02']],
    ['1,000', ['1000', '1.000']],
    ['12,345', ['12345', '12.345']],
  ])('reads %j', (text, readings) => {
    expect(readingsOf(text)).toEqual(readings);
  });

  it.each([
    '',
    '.',
    ',',
    'x',
    '1e5',
    '-1',
    '1,00,0',
    '1,0,00',
    '1 00',
    '1.000,25.5',
    '1,000.25,5',
    '0 100',
    '1..5',
  ])('reads no number in %j', (text) => {
    expect(readingsOf(text)).toEqual([]);
  });

  it('reads what the page prints, or asks', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.nat({ max: 18 }), (units, decimals) => {
        const readings = readingsOf(exactAmount(units, decimals));
        expect(readings).toContain(decimal(units, decimals));
      }),
    );
  });

  it('ask if there are two readings, and refuse other texts', () => {
    expect(typedNumber('1,000')).toEqual({ problem: 'This can be read in two ways. Choose one.' });
    expect(typedNumber('1.000,5')).toEqual({ value: '1000.5' });
    expect(typedNumber('1e5').problem).toMatch(/such as 1\.5/);
  });
});

describe.each(['en', 'de'] as const)('numbers on a page in %s', (language) => {
  const decimals = fc
    .tuple(fc.bigInt(1n, 10n ** 24n), fc.integer({ min: 0, max: 18 }))
    .map(([units, places]) => decimal(units, places));

  it('that the page writes into a field are read as the same number, without a question', () => {
    fc.assert(
      fc.property(decimals, (text) => {
        const [read, ...others] = readingsOf(fieldText(text, language), language);
        expect(others).toEqual([]);
        expect([text, `${text}0`]).toContain(read);
      }),
    );
  });

  it('that addresses keep come back into the field as they were', () => {
    fc.assert(
      fc.property(decimals, (text) => {
        const field = fieldText(text, language);
        expect(fieldText(keptText(field, language), language)).toBe(field);
      }),
    );
  });

  it('with thousands and one separator have two readings if the other language reads another number', () => {
    expect(readingsOf('1,234', language)).toEqual(['1234', '1.234']);
    expect(readingsOf('1.234', language)).toEqual(language === 'de' ? ['1234', '1.234'] : ['1.234']);
    expect(readingsOf('0.125', language)).toEqual(['0.125']);
  });
});

describe('numbers on a German page', () => {
  it('are not kept in an address while they have two readings that the address could not tell apart', () => {
    expect(keptText('1.234', 'de')).toBe('');
    expect(keptText('1,234', 'de')).toBe('1,234');
    expect(keptText('1,5', 'de')).toBe('1.5');
    expect(keptText('usd', 'de')).toBe('usd');
  });

  it('are read with as many zeros as the page itself writes', () =>
    expect(typedNumber('1.2340', { most: 3, tooMany: 'too many' })).toEqual({ value: '1.234' }));
});
