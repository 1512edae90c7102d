import { priceOf } from './prices.js';
import { tokenOf } from './registry.js';

/** Dollar price of a token; for a subnet copy without one, the price of its base. */
export function dollarsOf(token: string): number | undefined {
  const prices = priceOf.value;
  const base = tokenOf.value.get(token)?.base;
  return (prices.get(token) ?? (base === undefined ? undefined : prices.get(base)))?.usd;
}
