import type { CancelReason, OrderStatus } from '../../domain/order/order.js';
import { AUTOMATIC_PRICE_IMPACT } from '../../domain/order/evaluation/own-bounds.js';
import { CANCELS } from './lifecycle.js';
import { counted } from './counts.js';
import { share } from './numbers.js';
import { phrase } from './reasons.js';
import { priceWords, type TokenWords } from './token-words.js';

const ANY_TOKEN = '*';

type Optional<T> = { readonly [F in keyof T]?: T[F] | undefined };

/** Terms of an order, stored or about to be signed, as JSON. */
export interface Terms extends Optional<{
  conditionToken: string;
  targetPrice: string;
  direction: 'gt' | 'lt';
  baseAsset: string;
  trail: { readonly bps?: number; readonly price?: string };
  activationPrice: string;
  validFrom: string;
  validTo: string;
  minAmountOut: string;
  slippage: number | string;
  maxPriceImpact: number | string;
  metadata: object;
  after: string;
}> {
  readonly inputToken: string;
  readonly amountIn: string;
  readonly outputToken: string;
}

/** An order that a server has stored, as JSON. */
export interface StatedOrder
  extends
    Terms,
    Optional<{
      trailing: { readonly mark: string; readonly stop?: string };
      confirm: { readonly blocks?: number; readonly runs?: number; readonly minutes?: number };
      strategyId: string;
      cancelReason: CancelReason;
      failureReason: string;
      executedAmountIn: string;
      executedAmountOut: string;
    }> {
  readonly status: OrderStatus;
}

/** Whether a price triggers the order, rather than its owner or a time. */
export const hasPriceTrigger = ({ conditionToken, targetPrice, trail }: Terms): boolean =>
  conditionToken !== undefined &&
  conditionToken !== ANY_TOKEN &&
  (trail !== undefined || Number(targetPrice) > 0);

/** The largest price impact at which the order runs by itself, a fraction; undefined if only its owner sends it and it names none. */
export function largestImpactOf({ maxPriceImpact, conditionToken }: Terms): number | undefined {
  if (maxPriceImpact !== undefined) return Number(maxPriceImpact);
  return conditionToken === undefined ? undefined : AUTOMATIC_PRICE_IMPACT;
}

/** Trigger of an order, in one line: `STX at or above $0.65`. */
export function triggerWords(order: Terms, words: TokenWords): string {
  const { conditionToken, targetPrice = '0', direction, baseAsset } = order;
  if (conditionToken === undefined) return 'Manual';
  if (!hasPriceTrigger(order)) return untriggeredWords(order, words);
  if (order.trail !== undefined) return `${words.symbol(conditionToken)} ${trailWords(order, words)}`;
  const bound = direction === 'lt' ? 'at or below' : 'at or above';
  return `${words.symbol(conditionToken)} ${bound} ${priceWords(targetPrice, baseAsset, words)}`;
}

/** Stop that follows the price: `5% below its highest price`. */
function trailWords({ trail, direction, baseAsset, activationPrice }: Terms, words: TokenWords): string {
  const { bps, price = '0' } = trail ?? {};
  const distance = bps === undefined ? priceWords(price, baseAsset, words) : share(bps / 10_000);
  const isBelow = direction === 'lt';
  const stop = `${distance} ${isBelow ? 'below its highest' : 'above its lowest'} price`;
  if (activationPrice === undefined) return stop;
  const reached = priceWords(activationPrice, baseAsset, words);
  return `${stop}, once that is at ${isBelow ? 'least' : 'most'} ${reached}`;
}

/**
 * Words for an order without a price trigger, which still has its time and its minimum: `At least 1.8 USDd per STX`. A swap at the
 * market’s price is also stored with a minimum, so the two look the same.
 */
function untriggeredWords(order: Terms, words: TokenWords): string {
  const { minAmountOut, validFrom } = order;
  const kinds = [
    ...(validFrom === undefined ? [] : ['At a time']),
    ...(isBounded(minAmountOut) ? [words.least({ ...order, amountOut: minAmountOut })] : []),
  ];
  return kinds.length === 0 ? 'Market' : kinds.map((kind, n) => (n === 0 ? kind : phrase(kind))).join(', ');
}

const isBounded = (minAmountOut: string | undefined): minAmountOut is string =>
  minAmountOut !== undefined && minAmountOut !== '0';

/** Current stop of a trailing order: `$1.90, below $2`; undefined before it has one. */
export function stopWords(
  { trailing, direction, baseAsset }: StatedOrder,
  words: TokenWords,
): string | undefined {
  if (trailing?.stop === undefined) return undefined;
  const [stop, mark] = [trailing.stop, trailing.mark].map((price) => priceWords(price, baseAsset, words));
  return `${stop}, ${direction === 'lt' ? 'below' : 'above'} ${mark}`;
}

/** Slippage that an order allows: its own, or else the default. */
export function slippageWords({ slippage, minAmountOut }: Terms): string {
  if (slippage !== undefined) return share(Number(slippage));
  return isBounded(minAmountOut) ? 'None: its minimum is fixed' : 'As the server sets it';
}

/**
 * Time for which the price must hold before the order is sent; undefined if no price triggers it.
 *
 * @param defaultBlocks the server's setting, for orders that do not state the time; undefined if unknown
 */
export function confirmWords(order: StatedOrder, defaultBlocks: number | undefined): string | undefined {
  if (!hasPriceTrigger(order)) return undefined;
  const { blocks = defaultBlocks, runs, minutes } = order.confirm ?? {};
  if (runs !== undefined) return `Met in ${counted(runs, 'consecutive run')} of the prices`;
  if (minutes !== undefined) return `Met on average over ${counted(minutes, 'minute')}`;
  if (blocks === 0) return 'Once it is met';
  if (blocks === undefined) return 'As the server sets it';
  return `Price must hold for ${counted(blocks, 'block')}`;
}

/** Outcome of an order, in a sentence; undefined before it has ended. */
export function endWords(order: StatedOrder, words: TokenWords): string | undefined {
  const { status, cancelReason, executedAmountIn, executedAmountOut, failureReason } = order;
  if (status === 'cancelled') return `Cancelled: ${cancelReason ? CANCELS[cancelReason] : 'it ended'}.`;
  if (status === 'failed' && failureReason?.startsWith('spent-elsewhere'))
    return 'Another transaction has used its signature, so it can never be sent.';
  if (status === 'failed')
    return `The chain aborted its swap: nothing was paid. ${failureWords(failureReason)}`;
  if (status !== 'confirmed') return undefined;
  if (executedAmountIn === undefined || executedAmountOut === undefined) return 'Its swap is mined.';
  const paid = words.amount(executedAmountIn, order.inputToken);
  return `Paid ${paid} and received ${words.amount(executedAmountOut, order.outputToken)}.`;
}

/** The chain's words for an abort, explained if known. */
export function failureWords(reason: string | undefined): string {
  if (reason === 'abort_by_post_condition')
    return 'The market had moved by more than the slippage when the swap was mined (abort_by_post_condition).';
  return reason === undefined ? '' : `The chain’s words: ${reason}`;
}

/** Whether the chain or its owner has decided about the order: it is neither open nor on its way. */
export const hasEnded = ({ status }: { readonly status: string }): boolean =>
  status !== 'open' && status !== 'broadcasted';

/** Whether the order is one of a group whose orders cancel each other. */
export const isOneCancelsOther = ({ metadata, after }: Pick<Terms, 'metadata' | 'after'>): boolean =>
  after !== undefined || (metadata as { readonly oco?: unknown } | undefined)?.oco === true;

/** Names of the orders that end a position, as people know them. */
export type ExitName = 'Stop loss' | 'Take profit';

/** Name of an order in a pair of stop and target; undefined for others. */
export const exitName = (order: Pick<Terms, 'metadata' | 'after' | 'direction'>): ExitName | undefined =>
  isOneCancelsOther(order) ? (order.direction === 'lt' ? 'Stop loss' : 'Take profit') : undefined;
