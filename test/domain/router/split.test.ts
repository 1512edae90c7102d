import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Router, type Route } from '../../../src/domain/router/best-route.js';
import { reservesAfter, type Split } from '../../../src/domain/router/split/split.js';
import type { Units } from '../../../src/domain/shared/units.js';
import type { RoutableKind, Vault } from '../../../src/domain/vault/vault.js';
import { exhaustiveSplit } from '../../support/exhaustive-split.js';
import { marketArbitrary, tokenId, type Market } from '../../support/market-arbitrary.js';
import { runs } from '../../support/properties.js';
import { scaleFreeMarket } from '../../support/scale-free-market.js';
import { aPool, aRouter, aSublink, holding, READ_AT, token } from './builders.js';

const [A, B] = [token('a'), token('b')];

function routerOf({ vaults, reserves }: Pick<Market, 'vaults' | 'reserves'>): Router {
  const router = new Router(vaults);
  for (const [id, held] of reserves) router.update(id, held);
  return router;
}

const vaultsOf = (route: Route) => route.hops.map(({ vault }) => vault.contractId);

/** Directions of vaults that routes use. */
const directions = (routes: readonly Route[]) =>
  new Set(routes.flatMap(({ hops }) => hops.map(({ vault, opcode }) => `${vault.contractId} ${opcode}`)));

const opposes = (routes: readonly Route[]): boolean =>
  directions(routes).size > new Set(routes.flatMap(vaultsOf)).size;

/** Swaps the parts of a split on a router of their own, one after the other, and expects each to give what the split says. */
function expectInTurn(market: Pick<Market, 'vaults' | 'reserves'>, { parts }: Split): void {
  const held = new Map(market.reserves);
  for (const part of parts) {
    let amount: bigint = part.amountIn;
    for (const hop of part.hops) {
      const alone = routerOf({ vaults: [hop.vault], reserves: held });
      const given = alone.bestRoute(hop.tokenIn, hop.tokenOut, amount)!;
      expect([hop.amountIn, hop.amountOut]).toEqual([amount, given.amountOut]);
      const after = reservesAfter(given.hops[0]!);
      if (after !== undefined) held.set(hop.vault.contractId, after);
      amount = given.amountOut;
    }
    expect(part.amountOut).toBe(amount);
  }
}

function expectSound(split: Split, router: Router, amountIn: bigint): void {
  const { parts, single, bound } = split;
  const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
  expect(sum(parts.map((part) => part.amountIn))).toBe(amountIn);
  expect(sum(parts.map((part) => part.amountOut))).toBe(split.amountOut);
  expect(split.amountOut).toBeGreaterThanOrEqual(single.amountOut);
  expect(bound).toBeGreaterThanOrEqual(split.amountOut);
  expect(new Set(parts.map((part) => vaultsOf(part).join())).size).toBe(parts.length);
  expect(opposes(parts)).toBe(false);
  const [{ hops }] = [single];
  expect(router.bestRoute(hops[0]!.tokenIn, hops.at(-1)!.tokenOut, amountIn)!.amountOut).toBe(
    single.amountOut,
  );
}

describe('bestSplit', () => {
  it('halves an amount between two equal pools', () => {
    const router = aRouter(
      [aPool('one', 'a', 'b', { feePpm: 0 }), holding(1_000_000n, 1_000_000n)],
      [aPool('two', 'a', 'b', { feePpm: 0 }), holding(1_000_000n, 1_000_000n)],
    );
    const split = router.bestSplit(A, B, 200_000n)!;
    expect(split.single.amountOut).toBe(166_666n);
    // 100,000 · 1,000,000 / 1,100,000 = 90,909.09 from each pool, and the bound has both remainders.
    expect(split).toMatchObject({ amountIn: 200_000n, amountOut: 181_818n, bound: 181_818n });
    expect(split.parts.map((part) => part.amountIn)).toEqual([100_000n, 100_000n]);
  });

  it('divides between a pool and a route of two pools in proportion to what each can take', () => {
    const router = aRouter(
      [aPool('ab', 'a', 'b', { feePpm: 0 }), holding(3_000_000n, 3_000_000n)],
      [aPool('ac', 'a', 'c', { feePpm: 0 }), holding(2_000_000n, 2_000_000n)],
      [aPool('cb', 'c', 'b', { feePpm: 0 }), holding(2_000_000n, 2_000_000n)],
    );
    // Two pools of 2,000,000 in a row bend like one of 1,000,000.
    expect(router.bestSplit(A, B, 400_000n)!.parts.map((part) => part.amountIn)).toEqual([
      300_000n,
      100_000n,
    ]);
  });

  it('computes each part on the reserves that the parts before it leave in a pool that they share', () => {
    const vaults = [aPool('one', 'a', 'c'), aPool('two', 'a', 'c'), aPool('last', 'c', 'b')];
    const reserves = new Map(vaults.map(({ contractId }) => [contractId, holding(10n ** 9n, 10n ** 9n)]));
    const split = routerOf({ vaults, reserves }).bestSplit(A, B, 10n ** 8n)!;
    expect(split.parts).toHaveLength(2);
    const last = split.parts.map(({ hops }) => hops.at(-1)!);
    expect(last[1]!.reserves!.reserveB).toBe(10n ** 9n - last[0]!.amountOut);
    expectInTurn({ vaults, reserves }, split);
  });

  it('passes a bridge with every part', () => {
    const router = aRouter(
      [aSublink('link', 'a', 'c')],
      [aPool('one', 'c', 'b'), holding(10n ** 9n, 10n ** 9n)],
      [aPool('two', 'c', 'b'), holding(10n ** 9n, 10n ** 9n)],
    );
    expect(router.bestSplit(A, B, 10n ** 8n)!.parts.map((part) => part.amountIn)).toEqual([
      50_000_000n,
      50_000_000n,
    ]);
  });

  it('is the best route alone if only one leads to the token, with a bound that proves it', () => {
    const router = aRouter([aPool('ab', 'a', 'b'), holding(10n ** 9n, 10n ** 9n)]);
    const split = router.bestSplit(A, B, 10n ** 8n)!;
    expect(split.parts).toEqual([split.single]);
    expect(split.bound - split.amountOut).toBeLessThan(2n);
  });

  it('uses at most as many parts as it may, and leaves the reserves as they were', () => {
    const pools = [1, 2, 3, 4, 5, 6].map(
      (n) => [aPool(`pool-${n}`, 'a', 'b'), holding(10n ** 9n, 10n ** 9n)] as const,
    );
    const router = aRouter(...pools);
    const before = router.bestRoute(A, B, 10n ** 8n);
    const totals = [2, 3, 4].map((most) => {
      const split = router.bestSplit(A, B, 10n ** 8n, most)!;
      expect(split.parts).toHaveLength(most);
      return split;
    });
    expect(totals[0]!.amountOut < totals[1]!.amountOut && totals[1]!.amountOut < totals[2]!.amountOut).toBe(
      true,
    );
    // The bound is that of six parts.
    const all = 6 * (((1e8 / 6) * 0.997 * 1e9) / (1e9 + (1e8 / 6) * 0.997));
    expect(Number(totals[2]!.bound)).toBeGreaterThanOrEqual(Math.floor(all));
    expect(Number(totals[2]!.bound) / all).toBeLessThan(1.02);
    expect(router.bestRoute(A, B, 10n ** 8n)).toEqual(before);
  });

  it('leaves out vaults that only their contracts can quote', () => {
    const probes = { aToB: [{ amountIn: 1_000n as Units, amountOut: 2_000n as Units }], bToA: [] };
    const router = aRouter(
      [aPool('ab', 'a', 'b'), holding(10n ** 9n, 10n ** 9n)],
      [
        aPool('curve', 'a', 'b', { kind: 'bitflow-stableswap' }),
        { ...holding(10n ** 9n, 10n ** 9n), probes },
      ],
    );
    expect(router.bestRoute(A, B, 1_000n)!.amountOut).toBe(2_000n);
    expect(router.bestSplit(A, B, 1_000n)!.parts.flatMap(vaultsOf)).toEqual([token('ab')]);
    expect(router.bestRoute(A, B, 1_000n)!.amountOut).toBe(2_000n);
  });

  it('is undefined if no route gives a unit', () => {
    const router = aRouter([aPool('ab', 'a', 'b'), holding(0n, 0n)]);
    expect(router.bestSplit(A, B, 1_000n)).toBeUndefined();
    expect(router.bestSplit(A, token('none'), 1_000n)).toBeUndefined();
    expect(router.bestSplit(A, A, 1_000n)).toBeUndefined();
  });

  it('gives what swaps of its parts give in turn, at least what one route gives and at most the bound, in random markets', () => {
    fc.assert(
      fc.property(marketArbitrary({ queries: 4 }), (market) => {
        const known = { ...market, vaults: market.vaults.filter(({ kind }) => !QUOTED.includes(kind)) };
        const router = routerOf(known);
        for (const { tokenIn, tokenOut, amountIn } of market.queries) {
          const split = router.bestSplit(tokenIn, tokenOut, amountIn);
          expect(split === undefined).toBe(router.bestRoute(tokenIn, tokenOut, amountIn) === undefined);
          if (split === undefined) continue;
          expectSound(split, router, amountIn);
          expectInTurn(known, split);
        }
      }),
      { numRuns: runs(2_000) },
    );
  });

  it('has a bound that no best routes for random parts exceed, each on the reserves that the others leave', () => {
    const shares = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(marketArbitrary({ queries: 4 }), shares, (market, weights) => {
        const known = { ...market, vaults: market.vaults.filter(({ kind }) => !QUOTED.includes(kind)) };
        for (const { tokenIn, tokenOut, amountIn } of market.queries) {
          const router = routerOf(known);
          const split = router.bestSplit(tokenIn, tokenOut, amountIn);
          if (split === undefined) continue;
          const all = weights.reduce((sum, weight) => sum + weight, 0);
          const routes: Route[] = [];
          for (const weight of weights) {
            const route = router.bestRoute(tokenIn, tokenOut, (amountIn * BigInt(weight)) / BigInt(all));
            if (route === undefined) continue;
            routes.push(route);
            for (const hop of route.hops) {
              const after = reservesAfter(hop);
              if (after !== undefined) router.update(hop.vault.contractId, after);
            }
          }
          if (opposes(routes)) continue;
          const total = routes.reduce((sum, route) => sum + route.amountOut, 0n);
          expect(split.bound).toBeGreaterThanOrEqual(total);
        }
      }),
      { numRuns: runs(4_000) },
    );
  });

  it('has a bound that exhaustive search of every split of a small amount does not exceed', () => {
    fc.assert(
      fc.property(smallMarket, ({ vaults, reserves, amountIn }) => {
        const pair = { tokenIn: tokenId(0), tokenOut: tokenId(1), amountIn };
        const best = exhaustiveSplit(vaults, reserves, pair, 3);
        const split = routerOf({ vaults, reserves }).bestSplit(pair.tokenIn, pair.tokenOut, amountIn);
        // Two fees that round down may leave the whole amount nothing and a part of it a unit.
        if (split === undefined) return;
        expect(split.bound).toBeGreaterThanOrEqual(best);
        expect(split.amountOut).toBeLessThanOrEqual(best);
      }),
      { numRuns: runs(3_000) },
    );
  });

  it('is within a tenth of a percent of its bound for half of the swaps of a large market', () => {
    const market = scaleFreeMarket(300, 1);
    const router = routerOf(market);
    const gaps = market.queries(300).flatMap(({ tokenIn, tokenOut, amountIn }) => {
      const split = router.bestSplit(tokenIn, tokenOut, amountIn);
      if (split === undefined) return [];
      expectSound(split, router, amountIn);
      return [Number(split.bound - split.amountOut) / Number(split.bound)];
    });
    expect(gaps.length).toBeGreaterThan(250);
    expect(gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)]).toBeLessThan(0.001);
  });
});

const QUOTED: readonly string[] = [
  'bitflow-stableswap',
  'bitflow-dlmm',
  'alex',
  'fee-out-pool',
] satisfies RoutableKind[];

/** Up to six vaults between four tokens, with reserves so small that every split of an amount can be tried. */
const smallMarket = fc
  .record({
    vaults: fc.array(
      fc.record({
        a: fc.integer({ min: 0, max: 3 }),
        step: fc.integer({ min: 1, max: 3 }),
        kind: fc.constantFrom<RoutableKind>('pool', 'pool', 'bitflow-xyk', 'sublink'),
        feePpm: fc.constantFrom(0, 10_000, 200_000),
        held: fc.tuple(fc.bigInt(1n, 60n), fc.bigInt(1n, 400n)),
      }),
      { minLength: 2, maxLength: 6, size: 'max' },
    ),
    amountIn: fc.bigInt(2n, 12n),
  })
  .map(({ vaults, amountIn }) => {
    const built = vaults.map(({ a, step, kind, feePpm }, n): Vault => {
      const fees = kind === 'sublink' ? { feePpm: 0 } : { feePpm, protocolFeePpm: feePpm / 2 };
      const [tokenA, tokenB] = [tokenId(a), tokenId((a + step) % 4)];
      return { ...aPool(`vault-${n}`, 'a', 'b', { kind }), tokenA, tokenB, ...fees };
    });
    const reserves = new Map(
      vaults.map(({ held: [a, b] }, n) => [built[n]!.contractId, holding(a, b, READ_AT)] as const),
    );
    return { vaults: built, reserves, amountIn };
  });
