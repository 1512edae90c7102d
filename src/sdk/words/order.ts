import type { Order } from '../client/index.js';
import type { UnsignedOrder } from '../signing/index.js';
import { share } from './numbers.js';
import { priceWords, type TokenWords } from './token-words.js';

/** The statuses of an order in words, with their tone. */
export const STATUS_WORDS: Readonly<Record<Order['status'], readonly [words: string, tone: string]>> = {
  open: ['Open', ''],
  broadcasted: ['Broadcast', 'warn'],
  confirmed: ['Confirmed', 'good'],
  failed: ['Failed', 'bad'],
  cancelled: ['Cancelled', 'quiet'],
};

const ANY_TOKEN = '*';

/** Trigger of an order, stored or about to be signed. */
export interface Triggered {
  readonly conditionToken?: string | undefined;
  readonly targetPrice?: string | undefined;
  readonly direction?: 'gt' | 'lt' | undefined;
  readonly baseAsset?: string | undefined;
  readonly validFrom?: string | undefined;
  readonly minAmountOut?: string | undefined;
  readonly inputToken: string;
  readonly amountIn: string;
  readonly outputToken: string;
}

/** Whether a price triggers the order, rather than its owner or a time. */
export const hasPriceTrigger = ({ conditionToken, targetPrice }: Triggered): boolean =>
  conditionToken !== undefined && conditionToken !== ANY_TOKEN && Number(targetPrice) > 0;

/** Trigger of an order, in one line: `STX at or above $0.65`. */
export function triggerWords(order: Triggered, words: TokenWords): string {
  const { conditionToken, targetPrice = '0', direction, baseAsset } = order;
  if (conditionToken === undefined) return 'Manual';
  if (!hasPriceTrigger(order)) return untriggeredWords(order, words);
  const bound = direction === 'lt' ? 'at or below' : 'at or above';
  return `${words.symbol(conditionToken)} ${bound} ${priceWords(targetPrice, baseAsset, words)}`;
}

/**
 * An order without a price trigger still has its time and the least that it takes: `At least 1.8 USDd per STX`. A swap at the
 * market’s price is stored with such a minimum too, and nothing tells it from a limit.
 */
function untriggeredWords(order: Triggered, words: TokenWords): string {
  const { minAmountOut, validFrom } = order;
  const kinds = [
    ...(validFrom === undefined ? [] : ['At a time']),
    ...(isBounded(minAmountOut) ? [words.least({ ...order, amountOut: minAmountOut })] : []),
  ];
  return kinds.length === 0 ? 'Market' : kinds.join(', ').replace(', At', ', at');
}

const isBounded = (minAmountOut: string | undefined): minAmountOut is string =>
  minAmountOut !== undefined && minAmountOut !== '0';

/** Slippage that an order allows: the signed one, or what applies if none was signed. */
export function slippageWords({ slippage, minAmountOut }: Order): string {
  if (slippage !== undefined) return share(slippage);
  return isBounded(minAmountOut) ? 'None: its minimum is fixed' : 'As the server sets it';
}

const DEFAULT_BLOCKS = 2;

/** Time that the price must hold before the order is sent; undefined if no price triggers it. */
export function confirmWords(order: Order): string | undefined {
  if (!hasPriceTrigger(order)) return undefined;
  const { blocks, runs, minutes } = order.confirm ?? {};
  if (runs !== undefined) return `Met in ${counted(runs, 'consecutive run')} of the prices`;
  if (minutes !== undefined) return `Met on average over ${counted(minutes, 'minute')}`;
  if (blocks === 0) return 'Once it is met';
  return `Price must hold for ${counted(blocks ?? DEFAULT_BLOCKS, 'block')}`;
}

export const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

export const CANCEL_WORDS: Readonly<Record<NonNullable<Order['cancelReason']>, string>> = {
  owner: 'its owner cancelled it',
  expired: 'its window ended',
  'max-age': 'it was open for 90 days',
  oco: 'another order of its one-cancels-other group was sent',
  restored: 'the exchange was restored from a backup; place it again if you still want it',
  revoked: 'its owner revoked it on the chain',
};

/** Outcome of an order, in a sentence; undefined before it has ended. */
export function endWords(order: Order, words: TokenWords): string | undefined {
  const { status, cancelReason, executedAmountIn, executedAmountOut, failureReason } = order;
  if (status === 'cancelled') return `Cancelled: ${cancelReason ? CANCEL_WORDS[cancelReason] : 'it ended'}.`;
  if (status === 'failed' && failureReason?.startsWith('spent-elsewhere'))
    return 'Another transaction has used its signature, so it can never be sent.';
  if (status === 'failed')
    return `The chain aborted its swap: nothing was paid. ${failureWords(failureReason)}`;
  if (status !== 'confirmed') return undefined;
  if (executedAmountIn === undefined || executedAmountOut === undefined) return 'Its swap is mined.';
  const paid = words.amount(executedAmountIn, order.inputToken);
  return `Paid ${paid} and received ${words.amount(executedAmountOut, order.outputToken)}.`;
}

/** The chain's words for an abort, with what they mean where that is known. */
export function failureWords(reason: string | undefined): string {
  if (reason === 'abort_by_post_condition')
    return 'The market had moved by more than the slippage when the swap was mined (abort_by_post_condition).';
  return reason === undefined ? '' : `The chain’s words: ${reason}`;
}

/** Name of an order in a pair of stop and target; undefined for others. */
export const exitName = ({
  metadata,
  direction,
}: Pick<UnsignedOrder, 'metadata' | 'direction'> | Order): string | undefined =>
  metadata?.['oco'] !== true ? undefined : direction === 'lt' ? 'Stop' : 'Target';

/** Whether the order belongs to a group whose orders cancel each other. */
export const isOneCancelsOther = ({ metadata, strategyId }: Order): boolean =>
  metadata?.['oco'] === true && strategyId !== undefined;
