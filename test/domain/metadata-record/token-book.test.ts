import { describe, expect, it } from '@jest/globals';
import type { Token } from '../../../src/domain/market/registry.js';
import { TokenBook } from '../../../src/domain/metadata-record/token-book.js';
import type { TokenFacts } from '../../../src/domain/metadata-record/token-facts.js';
import { A_SUBNET_TOKEN, A_TOKEN } from '../../support/builders.js';

const CHA: Token = { contractId: A_TOKEN, symbol: 'CHA', name: 'Charisma', decimals: 6, identifier: 'cha' };
const FACTS: TokenFacts = { name: 'Renamed', image: 'https://example.org/i.png', decimals: 9 };
const bookOf = (tokens: readonly Token[], facts: readonly (readonly [string, TokenFacts])[] = []) =>
  new TokenBook(tokens, new Map(facts));

describe('TokenBook', () => {
  it.each<[string, TokenBook, object | undefined, object]>([
    ['a listed token without metadata', bookOf([CHA]), CHA, CHA],
    [
      'a listed token with metadata, which decides all but the decimals',
      bookOf([CHA], [[A_TOKEN, FACTS]]),
      { ...CHA, ...FACTS, decimals: 6 },
      { ...CHA, ...FACTS, decimals: 6 },
    ],
    [
      'an unlisted token with metadata',
      bookOf([], [[A_TOKEN, FACTS]]),
      undefined,
      { ...FACTS, contractId: A_TOKEN, unlisted: true },
    ],
    [
      'a token that nothing is known of',
      bookOf([], [[A_SUBNET_TOKEN, FACTS]]),
      undefined,
      { contractId: A_TOKEN, unlisted: true },
    ],
  ])('describes %s', (_, book, listed, described) => {
    expect(book.listed(A_TOKEN)).toEqual(listed);
    expect(book.describe(A_TOKEN)).toEqual(described);
  });

  it('returns the same object for a token each time', () => {
    const book = bookOf([CHA], [[A_TOKEN, FACTS]]);
    expect(book.listed(A_TOKEN)).toBe(book.describe(A_TOKEN));
    expect(book.describe(A_SUBNET_TOKEN)).toBe(book.describe(A_SUBNET_TOKEN));
  });
});
