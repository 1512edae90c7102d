import type { Quote } from '../wire/swap.js';

/** Quote of a swap with a route. */
export interface FoundQuote extends Omit<Quote, 'reason' | 'unknown'> {
  readonly reason?: never;
}

/** Answer without a route. It has no amounts, so that nobody takes 0 for a price. */
export interface NoQuote extends Required<Pick<Quote, 'reason'>>, Pick<Quote, 'unknown'> {
  readonly amountOut?: never;
  readonly amountOutExact?: never;
}

/** Quote, or the reason why there is none: compare `reason` with undefined before you use an amount. */
export type QuoteResult = FoundQuote | NoQuote;

/** Returns the quote; without a route only the reason, since the amounts of 0 in the response are no amounts. */
export const resultOf = ({ reason, unknown, ...quote }: Quote): QuoteResult =>
  reason === undefined ? quote : { reason, ...(unknown && { unknown }) };
