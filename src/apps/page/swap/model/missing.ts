import type { Quote } from '../../../../sdk/client/index.js';
import { signedFor, type Facts } from './facts.js';
import { isSellable, type Form } from './form.js';
import type { Drafted } from './orders.js';
import type { FieldName } from './fields.js';

interface Progress {
  readonly facts: Facts;
  readonly form: Form;
  readonly drafted: Drafted;
  readonly quote: Quote | undefined;
  readonly isLoading: boolean;
}

const PRICES: ReadonlySet<string> = new Set<FieldName>([
  'price',
  'planPrice',
  'triggerPrice',
  'stopPrice',
  'targetPrice',
  'thenStop',
  'thenTarget',
]);

/** Reason why the review cannot begin yet, as text for the button; undefined if there is none. */
export function missingText({ facts, form, drafted, quote, isLoading }: Progress): string | undefined {
  const { sell, buy, amount, amountOut } = form;
  const { problems, problem, orders } = drafted;
  if (sell === undefined || buy === undefined) return 'Choose two tokens';
  if (problems.buy !== undefined) return 'Choose another token to buy';
  if (!isSellable(sell) || signedFor(facts, sell) === undefined) return 'Choose another token to sell';
  if (amount.trim() === '' && amountOut.trim() === '') return 'Enter an amount';
  const marked = Object.entries(problems);
  const wrong = marked.filter(([, text]) => text !== '').length;
  if (wrong > 0) return wrong === 1 ? 'Correct the marked field' : 'Correct the marked fields';
  if (marked.length > 0)
    return marked.some(([field]) => PRICES.has(field)) ? 'Enter a price' : 'Fill in the empty field';
  if (problem !== undefined) return 'Correct the order';
  if (quote === undefined) return isLoading ? 'Waiting for the quote…' : 'There is no quote';
  if (quote.reason === 'amount-too-small') return 'Enter a larger amount';
  if (orders.length === 0) return quote.path.length === 0 ? 'There is no route' : 'The amount is too small';
  return undefined;
}
