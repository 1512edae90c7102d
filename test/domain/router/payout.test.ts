import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { assetsOf } from '../../../src/domain/market/assets.js';
import type { Registry, Token } from '../../../src/domain/market/registry.js';
import { Router } from '../../../src/domain/router/best-route.js';
import { findCandidates } from '../../../src/domain/router/candidates.js';
import { isProtected, payoutAsset, unboundPayers } from '../../../src/domain/router/payout.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import type { Vault } from '../../../src/domain/vault/vault.js';
import { id, REGISTRY, route } from '../../adapters/stacks/support/swap-plans.js';
import { exhaustiveSearch } from '../../support/exhaustive-search.js';
import { marketArbitrary } from '../../support/market-arbitrary.js';
import { aPool, aSublink, token } from './builders.js';
import { runs } from '../../support/properties.js';

const assetOf = assetsOf(REGISTRY);

const leftOut = (vaults: ReadonlySet<ContractId>) => new Map([...vaults].map((id) => [id, undefined]));

describe('payoutAsset', () => {
  it.each<[string, string[], string | undefined]>([
    ['the output', ['link: x-subnet 10 > x 10', 'pool: x 10 > y 5'], 'y::y-asset'],
    ['STX', ['link: x-subnet 10 > x 10', 'pool: x 10 > .stx 5'], 'stx'],
    ['the output of a withdrawal', ['a: x-subnet 10 > z-subnet 5', 'link-z: z-subnet 5 > z 5'], 'z::z-asset'],
    ['what goes into the last sublink', ['pool: x 10 > z 5', 'link-z: z 5 > z-subnet 5'], 'z::z-asset'],
    ['what goes into the only sublink', ['link-z: z 5 > z-subnet 5'], 'z::z-asset'],
    ['nothing, where a pool of two copies pays', ['a: x-subnet 10 > z-subnet 5'], undefined],
    ['nothing, where a pool pays a copy', ['pool: y 10 > z-subnet 5'], undefined],
    ['nothing, where STX is paid and was sent before', ['a: .stx 10 > y 5', 'b: y 5 > wstx 9'], undefined],
  ])('is %s on the route %p', (_name, hops, expected) => {
    expect(payoutAsset(route(...hops), assetOf)?.replace(/^.*\./, '')).toBe(expected);
  });

  it('is nothing on a route without a hop', () => {
    expect(payoutAsset({ hops: [] }, assetOf)).toBeUndefined();
  });

  it('is nothing if the router also sends the wrapper of STX that is paid', () => {
    const wraps = route('arkadiko: .stx 10 > y 5', 'pool: y 5 > x 5');
    const wrapper = wraps.hops[0]!.vault.stxWrapper!;
    const paid = (of: ContractId) => (of === id('x') ? wrapper : assetOf(of));
    expect(payoutAsset(wraps, paid)).toBeUndefined();
    expect(payoutAsset(wraps, assetOf)).toBeDefined();
  });

  it('protects no output above 64 bits, which no post-condition can name', () => {
    const paying = (amount: bigint) => route(`pool: x 10 > y ${amount}`);
    expect(isProtected(paying(2n ** 64n - 1n), assetOf)).toBe(true);
    expect(isProtected(paying(2n ** 64n), assetOf)).toBe(false);
    expect(isProtected(route('pool: y 10 > z-subnet 5'), assetOf)).toBe(false);
  });
});

const asset = (name: string, more: Partial<Token> = {}): Token => ({
  contractId: token(name),
  symbol: name,
  name,
  decimals: 6,
  identifier: name,
  ...more,
});

const registryOf = (vaults: readonly Vault[], tokens: readonly Token[]): Registry => ({
  ...REGISTRY,
  tokens,
  vaults,
});

describe('unboundPayers', () => {
  it('are the vaults that hold a subnet copy, but for its sublink', () => {
    const registry = registryOf(
      [
        aSublink('link', 'a', 'a-subnet'),
        aPool('copies', 'a-subnet', 'b-subnet'),
        aPool('mixed', 'c', 'a-subnet'),
        aPool('plain', 'a', 'c'),
      ],
      [asset('a'), asset('c'), ...['a-subnet', 'b-subnet'].map((name) => asset(name, { type: 'SUBNET' }))],
    );
    expect(unboundPayers(registry)).toEqual(
      new Map([
        [token('a-subnet'), new Set([token('copies'), token('mixed')])],
        [token('b-subnet'), new Set([token('copies')])],
      ]),
    );
    expect(unboundPayers(registry)).toBe(unboundPayers(registry));
  });
});

describe('the best route without unbound payers', () => {
  it('is the best protected one, as exhaustive search finds it among the other vaults', () => {
    let narrowed = 0;
    fc.assert(
      fc.property(marketArbitrary({ queries: 3 }), ({ vaults, reserves, queries }) => {
        const router = new Router(vaults);
        for (const [vault, held] of reserves) router.update(vault, held);
        for (const { tokenIn, tokenOut, amountIn } of queries) {
          const ids = [...new Set(vaults.flatMap(({ tokenA, tokenB }) => [tokenA, tokenB]))];
          const tokens = ids.map((contractId): Token => ({
            ...asset('any'),
            contractId,
            ...(contractId === tokenOut && { type: 'SUBNET' as const }),
          }));
          const registry = registryOf(vaults, tokens);
          const unbound = unboundPayers(registry).get(tokenOut) ?? new Set<ContractId>();
          const bound = vaults.filter(({ contractId }) => !unbound.has(contractId));
          const expected = exhaustiveSearch(bound, reserves)(tokenIn, tokenOut, amountIn);
          const found = router.bestRoute(tokenIn, tokenOut, amountIn, leftOut(unbound));
          expect(found?.amountOut).toBe(expected?.amountOut);
          expect(found?.hops.map(({ vault }) => vault.contractId)).toEqual(expected?.vaults);
          if (found !== undefined) expect(payoutAsset(found, assetsOf(registry))).toBeDefined();
          const any = router.bestRoute(tokenIn, tokenOut, amountIn);
          if (any !== undefined && any.amountOut !== found?.amountOut) narrowed += 1;
          const { confirmed, open } = findCandidates(
            router,
            { tokenIn, tokenOut, amountIn: found?.amountIn ?? (1n as never) },
            4,
            { excluded: unbound },
          );
          for (const candidate of [...open, ...(confirmed === undefined ? [] : [confirmed])]) {
            expect(payoutAsset(candidate, assetsOf(registry))).toBeDefined();
          }
        }
      }),
      { numRuns: runs(500) },
    );
    expect(narrowed).toBeGreaterThan(runs(50));
  });
});
