import { priceOf, pricesProblem } from './prices.js';
import { tokenOf } from './registry.js';

/** Price of a token; for a subnet copy without one, the price of its base. */
export function recordedPrice(token: string) {
  const prices = priceOf.value;
  const base = tokenOf.value.get(token)?.base;
  return prices.get(token) ?? (base === undefined ? undefined : prices.get(base));
}

/** Dollar price of a token, or of its base; undefined without one. */
export const dollarsOf = (token: string): number | undefined => recordedPrice(token)?.usd;

/** Dollar price of a token, or of its base; undefined if it is stale, or if the page does not follow the prices now. */
export function currentDollarsOf(token: string): number | undefined {
  const price = recordedPrice(token);
  return pricesProblem.value !== undefined || price === undefined || price.stale ? undefined : price.usd;
}
