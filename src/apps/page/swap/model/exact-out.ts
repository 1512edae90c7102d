import type { Quote } from '../../../../sdk/client/index.js';
import { decimal } from '../../../../sdk/signing/index.js';
import type { Form } from './form.js';

/** Whether the form names the amount to buy, so that the amount to sell follows from the quote. */
export const isExactOut = ({ kind, amountOut }: Pick<Form, 'kind' | 'amountOut'>): boolean =>
  kind === 'now' && amountOut.trim() !== '';

/** The form with the amount to sell, which is the quoted one if the visitor typed the amount to buy. Without a quote it is empty then. */
export function filled(form: Form, quote: Pick<Quote, 'amountInExact'> | undefined): Form {
  const { sell } = form;
  if (!isExactOut(form) || sell === undefined) return form;
  const units = quote?.amountInExact ?? '0';
  return { ...form, amount: units === '0' ? '' : decimal(units, sell.decimals) };
}
