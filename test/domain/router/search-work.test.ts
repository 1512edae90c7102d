import { describe, expect, it, jest } from '@jest/globals';
import { Router } from '../../../src/domain/router/best-route.js';
import { exactRoute, outputOf } from '../../../src/domain/router/search/exact-route.js';
import { Graph } from '../../../src/domain/router/search/graph.js';
import { HopBounds } from '../../../src/domain/router/search/hop-bounds.js';
import type { Reserves, RoutableVault, Vault } from '../../../src/domain/vault/vault.js';
import { scaleFreeMarket } from '../../support/scale-free-market.js';
import { aPool, aRouter, aSublink, holding, token } from './builders.js';

/** Pools with two fees, which may give a unit less than their ceiling. */
const TWO_FEES = { kind: 'bitflow-xyk', feePpm: 10_000, protocolFeePpm: 5_000 } as const;

const MARKET = scaleFreeMarket(120, 1);
const QUERIES = MARKET.queries(300);
const TARGETS = MARKET.vaults.map(({ tokenB }) => tokenB);

/** A router of the market with `scale` times its reserves, in which one pool in three changes. */
function routerOf({ scale = 1n, change = {} }: { scale?: bigint; change?: Partial<RoutableVault> } = {}) {
  const changed = (vault: Vault, n: number): Vault =>
    vault.kind === 'pool' && n % 3 === 0 ? { ...vault, ...change } : vault;
  const router = new Router(MARKET.vaults.map(changed));
  for (const [id, { reserveA, reserveB }] of MARKET.reserves)
    router.update(id, holding(reserveA * scale, reserveB * scale));
  return router;
}

type Ask = (router: Router, query: (typeof QUERIES)[number]) => unknown;
const best: Ask = (router, { tokenIn, tokenOut, amountIn }) => router.bestRoute(tokenIn, tokenOut, amountIn);
const any: Ask = (router, { tokenIn, tokenOut, amountIn }) =>
  router.anyBestRoute(tokenIn, tokenOut, amountIn);
const fanOut: Ask = (router, { tokenIn, amountIn }) => router.bestRoutes(tokenIn, TARGETS, amountIn);

/** Runs `search` and returns the number of hops that it bounded in doubles, and of those that it computed in whole numbers. */
function workOf(search: () => unknown) {
  const bounds = jest.spyOn(HopBounds.prototype, 'through');
  const whole = (['ceiling', 'leastInput', 'quote'] as const).map((name) =>
    jest.spyOn(Graph.prototype, name),
  );
  search();
  const work = [bounds, ...whole].map(({ mock }) => mock.calls.length);
  for (const spy of [bounds, ...whole]) spy.mockRestore();
  return work;
}

// A change of these figures is a change of speed: bench:router says whether for the better.
describe('the work of 300 searches in a market of 120 vaults', () => {
  const large = 10n ** 12n;
  it.each([
    ['the best route', best, {}, 1n, [7_354, 61, 24, 7]],
    ['the best route of a few units', best, {}, 0n, [3_944, 659, 463, 0]],
    ['the best route of large amounts', best, { scale: large }, large, [6_444, 0, 0, 924]],
    [
      'the best route where pools give less than their ceiling',
      best,
      { change: TWO_FEES },
      1n,
      [7_478, 1_885, 673, 938],
    ],
    ['any best route', any, {}, 1n, [7_354, 0, 0, 7]],
    ['any best route of large amounts', any, { scale: large }, large, [6_444, 0, 0, 924]],
    ['the best routes to all tokens', fanOut, {}, 1n, [11_018, 5_285, 0, 124]],
    [
      'the best routes of large amounts to all tokens',
      fanOut,
      { scale: large },
      large,
      [238, 5_354, 0, 11_040],
    ],
  ] as const)('counts the hops tried for %s', (_what, ask, market, scale, work) => {
    const router = routerOf(market);
    const queries = ask === fanOut ? QUERIES.slice(0, 30) : QUERIES;
    const counted = workOf(() => {
      for (const query of queries) ask(router, { ...query, amountIn: query.amountIn * scale || 3n });
    });
    expect(counted).toEqual(work);
  });
});

describe('the search by exact outputs', () => {
  /** Four hops from a to e, of which the last alone gives less than its ceiling, each through any of `width` vaults. */
  function parallelRoutes(width: number) {
    const hops = ['ab', 'bc', 'cd', 'de'];
    const copies = [...Array(width).keys()].map((n) => String(n).padStart(2, '0'));
    const vaults = hops.flatMap((hop) =>
      copies.map((n) => (hop === 'de' ? aPool : aSublink)(`${hop}-${n}`, hop[0]!, hop[1]!)),
    );
    const graph = new Graph(
      vaults.map((vault) => (vault.kind === 'pool' ? { ...vault, ...TWO_FEES } : vault)),
    );
    const held: Reserves = holding(10n ** 30n, 10n ** 30n);
    for (const { contractId } of vaults) graph.update(contractId, held);
    const [source, target] = ['a', 'e'].map((name) => graph.indexOf(token(name))!) as [number, number];
    const along = (n: string) => hops.map((hop) => graph.edgesOf(token(`${hop}-${n}`))[0]!);
    return {
      swap: { graph, source, target, amountIn: 20_000n, maxHops: 4 },
      first: along(copies[0]!),
      last: along(copies.at(-1)!),
    };
  }

  it('takes a route that gives more than the winner by ceilings', () => {
    const deep = holding(10n ** 30n, 10n ** 30n);
    const pools = [aPool('ab-1', 'a', 'b', TWO_FEES), aPool('ab-2', 'a', 'b', { feePpm: 9_950 })];
    const router = aRouter(...pools.map((pool) => [pool, deep] as const));
    // Both have the same ceiling, and the first gives a unit less.
    const route = router.bestRoute(token('a'), token('b'), 20_000n);
    expect(route).toMatchObject({ amountOut: 19_800n, hops: [{ vault: pools[1] }] });
  });

  it('takes the smallest vaults of all routes with the same output', () => {
    const { swap, first, last } = parallelRoutes(6);
    const ceiling = last.reduce((amount, edge) => swap.graph.ceiling(edge, amount), swap.amountIn);
    expect(outputOf(swap, last)).toBe(ceiling - 1n);
    expect(exactRoute(swap, last, ceiling)).toEqual(first);
  });

  it('asks for no more than 20,000 quotes, and keeps the winner by ceilings when they are used up', () => {
    const { swap, last } = parallelRoutes(12);
    const found: unknown[] = [];
    const [, , , quotes] = workOf(() => found.push(exactRoute(swap, last, 19_800n)));
    expect(quotes).toBe(20_000 + last.length);
    expect(found).toEqual([last]);
  });
});
