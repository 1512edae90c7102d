import { describe, expect, it } from '@jest/globals';
import type { Quote, Vault } from '../../../src/sdk/client/index.js';
import { hopImpacts } from '../../../src/apps/page/swap/model/impact.js';
import { offLimit } from '../../../src/apps/page/swap/model/limit.js';
import { otherRoutes } from '../../../src/apps/page/swap/model/other-routes.js';
import { distance, rateOf } from '../../../src/sdk/words/rates.js';
import { typedPercent } from '../../../src/apps/page/swap/model/typed.js';
import { percentText } from '../../../src/sdk/words/promise.js';

describe('rates', () => {
  it('are exact fractions of amounts, rounded down to eight digits', () => {
    const dollars = { units: 100_000_000n, decimals: 6 };
    const bitcoin = { units: 99_760n, decimals: 8 };
    expect(rateOf(bitcoin, dollars)).toBe('0.000009976');
    expect(rateOf(dollars, bitcoin)).toBe('100240.57');
    expect(rateOf({ units: 0n, decimals: 8 }, dollars)).toBeUndefined();
  });

  it('are compared as signed fractions', () => {
    expect(distance(110n, 100n)).toBe(0.1);
    expect(distance(50n, 100n)).toBe(-0.5);
    expect(distance(1n, 0n)).toBeUndefined();
  });

  it('say how much better for the seller a limit is, in both directions', () => {
    expect(offLimit('110', '100', 'sell')).toBeCloseTo(0.1);
    expect(offLimit('110', '100', 'buy')).toBeCloseTo(-0.0909);
    expect(offLimit('100', '100', 'sell')).toBe(0);
    expect(offLimit('x', '100', 'sell')).toBeUndefined();
  });

  it('turn percentages into fractions and back without a rounding error', () => {
    expect(typedPercent('0.5', 50)).toEqual({ value: '0.005' });
    expect(typedPercent('100', 100)).toEqual({ value: '1' });
    expect(typedPercent('12.5', 50)).toEqual({ value: '0.125' });
    expect([percentText('0.005'), percentText('1'), percentText('0.125'), percentText('0.1')]).toEqual([
      '0.5%',
      '100%',
      '12.5%',
      '10%',
    ]);
  });
});

const hop = (kind: string, amountIn: number, amountOut: number, reserves: readonly [string, string]) => ({
  vault: {
    contractId: `${kind}-${amountIn}`,
    kind,
    reserves: { reservesA: reserves[0], reservesB: reserves[1] },
  },
  opcode: 0,
  quote: { amountIn, amountOut },
});
const quoteOf = (hops: readonly unknown[], fees: readonly string[], priceImpact: number) =>
  ({ hops, fees: fees.map((amount) => ({ token: '.stx', amount })), priceImpact }) as unknown as Quote;

describe('the price impact of hops', () => {
  it('follows from the reserves of pools, and adds up to that of the route', () => {
    // dx/(x+dx) of each: 1% and 3%.
    const hops = [hop('pool', 1_000, 990, ['99000', '99000']), hop('pool', 990, 960, ['32010', '32010'])];
    const total = 1 - 0.99 * (960 / 990);
    const [first, second] = hopImpacts(quoteOf(hops, ['0', '0'], total));
    expect(first!.impact).toBeCloseTo(0.01, 9);
    expect(second!.impact).toBeCloseTo(0.0303, 4);
    expect(first!.share! + second!.share!).toBeCloseTo(1, 9);
  });

  it('leaves the rest to the one hop whose reserves do not tell', () => {
    const hops = [hop('sublink', 1_000, 1_000, ['0', '0']), hop('alex', 1_000, 980, ['0', '0'])];
    expect(hopImpacts(quoteOf(hops, ['0', '0'], 0.02))[1]!.impact).toBeCloseTo(0.02, 9);
  });

  it('is not known of several such hops', () => {
    const hops = [hop('alex', 1_000, 990, ['0', '0']), hop('alex', 990, 980, ['0', '0'])];
    expect(hopImpacts(quoteOf(hops, ['0', '0'], 0.02))).toEqual([
      { impact: undefined, share: undefined },
      { impact: undefined, share: undefined },
    ]);
  });
});

const vault = (name: string, kind: string, a: readonly [string, string], b: readonly [string, string]) =>
  ({
    contractId: name,
    kind,
    feePpm: kind === 'sublink' ? 0 : 10_000,
    liquidity: [a, b].map(([contractId, reservesExact]) => ({ contractId, reservesExact })),
  }) as unknown as Vault;

describe('other routes', () => {
  const vaults = [
    vault('direct', 'pool', ['a', '1000000'], ['c', '1000000']),
    vault('first', 'pool', ['a', '1000000'], ['b', '1000000']),
    vault('second', 'pool', ['b', '1000000'], ['c', '1000000']),
    vault('bridge', 'sublink', ['b', '0'], ['b-subnet', '0']),
    vault('third', 'pool', ['b-subnet', '1000000'], ['c', '500000']),
    vault('foreign', 'alex', ['a', '1000000'], ['c', '1000000']),
  ];
  const swap = { tokenIn: 'a', tokenOut: 'c', amountIn: 1_000n };

  it('are all routes over pools and sublinks but the quoted one, best first, each to the unit', () => {
    const best = { hops: [{ vault: { contractId: 'direct' } }] } as unknown as Pick<Quote, 'hops'>;
    const found = otherRoutes(vaults, swap, best);
    expect(found.map(({ tokens, amountOut }) => [tokens.join(' '), amountOut])).toEqual([
      ['a b c', 978n],
      ['a b b-subnet c', 489n],
    ]);
  });

  it('have the best of each number of hops', () => {
    const best = { hops: [{ vault: { contractId: 'foreign' } }] } as unknown as Pick<Quote, 'hops'>;
    expect(otherRoutes(vaults, swap, best).map(({ vaults: { length } }) => length)).toEqual([1, 2, 3]);
  });
});
