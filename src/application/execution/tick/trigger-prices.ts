import { reachOf } from '../../../domain/order/conditions/conditions.js';
import type { PriceOf, TriggerPrice, UnusablePrice } from '../../../domain/order/conditions/price-ratio.js';
import type { TriggerLevel, TriggerPair } from '../../../domain/order/conditions/rules.js';
import type { ContractId } from '../../../domain/shared/contract-id.js';
import type { PriceList } from '../../prices/price-list-cache.js';

const byToken = new WeakMap<PriceList, ReadonlyMap<ContractId, TriggerPrice>>();

/** The list's prices in the form that conditions read; none without a list. */
export function priceOfList(list: PriceList | undefined): PriceOf {
  if (list === undefined) return () => undefined;
  const known = byToken.get(list) ?? backedPrices(list);
  byToken.set(list, known);
  return (token) => known.get(token);
}

/**
 * Returns the prices of a list by token. A subnet copy has its base's price, so the liquidity of the base's pools counts for it as
 * well.
 */
function backedPrices({ tokens }: PriceList): ReadonlyMap<ContractId, TriggerPrice> {
  const own = new Map(tokens.map((priced) => [priced.token, priced.liquidityUsd]));
  return new Map(
    tokens.map((priced) => {
      const { token, about, usd, stale, thin } = priced;
      const ofBase = about.type === 'SUBNET' && about.base !== undefined ? (own.get(about.base) ?? 0) : 0;
      const liquidityUsd = Math.max(priced.liquidityUsd, ofBase);
      return [token, { usd, stale, thin, liquidityUsd }] as const;
    }),
  );
}

/** A pair that triggers no orders, and the price levels that it would reach if its prices were usable. */
export interface HeldPair extends TriggerPair {
  readonly levels: readonly TriggerLevel[];
  readonly why: UnusablePrice;
}

/** The price levels that the pairs reach at these prices, and the pairs without usable prices. */
export function reachedBy(
  pairs: readonly TriggerPair[],
  priceOf: PriceOf,
): { readonly reached: readonly TriggerLevel[]; readonly held: readonly HeldPair[] } {
  const reached: TriggerLevel[] = [];
  const held: HeldPair[] = [];
  for (const pair of pairs) {
    const { levels, unusable } = reachOf(pair, priceOf);
    if (unusable === undefined) reached.push(...levels);
    else held.push({ ...pair, levels, why: unusable });
  }
  return { reached, held };
}
