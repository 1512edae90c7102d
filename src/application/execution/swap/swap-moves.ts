import {
  abandonSwap,
  broadcastOrder,
  confirmOrder,
  failOrder,
  finishEnd,
  followSwap,
  reopenOrder,
  type AbortedSwap,
  type ExecutedSwap,
  type NoSuchMove,
  type Transition,
} from '../../../domain/order/lifecycle/lifecycle.js';
import type { Order } from '../../../domain/order/order.js';
import type { BlockRef, SwapTransaction } from '../../../domain/order/swap-transaction.js';
import type { Result } from '../../../domain/shared/result.js';
import type { Units } from '../../../domain/shared/units.js';

/** A change of an order that the order's state may forbid. */
export type Move = (order: Order, now: Date) => Result<Transition<Order>, NoSuchMove>;

/** All live swaps of one order, which share one nonce. */
export type Replacements = readonly SwapTransaction[];

/** A swap's execution by the chain. */
export interface Execution {
  readonly block: BlockRef;
  readonly amountOut: Units;
  readonly feeUstx: Units;
}

/** A swap's abort by the chain. */
export type Failure = { readonly block: BlockRef } & Pick<AbortedSwap, 'failureReason' | 'feeUstx'>;

const executedBy = (
  { txid, quote }: SwapTransaction,
  { amountOut, feeUstx, block: { blockHeight, blockTime } }: Execution,
): ExecutedSwap => {
  const amounts = { executedAmountIn: quote.amountIn, executedAmountOut: amountOut };
  return { txid, blockHeight, blockTime, ...amounts, feeUstx };
};

export const confirm =
  (swap: SwapTransaction, execution: Execution): Move =>
  (order, now) =>
    confirmOrder(order, executedBy(swap, execution), now);

export const fail =
  ({ txid }: SwapTransaction, { block: { blockHeight, blockTime }, ...aborted }: Failure): Move =>
  (order, now) =>
    failOrder(order, { txid, blockHeight, blockTime, ...aborted }, now);

/** Returns the moves that make this swap the order's broadcast, in place of any earlier one. */
export function accept({ txid, quote, purpose }: SwapTransaction): readonly Move[] {
  if (purpose === 'fill') return [];
  const sent = { txid, quote };
  return [(order, now) => broadcastOrder(order, sent, now), (order, now) => followSwap(order, sent, now)];
}

/** Returns the moves that reopen an order. An order that should end does so in the same unit of work, so it is never due in between. */
export const reopen = (replacements: Replacements, reason: string): readonly Move[] => [
  ...replacements.flatMap(({ txid }): Move[] => [
    (order, now) => abandonSwap(order, { txid, reason }, now),
    (order, now) => reopenOrder(order, { txid, reason }, now),
  ]),
  finishEnd,
];
