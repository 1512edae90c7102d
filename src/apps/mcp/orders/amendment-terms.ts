import type { Order } from '../../../sdk/client/index.js';
import { decimal, type TermChanges } from '../../../sdk/signing/index.js';
import { levelPrice, tokenNamed, type Priced } from '../../../sdk/trading/index.js';
import { hasPriceTrigger } from '../../../sdk/words/order.js';
import { ofArgument } from '../token-arguments.js';
import { badArgument, type Arguments } from '../tool.js';
import { kindOf, numberOf, textOf, type OrderField, type OrderKind } from './order-arguments.js';
import { termsOf, type WantedOrder } from './order-terms.js';

/** Arguments that change a term of an order. */
export const CHANGES = [
  'price',
  'percentFromMarket',
  'trailPercent',
  'atLeast',
  'slippage',
  'validFrom',
  'validTo',
] as const satisfies readonly OrderField[];

/** An open order with the arguments that change it, and its market. */
export interface AmendedOrder extends Omit<WantedOrder, 'kind' | 'amount'> {
  readonly order: Order;
}

/** New terms of an order. Terms that no argument names stay. @throws ToolError that names the argument at fault. */
export function changesOf(wanted: AmendedOrder): TermChanges {
  const { order, args, sell } = wanted;
  const changes = Object.fromEntries(CHANGES.flatMap((name) => entryOf(args, name)));
  if (Object.keys(changes).length === 0)
    throw badArgument('price', `name what changes: one of ${CHANGES.join(', ')}`);
  const kind = kindOf({ ...changes, kind: kindBy(order, changes) });
  const isLevel = kind === 'stop' || kind === 'target';
  const { price: _, percentFromMarket: _1, ...others } = changes;
  const [made] = termsOf({
    ...{ ...wanted, amount: decimal(order.amountIn, sell.decimals) },
    // The level is found by the order’s own token and unit, and a bound alone is that of a market order.
    ...(isLevel ? { kind: 'market', args: others } : { kind, args: changes }),
  });
  const { trail, minAmountOut, slippage, validFrom, validTo } = made!;
  const isBound = kind === 'limit' || 'atLeast' in changes;
  return {
    ...(isLevel && hasLevel(changes) && { targetPrice: levelOf(wanted, kind) }),
    ...('trailPercent' in changes && { trail }),
    ...(isBound && { minAmountOut }),
    ...('slippage' in changes && { slippage }),
    ...('validFrom' in changes && { validFrom }),
    ...('validTo' in changes && { validTo }),
  };
}

const entryOf = (args: Arguments, name: OrderField) =>
  args[name] === undefined ? [] : [[name, args[name]] as const];

const hasLevel = (changes: Arguments): boolean => 'price' in changes || 'percentFromMarket' in changes;

/** Kind whose arguments change the order. */
function kindBy(order: Order, changes: Arguments): OrderKind {
  if (order.trail !== undefined) return 'trailPercent' in changes || hasLevel(changes) ? 'trail' : 'market';
  if (hasPriceTrigger(order)) return order.direction === 'lt' ? 'stop' : 'target';
  return hasLevel(changes) ? 'limit' : 'market';
}

/** Price of the trigger, on its side of the market if it is the price of the sold token. */
function levelOf(deal: AmendedOrder, kind: 'stop' | 'target'): string {
  const { order, args, sell, tokens } = deal;
  const token = tokenNamed('uuid', order.conditionToken, tokens);
  const isOfSold = token.contractId === (sell.base ?? sell.contractId);
  const priced = { token, ...unitOf(order, deal) };
  const percent = args['percentFromMarket'];
  const level = {
    price: textOf(args, 'price'),
    ...(percent !== undefined && { percentFromMarket: numberOf(args, 'percentFromMarket', -99, 10_000) }),
  };
  const side = kind === 'stop' ? 'below' : 'above';
  return ofArgument('price', () => levelPrice('', level, { deal, priced, ...(isOfSold && { side }) }));
}

function unitOf({ baseAsset = 'USD' }: Order, { tokens }: AmendedOrder): Omit<Priced, 'token'> {
  if (baseAsset === 'USD') return { unit: baseAsset };
  const { contractId, symbol } = tokenNamed('uuid', baseAsset, tokens);
  return { unit: symbol, in: contractId };
}
