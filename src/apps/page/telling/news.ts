import type { Order } from '../../../sdk/client/index.js';
import { orderName } from '../../../sdk/words/kinds.js';
import { percent } from '../../../sdk/words/numbers.js';
import { endWords } from '../../../sdk/words/order.js';
import { distance } from '../../../sdk/words/rates.js';
import type { TokenWords } from '../../../sdk/words/token-words.js';

/** News for a visitor, shown once on whatever view. */
export interface News {
  /** Names the news: all tabs that learn of it show it once between them. */
  readonly id: string;
  readonly isGood: boolean;
  readonly text: string;
  /** Address in the page that has more. */
  readonly to: string;
}

/** News of an order that has ended: a fill, a failure, or an end that was not asked for; undefined for other orders. */
export function newsOf(order: Order, words: TokenWords): Omit<News, 'to'> | undefined {
  const { status, handle, cancelReason } = order;
  const id = `${handle} ${status}`;
  if (status === 'confirmed') return { id, isGood: true, text: fillText(order, words) };
  const isUnasked = status === 'cancelled' && cancelReason !== undefined && UNASKED.has(cancelReason);
  if (status !== 'failed' && !isUnasked) return undefined;
  return { id, isGood: false, text: `${nameOf(order, words)}. ${endWords(order, words) ?? 'It ended.'}` };
}

/** Reasons of ends that neither the owner nor the owner's plan brought about. */
const UNASKED: ReadonlySet<string> = new Set<NonNullable<Order['cancelReason']>>([
  'expired',
  'max-age',
  'cancel-after',
  'restored',
]);

const nameOf = (order: Order, words: TokenWords): string =>
  `${orderName(order)}: ${words.amount(order.amountIn, order.inputToken)} for ${words.symbol(order.outputToken)}`;

/** `Sold 7 STX for 14.01 USDd, +0.3% over the quote`. */
function fillText(order: Order, words: TokenWords): string {
  const { executedAmountIn = order.amountIn, executedAmountOut, inputToken, outputToken } = order;
  const sold = `Sold ${words.amount(executedAmountIn, inputToken)}`;
  if (executedAmountOut === undefined) return `${sold} for ${words.symbol(outputToken)}.`;
  return `${sold} for ${words.amount(executedAmountOut, outputToken)}${overQuote(order, executedAmountOut)}.`;
}

/** Least difference from the quote that is mentioned, a fraction. */
const NOTABLE = 0.0001;

function overQuote({ metadata }: Order, received: string): string {
  const quoted = metadata?.quote?.amountOutExact;
  const off = quoted === undefined ? undefined : distance(BigInt(received), BigInt(quoted));
  if (off === undefined || Math.abs(off) < NOTABLE) return '';
  return off > 0 ? `, ${percent(off * 100)} over the quote` : `, ${percent(off * 100)} against the quote`;
}
