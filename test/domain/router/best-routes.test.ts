import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Router } from '../../../src/domain/router/best-route.js';
import { U128_MAX } from '../../../src/domain/shared/units.js';
import { exhaustiveSearch } from '../../support/exhaustive-search.js';
import {
  denseMarketArbitrary,
  largeMarketArbitrary,
  marketArbitrary,
  type Market,
} from '../../support/market-arbitrary.js';
import { aPool, aRouter, aSublink, holding, token } from './builders.js';
import { runs } from '../../support/properties.js';

const deep = holding(1_000_000n, 1_000_000n);

const routerOf = ({ vaults, reserves }: Market): Router => {
  const router = new Router(vaults);
  for (const [id, held] of reserves) router.update(id, held);
  return router;
};

const tokensOf = ({ vaults }: Market) => [
  ...new Set(vaults.flatMap(({ tokenA, tokenB }) => [tokenA, tokenB])),
];

describe('bestRoutes', () => {
  it('returns a route for each requested token that has one, and for no other', () => {
    const router = aRouter(
      [aPool('ab', 'a', 'b'), deep],
      [aPool('bc', 'b', 'c'), deep],
      [aPool('de', 'd', 'e'), deep],
      [aSublink('link', 'b', 'b-subnet')],
    );
    const asked = ['a', 'b', 'c', 'd', 'b-subnet', 'unknown'].map(token);
    const routes = router.bestRoutes(token('a'), asked, 1_000n);
    expect([...routes.keys()]).toEqual([token('b'), token('c'), token('b-subnet')]);
    for (const [target, route] of routes) expect(route).toEqual(router.bestRoute(token('a'), target, 1_000n));
  });

  it('passes no token twice, even when a cycle would gain', () => {
    // a-t-b-c-t would bring more to t than a-t does, and a-b-t-b more to b.
    const gain = holding(1_000_000n, 9_000_000n);
    const router = aRouter(
      [aPool('at', 'a', 't'), deep],
      [aPool('tb', 't', 'b'), gain],
      [aPool('bc', 'b', 'c'), gain],
      [aPool('ct', 'c', 't'), gain],
      [aPool('ab', 'a', 'b'), deep],
    );
    const routes = router.bestRoutes(token('a'), ['t', 'b', 'c'].map(token), 100n);
    const names = (to: string) => routes.get(token(to))?.hops.map(({ vault }) => vault.name);
    expect(names('t')).toEqual(['ab', 'bc', 'ct']);
    expect(names('b')).toEqual(['at', 'tb']);
    expect(names('c')).toEqual(['at', 'tb', 'bc']);
  });

  it('returns no route for an amount of 0 or an unknown token, and throws for an invalid amount', () => {
    const router = aRouter([aPool('ab', 'a', 'b'), deep]);
    expect(router.bestRoutes(token('a'), [token('b')], 0n).size).toBe(0);
    expect(router.bestRoutes(token('z'), [token('b')], 1_000n).size).toBe(0);
    expect(() => router.bestRoutes(token('a'), [], U128_MAX + 1n)).toThrow(RangeError);
  });

  it('equals bestRoute and exhaustive search in output and number of hops, for every token of random markets', () => {
    fc.assert(
      fc.property(marketArbitrary({ queries: 2 }), (market) => {
        const router = routerOf(market);
        const exhaustive = exhaustiveSearch(market.vaults, market.reserves);
        const targets = tokensOf(market);
        for (const { tokenIn, amountIn } of market.queries) {
          const routes = router.bestRoutes(tokenIn, targets, amountIn);
          for (const target of targets.filter((id) => id !== tokenIn)) {
            const route = routes.get(target);
            const single = router.bestRoute(tokenIn, target, amountIn);
            expect(route?.amountOut).toBe(single?.amountOut);
            expect(route?.hops.length).toBe(single?.hops.length);
            expect(router.anyBestRoute(tokenIn, target, amountIn)?.amountOut).toBe(single?.amountOut);
            expect(route?.amountOut).toBe(exhaustive(tokenIn, target, amountIn)?.amountOut);
          }
        }
      }),
      // Shrinking such a market takes longer than reading it.
      { numRuns: runs(500), endOnFailure: true },
    );
  });

  it.each([
    ['that tie or gain in a cycle', denseMarketArbitrary],
    ['whose outputs differ by less than doubles can tell', largeMarketArbitrary],
  ])('finds the largest outputs, with the fewest hops, among routes %s', (_which, markets) => {
    fc.assert(
      fc.property(markets, (market) => {
        const router = routerOf(market);
        const exhaustive = exhaustiveSearch(market.vaults, market.reserves);
        const [{ tokenIn, amountIn }] = market.queries as [Market['queries'][number]];
        const targets = tokensOf(market);
        const routes = router.bestRoutes(tokenIn, targets, amountIn);
        for (const target of targets) {
          const expected = exhaustive(tokenIn, target, amountIn);
          expect(routes.get(target)?.amountOut).toBe(expected?.amountOut);
          expect(routes.get(target)?.hops.length).toBe(expected?.vaults.length);
        }
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('passes no token twice and feeds each hop the output of the one before', () => {
    fc.assert(
      fc.property(marketArbitrary({ queries: 1 }), (market) => {
        const [{ tokenIn, amountIn }] = market.queries as [Market['queries'][number]];
        for (const [target, { hops }] of routerOf(market).bestRoutes(tokenIn, tokensOf(market), amountIn)) {
          const passed = [tokenIn, ...hops.map(({ tokenOut }) => tokenOut)];
          expect(new Set(passed).size).toBe(passed.length);
          expect(passed.at(-1)).toBe(target);
          expect(hops.map(({ amountIn: given }) => given)).toEqual([
            amountIn,
            ...hops.slice(0, -1).map(({ amountOut }) => amountOut),
          ]);
        }
      }),
      { numRuns: runs(300) },
    );
  });
});
