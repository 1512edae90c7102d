import { priceOf, pricesProblem } from '../../live/prices.js';
import { tokenOf } from '../../live/registry.js';

/** Dollar price of a token, or of its base; undefined if it is stale, or if the page does not follow the prices now. */
export function currentDollarsOf(token: string): number | undefined {
  const { value: prices } = priceOf;
  const base = tokenOf.value.get(token)?.base;
  const price = prices.get(token) ?? (base === undefined ? undefined : prices.get(base));
  return pricesProblem.value !== undefined || price === undefined || price.stale ? undefined : price.usd;
}
