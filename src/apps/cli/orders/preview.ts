import { sentWords } from '../../../sdk/words/promise.js';
import type { TokenWords } from '../../../sdk/words/token-words.js';
import type { PlannedOrder } from './order-plan.js';

/** Context that is shown with the orders to be signed. */
export interface PreviewContext {
  readonly server: string;
  readonly network: string;
  readonly owner: string;
  readonly router: string;
  readonly words: TokenWords;
}

type Row = readonly [what: string, value: string];

/** Everything to be signed, as rows: first what all orders have in common, then each order. */
export function previewRows(
  orders: readonly PlannedOrder[],
  { server, network, owner, router, words }: PreviewContext,
): readonly Row[] {
  const shared: readonly Row[] = [
    ['server', server],
    ['network', network],
    ['wallet', owner],
    ['router', router],
  ];
  const several = orders.length > 1;
  return [
    ...shared,
    ...orders.flatMap((order, n): readonly Row[] => [
      ['', ''],
      ['order', several ? `${n + 1} of ${orders.length}: ${order.uuid}` : order.uuid],
      ...orderRows(order, words),
    ]),
  ];
}

function orderRows(order: PlannedOrder, words: TokenWords): readonly Row[] {
  const { inputToken, outputToken, amountIn, minAmountOut, slippage, recipient, ...rest } = order;
  const { conditionToken: _, targetPrice: _1, direction: _2, baseAsset: _3, uuid: _4, ...others } = rest;
  const { trail: _5, activationPrice: _6, validFrom, validTo, ...more } = others;
  return [
    ['sells', `${words.amount(String(amountIn), inputToken)}, ${inputToken}`],
    ['buys', `${words.symbol(outputToken)}, ${outputToken}`],
    ['for', recipient ?? 'the wallet itself'],
    ...optional('at least', minAmountOut, (units) => words.amount(String(units), outputToken)),
    ...optional('slippage', slippage, (fraction) => `${String(fraction)} of what is quoted when it is sent`),
    ['when', sentWords(order, words)],
    ...optional('not before', validFrom, String),
    ...optional('until', validTo, String),
    // Any other signed field is shown unchanged.
    ...Object.entries(more).flatMap(([name, value]) => optional(name, value, shown)),
  ];
}

const optional = (what: string, value: unknown, text: (value: unknown) => string): readonly Row[] =>
  value === undefined || value === null ? [] : [[what, text(value)]];

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
