import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Router } from '../../../src/domain/router/best-route.js';
import { U128_MAX } from '../../../src/domain/shared/units.js';
import { exhaustiveInput, Undecided } from '../../support/exhaustive-search.js';
import {
  denseMarketArbitrary,
  largeMarketArbitrary,
  marketArbitrary,
  type Market,
} from '../../support/market-arbitrary.js';
import { runs } from '../../support/properties.js';
import { aPool, aRouter, aSublink, holding, token } from './builders.js';

const [A, B] = [token('a'), token('b')];

function routerOf({ vaults, reserves }: Market): Router {
  const router = new Router(vaults);
  for (const [id, held] of reserves) router.update(id, held);
  return router;
}

/** Whether exhaustive search decides the comparison: a market in which it cannot is drawn again. */
function isDecided(compare: () => void): boolean {
  try {
    compare();
    return true;
  } catch (error) {
    if (error instanceof Undecided) return false;
    throw error;
  }
}

/** Compares the least inputs of a market's swaps with exhaustive search, each for the output of its input and for one around it. */
function expectLeast(market: Market): void {
  const router = routerOf(market);
  const exhaustive = exhaustiveInput(market.vaults, market.reserves);
  for (const { tokenIn, tokenOut, amountIn } of market.queries) {
    const given = router.bestRoute(tokenIn, tokenOut, amountIn)?.amountOut ?? 0n;
    for (const amountOut of [amountIn, given, given + 1n].filter((amount) => amount > 0n)) {
      const found = router.leastRoute(tokenIn, tokenOut, amountOut);
      fc.pre(isDecided(() => expect(found?.amountIn).toBe(exhaustive(tokenIn, tokenOut, amountOut))));
      if (found === undefined) continue;
      expect(found.amountOut).toBeGreaterThanOrEqual(amountOut);
      expect(router.bestRoute(tokenIn, tokenOut, found.amountIn)?.amountOut).toBeGreaterThanOrEqual(
        amountOut,
      );
    }
  }
}

describe('leastRoute', () => {
  it('returns the least input that gives at least the output, with each hop', () => {
    const router = aRouter(
      [aPool('ac', 'a', 'c'), holding(10_000n, 20_000n)],
      [aPool('bc', 'b', 'c'), holding(40_000n, 50_000n)],
    );
    // 1,300 · 50,000 / (40,000 - 1,300) = 1679.6, so 1,680 of c after the fee of 0.3%, 1,686 before it. That needs
    // 1,686 · 10,000 / (20,000 - 1,686) = 920.6, so 921 of a after the fee.
    expect(router.leastRoute(A, B, 1_300n)).toMatchObject({
      amountIn: 924n,
      hops: [
        { tokenIn: A, amountIn: 924n, dx: 921n },
        { tokenOut: B, amountOut: 1_300n },
      ],
    });
    expect(router.bestRoute(A, B, 923n)!.amountOut).toBeLessThan(1_300n);
  });

  it('follows reserves that are updated, and those given for one search', () => {
    const pool = aPool('ab', 'a', 'b');
    const router = aRouter([pool, holding(1_000_000n, 1_000_000n)]);
    const amountIn = () => router.leastRoute(A, B, 1_000n)?.amountIn;
    expect(amountIn()).toBe(1_006n);
    router.update(pool.contractId, holding(2_000_000n, 1_000_000n));
    expect(amountIn()).toBe(2_010n);
    const instead = new Map([[pool.contractId, holding(1_000_000n, 1_000_000n)]]);
    expect(router.leastRoute(A, B, 1_000n, instead)?.amountIn).toBe(1_006n);
    expect(amountIn()).toBe(2_010n);
  });

  it('finds nothing if the pools hold no more than the output, or no path connects the tokens', () => {
    const router = aRouter([aPool('ab', 'a', 'b'), holding(1_000n, 1_000n)], [aSublink('link', 'c', 'd')]);
    expect(router.leastRoute(A, B, 1_000n)).toBeUndefined();
    expect(router.leastRoute(A, B, U128_MAX)).toBeUndefined();
    expect(router.leastRoute(A, token('c'), 1n)).toBeUndefined();
    expect(router.leastRoute(A, A, 1n)).toBeUndefined();
    expect(router.leastRoute(A, token('none'), 1n)).toBeUndefined();
  });

  it.each([0n, -1n, U128_MAX + 1n])('refuses an output of %p', (amountOut) => {
    const router = aRouter([aPool('ab', 'a', 'b'), holding(1_000n, 1_000n)]);
    expect(() => router.leastRoute(A, B, amountOut)).toThrow(RangeError);
  });
});

describe('leastRoute against exhaustive search', () => {
  it.each([
    ['of random markets', marketArbitrary({ queries: 4 })],
    ['among routes that tie, gain in a cycle, or give less than their ceiling', denseMarketArbitrary],
    ['among routes that differ by less than doubles can tell', largeMarketArbitrary],
  ])('finds the same input for every swap %s', (_which, markets) => {
    fc.assert(fc.property(markets, expectLeast), { numRuns: runs(1_000) });
  });

  it('finds an input that is enough although the next one is not, since both fees of a pool rise at it', () => {
    let dips = 0;
    fc.assert(
      fc.property(denseMarketArbitrary, (market) => {
        const router = routerOf(market);
        for (const { tokenIn, tokenOut, amountIn } of market.queries) {
          const amountOut = router.bestRoute(tokenIn, tokenOut, amountIn)?.amountOut;
          const found = amountOut && router.leastRoute(tokenIn, tokenOut, amountOut);
          if (!found) continue;
          const next = router.bestRoute(tokenIn, tokenOut, found.amountIn + 1n)!;
          if (next.amountOut < amountOut) dips += 1;
        }
      }),
      { numRuns: 2_000, seed: 7 },
    );
    expect(dips).toBeGreaterThan(0);
  });
});
