import { describe, expect, it } from '@jest/globals';
import type { Holding, Portfolio, PortfolioResults } from '../../../src/sdk/client/index.js';
import {
  balanceOf,
  dayChange,
  hasArrived,
  holdingRows,
  reservedUsd,
} from '../../../src/apps/page/portfolio/model.js';

const holding = (contractId: string, part: Partial<Holding> = {}): Holding => ({
  token: {
    contractId,
    symbol: contractId,
    decimals: 2,
    name: contractId,
    identifier: contractId,
    type: 'SIP10',
  },
  ...{ wallet: '100', copies: [], usd: 10, change24h: null, valueUsd: 10, ...part },
});
const portfolio = (tokens: readonly Holding[], valueUsd: number): Portfolio => ({
  ...{ address: 'ST1', blockHeight: 1, isComplete: true, valueUsd, tokens },
});
const result = (contractId: string, part: object = {}): PortfolioResults['tokens'][number] => ({
  token: { contractId, decimals: 2 },
  ...{ reserved: '0', openOrders: 0, quantity: '0', costUsd: 0, averageCostUsd: null, usd: 10 },
  ...{ unrealisedUsd: 0, realisedUsd: 0, soldWithoutCost: '0', proceedsWithoutCostUsd: 0 },
  ...{ quantityWithoutCost: '0', unpriced: '0', ...part },
});
const results = (tokens: PortfolioResults['tokens']): PortfolioResults => ({
  ...{ address: 'ST1', fills: 1, unpricedFills: 0, importedFills: 0, isComplete: true },
  ...{ realisedUsd: 0, unrealisedUsd: 0, tokens },
});

describe('rows of a portfolio', () => {
  it('have both balances of a token, its part of the whole and its result', () => {
    const copies = [
      { contractId: 'copy', balance: '20' },
      { contractId: 'copy-2', balance: '3' },
    ];
    const [row, other] = holdingRows(
      portfolio([holding('a', { copies, valueUsd: 30 }), holding('b', { valueUsd: null })], 40),
      results([result('a', { reserved: '5' })]),
    );
    expect(row).toMatchObject({
      wallet: 100n,
      trading: 23n,
      copy: { contractId: 'copy', balance: 20n },
      share: 0.75,
    });
    expect([row?.result?.reserved, row && balanceOf(row)]).toEqual(['5', 123n]);
    const even = copies.map((copy) => ({ ...copy, balance: '0' }));
    const [bare] = holdingRows(portfolio([holding('a', { copies: even })], 10), undefined);
    expect(bare?.copy?.contractId).toBe('copy-2');
    expect(other).toMatchObject({ trading: undefined, share: undefined, result: undefined });
  });

  it('do not take an unknown balance for nothing', () => {
    const copies = [
      { contractId: 'copy', balance: '20' },
      { contractId: 'copy-2', balance: null },
    ];
    const rows = holdingRows(
      portfolio([holding('a', { copies, wallet: null }), holding('b', { wallet: null })], 0),
      undefined,
    );
    expect(rows.map(({ wallet, trading }) => [wallet, trading])).toEqual([
      [null, null],
      [null, undefined],
    ]);
    expect(rows.map(balanceOf)).toEqual([null, null]);
  });

  it('end with tokens that orders have sold out of, if there is a result', () => {
    const sold = [result('gone', { realisedUsd: 5 }), result('only-open'), result('a')];
    const rows = holdingRows(portfolio([holding('a')], 10), results(sold));
    expect(rows.map(({ contractId, valueUsd }) => [contractId, valueUsd])).toEqual([
      ['a', 10],
      ['gone', 0],
    ]);
  });

  it('tell what a day did to those with a price of a day ago', () => {
    const tokens = [
      holding('a', { valueUsd: 110, change24h: 10 }),
      holding('b', { valueUsd: 50, change24h: -50 }),
      holding('c', { valueUsd: 7 }),
    ];
    const change = dayChange(holdingRows(portfolio(tokens, 167), undefined));
    expect(change?.usd).toBeCloseTo(-40);
    expect(change?.percent).toBeCloseTo(-20);
    expect(dayChange([])).toBeUndefined();
  });

  it('sum up what open orders reserve, as far as prices are known', () => {
    const tokens = [result('a', { reserved: '150' }), result('b', { reserved: '100', usd: null })];
    expect(reservedUsd(results(tokens))).toBe(15);
  });

  it.each([
    ['deposit', 14n, false],
    ['deposit', 15n, true],
    ['withdraw', 6n, false],
    ['withdraw', 5n, true],
  ] as const)('tell whether a %s that leads to %s has arrived: %s', (direction, now, expected) => {
    expect(hasArrived(direction, { before: 10n, amount: 5n, now })).toBe(expected);
  });
});
