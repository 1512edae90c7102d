import { describe, expect, it } from '@jest/globals';
import type { AssetOf } from '../../../src/domain/market/assets.js';
import type { Router } from '../../../src/domain/router/best-route.js';
import { quoteRoute } from '../../../src/domain/router/quote.js';
import { parseSlippage } from '../../../src/domain/router/slippage.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import type { Probe } from '../../../src/domain/vault/vault.js';
import { toUnits, U128_MAX } from '../../../src/domain/shared/units.js';
import { aPool, aRouter, aSublink, holding, token } from './builders.js';

/** Tokens whose name ends with -subnet are copies. */
const assetOf: AssetOf = (id) => (id.endsWith('-subnet') ? undefined : `${id}::asset`);
const NOW = new Date('2026-03-01T13:00:00Z');
const EARLIER = new Date('2026-03-01T11:00:00Z');

function quote(router: Router, from: string, to: string, amountIn: bigint, slippage?: number) {
  const parsed = slippage === undefined ? {} : { slippage: unwrap(parseSlippage(slippage)) };
  return quoteRoute(
    { tokenIn: token(from), tokenOut: token(to), amountIn: toUnits(amountIn), ...parsed },
    { router, tokens: new Set([token('listed')]), assetOf, now: NOW },
  );
}

describe('quoteRoute', () => {
  const router = aRouter(
    [aPool('ab', 'a', 'b'), holding(10_000n, 20_000n)],
    [aPool('cb', 'c', 'b'), holding(50_000n, 40_000n, EARLIER)],
    [aSublink('link', 'a', 'a-subnet')],
  );

  it('returns the route with its fees, price impact, age of reserves and minimum received', () => {
    const found = unwrap(quote(router, 'a', 'c', 1_000n, 0.01));
    expect(found.route.amountOut).toBe(2_161n);
    expect(found.fees).toEqual([
      { token: token('a'), amount: 3n },
      { token: token('b'), amount: 6n },
    ]);
    // 1 − (1813 / 997 · 10,000 / 20,000) · (2161 / 1807 · 40,000 / 50,000)
    expect(found.priceImpact).toBeCloseTo(0.13012, 5);
    expect(found.asOf).toEqual(EARLIER);
    expect(found.minimumReceived).toBe(2_139n);
  });

  it('omits what it does not know: the minimum received without a slippage, the block, a verification', () => {
    const found = unwrap(quote(router, 'a', 'b', 1_000n));
    for (const name of ['minimumReceived', 'blockHeight', 'verified']) expect(found).not.toHaveProperty(name);
  });

  it.each([
    [true, 'the contract of its only quoted vault has quoted the amount', [1_000n, 990n], 'known'],
    [undefined, 'one of two contracts has quoted the amount', [1_000n, 990n], 'alex'],
    [undefined, 'no contract has quoted the amount', [500n, 499n], 'alex'],
  ] as const)('is verified %s where %s', (verified, _, [amountIn, amountOut], second) => {
    const told = (probe: Probe) => ({
      ...holding(10n ** 9n, 10n ** 9n),
      probes: { aToB: [probe], bToA: [] },
    });
    const [asked, other] = [
      { amountIn: toUnits(amountIn), amountOut: toUnits(amountOut) },
      { amountIn: toUnits(10n), amountOut: toUnits(10n) },
    ];
    const quoting = aRouter(
      [aPool('ax', 'a', 'x', { kind: 'alex' }), told(asked)],
      [aPool('xb', 'x', 'b', { kind: second === 'alex' ? 'alex' : 'pool' }), told(other)],
    );
    expect(unwrap(quote(quoting, 'a', 'b', 1_000n)).verified).toBe(verified);
  });

  it('has no price impact, no fee and the current time as asOf when the route is a sublink', () => {
    expect(unwrap(quote(router, 'a', 'a-subnet', 77n))).toMatchObject({
      priceImpact: 0,
      fees: [{ token: token('a'), amount: 0n }],
      asOf: NOW,
    });
  });
});

describe('quoteRoute without a route', () => {
  const router = aRouter(
    [aPool('ab', 'a', 'b'), holding(10n ** 9n, 1_000n)],
    [aPool('bc', 'b', 'c'), holding(0n, 0n)],
    [aPool('cd', 'c', 'd')],
    [aPool('huge', 'x', 'y'), holding(10n ** 20n, 10n ** 20n)],
  );

  it.each([
    ['same-token', 'a', 'a', 1n],
    ['unknown-token', 'a', 'nowhere', 1n],
    ['unknown-token', 'nowhere', 'a', 1n],
    ['no-route', 'a', 'listed', 1n],
    ['no-route', 'a', 'x', 1n],
    ['amount-too-small', 'a', 'b', 1n],
    ['insufficient-liquidity', 'a', 'c', 10n ** 9n],
    ['insufficient-liquidity', 'c', 'd', 10n ** 9n],
    ['insufficient-liquidity', 'x', 'y', 10n ** 19n],
    ['insufficient-liquidity', 'x', 'y', U128_MAX],
  ])('fails with reason %s from %s to %s for an amount of %s', (reason, from, to, amountIn) => {
    expect(quote(router, from, to, amountIn)).toEqual({ ok: false, error: { kind: 'no-route', reason } });
  });
});
