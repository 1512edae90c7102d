import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseKept, withFavourite, withRecent } from '../../../src/apps/page/session/kept-fields.js';

const KEPT = {
  wallet: { address: 'ST1', publicKey: '02', network: 'devnet', name: 'alice' },
  slippage: '2',
  maxImpact: '3',
  pair: { sell: 'a', buy: 'b' },
  theme: 'dark',
  favourites: ['a'],
  recent: ['b', 'a'],
  chart: { range: '7d', studies: 'rsi', isFolded: 'no', isTurned: 'yes' },
};

describe('fields that the browser keeps', () => {
  it('are read as they were written', () => {
    expect(parseKept(JSON.stringify(KEPT))).toEqual(KEPT);
    const ofBrowser = { wallet: { ...KEPT.wallet, id: 'LeatherProvider' } };
    expect(parseKept(JSON.stringify(ofBrowser))).toEqual(ofBrowser);
    expect(parseKept(null)).toEqual({});
  });

  it('are dropped if they are not as expected', () => {
    const found = {
      wallet: { address: 'ST1' },
      slippage: 2,
      pair: ['a', 'b'],
      favourites: 'a',
      recent: [1, 'b'],
      chart: { range: '7d', studies: 'rsi' },
    };
    expect(parseKept(JSON.stringify(found))).toEqual({ recent: ['b'] });
    expect(parseKept('{')).toEqual({});
    expect(parseKept(JSON.stringify({ slippage: '1'.repeat(201) }))).toEqual({});
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => expect(parseKept(text)).toBeInstanceOf(Object)),
    );
  });

  it('have the newest tokens first, each once', () => {
    expect(withRecent({ recent: ['a', 'b', 'c', 'd', 'e'] }, 'c')).toEqual(['c', 'a', 'b', 'd', 'e']);
    expect(withRecent({ recent: ['a', 'b', 'c', 'd', 'e'] }, 'f')).toEqual(['f', 'a', 'b', 'c', 'd']);
    expect(withFavourite({}, 'a')).toEqual(['a']);
    expect(withFavourite({ favourites: ['b', 'a'] }, 'a')).toEqual(['b']);
  });
});
