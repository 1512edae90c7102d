import type { ListedToken } from '../../../../sdk/client/index.js';
import {
  decimal,
  limitOrder,
  recurringPlan,
  SigningError,
  stopAndTarget,
  type Bound,
  type Exit,
  type Sale,
  type TimeWindow,
  type Trigger,
  type UnsignedOrder,
} from '../../../../sdk/signing/index.js';
import { isExactOut, isPricedByAmounts } from './boxes.js';
import { EVERY, isSellable, MOST_AGE_MS, SPANS, type Form } from './form.js';
import { typedAmount, typedNumber, typedPercent, typedWhole, type Typed } from './typed.js';

/** The names of the form's fields that may be wrong. */
export type FieldName = Exclude<keyof Form, 'kind' | 'validity' | 'priceOf' | 'exitUnit' | 'everyUnit'>;

/** The orders that a form asks for, or what is missing or wrong. */
export interface Drafted {
  readonly orders: readonly UnsignedOrder[];
  readonly problems: Readonly<Partial<Record<FieldName, string>>>;
  /** Problem with the form as a whole; undefined if problems are reported by field. */
  readonly problem?: string | undefined;
}

/** Inputs for drafting orders, besides the form. */
export interface DraftContext {
  /** Output of an immediate swap of the amount, less the slippage, smallest units; undefined without a quote. */
  readonly minimumReceived: string | undefined;
  /** Current time, Unix milliseconds. */
  readonly now: number;
}

/** Greatest slippage and price impact that the form accepts, percent. Servers accept a slippage of 5 by default, and of 50 at most. */
export const MOST_SLIPPAGE = 50;
export const MOST_IMPACT = 100;

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
  const fields = { need, optional, wrong, isAnyWrong };
  const { sell, buy } = form;
  if (sell === undefined || buy === undefined)
    return { orders: [], problems: {}, problem: 'Choose two tokens.' };
  if (sell.contractId === buy.contractId)
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

interface Fields {
  /** Returns the value of a required field. Records a problem if the value is missing or wrong. */
  readonly need: (field: FieldName, typed: Typed) => string;
  /** Returns the value of an optional field, if it has one. Records a problem if the value is wrong. */
  readonly optional: (field: FieldName, typed: Typed) => string | undefined;
  /** Records a problem with a field, unless it has one already. */
  readonly wrong: (field: FieldName, problem: string) => void;
  readonly isAnyWrong: () => boolean;
}

type TokenSale = Sale & {
  readonly sell: ListedToken;
  readonly buy: ListedToken;
  readonly window: TimeWindow;
};
type Maker = (
  form: Form,
  sale: TokenSale,
  fields: Fields,
  context: DraftContext,
) => (() => readonly UnsignedOrder[]) | undefined;

const slippageOf = (form: Form, { need }: Fields) =>
  need('slippage', typedPercent(form.slippage, MOST_SLIPPAGE));

const MAKERS: Readonly<Record<Form['kind'], Maker>> = {
  now(form, sale, fields, { minimumReceived }) {
    if (isExactOut(form)) {
      const atLeast = outOf(form, sale, fields);
      return () => [limitOrder({ ...sale, atLeast })];
    }
    slippageOf(form, fields);
    if (minimumReceived === undefined || minimumReceived === '0') return undefined;
    return () => [limitOrder({ ...sale, atLeast: decimal(minimumReceived, sale.buy.decimals) })];
  },

  limit(form, sale, fields) {
    const bound = isPricedByAmounts(form)
      ? { atLeast: outOf(form, sale, fields) }
      : limitOf('price', form, fields);
    if (form.triggerOn === 'none') return () => [limitOrder({ ...sale, ...bound })];
    const token = form.triggerOn === 'sell' ? sale.sell : sale.buy;
    const price = fields.need('triggerPrice', typedNumber(form.triggerPrice));
    const when: Trigger =
      form.triggerSide === 'above' ? { token, atOrAbove: price } : { token, atOrBelow: price };
    return () => [limitOrder({ ...sale, ...bound, when })];
  },

  exits(form, sale, fields) {
    const slippage = slippageOf(form, fields);
    const exit = (priceField: 'stopPrice' | 'targetPrice', leastField: 'stopLeast' | 'targetLeast'): Exit => {
      const price = fields.need(priceField, typedNumber(form[priceField]));
      const least = fields.optional(leastField, typedAmount(form[leastField], sale.buy));
      return least === undefined
        ? { price, slippage }
        : { price, atLeast: decimal(least, sale.buy.decimals) };
    };
    const unit = form.exitUnit === 'usd' ? {} : { in: sale.buy.base ?? sale.buy.contractId };
    const isEmpty = (text: string) => text.trim() === '';
    const [isStopless, isTargetless] = [isEmpty(form.stopPrice), isEmpty(form.targetPrice)];
    const price = { token: sale.sell, ...unit };
    if (isStopless && !isTargetless) {
      const { price: atOrAbove, ...bound } = exit('targetPrice', 'targetLeast');
      return () => [limitOrder({ ...sale, ...bound, when: { ...price, atOrAbove } })];
    }
    if (isTargetless && !isStopless) {
      const { price: atOrBelow, ...bound } = exit('stopPrice', 'stopLeast');
      return () => [limitOrder({ ...sale, ...bound, when: { ...price, atOrBelow } })];
    }
    const [target, stop] = [exit('targetPrice', 'targetLeast'), exit('stopPrice', 'stopLeast')];
    if (!fields.isAnyWrong() && Number(stop.price) >= Number(target.price))
      fields.wrong('stopPrice', 'The stop loss must be below the take profit.');
    return () => stopAndTarget({ ...sale, target, stop, ...unit });
  },

  recurring(form, { sell, buy, amount }, fields, { now }) {
    const runs = Number(fields.need('runs', typedWhole(form.runs, 2, 100)));
    const every = Number(fields.need('every', typedWhole(form.every, 1, 1_000)));
    const start = fields.optional('startAt', typedTime(form.startAt));
    if (hasPassed(start, now)) fields.wrong('startAt', PASSED);
    const first = Math.max(Number(start ?? now), now);
    if (first - now >= MOST_AGE_MS) fields.wrong('startAt', TOO_LATE);
    else if (first + (runs - 1) * every * EVERY[form.everyUnit] - now >= MOST_AGE_MS)
      fields.wrong('runs', 'The last one would be 90 days ahead or more, when open orders have ended.');
    const bound: Bound =
      form.planPrice === '' ? { slippage: slippageOf(form, fields) } : limitOf('planPrice', form, fields);
    const times = { runs, everyMs: every * EVERY[form.everyUnit] };
    const startAt = start === undefined ? {} : { startAt: new Date(Number(start)) };
    return () => recurringPlan({ sell, buy, amount, ...bound, ...times, ...startAt });
  },
};

/** Amount to buy that is typed, whole tokens. */
const outOf = ({ amountOut }: Form, { buy }: TokenSale, { need }: Fields): string =>
  decimal(need('amountOut', typedAmount(amountOut, buy)), buy.decimals);

function limitOf(field: 'price' | 'planPrice', form: Form, { need }: Fields): Bound {
  const price = need(field, typedNumber(form[field]));
  return form.priceOf === 'sell' ? { minPrice: price } : { maxPrice: price };
}

function windowOf(form: Form, now: number, problems: Partial<Record<FieldName, string>>): TimeWindow {
  if (form.kind === 'recurring' || form.validity === 'open') return {};
  if (form.validity !== 'times') return { to: new Date(now + SPANS[form.validity]) };
  const [from, to] = [typedTime(form.from), typedTime(form.to)];
  if (from.problem !== undefined) problems.from = from.problem;
  if (to.problem !== undefined) problems.to = to.problem;
  if (hasPassed(from.value, now)) problems.from = PASSED;
  if (Number(from.value ?? now) - now >= MOST_AGE_MS) problems.from = TOO_LATE;
  if (to.value !== undefined && Number(to.value) <= now)
    problems.to = 'This time has passed. Choose a later one.';
  else if (from.value !== undefined && to.value !== undefined && Number(to.value) <= Number(from.value))
    problems.to = 'It must be after the beginning.';
  return {
    ...(from.value !== undefined && { from: new Date(Number(from.value)) }),
    ...(to.value !== undefined && { to: new Date(Number(to.value)) }),
  };
}

const TOO_LATE = 'Choose a time less than 90 days ahead: open orders end after 90 days.';
const PASSED = 'This time has passed. Leave it empty to begin now.';
/** Time fields have whole minutes, so the current minute has not passed although it has begun. */
const MINUTE_MS = 60_000;

const hasPassed = (time: string | undefined, now: number): boolean =>
  time !== undefined && Number(time) <= now - MINUTE_MS;

/** Unix milliseconds of a time that is typed in the visitor's zone. */
function typedTime(text: string): Typed {
  if (text === '') return {};
  const time = new Date(text).getTime();
  return Number.isNaN(time) ? { problem: 'Choose a date and a time.' } : { value: String(time) };
}
