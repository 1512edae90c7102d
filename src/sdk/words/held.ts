import type { ListedToken, Quote } from '../client/index.js';
import { exactAmount } from './amounts.js';
import { loss } from './numbers.js';
import { labelOf, labelText } from './token-names.js';

/** A swap that is to be sent now. */
export interface SwapNow {
  readonly sell: ListedToken;
  /** Smallest units; undefined where none is typed. */
  readonly amountIn: bigint | undefined;
  /** The order's limit, a fraction; undefined where none is typed. */
  readonly maxImpact: number | undefined;
  /** Wallet's balance, smallest units; undefined if it is not known. */
  readonly balance: bigint | undefined;
}

/** Reasons why a swap is not sent now, each a sentence; none if it is. */
export function heldNow(
  { sell, amountIn, maxImpact, balance }: SwapNow,
  quote: Pick<Quote, 'priceImpact' | 'protected'> | undefined,
): readonly string[] {
  const reasons: string[] = [];
  if (quote !== undefined && maxImpact !== undefined && quote.priceImpact > maxImpact)
    reasons.push(`the price impact is ${loss(quote.priceImpact)}, and your limit is ${loss(maxImpact)}`);
  if (amountIn !== undefined && balance !== undefined && amountIn > balance)
    reasons.push(
      `you hold ${exactAmount(balance.toString(), sell.decimals)} ${labelText(labelOf(sell))}, less than you sell`,
    );
  if (quote?.protected === false)
    reasons.push('its route ends in a subnet copy, which the chain cannot hold to a minimum');
  return reasons.map((reason) => `Will not be sent now: ${reason}.`);
}
