import { describe, expect, it } from '@jest/globals';
import { buildSync } from 'esbuild';
import fc from 'fast-check';
import { decimal } from '../../../src/sdk/signing/index.js';
import type * as Amounts from '../../../src/sdk/words/amounts.js';
import type * as Numbers from '../../../src/sdk/words/numbers.js';
import type * as Promises from '../../../src/sdk/words/promise.js';
import type * as Times from '../../../src/sdk/words/times.js';
import { readingsOf } from '../../../src/apps/page/swap/model/readings.js';

/** The modules as the bundler makes them for the German page. */
const { outputFiles } = buildSync({
  stdin: {
    contents: ['amounts', 'numbers', 'promise', 'times']
      .map((name) => `export * from './src/sdk/words/${name}.js';`)
      .join('\n'),
    resolveDir: '.',
  },
  bundle: true,
  format: 'esm',
  define: { PAGE_LANGUAGE: '"de"' },
  write: false,
});
const german = (await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0]!.contents).toString('base64')}`
)) as typeof Amounts & typeof Numbers & typeof Promises & typeof Times;

describe('numbers in German', () => {
  it.each([
    [german.dollars(1234.5), '$1.234,50'],
    [german.dollars(-0.001234), '−$0,001234'],
    [german.shortDollars(0.00000012), '$0,0₆12'],
    [german.shortDollars(3.3e21), '$3,3e21'],
    [german.percent(-0.35), '−0,35\u00a0%'],
    [german.loss(0.0695), '6,95\u00a0%'],
    [german.loss(0.00001), '< 0,01\u00a0%'],
    [german.share(0.0035), '0,35\u00a0%'],
    [german.percentOf(0.125), '12,5\u00a0%'],
    [german.percentText('0.00125'), '0,125\u00a0%'],
    [german.exactAmount('1234500001', 6), '1.234,500001'],
    [german.shortAmount('1234567891', 6), '≈ 1.234,56'],
    [german.plainNumber(0.00002), '0,00002'],
    [german.worth(1e16), '> $999\u00a0Bio.'],
  ])('are written as %s', (text, expected) => expect(text).toBe(expected));

  it('are decimal text with a point for programs', () => expect(german.decimalText(1234.5)).toBe('1234.5'));

  it('have every digit of an exact amount, which reads back as the same number', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 30n), fc.integer({ min: 0, max: 18 }), (units, decimals) => {
        expect(readingsOf(german.exactAmount(units, decimals), 'de')).toContain(decimal(units, decimals));
      }),
    );
  });
});

describe('times in German', () => {
  it.each([
    [german.fromNow(0, 300_000), /^vor 5\sm/],
    [german.dayOfUtc(new Date(Date.UTC(2027, 0, 2))), /^02\.01\.2027$/],
  ])('are written as %s', (text, expected) => expect(text).toMatch(expected));
});
