import type { OfferRefused } from '../../../domain/order/evaluation/own-bounds.js';
import {
  afterMiss,
  isCheckedInFull,
  type Figures,
  type Moment,
  type Retry,
} from '../../../domain/order/evaluation/retry-policy.js';

/** The market offers less than the order accepts, or does so only at a higher price impact. */
export type OfferMissed = Exclude<OfferRefused, { kind: 'unprotected-route' }>;

/** Time to check again after the market missed the order's terms: the closer it came, the sooner. */
export const retryMiss = (missed: OfferMissed, moment: Moment): Retry => ({
  ...afterMiss(missed.kind, gapOf(missed), moment),
  figures: missFigures(missed),
});

/** Whether the order is attempted in full although recent reserves show that the market misses it. */
export const isCheckedAnyway = (missed: OfferMissed, moment: Moment): boolean =>
  isCheckedInFull(gapOf(missed), moment);

/** Returns the figures of what the market offers and of what the order accepts. */
export function missFigures(missed: OfferMissed): Figures {
  if (missed.kind === 'price-impact')
    return { priceImpact: missed.priceImpact, maxPriceImpact: missed.maxPriceImpact };
  return { amountOut: missed.amountOut.toString(), minAmountOut: missed.minAmountOut.toString() };
}

/** Returns the fraction of the price by which the offer misses the order's terms, 0 to 1. */
function gapOf(missed: OfferMissed): number {
  if (missed.kind === 'price-impact') return missed.priceImpact - missed.maxPriceImpact;
  return 1 - Number(missed.amountOut) / Number(missed.minAmountOut);
}
