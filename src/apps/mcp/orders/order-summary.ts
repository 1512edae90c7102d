import type { Terms } from '../../../sdk/words/order.js';
import { promiseWords } from '../../../sdk/words/promise.js';
import type { TokenWords } from '../../../sdk/words/token-words.js';

/** Effects of orders in sentences: each in a sentence of its own, or of several orders each in one text with its number. */
export const summaryOf = (orders: readonly Terms[], words: TokenWords): readonly string[] =>
  orders.length === 1
    ? promiseWords(orders[0]!, words)
    : orders.map((order, n) => `${n + 1} of ${orders.length}: ${promiseWords(order, words).join(' ')}`);
