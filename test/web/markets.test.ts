import { describe, expect, it } from '@jest/globals';
import type { TokenPrice, Vault, VaultSide } from '../../src/client/index.js';
import { KeptPlaces } from '../../src/adapters/web/markets/kept-places.js';
import { marketsOf, type MarketQuery } from '../../src/adapters/web/markets/market-order.js';
import { holdingsOf } from '../../src/adapters/web/token/held-by.js';

const token = (symbol: string, over: Partial<TokenPrice> = {}): TokenPrice => ({
  contractId: `SP.${symbol}`,
  symbol,
  name: `The ${symbol}`,
  decimals: 6,
  usd: 1,
  sbtc: 0.00001,
  change: { '1h': null, '24h': null, '7d': null, '30d': null },
  liquidityUsd: 10,
  roundTripLoss: null,
  thin: false,
  updatedAt: '2026-01-01T00:00:00.000Z',
  stale: false,
  ...over,
});

const ALL: MarketQuery = { search: '', kind: 'all', by: 'liquidityUsd', isDescending: true };
const TOKENS = [
  token('beta', { liquidityUsd: 5, change: { '1h': null, '24h': 2, '7d': null, '30d': null } }),
  token('Alpha', { liquidityUsd: 20, usd: 3 }),
  token('alpha', { contractId: 'SP.copy', type: 'SUBNET', roundTripLoss: 0.4 }),
];
const symbols = (query: Partial<MarketQuery>) =>
  marketsOf(TOKENS, { ...ALL, ...query }).map(({ contractId }) => contractId);

describe('the list of markets', () => {
  it('finds tokens by a part of symbol, name or contract id, in any case', () => {
    expect([
      symbols({ search: ' ALPHA ' }),
      symbols({ search: 'the b' }),
      symbols({ search: 'sp.copy' }),
    ]).toEqual([['SP.Alpha', 'SP.copy'], ['SP.beta'], ['SP.copy']]);
  });

  it('tells subnet copies from other tokens', () => {
    expect([symbols({ kind: 'subnet' }), symbols({ kind: 'tokens' })]).toEqual([
      ['SP.copy'],
      ['SP.Alpha', 'SP.beta'],
    ]);
  });

  it('puts tokens without the figure last in either direction', () => {
    expect(symbols({ by: '24h', isDescending: true })[0]).toBe('SP.beta');
    expect(symbols({ by: '24h', isDescending: false })[0]).toBe('SP.beta');
  });
});

const side = (contractId: string, reservesExact: string | null) =>
  ({ contractId, reservesExact }) as VaultSide;
const vault = (name: string, ...liquidity: VaultSide[]) =>
  ({ contractId: name, liquidity }) as unknown as Vault;

describe('the vaults that hold a token', () => {
  it('are sorted by what they hold, with exact shares, and those that were not read last', () => {
    const held = holdingsOf(
      [
        vault('small', side('a', '1'), side('b', '9')),
        vault('unread', side('b', null), side('a', null)),
        vault('large', side('b', '7'), side('a', '3')),
        vault('other', side('b', '7'), side('c', '3')),
      ],
      'a',
    );
    expect(
      held.map(({ vault: { contractId }, share, other }) => [contractId, share, other.contractId]),
    ).toEqual([
      ['large', 0.75, 'b'],
      ['small', 0.25, 'b'],
      ['unread', undefined, 'b'],
    ]);
  });
});

describe('the places of markets', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((symbol) => token(symbol)) as [TokenPrice, TokenPrice, TokenPrice];
  const symbolsOf = (tokens: readonly TokenPrice[]) => tokens.map(({ symbol }) => symbol).join('');

  it('stay while figures change and tokens come and go, the new ones last', () => {
    const places = new KeptPlaces();
    expect(symbolsOf(places.arrange([], ALL, true))).toBe('');
    expect(symbolsOf(places.arrange([a, b], ALL, true))).toBe('ab');
    expect(symbolsOf(places.arrange([c, b, a], ALL, true))).toBe('abc');
    expect(symbolsOf(places.arrange([c, b], ALL, true))).toBe('bc');
    expect(symbolsOf(places.arrange([c, b, a], ALL, true))).toBe('abc');
  });

  it('are taken again for another query, and while the page is not seen', () => {
    const places = new KeptPlaces();
    places.arrange([a, b], ALL, true);
    expect(symbolsOf(places.arrange([b, a], { ...ALL }, true))).toBe('ba');
    expect(symbolsOf(places.arrange([a, b], ALL, true))).toBe('ab');
    expect(symbolsOf(places.arrange([b, a], ALL, false))).toBe('ba');
  });
});
