import { unmetBy } from '../../../domain/order/conditions/conditions.js';
import { lowLiquidity } from '../../../domain/order/conditions/guards.js';
import { decimalText, ratioOf, type PriceOf } from '../../../domain/order/conditions/price-ratio.js';
import type { PriceCondition } from '../../../domain/order/conditions/price.js';
import type { OrderTerms } from '../../../domain/order/order.js';
import type { Figures } from '../../../domain/order/evaluation/retry-policy.js';
import { baseOf, sumPools } from '../../../domain/price-series/discovery.js';
import { isThin } from '../../../domain/price-series/price.js';
import { spotPrices } from '../../../domain/price-series/spot.js';
import type { ContractId } from '../../../domain/shared/contract-id.js';
import { rulesOf } from '../../../domain/vault/kinds.js';
import type { Market } from '../../market/market.js';
import { routesFor } from '../../quotes/quote-live.js';

interface Given {
  /** Liquidity in dollars that the other pools of each token must hold to count. */
  readonly minLiquidityUsd: number;
  /** Dollars for one bitcoin. */
  readonly btcUsd: number;
}

/**
 * Returns figures of a trigger that is met only by the pools through which the order would trade; undefined if the other pools
 * meet it too, or if the order would trade through no pool. Reads nothing, but computes with the reserves of `market`.
 */
export function metByOwnPoolsOnly(
  { inputToken: tokenIn, outputToken: tokenOut, amountIn }: OrderTerms,
  trigger: PriceCondition,
  market: Market,
  { minLiquidityUsd, btcUsd }: Given,
): Figures | undefined {
  const own = poolsOf({ tokenIn, tokenOut, amountIn }, market);
  if (own.size === 0) return undefined;
  const { conditionToken, baseAsset } = trigger;
  const wanted = new Set(baseAsset === 'USD' ? [conditionToken] : [conditionToken, baseAsset]);
  const priceOf = pricesWithout(own, wanted, market, btcUsd);
  const low = lowLiquidity(trigger, minLiquidityUsd, priceOf);
  if (low === undefined && unmetBy(trigger, priceOf) === undefined) return undefined;
  const ratio = ratioOf(conditionToken, baseAsset, priceOf);
  return {
    pools: [...own],
    ...(ratio.ok && { ratioWithout: decimalText(ratio.value.floor) }),
    ...(ratio.ok && low && { liquidityUsd: low.liquidityUsd, minLiquidityUsd }),
  };
}

type Swap = Parameters<typeof routesFor>[0];

/** Returns the pools of every route that may prove best. Which one does is unknown, since quoted vaults are not queried here. */
function poolsOf(swap: Swap, market: Market): ReadonlySet<ContractId> {
  const { confirmed, open } = routesFor(swap, market);
  const hops = [...open, ...(confirmed === undefined ? [] : [confirmed])].flatMap((route) => route.hops);
  const pools = hops.filter(({ vault }) => rulesOf(vault).hasReserves);
  return new Set(pools.map(({ vault }) => vault.contractId));
}

/** Returns the prices that a run would record without these pools. */
function pricesWithout(
  pools: ReadonlySet<ContractId>,
  wanted: ReadonlySet<ContractId>,
  { registry, router, tokens, reserves }: Market,
  btcUsd: number,
): PriceOf {
  const empty = new Map([...pools].map((pool) => [pool, undefined]));
  const spots = router.withReserves(empty, () => spotPrices(registry, router, wanted, btcUsd));
  const others = registry.vaults.filter(({ contractId }) => !pools.has(contractId));
  const pooled = sumPools({ vaults: others }, reserves);
  const wholeOf = (token: ContractId) =>
    Number(pooled.get(token) ?? 0n) / 10 ** (tokens.get(token)?.decimals ?? 0);
  return (token) => {
    const [spot, about] = [spots.get(token), tokens.get(token)];
    if (spot === undefined || about === undefined) return undefined;
    const whole = Math.max(wholeOf(token), wholeOf(baseOf(about)));
    return { usd: spot.usd, stale: false, thin: isThin(spot), liquidityUsd: whole * spot.usd };
  };
}
