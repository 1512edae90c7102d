import { describe, expect, it } from '@jest/globals';
import type { TokenPrice, Vault, VaultSide } from '../../../src/sdk/client/index.js';
import { KeptPlaces } from '../../../src/apps/page/markets/kept-places.js';
import { marketsOf, type MarketQuery } from '../../../src/apps/page/markets/market-order.js';
import { addressOf, marketQueryOf } from '../../../src/apps/page/markets/market-query.js';
import { marksOf, roundTripOf } from '../../../src/apps/page/markets/market-words.js';
import { powersOf, safetyMarks } from '../../../src/apps/page/markets/safety-words.js';
import { explorerLink } from '../../../src/apps/page/parts/explorer.js';
import { heldBy } from '../../../src/apps/page/token/held-by.js';

const token = (symbol: string, over: Partial<TokenPrice> = {}): TokenPrice => ({
  contractId: `SP.${symbol}`,
  symbol,
  name: `The ${symbol}`,
  decimals: 6,
  usd: 1,
  sbtc: 0.00001,
  change: { '1h': null, '24h': null, '7d': null, '30d': null },
  liquidityUsd: 10,
  volumeUsd: null,
  roundTripLoss: null,
  thin: false,
  updatedAt: '2026-01-01T00:00:00.000Z',
  stale: false,
  ...over,
});

const ALL: MarketQuery = { search: '', by: 'liquidityUsd', isDescending: true };
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

  it('has a token once, without its copy, but a copy alone', () => {
    const copy = token('beta', { contractId: 'SP.beta-copy', type: 'SUBNET', base: 'SP.beta' });
    const listed = (tokens: readonly TokenPrice[]) => marketsOf(tokens, ALL).map((one) => one.contractId);
    expect([listed([...TOKENS, copy]), listed([copy])]).toEqual([
      ['SP.Alpha', 'SP.copy', 'SP.beta'],
      ['SP.beta-copy'],
    ]);
  });

  it('puts tokens without the figure last in either direction', () => {
    expect(symbols({ by: '24h', isDescending: true })[0]).toBe('SP.beta');
    expect(symbols({ by: '24h', isDescending: false })[0]).toBe('SP.beta');
  });
});

describe('the safety facts of a token in words', () => {
  it('marks what anyone may do, and what the owner may do to the tokens of others', () => {
    const marks = (safety?: string) => safetyMarks(safety).map(({ word, kind }) => `${word} ${kind}`);
    expect([marks(), marks('nnnn'), marks('onno'), marks('ucuc')]).toEqual([[], [], [], []]);
    expect(marks('aooa')).toEqual(['open mint bad', 'freezable warn', 'seizable warn', 'renamable bad']);
    expect(safetyMarks('nnan')[0]!.about).toBe('Anyone can take it from its holders.');
  });

  it('says who may do what, once the contract was read', () => {
    expect(powersOf(undefined)).toBeUndefined();
    expect(powersOf('nocu')).toEqual([
      { name: 'Make new tokens', who: 'no one' },
      { name: 'Stop transfers', who: 'its owner' },
      { name: 'Take from holders', who: 'another contract' },
      { name: 'Change its description', who: 'not known' },
    ]);
    expect(powersOf('aaaa')).toContainEqual({ name: 'Make new tokens', who: 'anyone' });
  });
});

describe('a market in words', () => {
  const trip = (roundTripLoss: number | null) => roundTripOf(token('a', { roundTripLoss }));
  const words = (over: Partial<TokenPrice>) =>
    marksOf(token('a', { liquidityUsd: 1_000, ...over })).map(({ word }) => word);

  it('calls what a round trip loses a cost, and a gain no loss', () => {
    expect([trip(0.6)?.text, trip(-6.7)?.text, trip(0)?.text, trip(null)]).toEqual([
      'costs 0.6%',
      'no loss',
      'costs 0%',
      undefined,
    ]);
    expect([trip(4.9)?.kind, trip(5)?.kind, trip(-50)?.kind]).toEqual(['plain', 'high', 'plain']);
    expect(trip(-6.7)?.about).toContain('loses nothing');
  });

  it('marks little liquidity and costly round trips, also those that the server calls thin', () => {
    expect(words({ roundTripLoss: 4.9 })).toEqual([]);
    expect(words({ roundTripLoss: 11, liquidityUsd: 40 })).toEqual(['low liquidity', 'costly']);
    expect(words({ roundTripLoss: 50, thin: true, stale: true })).toEqual(['costly', 'thin', 'stale']);
    expect(words({ liquidityUsd: 0 })).toEqual(['no liquidity']);
  });
});

describe('the link to a contract', () => {
  it('leads to the explorer of the network, and nowhere for a devnet, for STX and for what is no contract', () => {
    const id = 'SP3K8BC0PPEVCV7NZ6QSRWPQ2JE9E5B6N3PA0KBR9.token-abtc';
    expect(explorerLink(id, 'mainnet')).toBe(`https://explorer.hiro.so/txid/${id}?chain=mainnet`);
    for (const [other, network] of [
      [id, 'devnet'],
      [id, undefined],
      ['.stx', 'mainnet'],
      ['SP1.a/../x', 'mainnet'],
    ] as const)
      expect(explorerLink(other, network)).toBeUndefined();
  });
});

const side = (contractId: string, reservesExact: string | null) =>
  ({ contractId, reservesExact }) as VaultSide;
const vault = (name: string, ...liquidity: VaultSide[]) =>
  ({ contractId: name, liquidity }) as unknown as Vault;

describe('the vaults that hold a token', () => {
  it('are sorted by holdings, with exact shares, and those that were not read last', () => {
    const { pools: held } = heldBy(
      [
        vault('small', side('a', '1'), side('b', '9')),
        vault('unread', side('b', null), side('a', null)),
        vault('large', side('b', '7'), side('a', '3')),
        vault('other', side('b', '7'), side('c', '3')),
      ],
      ['a'],
    );
    expect(
      held.map(({ vault: { contractId }, share, other }) => [contractId, share, other.contractId]),
    ).toEqual([
      ['large', 0.75, 'b'],
      ['small', 0.25, 'b'],
      ['unread', undefined, 'b'],
    ]);
  });

  it('are pools, or bridges to a subnet copy, which hold no liquidity', () => {
    const bridge = { ...vault('bridge', side('a', '9'), side('copy', '9')), kind: 'sublink' as const };
    const { pools, bridges } = heldBy([bridge, vault('pool', side('a', '1'), side('b', '9'))], ['a', 'copy']);
    expect(pools.map(({ vault: { contractId }, share }) => [contractId, share])).toEqual([['pool', 1]]);
    expect(
      bridges.map(({ vault: { contractId }, share, other }) => [contractId, share, other.contractId]),
    ).toEqual([['bridge', undefined, 'copy']]);
  });

  it('are those of the token and of its copies', () => {
    const pools = [
      vault('one', side('b', '9'), side('a', '1')),
      vault('two', side('copy', '3'), side('c', '9')),
    ];
    const held = heldBy(pools, ['a', 'copy']).pools;
    expect(held.map(({ vault: { contractId }, share }) => [contractId, share])).toEqual([
      ['two', 0.75],
      ['one', 0.25],
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

  it('are assigned again for another query, and while the page is hidden', () => {
    const places = new KeptPlaces();
    places.arrange([a, b], ALL, true);
    expect(symbolsOf(places.arrange([b, a], { ...ALL }, true))).toBe('ba');
    expect(symbolsOf(places.arrange([a, b], ALL, true))).toBe('ab');
    expect(symbolsOf(places.arrange([b, a], ALL, false))).toBe('ba');
  });
});

describe('the address of the markets', () => {
  it('holds what differs from the first choice, and is read as the same choice', () => {
    const chosen: MarketQuery = { search: 'a b', by: 'symbol', isDescending: true };
    expect(addressOf(chosen)).toEqual({ search: 'a b', sort: 'symbol', order: 'desc' });
    for (const query of [ALL, chosen, { ...ALL, isDescending: false }])
      expect(marketQueryOf(new URLSearchParams(addressOf(query)))).toEqual(query);
    expect(addressOf(ALL)).toEqual({});
  });

  it('is the first choice if it names an unknown one', () => {
    expect(marketQueryOf(new URLSearchParams('sort=luck&kind=subnet&order=up'))).toEqual(ALL);
  });
});
