import fc from 'fast-check';
import { Router } from '../../src/domain/router/best-route.js';
import { exhaustiveInput, exhaustiveSearch } from '../../test/support/exhaustive-search.js';
import { marketArbitrary } from '../../test/support/market-arbitrary.js';

const QUERIES_PER_MARKET = 10;

export interface FuzzOutcome {
  readonly queries: number;
  readonly routes: number;
  /** Queries whose output or route differs from exhaustive search. */
  readonly differences: number;
  /** Queries whose amount, as an output, needs another least input. */
  readonly inputDifferences: number;
}

/** Compares the router with exhaustive search on random queries. */
export function fuzzRouter(queries: number, seed: number): FuzzOutcome {
  const outcome = { queries: 0, routes: 0, differences: 0, inputDifferences: 0 };
  const markets = fc.sample(marketArbitrary({ queries: QUERIES_PER_MARKET }), {
    numRuns: Math.ceil(queries / QUERIES_PER_MARKET),
    seed,
  });
  for (const { vaults, reserves, queries: asked } of markets) {
    const router = new Router(vaults);
    for (const [id, held] of reserves) router.update(id, held);
    const [exhaustive, leastInput] = [exhaustiveSearch(vaults, reserves), exhaustiveInput(vaults, reserves)];
    for (const { tokenIn, tokenOut, amountIn } of asked) {
      const expected = exhaustive(tokenIn, tokenOut, amountIn);
      const found = router.bestRoute(tokenIn, tokenOut, amountIn);
      const ids = found?.hops.map(({ vault }) => vault.contractId).join();
      outcome.queries++;
      const least = router.leastRoute(tokenIn, tokenOut, amountIn)?.amountIn;
      if (least !== leastInput(tokenIn, tokenOut, amountIn)) outcome.inputDifferences++;
      if (expected !== undefined) outcome.routes++;
      if (found?.amountOut !== expected?.amountOut || ids !== expected?.vaults.join()) outcome.differences++;
    }
  }
  return outcome;
}
