import { describe, expect, it } from '@jest/globals';
import { skeletonOf } from '../../../src/sdk/words/skeleton.js';
import { labelsOf, labelText } from '../../../src/sdk/words/token-names.js';

describe('the skeleton of a symbol', () => {
  it.each([
    ['ЅТХ', 'STX'],
    ['ＳＴＸ', 'STX'],
    ['S\u0301TX', 'STX'],
    ['S\u200bTX', 'STX'],
    ['ΒTC', 'btc'],
    ['USDСx', 'USDCX'],
    ['WELSН', 'WELSH'],
    ['L1SP', 'LISP'],
    ['lISP', 'IISP'],
    ['0PAL', 'OPAL'],
  ])('of %s is that of %s', (one, other) => {
    expect(skeletonOf(one)).toBe(skeletonOf(other));
  });

  it.each([
    ['STX', 'SBTC'],
    ['JADE', 'JUDE'],
    ['ЖУК', 'XYK'],
  ])('tells %s from %s', (one, other) => {
    expect(skeletonOf(one)).not.toBe(skeletonOf(other));
  });

  it('has tokens that look the same named by their contracts', () => {
    const labels = labelsOf([
      { contractId: '.stx', symbol: 'STX' },
      { contractId: 'SP1.fake', symbol: 'ЅТХ' },
      { contractId: 'SP1.opal', symbol: 'OPAL' },
    ]);
    expect([...labels.values()].map(labelText)).toEqual(['STX (stx)', 'ЅТХ (fake)', 'OPAL']);
  });
});
