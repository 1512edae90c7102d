import type { TokenTexts } from '../service/token-text.js';
import type { PlannedOrder } from './order-plan.js';

/** Context in which orders are signed, besides their own terms. */
export interface PreviewContext {
  readonly server: string;
  readonly network: string;
  readonly owner: string;
  readonly router: string;
  readonly texts: TokenTexts;
}

type Row = readonly [what: string, value: string];

/** Everything that is signed, as rows: first what all orders share, then each order. */
export function previewRows(
  orders: readonly PlannedOrder[],
  { server, network, owner, router, texts }: PreviewContext,
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
      ...orderRows(order, texts),
    ]),
  ];
}

function orderRows(order: PlannedOrder, texts: TokenTexts): readonly Row[] {
  const { inputToken, outputToken, amountIn, minAmountOut, slippage, recipient, ...rest } = order;
  const { conditionToken, targetPrice, direction, baseAsset, validFrom, validTo, uuid: _, ...more } = rest;
  return [
    ['sells', `${texts.amount(String(amountIn), inputToken)}, ${inputToken}`],
    ['buys', `${texts.label(outputToken)}, ${outputToken}`],
    ['for', recipient ?? 'the wallet itself'],
    ...optional('at least', minAmountOut, (units) => texts.amount(String(units), outputToken)),
    ...optional('slippage', slippage, (fraction) => `${String(fraction)} of what is quoted when it is sent`),
    ['sent', sentWhen({ conditionToken, targetPrice, direction, baseAsset, validFrom }, texts)],
    ...optional('not before', validFrom, String),
    ...optional('until', validTo, String),
    // Whatever else is signed is shown as it is.
    ...Object.entries(more).flatMap(([name, value]) => optional(name, value, shown)),
  ];
}

const optional = (what: string, value: unknown, text: (value: unknown) => string): readonly Row[] =>
  value === undefined || value === null ? [] : [[what, text(value)]];

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** The condition of an order in words. */
export function sentWhen(
  {
    conditionToken,
    targetPrice,
    direction,
    baseAsset = 'USD',
    validFrom,
  }: {
    readonly [N in 'conditionToken' | 'targetPrice' | 'direction' | 'baseAsset' | 'validFrom']?: unknown;
  },
  texts: TokenTexts,
): string {
  if (typeof conditionToken !== 'string') return 'when it is executed';
  if (conditionToken === '*')
    return validFrom === undefined || validFrom === null ? 'at once' : 'when its time comes';
  const unit = baseAsset === 'USD' ? 'USD' : texts.label(String(baseAsset));
  const side = direction === 'gt' ? 'above' : 'below';
  return `${texts.label(conditionToken)} at or ${side} ${String(targetPrice)} ${unit}`;
}
