import { describe, expect, it } from '@jest/globals';
import { exceedsChain, Router } from '../../../src/domain/router/best-route.js';
import { depthOf, PRICE_FALLS } from '../../../src/domain/router/depth.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import { scaleFreeMarket } from '../../support/scale-free-market.js';
import { aPool, aRouter, aSublink, holding, token } from './builders.js';

const [A, B, C] = [token('a'), token('b'), token('c')];

const depthOn = (router: Router, from: ContractId, to: ContractId) => {
  const give = (amountIn: bigint) => {
    const route = router.bestRoute(from, to, amountIn);
    return route === undefined || exceedsChain(route) ? 0n : route.amountOut;
  };
  const least = (amountOut: bigint) => router.leastRoute(from, to, amountOut)?.amountIn;
  return { give, depth: depthOf(give, least) };
};

describe('depth', () => {
  it('is the largest input within each fall of the price of a pool', () => {
    const reserve = 10n ** 12n;
    const router = aRouter([aPool('ab', 'a', 'b', { feePpm: 0 }), holding(reserve, reserve)]);
    const { depth } = depthOn(router, A, B);
    expect(depth!.levels.map(({ fallBps }) => fallBps)).toEqual(PRICE_FALLS);
    for (const { fallBps, amountIn } of depth!.levels) {
      // y / (x + a) is 1 - fall where a = x · fall / (1 - fall).
      const exact = (1e12 * fallBps) / (10_000 - fallBps);
      expect(Number(amountIn) / exact).toBeGreaterThan(0.998);
      expect(Number(amountIn) / exact).toBeLessThan(1.003);
    }
  });

  it('has no levels in a bridge, whose price no amount moves', () => {
    const { depth } = depthOn(aRouter([aSublink('link', 'a', 'b')]), A, B);
    expect(depth).toEqual({ best: { amountIn: 1n, amountOut: 1n }, levels: [] });
  });

  it('is undefined if no swap gives a unit', () => {
    const router = aRouter([aPool('ab', 'a', 'b'), holding(0n, 0n)]);
    expect(depthOn(router, A, B).depth).toBeUndefined();
    expect(depthOn(router, A, C).depth).toBeUndefined();
  });

  it.each([1, 2, 3])(
    'is within each fall, and hardly ever a fifth of a percent further, in market %i',
    (seed) => {
      const market = scaleFreeMarket(60, seed);
      const { vaults, reserves } = market;
      const router = new Router(vaults);
      for (const [id, held] of reserves) router.update(id, held);
      let [levels, short] = [0, 0];
      for (const { tokenIn, tokenOut } of market.queries(40)) {
        const { give, depth } = depthOn(router, tokenIn, tokenOut);
        for (const { fallBps, amountIn, amountOut } of depth?.levels ?? []) {
          const { best } = depth!;
          const fallAt = (amount: bigint) =>
            1 - (Number(give(amount)) * Number(best.amountIn)) / Number(amount) / Number(best.amountOut);
          expect(amountOut).toBe(give(amountIn));
          expect(fallAt(amountIn) * 10_000).toBeLessThanOrEqual(fallBps + 1e-6);
          if (fallAt(amountIn + amountIn / 500n + 2n) * 10_000 < fallBps - 0.1) short += 1;
          levels += 1;
        }
      }
      expect(levels).toBeGreaterThan(100);
      // Where a route passes a token of few units, its price jumps up and down with each.
      expect(short / levels).toBeLessThan(0.05);
    },
  );
});
