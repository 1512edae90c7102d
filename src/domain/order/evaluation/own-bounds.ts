import { err, ok, type Result } from '../../shared/result.js';
import type { Units } from '../../shared/units.js';
import type { OrderTerms } from '../order.js';

/** Bounds on what the owner accepts on the chain. */
export type OwnBounds = Pick<OrderTerms, 'minAmountOut' | 'slippage'>;

/** Whether the owner has bounded the payment, so that only a route that post-conditions can hold to the bound is sent. */
export const hasOwnBound = ({ minAmountOut, slippage }: OwnBounds): boolean =>
  (minAmountOut ?? 0n) > 0n || slippage !== undefined;

/** Price impact, as a fraction, above which an order that runs by itself waits, unless its owner names another limit. */
export const AUTOMATIC_PRICE_IMPACT = 0.05;

/** Sender of an order: its owner's request, or the executor. */
export type SentBy = 'owner' | 'executor';

/** The largest price impact, as a fraction, at which the order is sent. */
export const largestImpact = ({ maxPriceImpact }: Pick<OrderTerms, 'maxPriceImpact'>, by: SentBy): number =>
  maxPriceImpact ?? (by === 'executor' ? AUTOMATIC_PRICE_IMPACT : 1);

/** Expected result of a swap of an order, in units of the output token. */
export interface Offer {
  readonly amountOut: Units;
  readonly priceImpact: number;
  /** Whether post-conditions can hold the swap to a minimum. */
  readonly protected: boolean;
}

/** Reason why an order is not sent at this offer; its market may change. */
export type OfferRefused =
  /** The order has a minimum or a slippage of its own, and no route to its output can be held to it. */
  | { readonly kind: 'unprotected-route' }
  /** The amounts are in units of the output token. */
  | { readonly kind: 'below-minimum'; readonly amountOut: Units; readonly minAmountOut: Units }
  /** The impact and its limit are fractions. */
  | { readonly kind: 'price-impact'; readonly priceImpact: number; readonly maxPriceImpact: number };

/** Checks whether the order accepts the offer. Only if the order does not limit the price impact does the answer depend on the sender. */
export function checkOffer(
  terms: Pick<OrderTerms, 'minAmountOut' | 'slippage' | 'maxPriceImpact'>,
  { amountOut, priceImpact, protected: isProtected }: Offer,
  by: SentBy,
): Result<void, OfferRefused> {
  const { minAmountOut } = terms;
  if (!isProtected && hasOwnBound(terms)) return err({ kind: 'unprotected-route' });
  if (minAmountOut !== undefined && amountOut < minAmountOut)
    return err({ kind: 'below-minimum', amountOut, minAmountOut });
  const maxPriceImpact = largestImpact(terms, by);
  if (priceImpact > maxPriceImpact) return err({ kind: 'price-impact', priceImpact, maxPriceImpact });
  return ok();
}
