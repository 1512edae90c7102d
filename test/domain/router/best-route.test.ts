import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { exceedsChain, Router, type Route } from '../../../src/domain/router/best-route.js';
import { toUnits, U128_MAX } from '../../../src/domain/shared/units.js';
import { exhaustiveSearch } from '../../support/exhaustive-search.js';
import {
  denseMarketArbitrary,
  largeMarketArbitrary,
  marketArbitrary,
  type Market,
  type MarketQuery,
} from '../../support/market-arbitrary.js';
import { mathsOf, sidesOf } from '../../../src/domain/vault/kinds.js';
import { anExternal, aPool, aRouter, aSublink, holding, READ_AT, token } from './builders.js';
import { runs } from '../../support/properties.js';

const names = (route: Route | undefined) => route?.hops.map(({ vault }) => vault.name);
const deep = holding(1_000_000n, 1_000_000n);

describe('bestRoute', () => {
  it('returns each hop with its amounts, exact to the unit', () => {
    const ab = aPool('ab', 'a', 'b');
    const cb = aPool('cb', 'c', 'b');
    const router = aRouter([ab, holding(10_000n, 20_000n)], [cb, holding(50_000n, 40_000n)]);
    expect(router.bestRoute(token('a'), token('c'), 1_000n)).toEqual({
      amountIn: 1_000n,
      // 1813 · 0.997 = 1807; 1807 · 50,000 / (40,000 + 1807) = 2161.1…
      amountOut: 2_161n,
      hops: [
        {
          vault: ab,
          reserves: holding(10_000n, 20_000n),
          opcode: 0,
          tokenIn: token('a'),
          tokenOut: token('b'),
          amountIn: 1_000n,
          dx: 997n,
          amountOut: 1_813n,
        },
        {
          vault: cb,
          reserves: holding(50_000n, 40_000n),
          opcode: 1,
          tokenIn: token('b'),
          tokenOut: token('c'),
          amountIn: 1_813n,
          dx: 1_807n,
          amountOut: 2_161n,
        },
      ],
    });
  });

  it('routes through a sublink without fee and without reserves', () => {
    const router = aRouter([aSublink('link', 'a', 'a-subnet')], [aPool('ab', 'a', 'b'), deep]);
    const route = router.bestRoute(token('a-subnet'), token('b'), 1_000n);
    expect(route?.hops[0]).toMatchObject({ opcode: 6, amountIn: 1_000n, dx: 1_000n, amountOut: 1_000n });
    expect(route?.hops[0]).not.toHaveProperty('reserves');
    expect(names(route)).toEqual(['link', 'ab']);
  });

  it('takes the better of two parallel pools', () => {
    const router = aRouter(
      [aPool('dear', 'a', 'b', { feePpm: 10_000 }), deep],
      [aPool('fair', 'a', 'b'), deep],
    );
    expect(names(router.bestRoute(token('a'), token('b'), 1_000n))).toEqual(['fair']);
  });

  it('prefers a longer route that gives more', () => {
    const router = aRouter(
      [aPool('shallow', 'a', 'c'), holding(2_000n, 2_000n)],
      [aPool('ab', 'a', 'b'), deep],
      [aPool('bc', 'b', 'c'), deep],
    );
    expect(names(router.bestRoute(token('a'), token('c'), 1_000n))).toEqual(['ab', 'bc']);
  });

  it('uses at most four hops', () => {
    const chain = ['ab', 'bc', 'cd', 'de', 'ef'].map(
      (name) => [aPool(name, name[0]!, name[1]!), deep] as const,
    );
    const router = aRouter(...chain);
    expect(names(router.bestRoute(token('a'), token('e'), 1_000n))).toEqual(['ab', 'bc', 'cd', 'de']);
    expect(router.bestRoute(token('a'), token('f'), 1_000n)).toBeUndefined();
    expect(router.connects(token('a'), token('e'))).toBe(true);
    expect(router.connects(token('a'), token('f'))).toBe(false);
    for (const name of ['ab', 'bc', 'cd', 'de'])
      expect(router.connectsThrough(token(name), token('a'), token('e'))).toBe(true);
    expect(router.connectsThrough(token('cd'), token('e'), token('a'))).toBe(true);
    expect(router.connectsThrough(token('cd'), token('a'), token('f'))).toBe(false);
    expect(router.connectsThrough(token('unknown'), token('a'), token('e'))).toBe(false);
    expect(router.connectsThrough(token('cd'), token('a'), token('z'))).toBe(false);
    expect(router.connectsThrough(token('cd'), token('z'), token('e'))).toBe(false);
  });

  it('does not follow a cycle that gains: no token and no vault appears twice', () => {
    // a→b→a would multiply the amount, on the same pair or through another.
    const router = aRouter(
      [aPool('ab-cheap', 'a', 'b'), holding(1_000_000n, 9_000_000n)],
      [aPool('ab-dear', 'a', 'b'), holding(9_000_000n, 1_000_000n)],
      [aPool('bc', 'b', 'c'), deep],
      [aPool('sa', 's', 'a'), deep],
      [aPool('at', 'a', 't'), deep],
    );
    expect(names(router.bestRoute(token('s'), token('t'), 1_000n))).toEqual(['sa', 'at']);
    expect(names(router.bestRoute(token('s'), token('c'), 1_000n))).toEqual(['sa', 'ab-cheap', 'bc']);
  });

  it('takes the second-best path to a token when the best one passes the next token', () => {
    // The best path to b is s-c-b; s-c-b-c-t would repeat c, so the third hop needs s-a-b.
    const router = aRouter(
      [aPool('sc', 's', 'c'), holding(1_000n, 1_000n)],
      [aPool('cb', 'c', 'b'), holding(1_000n, 1_000_000n)],
      [aPool('sa', 's', 'a'), holding(1_000n, 1_000n)],
      [aPool('ab', 'a', 'b'), holding(1_000n, 100_000n)],
      [aPool('bc', 'b', 'c'), holding(1_000n, 1_000_000n)],
      [aPool('ct', 'c', 't'), holding(1_000_000n, 1_000_000n)],
    );
    expect(names(router.bestRoute(token('s'), token('t'), 500n))).toEqual(['sa', 'ab', 'bc', 'ct']);
  });

  it.each(['a', 'x'])('tells such paths by whole numbers where doubles cannot: through %s', (better) => {
    const size = 10n ** 20n;
    const pool = (name: string, rate: bigint, more = 0n) =>
      [aPool(name, name[0]!, name[1]!), holding(1_000n * size, rate * size + more)] as const;
    const router = aRouter(
      pool('sc', 1_000n),
      pool('cb', 1_000_000n),
      ...['a', 'x'].flatMap((name) => [
        pool(`s${name}`, 1_000n, name === better ? 1_000n : 0n),
        pool(`${name}b`, 100_000n),
      ]),
      pool('bc', 1_000_000n),
      [aPool('ct', 'c', 't'), holding(10n ** 26n, 10n ** 26n)],
    );
    const route = router.bestRoute(token('s'), token('t'), 500n * size);
    expect(names(route)).toEqual([`s${better}`, `${better}b`, 'bc', 'ct']);
  });

  it.each([0, 1, 2])('carries a single unit on from hop %s', (hop) => {
    const chain = ['ab', 'bc', 'cd', 'de'].map((name, n) => {
      const held = n === hop ? holding(10n, 2n) : n < hop ? deep : holding(1n, 1_000_000n);
      return [aPool(name, name[0]!, name[1]!, { feePpm: 0 }), held] as const;
    });
    const route = aRouter(...chain).bestRoute(token('a'), token('e'), 1_000n);
    expect(route?.hops[hop]?.amountOut).toBe(1n);
    expect(names(route)).toEqual(['ab', 'bc', 'cd', 'de']);
  });

  it.each([0n, 1n])('finds no route through a pool whose output reserve is %s', (reserveB) => {
    const router = aRouter([aPool('ab', 'a', 'b'), holding(1_000n, reserveB)]);
    expect(router.bestRoute(token('a'), token('b'), 10n ** 20n)).toBeUndefined();
  });

  it('finds no route through a pool that gives nothing for an amount, though it gives a unit for less', () => {
    const fees = { kind: 'bitflow-xyk', feePpm: 10_000, protocolFeePpm: 5_000 } as const;
    const router = aRouter([aPool('ab', 'a', 'b', fees), holding(19_900n, 101n)]);
    // Of 199 no fee is taken, of 200 two units: 199 · 101 / 20,099 = 1; 198 · 101 / 20,098 = 0.99…
    expect(router.bestRoute(token('a'), token('b'), 199n)?.amountOut).toBe(1n);
    expect(router.bestRoute(token('a'), token('b'), 200n)).toBeUndefined();
  });

  it('routes through a vault only after its reserves are read, and follows updates of them', () => {
    const router = aRouter([aPool('one', 'a', 'b')], [aPool('two', 'a', 'b'), holding(500n, 500n)]);
    const ask = () => names(router.bestRoute(token('a'), token('b'), 100n));
    expect(ask()).toEqual(['two']);
    router.update(token('one'), deep);
    expect(ask()).toEqual(['one']);
    router.update(token('one'), holding(0n, 0n));
    expect(ask()).toEqual(['two']);
    router.update(token('unknown'), deep);
    expect(ask()).toEqual(['two']);
  });

  it('does not route through external vaults', () => {
    const router = aRouter([anExternal('wrapper', 'a', 'b'), deep]);
    expect(router.knows(token('a'))).toBe(false);
    expect(router.bestRoute(token('a'), token('b'), 1_000n)).toBeUndefined();
  });

  it('returns undefined from a token to itself, for an amount of 0, and between unknown tokens', () => {
    const gain = holding(1_000_000n, 9_000_000n);
    const router = aRouter(
      [aPool('ab', 'a', 'b'), gain],
      [aPool('bc', 'b', 'c'), gain],
      [aPool('ca', 'c', 'a'), gain],
    );
    expect(router.bestRoute(token('a'), token('a'), 1_000n)).toBeUndefined();
    expect(router.bestRoute(token('z'), token('a'), 1_000n)).toBeUndefined();
    expect(router.bestRoute(token('a'), token('b'), 0n)).toBeUndefined();
    expect(router.bestRoute(token('a'), token('z'), 1_000n)).toBeUndefined();
  });

  it('warms up by searches between all tokens, with amounts of 2 to 13 digits', () => {
    const router = aRouter([aPool('ab', 'a', 'b'), deep], [aPool('bc', 'b', 'c'), deep]);
    const search = jest.spyOn(router, 'bestRoute');
    router.warmUp();
    const asked = (n: number) => [...new Set(search.mock.calls.map((call) => call[n]))].sort();
    const tokens = ['a', 'b', 'c'].map(token);
    expect([asked(0), asked(1)]).toStrictEqual([tokens, tokens]);
    expect(asked(2)).toEqual([...Array(12).keys()].map((n) => 10n ** BigInt(n + 1)));
    expect(search).toHaveBeenCalledTimes(2_000);
  });

  it('warms up by no search if there is no token', () => {
    const router = aRouter();
    const search = jest.spyOn(router, 'bestRoute');
    router.warmUp();
    expect(search).not.toHaveBeenCalled();
  });

  it('throws a RangeError for an invalid amount', () => {
    const router = aRouter([aPool('ab', 'a', 'b'), deep]);
    expect(() => router.bestRoute(token('a'), token('b'), -1n)).toThrow(RangeError);
    expect(() => router.bestRoute(token('a'), token('b'), U128_MAX + 1n)).toThrow(RangeError);
  });
});

describe('bestRoute among routes of equal output', () => {
  it('takes the one with fewer hops', () => {
    const router = aRouter([aSublink('a1', 'a', 'x')], [aSublink('a2', 'x', 'b')], [aSublink('z', 'a', 'b')]);
    expect(names(router.bestRoute(token('a'), token('b'), 10n ** 30n))).toEqual(['z']);
  });

  it('takes the smaller vault id at the first hop that differs', () => {
    const router = aRouter(
      [aPool('v2', 'a', 'b'), deep],
      [aPool('v1', 'a', 'b'), deep],
      [aPool('w9', 'b', 'c'), deep],
      [aPool('w3', 'b', 'c'), deep],
    );
    expect(names(router.bestRoute(token('a'), token('c'), 1_000n))).toEqual(['v1', 'w3']);
  });

  it('detects a tie with a route through a token that is reached better by way of a later one', () => {
    // Most comes to y by way of c, where a route by way of y goes next.
    const router = aRouter(
      [aPool('sa', 's', 'a'), holding(1_000n, 1_000n)],
      [aPool('a-2', 'a', 'b'), holding(1_000n, 100_000n)],
      [aPool('bc', 'b', 'c'), holding(1_000n, 1_000_000n)],
      [aPool('bz', 'b', 'z')],
      [aPool('a-1', 'a', 'y'), holding(1_000n, 100_000n)],
      [aPool('yc', 'y', 'c'), holding(1_000n, 1_000_000n)],
      [aPool('sc', 's', 'c'), holding(1_000n, 1_000n)],
      [aPool('cy', 'c', 'y'), holding(1_000n, 1_000_000n)],
      [aPool('ct', 'c', 't'), holding(1_000_000n, 1_000_000n)],
    );
    expect(names(router.bestRoute(token('s'), token('t'), 500n))).toEqual(['sa', 'a-1', 'yc', 'ct']);
  });

  it.each([
    [5n, 4n],
    [4n, 5n],
  ])('takes the smaller vault on the way to the better of two tokens, at rates of %s and %s', (x, y) => {
    // The rest would need least by way of n, which the route has passed.
    const size = 10n ** 18n;
    const pool = (id: string, from: string, to: string, rateIn: bigint, rateOut: bigint) =>
      [aPool(id, from, to, { feePpm: 0 }), holding(size * rateIn, size * rateOut)] as const;
    const router = aRouter(
      pool('sn-2', 's', 'n', 1n, 1n),
      pool('sn-1', 's', 'n', 1n, 1n),
      pool('nu', 'n', 'u', 1n, 10n),
      pool('un', 'u', 'n', 2n, 1n),
      pool('nt', 'n', 't', 1n, 1n),
      pool('ux', 'u', 'x', 10n, x),
      pool('uy', 'u', 'y', 10n, y),
      pool('xt', 'x', 't', 1n, 1n),
      pool('yt', 'y', 't', 1n, 1n),
    );
    const through = x > y ? 'x' : 'y';
    const route = router.bestRoute(token('s'), token('t'), 1_000_000n);
    expect(names(route)).toEqual(['sn-1', 'nu', `u${through}`, `${through}t`]);
  });

  it('detects a tie when unequal intermediate amounts round to the same output', () => {
    // v2 brings more to b than v1 does, but b to c gives 1 unit for either.
    const router = aRouter(
      [aPool('v1', 'a', 'b'), holding(10_000n, 10_000n)],
      [aPool('v2', 'a', 'b'), holding(10_000n, 11_000n)],
      [aPool('w', 'b', 'c'), holding(1_000_000n, 2_000n)],
    );
    expect(names(router.bestRoute(token('a'), token('c'), 800n))).toEqual(['v1', 'w']);
  });
});

describe('bestRoute against exhaustive search', () => {
  it('finds the same output and the same route for every swap of random markets', () => {
    fc.assert(
      fc.property(marketArbitrary({ queries: 4 }), (market) => {
        const router = routerOf(market);
        const exhaustive = exhaustiveSearch(market.vaults, market.reserves);
        for (const query of market.queries) {
          expect(answer(router, query)).toEqual(exhaustive(query.tokenIn, query.tokenOut, query.amountIn));
        }
      }),
      { numRuns: runs(1_000) },
    );
  });

  it.each([
    ['that tie, gain in a cycle, or give less than their ceiling', denseMarketArbitrary],
    ['whose outputs differ by less than doubles can tell', largeMarketArbitrary],
  ])('finds them among routes %s', (_which, markets) => {
    let below = 0;
    fc.assert(
      fc.property(markets, (market) => {
        const router = routerOf(market);
        const exhaustive = exhaustiveSearch(market.vaults, market.reserves);
        for (const query of market.queries) {
          const found = router.bestRoute(query.tokenIn, query.tokenOut, query.amountIn);
          expect(answer(router, query)).toEqual(exhaustive(query.tokenIn, query.tokenOut, query.amountIn));
          const any = router.anyBestRoute(query.tokenIn, query.tokenOut, query.amountIn);
          expect(any?.amountOut).toBe(found?.amountOut);
          const ceilings = found?.hops.map(({ vault, reserves, opcode, amountIn }) =>
            mathsOf(vault).ceiling(vault, sidesOf(vault, reserves, opcode), amountIn),
          );
          if (found?.hops.some(({ amountOut }, n) => amountOut < ceilings![n]!)) below += 1;
        }
      }),
      { numRuns: runs(1_000) },
    );
    expect(below).toBeGreaterThan(0);
  });

  it('finds the same output and route after reserves are updated in place', () => {
    fc.assert(
      fc.property(marketArbitrary({ queries: 2 }), fc.bigInt(1n, 10n ** 12n), (market, reserve) => {
        const router = routerOf(market);
        for (const query of market.queries) answer(router, query);
        const reserves = new Map(market.reserves);
        const first = market.vaults.find(({ kind }) => kind === 'pool');
        if (first !== undefined) {
          reserves.set(first.contractId, holding(reserve, 10n ** 9n));
          router.update(first.contractId, holding(reserve, 10n ** 9n));
        }
        const exhaustive = exhaustiveSearch(market.vaults, reserves);
        for (const query of market.queries) {
          expect(answer(router, query)).toEqual(exhaustive(query.tokenIn, query.tokenOut, query.amountIn));
        }
      }),
      { numRuns: runs(300) },
    );
  });

  function routerOf({ vaults, reserves }: Market): Router {
    const router = new Router(vaults);
    for (const [id, held] of reserves) router.update(id, held);
    return router;
  }

  function answer(router: Router, { tokenIn, tokenOut, amountIn }: MarketQuery) {
    const route = router.bestRoute(tokenIn, tokenOut, amountIn);
    return route && { vaults: route.hops.map(({ vault }) => vault.contractId), amountOut: route.amountOut };
  }
});

describe('exceedsChain', () => {
  const route = (reserveA: bigint, reserveB: bigint, amountIn: bigint) =>
    aRouter([aPool('ab', 'a', 'b'), holding(reserveA, reserveB, READ_AT)]).bestRoute(
      token('a'),
      token('b'),
      amountIn,
    )!;

  it('returns false for amounts that the contracts can compute', () => {
    expect(exceedsChain(route(10n ** 18n, 10n ** 18n, 10n ** 18n))).toBe(false);
  });

  it.each([
    ['the fee', 10n ** 6n, 10n ** 3n, U128_MAX / 997_000n + 1n],
    ['the product', 10n ** 20n, 10n ** 20n, 10n ** 19n],
    ['the new reserve', U128_MAX, 2n, 10n ** 30n],
  ])('returns true when %s exceeds 128 bits', (_step, reserveA, reserveB, amountIn) => {
    const reserves = holding(reserveA, reserveB);
    const pool = aPool('ab', 'a', 'b');
    const hop = {
      vault: pool,
      reserves,
      opcode: 0 as const,
      tokenIn: token('a'),
      tokenOut: token('b'),
      amountIn: amountIn as Route['amountIn'],
      dx: ((amountIn * 997_000n) / 1_000_000n) as Route['amountIn'],
      amountOut: 1n as Route['amountIn'],
    };
    const { amountIn: paid, amountOut } = hop;
    const fitting = { ...hop, amountIn: toUnits(1n), dx: toUnits(0n), reserves: holding(1n, 1n) };
    expect(exceedsChain({ hops: [fitting, hop], amountIn: paid, amountOut })).toBe(true);
  });
});
