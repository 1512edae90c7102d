import { defined } from '../../../domain/shared/fields.js';
import type { NamedChanges } from '../../../sdk/client/index.js';
import type { TermChanges } from '../../../sdk/signing/index.js';
import { changesOf as changesBy, TermsError, type Deal } from '../../../sdk/trading/index.js';
import { hasPriceTrigger, type Terms } from '../../../sdk/words/order.js';
import { faultOf } from '../token-arguments.js';
import { badArgument, type Arguments } from '../tool.js';
import { numberOf, textOf, timeOf, type OrderField } from './order-arguments.js';
import { rateOf } from './order-terms.js';

/** Arguments that change a term of an order. */
export const CHANGES = [
  'price',
  'percentFromMarket',
  'trailPercent',
  'atLeast',
  'slippage',
  'maxPriceImpact',
  'validFrom',
  'validTo',
] as const satisfies readonly OrderField[];

/** An open order with the arguments that change it, and its market. */
export interface AmendedOrder extends Deal {
  readonly order: Terms;
  readonly args: Arguments;
}

/** New terms of an order. Terms that no argument names stay. @throws ToolError that names the argument at fault. */
export function changesOf({ order, args, ...deal }: AmendedOrder): TermChanges {
  if (CHANGES.every((name) => args[name] === undefined))
    throw badArgument('price', `name what changes: one of ${CHANGES.join(', ')}`);
  const number = (field: OrderField, min: number, max: number) =>
    args[field] === undefined ? undefined : numberOf(args, field, min, max);
  const price = textOf(args, 'price');
  const trail = number('trailPercent', 0.01, 99);
  const changes: NamedChanges = defined({
    price: hasPriceTrigger(order) ? price : rateOf(price, deal.buy),
    percentFromMarket: number('percentFromMarket', -99, 10_000),
    fallsFromHigh: trail === undefined ? trail : `${trail.toFixed(2)}%`,
    atLeast: textOf(args, 'atLeast'),
    slippage: textOf(args, 'slippage'),
    maxPriceImpact: textOf(args, 'maxPriceImpact'),
    window: defined({ from: timeOf(args, 'validFrom'), to: timeOf(args, 'validTo') }),
  });
  try {
    return changesBy(order, changes, deal);
  } catch (error) {
    if (error instanceof TermsError && error.field === 'fallsFromHigh')
      throw badArgument('trailPercent', error.message, error.details);
    throw faultOf(error, 'price');
  }
}
