import { describe, expect, it } from '@jest/globals';
import type { Token } from '../../../src/domain/market/registry.js';
import { countReasons, unpricedTokens } from '../../../src/domain/price-series/unpriced.js';
import { tokenNo } from '../../support/price-runs.js';

const aToken = (n: number): Token => ({
  contractId: tokenNo(n),
  symbol: `T${n}`,
  name: `Token ${n}`,
  decimals: 6,
  identifier: 'token',
});
const TOKENS = [aToken(2), aToken(0), aToken(1)];

describe('unpricedTokens', () => {
  it('are the registered tokens without a price, in the order of the registry, each with its reason', () => {
    const reasons = new Map([
      [tokenNo(2), 'no-route'],
      [tokenNo(9), 'no-vault'],
    ] as const);
    expect(unpricedTokens(TOKENS, new Set([tokenNo(0)]), reasons)).toEqual([
      { token: aToken(2), reason: 'no-route' },
      { token: aToken(1), reason: 'not-in-run' },
    ]);
  });

  it('are not in the run if it gives no reasons', () => {
    const reasons = unpricedTokens(TOKENS, new Set()).map(({ reason }) => reason);
    expect(reasons).toEqual(['not-in-run', 'not-in-run', 'not-in-run']);
  });

  it('is an empty list if every token has a price', () => {
    expect(unpricedTokens(TOKENS, new Set(TOKENS.map(({ contractId }) => contractId)))).toEqual([]);
  });
});

describe('countReasons', () => {
  it.each([
    [[], []],
    [
      ['b', 'a', 'c', 'c'],
      [
        { reason: 'c', tokens: 2 },
        { reason: 'a', tokens: 1 },
        { reason: 'b', tokens: 1 },
      ],
    ],
  ])('counts %j, the most frequent first, then by name', (reasons, counts) => {
    expect(countReasons(reasons)).toEqual(counts);
  });
});
