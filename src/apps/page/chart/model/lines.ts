import type { ListedToken, Order } from '../../../../sdk/client/index.js';
import { decimal, limitOrder, type TermChanges } from '../../../../sdk/signing/index.js';
import { orderName } from '../../../../sdk/words/kinds.js';
import { decimalText } from '../../../../sdk/words/numbers.js';
import { hasPriceTrigger } from '../../../../sdk/words/order.js';
import { limitPrice } from '../../swap/model/boxes.js';
import type { Form } from '../../swap/model/form.js';
import { turned } from '../../swap/model/limit.js';
import { typedNumber } from '../../swap/model/typed.js';
import { fieldText } from '../../swap/model/readings.js';

/** Unit of the chart's prices: the bought token, or dollars. */
export type Unit = 'buy' | 'usd';

/** Fields of the form that are prices of the pair. */
export type PriceName = 'price' | 'planPrice' | 'triggerPrice' | 'stopPrice' | 'targetPrice';

/** A price of the sold token. */
export interface Price {
  readonly price: number;
  readonly unit: Unit;
}

/** A price that the visitor is typing. */
export interface DraftLine extends Price {
  readonly name: PriceName;
  readonly title: string;
}

/** The prices that are typed in the form, each in its own unit. */
export function draftLines(form: Form): readonly DraftLine[] {
  const { kind, priceOf, exitUnit, triggerOn } = form;
  const inBought = (text: string) => (priceOf === 'sell' ? text : turned(text));
  const of = (name: PriceName, title: string, unit: Unit, text: string): readonly DraftLine[] => {
    const price = Number(typedNumber(text).value ?? 0);
    return price > 0 && Number.isFinite(price) ? [{ name, title, unit, price }] : [];
  };
  if (kind === 'limit')
    return [
      ...of('price', 'Limit', 'buy', inBought(limitPrice(form))),
      ...(triggerOn === 'sell' ? of('triggerPrice', 'Trigger', 'usd', form.triggerPrice) : []),
    ];
  if (kind === 'recurring') return of('planPrice', 'Limit', 'buy', inBought(form.planPrice));
  if (kind !== 'exits') return [];
  return [
    ...of('targetPrice', 'Take profit', exitUnit, form.targetPrice),
    ...of('stopPrice', 'Stop loss', exitUnit, form.stopPrice),
  ];
}

/** Change of the form that sets a price of the sold token, in the unit of its line. */
export function priceSet({ priceOf }: Form, name: PriceName, price: number): Partial<Form> {
  const text = fieldText(decimalText(price));
  if (name !== 'price' && name !== 'planPrice') return { [name]: text };
  return {
    [name]: priceOf === 'sell' ? text : turned(text),
    ...(name === 'price' && { amountOut: '' }),
  };
}

/** A price in the chart's unit, at the bought token's price in dollars; undefined if that is unknown. */
export function converted(
  { price, unit }: Price,
  to: Unit,
  boughtUsd: number | undefined,
): number | undefined {
  if (unit === to) return price;
  if (boughtUsd === undefined || boughtUsd === 0) return undefined;
  return to === 'usd' ? price * boughtUsd : price / boughtUsd;
}

/** The two tokens of a chart: the sold one is priced in the bought one. */
export interface Pair {
  readonly sell: ListedToken;
  readonly buy: ListedToken;
}

/** The price at which an open order waits. */
export interface OrderLine extends Price {
  readonly order: Order;
  readonly title: string;
  /** Whether the order sells the token that the chart shows. */
  readonly isSale: boolean;
  /** Whether the price is one of the bought token in dollars. */
  readonly isOfBought?: true;
  /** Terms that would move the line to a price in its unit; undefined if they cannot: a trailing stop moves by itself. */
  readonly changes: ((price: number) => TermChanges) | undefined;
}

type BaseOf = (contractId: string) => string;

/** The lines of the open orders that trade the pair, in either direction. A subnet copy counts as its token. */
export const orderLines = (orders: readonly Order[], pair: Pair, baseOf: BaseOf): readonly OrderLine[] =>
  orders.flatMap((order) => lineOf(order, pair, baseOf) ?? []);

function lineOf(order: Order, { sell, buy }: Pair, baseOf: BaseOf): OrderLine | undefined {
  const [sold, bought] = [baseOf(sell.contractId), baseOf(buy.contractId)];
  const [input, output] = [baseOf(order.inputToken), baseOf(order.outputToken)];
  const isSale = input === sold && output === bought;
  if (order.status !== 'open' || !(isSale || (input === bought && output === sold))) return undefined;
  const known = { order, title: orderName(order), isSale };
  if (!hasPriceTrigger(order)) return limitLine(order, { sell, buy }, known);
  const of = baseOf(order.conditionToken!);
  const per = order.baseAsset === undefined || order.baseAsset === 'USD' ? 'USD' : baseOf(order.baseAsset);
  const isTurned = of === bought && per === sold;
  const isOfBought = of === bought && per === 'USD';
  if (!isTurned && !isOfBought && !(of === sold && (per === 'USD' || per === bought))) return undefined;
  const text = order.trail === undefined ? order.targetPrice : order.trailing?.stop;
  const stated = Number(text ?? 0);
  if (stated === 0) return undefined;
  return {
    ...known,
    price: isTurned ? 1 / stated : stated,
    unit: per === 'USD' ? 'usd' : 'buy',
    ...(isOfBought && { isOfBought }),
    changes:
      order.trail === undefined
        ? (price) => ({ targetPrice: decimalText(isTurned ? 1 / price : price) })
        : undefined,
  };
}

/** The least price of an order that waits for nothing else. */
function limitLine(
  { amountIn, minAmountOut = '0' }: Order,
  { sell, buy }: Pair,
  known: Pick<OrderLine, 'order' | 'title' | 'isSale'>,
): OrderLine | undefined {
  if (minAmountOut === '0') return undefined;
  const [from, to] = known.isSale ? [sell, buy] : [buy, sell];
  const paid = Number(decimal(amountIn, from.decimals));
  const rate = Number(decimal(minAmountOut, to.decimals)) / paid;
  const amount = decimal(amountIn, from.decimals);
  const changes = (price: number): TermChanges => {
    const bound = known.isSale ? { minPrice: decimalText(price) } : { maxPrice: decimalText(price) };
    const { minAmountOut: least = null } = limitOrder({ sell: from, buy: to, amount, ...bound });
    return { minAmountOut: least };
  };
  return { ...known, price: known.isSale ? rate : 1 / rate, unit: 'buy', changes };
}

/** A price as it is dragged: rounded to what a pixel can tell apart. */
export const draggedPrice = (price: number): number => Number(price.toPrecision(5));

/** Middles of tags that would cover each other, moved apart by at least `gap` in their sequence from top to bottom. */
export function apart(middles: readonly number[], gap: number): readonly number[] {
  const order = middles.map((_, n) => n).sort((a, b) => middles[a]! - middles[b]!);
  const moved = [...middles];
  for (let n = 1; n < order.length; n++) {
    const [above, here] = [order[n - 1]!, order[n]!];
    moved[here] = Math.max(moved[here]!, moved[above]! + gap);
  }
  return moved;
}
