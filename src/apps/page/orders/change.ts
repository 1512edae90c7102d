import type { Order } from '../../../sdk/client/index.js';
import type { TermChanges } from '../../../sdk/signing/index.js';
import { hasPriceTrigger } from '../../../sdk/words/order.js';
import { typedAmount, typedNumber, typedTrail, type Typed } from '../swap/model/typed.js';
import { typedTime } from '../swap/model/typed-times.js';

/** New terms of an order, as typed. An empty field keeps what the order has. */
export interface ChangeForm {
  /** Price of the trigger, or percent of a trailing stop. */
  readonly price: string;
  /** Least amount to buy, whole tokens. */
  readonly least: string;
  /** Time from which it is no longer sent, in the format of `datetime-local`. */
  readonly until: string;
}

type Bought = Parameters<typeof typedAmount>[1];

/** Problems of the fields. */
export interface ChangeProblems {
  readonly price?: string | undefined;
  readonly least?: string | undefined;
  readonly until?: string | undefined;
}

/** Terms of an order that can be changed: those that it has. */
export const changeable = (order: Order) => ({
  price: hasPriceTrigger(order) && (order.trail === undefined || order.trail.bps !== undefined),
  least: order.minAmountOut !== undefined && order.minAmountOut !== '0',
});

/** Changed terms of an order; undefined while nothing has changed or something is wrong. */
export function changesOf(
  order: Order,
  form: ChangeForm,
  bought: Bought,
  now: number,
): { readonly changes: TermChanges | undefined; readonly problems: ChangeProblems } {
  const price = order.trail === undefined ? typedNumber(form.price) : typedTrail(form.price);
  const least = typedAmount(form.least, bought);
  const until = typedUntil(form.until, now);
  const problems = { price: price.problem, least: least.problem, until: until.problem };
  const changes: TermChanges = {
    ...(price.value !== undefined &&
      (order.trail === undefined
        ? { targetPrice: price.value }
        : { trail: { bps: Math.round(Number(price.value) * 100) } })),
    ...(least.value !== undefined && { minAmountOut: least.value }),
    ...(until.value !== undefined && { validTo: until.value }),
  };
  const isWrong = Object.values(problems).some((problem) => problem !== undefined);
  return { problems, changes: isWrong || Object.keys(changes).length === 0 ? undefined : changes };
}

function typedUntil(text: string, now: number): Typed {
  const { value, ...typed } = typedTime(text);
  if (value === undefined) return typed;
  const time = Number(value);
  return time <= now ? { problem: 'This time has passed.' } : { value: new Date(time).toISOString() };
}
