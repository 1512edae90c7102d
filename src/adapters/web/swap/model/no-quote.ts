import type { Quote } from '../../../../client/index.js';
import { symbolText } from '../../format/names.js';
import { noRouteText } from './words.js';

interface Token {
  readonly symbol: string;
  readonly decimals: number;
  readonly type?: string | undefined;
}

/** Why nothing is quoted. Of a token that cannot be divided, a pool's fee may take all of a small amount. */
export function noQuoteText(
  quote: Quote,
  { sell, buy }: { readonly sell: Token; readonly buy: Token },
): string {
  if (quote.reason !== 'amount-too-small') return noRouteText(quote);
  if (sell.decimals === 0)
    return `The amount is too small: ${symbolText(sell)} cannot be divided, and fees are rounded up to a whole one.`;
  if (buy.decimals === 0)
    return `The amount is too small: it buys less than one ${symbolText(buy)}, which cannot be divided.`;
  return 'The amount is too small: after the fees of the route nothing is left.';
}
