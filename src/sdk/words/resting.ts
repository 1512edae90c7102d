import { reasonWords } from './reasons.js';
import type { StatedOrder } from './order.js';
import type { TokenWords } from './token-words.js';
import type { Evaluated } from './why.js';

/** Whether an order waits because its terms say so, rather than because something is wrong. */
export const isResting = ({ reason }: Pick<Evaluated, 'reason'>): boolean =>
  reason === 'below-minimum' || ['waiting', 'manual'].includes(reasonWords(reason)?.state ?? '');

/** Sentence about an order that waits for its limit, with the market's price; undefined for other orders. */
export function restingWords(
  { inputToken, amountIn, outputToken, minAmountOut }: StatedOrder,
  { reason, amountOut }: Pick<Evaluated, 'reason' | 'amountOut'>,
  words: TokenWords,
): string | undefined {
  if (reason !== 'below-minimum' || minAmountOut === undefined) return undefined;
  const wanted = { inputToken, amountIn, outputToken, amountOut: minAmountOut };
  const offered = amountOut === undefined ? undefined : { ...wanted, amountOut };
  const price = words.price(wanted, offered);
  if (price === undefined) return undefined;
  const market = offered && words.price(offered)?.split(' ')[0];
  return `Resting: sells at ${price} or better${market === undefined ? '' : `; now ${market}`}.`;
}
