import { err, ok, type Result } from '../../shared/result.js';
import type { Units } from '../../shared/units.js';
import type { OrderEvent, OrderEventType } from '../events.js';
import { expiryAt } from './strategy.js';
import { quotedAmounts } from '../report/quoted.js';
import { notOpen, type OrderNotOpen } from './not-open.js';
import type { BlockRef } from '../swap-transaction.js';
import type { OrderUuid, Txid } from '../ids.js';
import {
  isPast,
  isUnderWay,
  txidOf,
  type BroadcastedOrder,
  type CancelledOrder,
  type CancelReason,
  type ConfirmedOrder,
  type Ending,
  type FailedOrder,
  type OpenOrder,
  type Order,
  type OrderStatus,
  type OrderTerms,
  type SpentOrder,
} from '../order.js';

/** An order's next state, and the event to log with it. */
export interface Transition<T extends Order> {
  readonly order: T;
  readonly event: OrderEvent;
}

/** The order's swap has been sent, so it can no longer be cancelled. */
export interface OrderAlreadyBroadcast {
  readonly kind: 'order-already-broadcast';
  readonly uuid: OrderUuid;
  readonly txid: Txid;
}
export interface NoSuchMove {
  readonly kind: 'no-such-move';
  readonly uuid: OrderUuid;
  readonly status: OrderStatus;
}

type Moved<T extends Order> = Result<Transition<T>, NoSuchMove>;

/** A mined swap that succeeded. */
export type ExecutedSwap = Pick<
  ConfirmedOrder,
  'txid' | keyof BlockRef | 'executedAmountIn' | 'executedAmountOut' | 'feeUstx'
>;
/** A mined swap that the chain aborted. */
export type AbortedSwap = Pick<FailedOrder, 'txid' | keyof BlockRef | 'failureReason' | 'feeUstx'>;
/** A swap that a node accepted, or that is in a block. */
export type SentSwap = Pick<BroadcastedOrder, 'txid' | 'quote'>;
/** A swap that can never be mined. */
export interface DroppedSwap {
  readonly txid: Txid;
  readonly reason: string;
}

const move = <T extends Order>(order: T, type: OrderEventType, at: Date, facts: OrderEvent['facts']) =>
  ok<Transition<T>>({ order, event: { type, at, facts } });

const noMove = ({ terms: { uuid }, status }: Order) =>
  err<NoSuchMove>({ kind: 'no-such-move', uuid, status });

const base = ({ terms, createdAt, version, activation }: Order) => ({
  terms,
  createdAt,
  version,
  ...(activation !== undefined && { activation }),
});

/** Returns the fields that an order keeps when its swap is sent, or turns out never to be mined. */
const waiting = (order: OpenOrder | BroadcastedOrder) => ({
  ...base(order),
  ...(order.ending !== undefined && { ending: order.ending }),
});

/** Quote of an order at the time when it is placed. */
export interface PlacedQuote {
  /** Smallest units of the output token, for the order's whole input. */
  readonly amountOut: Units;
  /** The block at which the reserves were read, if known. */
  readonly blockHeight?: number;
}

export function placeOrder(terms: OrderTerms, now: Date, quote?: PlacedQuote): Transition<OpenOrder> {
  const order: OpenOrder = { status: 'open', terms, createdAt: now, version: 1 };
  return { order, event: { type: 'created', at: now, facts: quote === undefined ? {} : factsOf(quote) } };
}

const factsOf = ({ amountOut, ...rest }: PlacedQuote) => ({ quotedAmountOut: amountOut.toString(), ...rest });

/** Records that a signed swap is stored for the order. From then on, only the swap's outcome decides what becomes of the order. */
export function beginSwap(
  order: Order,
  { txid, nonce, attempt, dueAt }: { txid: Txid; nonce: bigint; attempt: number; dueAt?: Date | undefined },
  now: Date,
): Result<Transition<OpenOrder>, OrderNotOpen | OrderAlreadyBroadcast> {
  const { uuid } = order.terms;
  if (order.status !== 'open') return err(notOpen(order));
  if (order.sending !== undefined) return err({ kind: 'order-already-broadcast', uuid, txid: order.sending });
  const facts = { txid, nonce: nonce.toString(), attempt };
  const due = dueAt === undefined ? {} : { dueAt: dueAt.toISOString() };
  return move({ ...order, sending: txid }, 'swap-stored', now, { ...facts, ...due });
}

/** Makes the order wait again, because its stored swap can never be mined. */
export function abandonSwap(order: Order, { txid, reason }: DroppedSwap, now: Date): Moved<OpenOrder> {
  if (order.status !== 'open' || order.sending !== txid) return noMove(order);
  return move({ ...waiting(order), status: 'open' }, 'swap-refused', now, { txid, reason });
}

/** Records that a node accepted the stored swap. */
export function broadcastOrder(order: Order, { txid, quote }: SentSwap, now: Date): Moved<BroadcastedOrder> {
  if (order.status !== 'open' || order.sending !== txid) return noMove(order);
  const sent = { ...waiting(order), status: 'broadcasted' as const, txid, broadcastedAt: now, quote };
  return move(sent, 'broadcasted', now, { txid });
}

/** Makes the order refer to a replacement of its swap, because a node accepted the replacement or it is in a block. */
export function followSwap(order: Order, { txid, quote }: SentSwap, now: Date): Moved<BroadcastedOrder> {
  if (isPast(order) || order.status !== 'broadcasted' || order.txid === txid) return noMove(order);
  return move({ ...order, txid, quote }, 'txid-changed', now, { txid, previous: order.txid });
}

/** Records that a replacement of the swap, with a higher fee, is stored. Either of the two may be mined. */
export function raiseFee(
  order: Order,
  { txid, replaces, feeUstx }: { txid: Txid; replaces: Txid; feeUstx: Units },
  now: Date,
): Moved<OpenOrder | BroadcastedOrder> {
  if (!isUnderWay(order)) return noMove(order);
  return move(order, 'fee-raised', now, { txid, replaces, feeUstx: feeUstx.toString() });
}

/** Records that the swap is abandoned and a no-op transaction is stored under its nonce. The swap may still be mined. */
export function replaceByNoOp(
  order: Order,
  { txid, by, reason }: { txid: Txid; by: Txid; reason: string },
  now: Date,
): Moved<OpenOrder | BroadcastedOrder> {
  if (!isUnderWay(order)) return noMove(order);
  return move(order, 'swap-given-up', now, { txid, by, reason });
}

export function confirmOrder(order: Order, swap: ExecutedSwap, now: Date): Moved<ConfirmedOrder> {
  if (isPast(order) || order.status !== 'broadcasted' || order.txid !== swap.txid) return noMove(order);
  const { txid, blockHeight } = swap;
  const { sent: quoted, minimum } = quotedAmounts(order.quote, order.terms);
  const facts = {
    ...{ txid, blockHeight, executedAmountOut: swap.executedAmountOut.toString() },
    ...(quoted !== undefined && { quotedAmountOut: quoted.toString() }),
    ...(minimum !== undefined && { minimumAmountOut: minimum.toString() }),
  };
  const { ending: _lost, ...sent } = order;
  return move({ ...sent, ...swap, status: 'confirmed', confirmedAt: now }, 'confirmed', now, facts);
}

export function failOrder(order: Order, swap: AbortedSwap, now: Date): Moved<FailedOrder> {
  if (isPast(order) || order.status !== 'broadcasted' || order.txid !== swap.txid) return noMove(order);
  const { txid, blockHeight, failureReason } = swap;
  const facts = { txid, blockHeight, failureReason };
  const { ending: _lost, ...sent } = order;
  return move({ ...sent, ...swap, status: 'failed', failedAt: now }, 'failed', now, facts);
}

/** Makes the order wait again, because its broadcast swap can never be mined: another transaction used the nonce. */
export function reopenOrder(order: Order, { txid, reason }: DroppedSwap, now: Date): Moved<OpenOrder> {
  if (isPast(order) || order.status !== 'broadcasted' || order.txid !== txid) return noMove(order);
  return move({ ...waiting(order), status: 'open' }, 'reopened', now, { txid, reason });
}

/** Makes the order, unless it is confirmed, refer again to a swap that has paid it although the order no longer referred to that swap. */
export function correctOrder(order: Order, { txid, quote }: SentSwap, now: Date): Moved<BroadcastedOrder> {
  const current = order.status === 'open' ? order.sending : 'txid' in order ? order.txid : undefined;
  if (order.status === 'confirmed' || current === txid) return noMove(order);
  const broadcastedAt = 'broadcastedAt' in order ? order.broadcastedAt : now;
  const kept = order.status === 'open' ? waiting(order) : base(order);
  const sent = { ...kept, status: 'broadcasted' as const, txid, broadcastedAt, quote };
  return move(sent, 'corrected', now, { txid, previous: order.status });
}

/** Makes the order's swap pending again, because its block is no longer canonical. */
export function orphanOrder(order: Order, swap: { txid: Txid }, now: Date): Moved<BroadcastedOrder> {
  const isMined = order.status === 'confirmed' || order.status === 'failed';
  if (isPast(order) || !isMined || !('txid' in order) || order.txid !== swap.txid) return noMove(order);
  const { txid, broadcastedAt, quote, blockHeight } = order;
  const pending = { ...base(order), status: 'broadcasted' as const, txid, broadcastedAt, quote };
  return move(pending, 'orphaned', now, { txid, blockHeight });
}

/**
 * Records that the owner ends an order with a swap in progress, known or not. Settlement then stores a no-op transaction under a
 * known swap's nonce.
 */
export function requestEnd(
  order: Order,
  now: Date,
  ending: Ending = 'owner',
): Moved<OpenOrder | BroadcastedOrder> {
  if (isPast(order) || (order.status !== 'open' && order.status !== 'broadcasted')) return noMove(order);
  if (order.ending !== undefined) return noMove(order);
  const txid = order.status === 'open' ? order.sending : order.txid;
  return move({ ...order, ending }, 'cancel-requested', now, {
    ...(txid !== undefined && { txid }),
    ...(ending !== 'owner' && { reason: ending }),
  });
}

/** Use of an order's uuid in a final block, by a transaction that is not a swap of the order. */
export interface SpentElsewhere {
  readonly kind: 'spent-elsewhere';
  readonly blockHeight: number;
  /** Whether the owner has revoked the uuid. */
  readonly isRevoked: boolean;
}

/** Ends an order that can never be sent: it is cancelled if its owner has revoked its uuid, and failed otherwise. */
export function endSpent(
  order: Order,
  { blockHeight, isRevoked }: SpentElsewhere,
  now: Date,
): Moved<SpentOrder | CancelledOrder> {
  if (order.status !== 'open' || order.sending !== undefined) return noMove(order);
  if (isRevoked) {
    const cancelled = { ...base(order), status: 'cancelled' as const, cancelledAt: now };
    return move({ ...cancelled, cancelReason: 'revoked' as const }, 'cancelled', now, {
      reason: 'revoked',
      blockHeight,
    });
  }
  const failureReason = `spent-elsewhere: a transaction in block ${blockHeight} has spent the order`;
  const failed = { ...base(order), status: 'failed' as const, failedAt: now, failureReason, blockHeight };
  return move(failed, 'failed', now, { blockHeight, failureReason });
}

/** Cancels an order that its owner has ended, or that has expired, once none of its swaps is in progress. */
export function finishEnd(order: Order, now: Date): Moved<CancelledOrder> {
  if (order.status !== 'open' || order.sending !== undefined) return noMove(order);
  const reason = expiryAt(order, now);
  if (reason === undefined) return noMove(order);
  const cancelled = { ...base(order), status: 'cancelled' as const, cancelledAt: now, cancelReason: reason };
  return move(cancelled, 'cancelled', now, { reason });
}

/** Ends an open order. A final order is returned unchanged, so cancelling twice is not an error. */
export function cancelOrder(
  order: Order,
  reason: CancelReason,
  now: Date,
): Result<
  Transition<CancelledOrder> | { readonly order: Order; readonly event?: never },
  OrderAlreadyBroadcast
> {
  if (order.status === 'confirmed' || order.status === 'failed' || order.status === 'cancelled')
    return ok({ order });
  const txid = order.status === 'open' ? order.sending : txidOf(order);
  if (txid !== undefined) return err({ kind: 'order-already-broadcast', uuid: order.terms.uuid, txid });
  const cancelled = { ...base(order), status: 'cancelled' as const, cancelledAt: now, cancelReason: reason };
  return move(cancelled, 'cancelled', now, { reason });
}
