import type { ListedToken, Quote } from '../../../../sdk/client/index.js';
import { decimal, limitOrder, SigningError } from '../../../../sdk/signing/index.js';
import { rateOf } from '../../../../sdk/words/rates.js';
import type { Form, Kind } from './form.js';
import { isLimited, validityOf } from './form.js';
import { turned } from './limit.js';
import { fieldText } from './readings.js';
import { typedAmount, typedNumber, typedWhole, type Typed } from './typed.js';

/** Whether the form names the amount to buy, so that the amount to sell follows from the quote. */
export const isExactOut = ({ kind, amountOut }: Pick<Form, 'kind' | 'amountOut'>): boolean =>
  kind === 'now' && amountOut.trim() !== '';

/** Whether a limit order names the amount to buy, so that its price follows from the two amounts. */
export const isPricedByAmounts = ({ kind, amountOut }: Pick<Form, 'kind' | 'amountOut'>): boolean =>
  isLimited(kind) && amountOut.trim() !== '';

/** The form with the amount to sell, which is the quoted one if the visitor typed the amount to buy. Without a quote it is empty then. */
export function filled(form: Form, quote: Pick<Quote, 'amountInExact'> | undefined): Form {
  const { sell } = form;
  if (!isExactOut(form) || sell === undefined) return form;
  const units = quote?.amountInExact ?? '0';
  return { ...form, amount: units === '0' ? '' : fieldText(decimal(units, sell.decimals)) };
}

/** Price of a limit order, as typed or as its two amounts give it; empty while one of them is missing. */
export function limitPrice(form: Form): string {
  const { sell, buy, amount, amountOut, price, priceOf } = form;
  if (!isPricedByAmounts(form)) return price;
  if (sell === undefined || buy === undefined) return '';
  const [paid, got] = [typedAmount(amount, sell).value, typedAmount(amountOut, buy).value];
  if (paid === undefined || got === undefined) return '';
  const sold = { units: BigInt(paid), decimals: sell.decimals };
  const bought = { units: BigInt(got), decimals: buy.decimals };
  return fieldText((priceOf === 'sell' ? rateOf(bought, sold) : rateOf(sold, bought)) ?? '');
}

/** Least amount that a limit order buys, as typed or as its price gives it, to the unit; empty while something is missing. */
export function limitOut(form: Form): string {
  const { sell, buy, amount, amountOut, price, priceOf } = form;
  if (isPricedByAmounts(form)) return amountOut;
  const [sold, limit] = [typedNumber(amount).value, typedNumber(price).value];
  if (sell === undefined || buy === undefined || sold === undefined || limit === undefined) return '';
  const bound = priceOf === 'sell' ? { minPrice: limit } : { maxPrice: limit };
  try {
    const { minAmountOut = '0' } = limitOrder({ sell, buy, amount: sold, ...bound });
    return fieldText(decimal(minAmountOut, buy.decimals));
  } catch (error) {
    if (error instanceof SigningError) return '';
    throw error;
  }
}

/** Amount that each order of the form sells, smallest units: of an amount that is sold in parts, one part. */
export function eachAmount({ kind, amount, parts }: Form, sell: ListedToken): Typed {
  const typed = typedAmount(amount, sell);
  const count = kind === 'twap' ? typedWhole(parts, 2, 100).value : undefined;
  if (typed.value === undefined || count === undefined) return typed;
  const part = BigInt(typed.value) / BigInt(count);
  return part === 0n ? typed : { value: part.toString() };
}

/** Change of the form when an amount to sell is typed: a limit order keeps its price, and what it buys follows. */
export function typedSold(form: Form, amount: string): Partial<Form> {
  const price = limitPrice(form);
  if (isPricedByAmounts(form) && price === '') return { amount };
  return { amount, amountOut: '', price };
}

/** Change of the form when an amount to buy is typed: of a swap now, what it sells follows; of a limit order, its price. */
export const typedBought = ({ kind }: Form, amountOut: string): Partial<Form> =>
  kind === 'now' ? { amountOut, amount: '' } : { amountOut, price: '' };

/** Change of the form that gives its prices in the other direction. A limit order with both amounts keeps them to the unit. */
export function inOtherDirection(form: Form): Partial<Form> {
  const priceOf = form.priceOf === 'sell' ? 'buy' : 'sell';
  const planPrice = turned(form.planPrice);
  const amountOut = isLimited(form.kind) ? limitOut(form) : '';
  return amountOut === ''
    ? { priceOf, planPrice, price: turned(form.price) }
    : { priceOf, planPrice, price: '', amountOut };
}

/** Change of the form for another kind of order. It keeps the amount to sell, and each kind has a price of its own. */
export function ofKind(form: Form, whole: Form, kind: Kind): Partial<Form> {
  const chosen = { kind, validity: validityOf(kind) };
  if (kind === form.kind) return chosen;
  return { ...chosen, amount: whole.amount, amountOut: '', price: limitPrice(form) };
}
