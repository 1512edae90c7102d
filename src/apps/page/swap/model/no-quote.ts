import type { Quote } from '../../../../sdk/client/index.js';
import { oneLine } from '../../../../sdk/words/names.js';

const REASONS: Readonly<Record<NonNullable<Quote['reason']>, string>> = {
  'same-token': 'Both tokens are the same.',
  'unknown-token': 'One of the tokens is not known here.',
  'no-route': 'No route of four hops or fewer leads from one token to the other.',
  'amount-too-small': 'The amount is too small: after the fees of the route nothing is left.',
  'insufficient-liquidity': 'The vaults hold too little for this amount.',
};

interface Token {
  readonly symbol: string;
  readonly decimals: number;
}

/** Reason why there is no quote. For an indivisible token, a pool's fee may consume all of a small amount. */
export function noQuoteText(
  quote: Quote,
  { sell, buy }: { readonly sell: Token; readonly buy: Token },
): string {
  const { reason = 'no-route' } = quote;
  if (reason !== 'amount-too-small') return REASONS[reason];
  if (sell.decimals === 0)
    return `The amount is too small: ${oneLine(sell.symbol, 16)} cannot be divided, and fees are rounded up to a whole one.`;
  if (buy.decimals === 0)
    return `The amount is too small: it buys less than one ${oneLine(buy.symbol, 16)}, which cannot be divided.`;
  return REASONS[reason];
}
