import type { PriceList } from '../../../application/prices/price-list.js';
import type { Registry } from '../../../domain/market/registry.js';
import { isMarket } from '../../../domain/vault/kinds.js';

/** What prices are found in. Times in milliseconds, liquidity in dollars; null before the first run. */
export function graphStats({ run, tokens }: PriceList, registry: Registry, now: Date): object {
  const pools = registry.vaults.filter(isMarket);
  const sides = pools.flatMap(({ tokenA, tokenB }) => [tokenA, tokenB]);
  const totalTokens = new Set(sides).size;
  return {
    totalTokens,
    totalPools: pools.length,
    avgPoolsPerToken: totalTokens === 0 ? 0 : sides.length / totalTokens,
    sbtcPairCount: pools.filter(({ tokenA, tokenB }) => tokenA === registry.sbtc || tokenB === registry.sbtc)
      .length,
    globalMaxLiquidity: tokens[0]?.liquidityUsd ?? null,
    lastUpdated: run?.at.getTime() ?? null,
    ageMs: run === undefined ? null : now.getTime() - run.at.getTime(),
  };
}
