import type { Client, Order, OrderEvent } from '../../../sdk/client/index.js';
import { isRefusal } from '../service/service.js';
import { eventWords } from '../../../sdk/words/events.js';
import { orderName } from '../../../sdk/words/kinds.js';
import { CANCELS } from '../../../sdk/words/lifecycle.js';
import { failureWords, stopWords, triggerWords } from '../../../sdk/words/order.js';
import { plainWords, type TokenWords } from '../../../sdk/words/token-words.js';
import { whyOf, whyText } from '../../../sdk/words/why.js';

/** Words for the tokens that the server lists. If it refuses to list them, every token counts as unlisted. */
export async function serverWords(client: Client): Promise<TokenWords> {
  try {
    return plainWords((await client.vaults.list()).tokens);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return plainWords([]);
  }
}

/** Returns the order's name in commands: its uuid for its owner, its handle for others. */
export const idOf = ({ uuid, handle }: Order): string => uuid ?? handle;

export const ORDER_TITLES = [
  'order',
  'kind',
  'status',
  'sells',
  'for',
  'at least',
  'sent',
  'placed',
] as const;

export const orderCells = (order: Order, words: TokenWords): readonly string[] => [
  idOf(order),
  orderName(order),
  order.status,
  words.amount(order.amountIn, order.inputToken),
  words.symbol(order.outputToken),
  boundText(order, words),
  triggerWords(order, words),
  order.createdAt,
];

const boundText = ({ minAmountOut, slippage, outputToken }: Order, words: TokenWords): string => {
  if (minAmountOut !== undefined) return words.amount(minAmountOut, outputToken);
  return slippage === undefined ? '-' : `quote less ${slippage}`;
};

/** Returns the facts about an order, as rows of a table. */
export function orderRows(order: Order, words: TokenWords): readonly (readonly [string, string])[] {
  const { inputToken, outputToken, evaluation } = order;
  const amount = (units: string | undefined, token: string) => units && words.amount(units, token);
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['order', idOf(order)],
    ['kind', orderName(order)],
    ['status', order.status],
    ['owner', order.owner],
    ['sells', amount(order.amountIn, inputToken)],
    ['for', words.symbol(outputToken)],
    ['at least', boundText(order, words)],
    ['sent', triggerWords(order, words)],
    ['stop now', stopWords(order, words)],
    ['not before', order.validFrom],
    ['until', order.validTo],
    ['plan', order.strategyId],
    ['after', order.after],
    ['entry confirmed', order.activatedAt],
    ['left over', amount(order.leftOver, inputToken)],
    ['own id', order.clientOrderId],
    ['placed by', order.integrator],
    ['placed', order.createdAt],
    ['transaction', order.txid],
    ['block', order.blockHeight?.toString()],
    ['paid', amount(order.executedAmountIn, inputToken)],
    ['received', amount(order.executedAmountOut, outputToken)],
    ['failure', order.failureReason && failureWords(order.failureReason)],
    ['cancelled', order.cancelReason && CANCELS[order.cancelReason]],
    ['now', evaluation && whyText(whyOf(order, evaluation, words), Date.now())],
  ];
  return facts.flatMap(([what, text]) => (text === undefined || text === '' ? [] : [[what, text] as const]));
}

/** An event of an order as one line: its time, what happened, and its facts. */
export function eventText(event: OrderEvent, order: Order, words: TokenWords): string {
  const { title, facts, txid } = eventWords(event, order, words);
  return [event.at, title, ...facts, ...(txid === undefined ? [] : [txid])].join('  ');
}
