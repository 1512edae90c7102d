import { describe, expect, it } from '@jest/globals';
import { matchesSearch, toSearchTerm } from '../../../src/domain/order/lists/search.js';
import { A_TOKEN, aBroadcastedOrder, AN_OWNER, handleFor, txidOf, uuidOf } from '../../support/builders.js';

const order = aBroadcastedOrder({ uuid: uuidOf(0xabc) }, { txid: txidOf(0xdef) });
const matches = (text: string) => matchesSearch(order, toSearchTerm(text)!);

describe('matchesSearch', () => {
  it.each([AN_OWNER, AN_OWNER.slice(4, 9).toLowerCase(), A_TOKEN, 'WELSH-sub', 'st', '.'])(
    'returns true for %s, a part of the owner or a token in any case',
    (text) => expect(matches(text)).toBe(true),
  );

  it.each([handleFor(uuidOf(0xabc)), 'A0A0-0000', 'abc', 'ab', txidOf(0xdef), '0DEF', 'ef'])(
    'returns true for %s, a part of the handle or the txid in any case',
    (text) => expect(matches(text)).toBe(true),
  );

  it.each([uuidOf(0xabc), '00000000-0000-4000', ' ', 'welsh%', 'other'])(
    'returns false for %s: part of the uuid, a blank, a wildcard, or in no field',
    (text) => expect(matches(text)).toBe(false),
  );

  it('reads the empty text as no term', () => {
    expect(toSearchTerm('')).toBeUndefined();
  });
});
