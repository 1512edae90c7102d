import type { Terms } from './order.js';
import { priceWords, type TokenWords } from './token-words.js';
import { isOfSold, movedTo, type Market } from './warnings.js';

/** Digits of an estimate, which the market need not keep. */
const DIGITS = 4;

/**
 * Estimate of what a stop gives if it fires: the quote at the trigger's price, less the slippage. Undefined for other orders, for a stop
 * whose place is not known yet, and if the order's minimum is above the estimate.
 *
 * @example stopProceeds(order, market, words); // About 1.78 USDd if it fires at $1.80, its slippage taken off.
 */
export function stopProceeds(order: Terms, market: Market, words: TokenWords): string | undefined {
  const { quote } = market;
  if (order.direction !== 'lt' || order.after !== undefined || quote === undefined) return undefined;
  const fired = firedAt(order, market, words);
  if (!isOfSold(order, quote) || fired === undefined) return undefined;
  const least = BigInt(order.minAmountOut ?? 0);
  const kept = 1 - Number(order.slippage ?? 0);
  const rough = Number((Number(quote.amountOutExact) * fired.moved * kept).toPrecision(DIGITS));
  if (!(rough >= 1) || BigInt(Math.floor(rough)) < least) return undefined;
  const slippage = kept === 1 ? '' : ', its slippage taken off';
  return `About ${words.amount(String(BigInt(Math.floor(rough))), order.outputToken)} if it fires ${fired.where}${slippage}.`;
}

/** Price at which the stop fires, as a multiple of the price now and in words; undefined if it is not known yet. */
function firedAt(order: Terms, { priceOf }: Market, words: TokenWords) {
  const { trail, activationPrice, targetPrice, baseAsset } = order;
  if (trail !== undefined) {
    if (trail.bps === undefined || activationPrice !== undefined) return undefined;
    return { moved: 1 - trail.bps / 10_000, where: 'as the price falls from now' };
  }
  const moved = movedTo(order, priceOf);
  if (moved === undefined || targetPrice === undefined) return undefined;
  return { moved, where: `at ${priceWords(targetPrice, baseAsset, words)}` };
}
