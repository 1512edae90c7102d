import { describe, expect, it } from '@jest/globals';
import type { Route } from '../../../src/domain/router/best-route.js';
import { findCandidates, isConfirmed, requoted } from '../../../src/domain/router/candidates.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import type { Reserves, Vault } from '../../../src/domain/vault/vault.js';
import { aPool, aRouter, holding, token } from './builders.js';

const names = (route: Route | undefined) => route?.hops.map(({ vault }) => vault.name);
const quoted = (name: string, from: string, to: string) => aPool(name, from, to, { kind: 'alex' });

/** Reserves with quotes from A to B, as pairs of input and output. */
const told = (...pairs: readonly (readonly [bigint, bigint])[]): Reserves => ({
  ...holding(10n ** 9n, 10n ** 9n),
  probes: {
    aToB: pairs.map(([amountIn, amountOut]) => ({
      amountIn: toUnits(amountIn),
      amountOut: toUnits(amountOut),
    })),
    bToA: [],
  },
});
const toB = { tokenIn: token('a'), tokenOut: token('b'), amountIn: toUnits(600n) };

describe('findCandidates', () => {
  const market: readonly (readonly [Vault, Reserves])[] = [
    [quoted('third', 'a', 'b'), told([100n, 97n])],
    [quoted('first', 'a', 'b'), told([100n, 99n])],
    [quoted('second', 'a', 'b'), told([100n, 98n])],
    [aPool('known', 'a', 'b'), holding(10n ** 6n, 9n * 10n ** 5n)],
  ];

  it.each([
    [2, ['first', 'second']],
    [3, ['first', 'second', 'third']],
    [0, []],
  ])('names up to %d routes that could beat the best known one, most promising first', (most, open) => {
    const found = findCandidates(aRouter(...market), toB, most);
    expect(found.open.flatMap(names)).toEqual(open);
    expect(names(found.confirmed)).toEqual(['known']);
  });

  it('takes a route whose contract has quoted the very amount as known', () => {
    const router = aRouter([quoted('quoted', 'a', 'b'), told([600n, 590n])], ...market.slice(3));
    const found = findCandidates(router, toB, 4);
    expect({ open: found.open, confirmed: names(found.confirmed) }).toEqual({
      open: [],
      confirmed: ['quoted'],
    });
  });

  it('leaves out a route of which one vault has refused the amount, though another has not', () => {
    const router = aRouter(
      [quoted('refusing', 'a', 'x'), told([100n, 99n], [500n, 0n])],
      [quoted('willing', 'x', 'b'), told([100n, 99n])],
    );
    expect(findCandidates(router, toB, 4)).toEqual({ open: [], confirmed: undefined });
  });
});

describe('requoted', () => {
  const router = aRouter(
    [quoted('q', 'a', 'x'), told([100n, 99n])],
    [aPool('p', 'x', 'b'), holding(10n ** 6n, 10n ** 6n)],
  );
  const { open } = findCandidates(router, toB, 1);
  const withTold = (name: string, reserves: Reserves) =>
    requoted(open[0]!, new Map([[token(name), reserves]]));

  it('carries what a contract has quoted since through the rest of the route', () => {
    const newer = told([600n, 400n]);
    const route = withTold('q', newer)!;
    // 400 · 0.997 = 398; 398 · 10^6 / (10^6 + 398) = 397.8…
    expect(route).toMatchObject({ amountIn: 600n, amountOut: 397n });
    expect(route.hops).toMatchObject([
      { reserves: newer, amountIn: 600n, dx: 600n, amountOut: 400n },
      { amountIn: 400n, dx: 398n, amountOut: 397n },
    ]);
    expect([isConfirmed(open[0]!), isConfirmed(route)]).toEqual([false, true]);
  });

  it.each([
    ['has refused less since', 'q', told([100n, 99n], [500n, 0n])],
    ['has refused the amount since', 'q', told([600n, 0n])],
    ['gives nothing any more', 'p', holding(10n ** 6n, 0n)],
  ])('is undefined if a vault %s', (_, name, reserves) => {
    expect(withTold(name, reserves)).toBeUndefined();
  });
});
