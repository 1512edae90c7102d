import type { ListedToken, Order } from '../../../sdk/client/index.js';
import { decimal, limitOrder, type TermChanges } from '../../../sdk/signing/index.js';
import { hasPriceTrigger } from '../../../sdk/words/order.js';
import { rateOf } from '../../../sdk/words/rates.js';
import { fieldText } from '../swap/model/readings.js';
import { typedAmount, typedNumber, typedTrail, type Typed } from '../swap/model/typed.js';
import { typedTime } from '../swap/model/typed-times.js';

/** New terms of an order, as typed. An empty field keeps what the order has. */
export interface ChangeForm {
  /** Price of the trigger, percent of a trailing stop, or else the least price: what is bought for each token sold. */
  readonly price: string;
  /** Least amount to buy, whole tokens. */
  readonly least: string;
  /** Time from which it is no longer sent, in the format of `datetime-local`. */
  readonly until: string;
}

/** The tokens of an order. */
export interface Traded {
  readonly sold: ListedToken;
  readonly bought: ListedToken;
}

/** Problems of the fields. */
export interface ChangeProblems {
  readonly price?: string | undefined;
  readonly least?: string | undefined;
  readonly until?: string | undefined;
}

/** Terms of an order that can be changed: those that it has. The minimum of an order without a trigger is a price. */
export const changeable = (order: Order) => {
  const hasLeast = order.minAmountOut !== undefined && order.minAmountOut !== '0';
  const isLimit = hasLeast && !hasPriceTrigger(order);
  const hasPrice = hasPriceTrigger(order) && (order.trail === undefined || order.trail.bps !== undefined);
  return { price: hasPrice || isLimit, least: hasLeast && !isLimit, isLimit };
};

/** Fields of an order before anything is typed: the price is the order's own. */
export function formOf(order: Order, { sold, bought }: Traded): ChangeForm {
  const { trail, targetPrice = '', amountIn, minAmountOut = '0' } = order;
  const ofTrigger =
    trail === undefined ? targetPrice : trail.bps === undefined ? '' : String(trail.bps / 100);
  const price = changeable(order).isLimit
    ? rateOf(
        { units: BigInt(minAmountOut), decimals: bought.decimals },
        { units: BigInt(amountIn), decimals: sold.decimals },
      )
    : ofTrigger;
  return { price: fieldText(price ?? ''), least: '', until: '' };
}

/** Changed terms of an order; undefined while nothing has changed or something is wrong. */
export function changesOf(
  order: Order,
  form: ChangeForm,
  traded: Traded,
  now: number,
): { readonly changes: TermChanges | undefined; readonly problems: ChangeProblems } {
  const typed = form.price === formOf(order, traded).price ? '' : form.price;
  const price = order.trail === undefined ? typedNumber(typed) : typedTrail(typed);
  const least = typedAmount(form.least, traded.bought);
  const until = typedUntil(form.until, now);
  const problems = { price: price.problem, least: least.problem, until: until.problem };
  const changes: TermChanges = {
    ...(price.value !== undefined && pricedAt(order, price.value, traded)),
    ...(least.value !== undefined && { minAmountOut: least.value }),
    ...(until.value !== undefined && { validTo: until.value }),
  };
  const isWrong = Object.values(problems).some((problem) => problem !== undefined);
  return { problems, changes: isWrong || Object.keys(changes).length === 0 ? undefined : changes };
}

/** Terms of an order at another price. */
function pricedAt(order: Order, price: string, { sold, bought }: Traded): TermChanges {
  if (order.trail !== undefined) return { trail: { bps: Math.round(Number(price) * 100) } };
  if (!changeable(order).isLimit) return { targetPrice: price };
  const amount = decimal(order.amountIn, sold.decimals);
  const { minAmountOut = null } = limitOrder({ sell: sold, buy: bought, amount, minPrice: price });
  return { minAmountOut };
}

function typedUntil(text: string, now: number): Typed {
  const { value, ...typed } = typedTime(text);
  if (value === undefined) return typed;
  const time = Number(value);
  return time <= now ? { problem: 'This time has passed.' } : { value: new Date(time).toISOString() };
}
