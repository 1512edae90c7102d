import { describe, expect, it } from '@jest/globals';
import { soldTokenByName, tokenByName, type ListedName } from '../../../src/domain/market/named-token.js';

const base = (contractId: string, symbol: string): ListedName => ({ contractId, symbol });
const copy = (contractId: string, symbol: string, of: string): ListedName => ({
  ...base(contractId, symbol),
  ...{ type: 'SUBNET', base: of },
});

const TOKENS: readonly ListedName[] = [
  ...[base('a.one', 'ONE'), copy('a.one-copy', 'ONE', 'a.one')],
  ...[base('a.two', 'TWO'), copy('a.two-copy', 'wTWO', 'a.two')],
  ...[base('a.lone', 'LONE')],
  ...[base('a.twin', 'TWIN'), base('b.twin', 'TWIN')],
  // A token, and the copy of another, which only calls itself the same.
  ...[base('a.fake', 'FAKE'), base('b.real', 'REAL'), copy('b.real-copy', 'FAKE', 'b.real')],
  ...[base('a.many', 'MANY'), copy('a.many-1', 'MANY', 'a.many'), copy('a.many-2', 'MANY', 'a.many')],
];
const idOf = (found: ReturnType<typeof soldTokenByName<ListedName>>) => {
  if (found.ok) return found.value.contractId;
  const { error } = found;
  return 'candidates' in error ? error.candidates.map(({ contractId }) => contractId) : error.kind;
};

describe('a token by its name', () => {
  it.each([
    ['ONE', 'a.one', 'a.one-copy'],
    ['one', 'a.one', 'a.one-copy'],
    ['a.one', 'a.one', 'a.one-copy'],
    ['a.one-copy', 'a.one-copy', 'a.one-copy'],
    ['TWO', 'a.two', 'a.two-copy'],
    ['wTWO', 'a.two-copy', 'a.two-copy'],
    ['LONE', 'a.lone', 'no-subnet-copy'],
    ['NONE', 'no-such-token', 'no-such-token'],
    ['a.none', 'no-such-token', 'no-such-token'],
    ['TWIN', ['a.twin', 'b.twin'], ['a.twin', 'b.twin']],
    ['FAKE', ['a.fake', 'b.real-copy'], ['a.fake', 'b.real-copy']],
    ['MANY', 'a.many', ['a.many-1', 'a.many-2']],
    ['a.many', 'a.many', ['a.many-1', 'a.many-2']],
  ])('%s is bought as %s and sold as %s', (name, bought, sold) => {
    expect(idOf(tokenByName(name, TOKENS))).toEqual(bought);
    expect(idOf(soldTokenByName(name, TOKENS))).toEqual(sold);
  });
});
