import type { ListedToken } from '../../../../sdk/client/index.js';
import {
  decimal,
  entryThenExits,
  limitOrder,
  recurringPlan,
  stopAndTarget,
  twapPlan,
  type Bound,
  type Exit,
  type Sale,
  type TimeWindow,
  type Trigger,
  type UnsignedOrder,
} from '../../../../sdk/signing/index.js';
import { baseId } from '../../live/base-id.js';
import { isExactOut, isPricedByAmounts } from './boxes.js';
import { EVERY, isSellable, MOST_AGE_MS, type EveryUnit, type Form } from './form.js';
import { MOST_SLIPPAGE, type DraftContext, type FieldName, type Fields } from './fields.js';
import { typedAmount, typedNumber, typedPercent, typedTrail, typedWhole } from './typed.js';
import { hasPassed, PASSED, TOO_LATE, typedTime } from './typed-times.js';

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

/** Makes the orders of each kind from its fields; undefined while they cannot be made. */
export const MAKERS: Readonly<Record<Form['kind'], Maker>> = {
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
    const bound = entryOf(form, sale, fields);
    if (form.triggerOn === 'none') return () => [limitOrder({ ...sale, ...bound })];
    const token = form.triggerOn === 'sell' ? sale.sell : sale.buy;
    const price = fields.need('triggerPrice', typedNumber(form.triggerPrice));
    const when: Trigger =
      form.triggerSide === 'above' ? { token, atOrAbove: price } : { token, atOrBelow: price };
    return () => [limitOrder({ ...sale, ...bound, when })];
  },

  bracket(form, sale, fields) {
    const bound = entryOf(form, sale, fields);
    const slippage = slippageOf(form, fields);
    const target = { slippage, price: fields.need('thenTarget', typedNumber(form.thenTarget)) };
    const stop = { slippage, price: fields.need('thenStop', typedNumber(form.thenStop)) };
    requireBelow(stop, target, 'thenStop', fields);
    if (!isSellable(sale.buy)) fields.wrong('buy', NO_EXIT);
    return () => entryThenExits({ ...sale, ...bound, exits: { target, stop, ...unitOf(form, sale.sell) } });
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
    const unit = unitOf(form, sale.buy);
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
    requireBelow(stop, target, 'stopPrice', fields);
    return () => stopAndTarget({ ...sale, target, stop, ...unit });
  },

  trail(form, sale, fields) {
    const slippage = slippageOf(form, fields);
    const percent = fields.need('trailPercent', typedTrail(form.trailPercent));
    const activation = fields.optional('trailFrom', typedNumber(form.trailFrom));
    const when: Trigger = {
      token: sale.sell,
      fallsFromHigh: `${percent}%`,
      ...(activation !== undefined && { activation }),
      ...unitOf(form, sale.buy),
    };
    return () => [limitOrder({ ...sale, slippage, when })];
  },

  recurring(form, { sell, buy, amount }, fields, { now }) {
    const runs = Number(fields.need('runs', typedWhole(form.runs, 2, 100)));
    const everyMs = spanOf('every', form.everyUnit, form, fields);
    const start = startOf(form, (runs - 1) * everyMs, 'runs', fields, now);
    const bound = sliceBound(form, fields);
    return () => recurringPlan({ sell, buy, amount, ...bound, runs, everyMs, ...start });
  },

  twap(form, { sell, buy, amount }, fields, { now }) {
    const parts = Number(fields.need('parts', typedWhole(form.parts, 2, 100)));
    const spanMs = spanOf('span', form.spanUnit, form, fields);
    if (spanMs < parts * EVERY.minute) fields.wrong('span', 'Give each part a minute or more.');
    const start = startOf(form, spanMs, 'span', fields, now);
    const bound = sliceBound(form, fields);
    return () => twapPlan({ sell, buy, amount, ...bound, parts, spanMs, ...start });
  },
};

const NO_EXIT =
  'The exits sell this token, and orders are paid from what you have to trade: receive it there.';

/** Bound of a limit order or an entry: its price, or the amount to buy. */
const entryOf = (form: Form, sale: TokenSale, fields: Fields) =>
  isPricedByAmounts(form) ? { atLeast: outOf(form, sale, fields) } : limitOf('price', form, fields);

/** Unit of the prices of stops and targets, which is dollars or the token that they buy. */
const unitOf = ({ exitUnit }: Form, token: ListedToken) => (exitUnit === 'usd' ? {} : { in: baseId(token) });

type Priced = Pick<Exit, 'price'>;

function requireBelow(stop: Priced, target: Priced, field: FieldName, { isAnyWrong, wrong }: Fields): void {
  if (!isAnyWrong() && Number(stop.price) >= Number(target.price))
    wrong(field, 'The stop loss must be below the take profit.');
}

/** Length of a number of units of time, ms. */
const spanOf = (field: 'every' | 'span', unit: EveryUnit, form: Form, { need }: Fields): number =>
  Number(need(field, typedWhole(form[field], 1, 1_000))) * EVERY[unit];

/** Start of a series that ends so long after it. Records a problem with `last` if it ends too late. */
function startOf({ startAt }: Form, lengthMs: number, last: FieldName, fields: Fields, now: number) {
  const start = fields.optional('startAt', typedTime(startAt));
  if (hasPassed(start, now)) fields.wrong('startAt', PASSED);
  const first = Math.max(Number(start ?? now), now);
  if (first - now >= MOST_AGE_MS) fields.wrong('startAt', TOO_LATE);
  else if (first + lengthMs - now >= MOST_AGE_MS)
    fields.wrong(last, 'The last one would be 90 days ahead or more, when open orders have ended.');
  return start === undefined ? {} : { startAt: new Date(Number(start)) };
}

/** Bound of each sale of a series: its price, or else the slippage. */
const sliceBound = (form: Form, fields: Fields): Bound =>
  form.planPrice === '' ? { slippage: slippageOf(form, fields) } : limitOf('planPrice', form, fields);

/** Amount to buy that is typed, whole tokens. */
const outOf = ({ amountOut }: Form, { buy }: TokenSale, { need }: Fields): string =>
  decimal(need('amountOut', typedAmount(amountOut, buy)), buy.decimals);

function limitOf(field: 'price' | 'planPrice', form: Form, { need }: Fields) {
  const price = need(field, typedNumber(form[field]));
  return form.priceOf === 'sell' ? { minPrice: price } : { maxPrice: price };
}
