import type { Quote } from '../../../../sdk/client/index.js';
import type { Form } from './form.js';
import { rateOf } from '../../../../sdk/words/rates.js';
import { fieldText } from './readings.js';
import { typedNumber } from './typed.js';

interface Pair extends Pick<Form, 'priceOf'> {
  readonly sell: { readonly decimals: number };
  readonly buy: { readonly decimals: number };
}

/** Current market price, stated in the direction of the limit; undefined without a route. */
export function priceNow(quote: Quote | undefined, { sell, buy, priceOf }: Pair): string | undefined {
  if (quote === undefined) return undefined;
  const paid = { units: BigInt(quote.amountInExact), decimals: sell.decimals };
  const got = { units: BigInt(quote.amountOutExact), decimals: buy.decimals };
  return priceOf === 'sell' ? rateOf(got, paid) : rateOf(paid, got);
}

/** The price in the other direction of the pair, rounded; empty if it is no price. */
export function turned(price: string): string {
  const { value } = typedNumber(price);
  if (value === undefined) return '';
  const [whole = '', fraction = ''] = value.split('.');
  const one = { units: 10n ** BigInt(fraction.length), decimals: 0 };
  return fieldText(rateOf(one, { units: BigInt(whole + fraction), decimals: 0 }) ?? '');
}

/** A price that is a percentage away from another one, with as many digits as that has and at least six. */
export function moved(price: string, percent: number): string {
  const [whole = '', fraction = ''] = price.split('.');
  const result = BigInt(whole + fraction) * BigInt(100 + percent);
  return rateOf({ units: result, decimals: fraction.length + 2 }, { units: 1n, decimals: 0 }) ?? price;
}

/** Advantage of a limit over the market for the seller, a signed fraction; undefined if either price is missing. */
export function offLimit(
  price: string,
  current: string | undefined,
  priceOf: Form['priceOf'],
): number | undefined {
  const { value } = typedNumber(price);
  if (value === undefined || current === undefined) return undefined;
  const ratio = Number(value) / Number(current);
  const off = (priceOf === 'sell' ? ratio : 1 / ratio) - 1;
  return Math.abs(off) < 0.00005 ? 0 : off;
}
