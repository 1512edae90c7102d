import { SigningError, type UnsignedOrder } from '../../../../sdk/signing/index.js';
import { baseId } from '../../live/base-id.js';
import { isExactOut } from './boxes.js';
import { MOST_IMPACT, type DraftContext, type FieldName, type Fields } from './fields.js';
import { isSellable, type Form } from './form.js';
import { MAKERS } from './makers.js';
import { typedAmount, typedNumber, typedPercent, type Typed } from './typed.js';
import { windowOf } from './typed-times.js';

/** The orders that a form asks for, or what is missing or wrong. */
export interface Drafted {
  readonly orders: readonly UnsignedOrder[];
  readonly problems: Readonly<Partial<Record<FieldName, string>>>;
  /** Problem with the form as a whole; undefined if problems are reported by field. */
  readonly problem?: string | undefined;
}

/** Makes the orders of a form that is {@link filled}. Fields that are empty but needed have the problem ''. */
export function draftOrders(form: Form, context: DraftContext): Drafted {
  const problems: Partial<Record<FieldName, string>> = {};
  const need = (field: FieldName, { value, problem }: Typed): string => {
    if (value === undefined) problems[field] = problem ?? '';
    return value ?? '1';
  };
  const optional = (field: FieldName, { value, problem }: Typed): string | undefined => {
    if (problem !== undefined) problems[field] = problem;
    return value;
  };
  const wrong = (field: FieldName, problem: string) => (problems[field] ??= problem);
  const isAnyWrong = () => Object.keys(problems).length > 0;
  const fields: Fields = { need, optional, wrong, isAnyWrong };
  const { sell, buy } = form;
  if (sell === undefined || buy === undefined)
    return { orders: [], problems: {}, problem: 'Choose two tokens.' };
  if (baseId(sell) === baseId(buy))
    return { orders: [], problems: { buy: 'This is the token that you sell. Choose another one.' } };
  const isOfQuote = isExactOut(form);
  if (!isOfQuote) need('amount', typedAmount(form.amount, sell));
  const window = windowOf(form, context.now, problems);
  const maxPriceImpact = need('maxImpact', typedPercent(form.maxImpact, MOST_IMPACT));
  const sale = { sell, buy, amount: typedNumber(form.amount).value ?? '1' };
  const make = MAKERS[form.kind](form, { ...sale, window }, fields, context);
  if (Object.keys(problems).length > 0 || make === undefined) return { orders: [], problems };
  if (!isSellable(sell) || (isOfQuote && form.amount === '')) return { orders: [], problems };
  try {
    return { orders: make().map((order) => ({ ...order, maxPriceImpact })), problems };
  } catch (error) {
    if (error instanceof SigningError) return { orders: [], problems, problem: error.message };
    throw error;
  }
}
