import type { PriceChange } from '../../domain/price-series/change.js';
import type { LatestPrice } from '../../domain/price-series/price.js';
import type { Token } from '../../domain/market/registry.js';

/** A token of the registry with its newest price and what is known of it right now. */
export interface PricedToken extends LatestPrice {
  /** As the registry and the token's metadata describe it. */
  readonly about: Token;
  readonly change: PriceChange;
  /** 42 dollar closes over seven days, oldest first; null before the first price. */
  readonly sparkline: readonly (number | null)[];
  /** Whether little money moves the price. */
  readonly thin: boolean;
  /** Whether the price is more than 15 minutes old. */
  readonly stale: boolean;
}

/**
 * Every priced token of the registry. The same object is given out as long as nothing in it changes: neither a run,
 * nor the registry, nor a price that goes stale. What is derived from a list may be kept with it.
 */
export interface PriceList {
  /** The newest run; absent before the first one. */
  readonly run?: { readonly at: Date; readonly btcUsd: number };
  /** Those with the most liquidity first; equal ones by contract id. */
  readonly tokens: readonly PricedToken[];
}
