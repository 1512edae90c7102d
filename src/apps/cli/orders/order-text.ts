import type { Client, Order, OrderEvent } from '../../../sdk/client/index.js';
import { isRefusal } from '../service/service.js';
import { textsOf, type TokenTexts } from '../service/token-text.js';
import { sentWhen } from './preview.js';

/** The texts of the server's tokens; of none if it does not list them. */
export async function serverTexts(client: Client): Promise<TokenTexts> {
  try {
    return textsOf((await client.vaults.list()).tokens);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return textsOf([]);
  }
}

/** Returns the order's name in commands: its uuid for its owner, its handle for everyone else. */
export const idOf = ({ uuid, handle }: Order): string => uuid ?? handle;

export const ORDER_TITLES = ['order', 'status', 'sells', 'for', 'at least', 'sent', 'placed'] as const;

export const orderCells = (order: Order, texts: TokenTexts): readonly string[] => [
  idOf(order),
  order.status,
  texts.amount(order.amountIn, order.inputToken),
  texts.label(order.outputToken),
  boundText(order, texts),
  sentWhen(order, texts),
  order.createdAt,
];

const boundText = ({ minAmountOut, slippage, outputToken }: Order, texts: TokenTexts): string => {
  if (minAmountOut !== undefined) return texts.amount(minAmountOut, outputToken);
  return slippage === undefined ? '-' : `quote less ${slippage}`;
};

/** Returns the facts about one order, as rows. */
export function orderRows(order: Order, texts: TokenTexts): readonly (readonly [string, string])[] {
  const { inputToken, outputToken, evaluation } = order;
  const amount = (units: string | undefined, token: string) => units && texts.amount(units, token);
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['order', idOf(order)],
    ['status', order.status],
    ['owner', order.owner],
    ['sells', amount(order.amountIn, inputToken)],
    ['for', texts.label(outputToken)],
    ['at least', boundText(order, texts)],
    ['sent', sentWhen(order, texts)],
    ['not before', order.validFrom],
    ['until', order.validTo],
    ['plan', order.strategyId],
    ['own id', order.clientOrderId],
    ['placed', order.createdAt],
    ['transaction', order.txid],
    ['block', order.blockHeight?.toString()],
    ['paid', amount(order.executedAmountIn, inputToken)],
    ['received', amount(order.executedAmountOut, outputToken)],
    ['failure', order.failureReason],
    ['cancelled', order.cancelReason],
    ['now', evaluation && `${evaluation.state}: ${evaluation.reason}${distanceOf(evaluation)}`],
  ];
  return facts.flatMap(([what, text]) => (text === undefined || text === '' ? [] : [[what, text] as const]));
}

function distanceOf({ ratio, distance }: NonNullable<Order['evaluation']>): string {
  if (ratio === undefined) return '';
  return `, the price is ${ratio}${distance === undefined ? '' : ` and has to move by ${distance} of itself`}`;
}

export const hasEnded = ({ status }: Pick<Order, 'status'>): boolean =>
  status !== 'open' && status !== 'broadcasted';

/** Facts of an event besides its number, time and type. */
export function eventText({ seq: _, at, type, ...facts }: OrderEvent): string {
  const known = Object.entries(facts as Readonly<Record<string, unknown>>).map(
    ([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return [at, type, ...known].join('  ');
}
