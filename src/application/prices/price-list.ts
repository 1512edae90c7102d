import type { LatestPrice } from '../../domain/price-series/price.js';
import type { Token } from '../../domain/market/registry.js';
import type { Trend } from './read-trends.js';

/** A token of the registry with its newest price and its trend. */
export interface PricedToken extends LatestPrice, Trend {
  /** As the registry and the token's metadata describe it. */
  readonly about: Token;
  /** Whether small trades move the price: the round-trip loss is over 25 percent. */
  readonly thin: boolean;
  /** Whether the price is more than 15 minutes old. */
  readonly stale: boolean;
}

/**
 * Every priced token of the registry. The same object is returned until a run, the registry, a name or a price's
 * staleness changes it, so values derived from a list may be cached with it.
 */
export interface PriceList {
  /** The newest run; absent before the first one. */
  readonly run?: { readonly at: Date; readonly btcUsd: number };
  /** Most liquid first, ties by contract id. */
  readonly tokens: readonly PricedToken[];
}
