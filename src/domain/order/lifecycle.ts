import { err, ok, type Result } from '../shared/result.js';
import type { Units } from '../shared/units.js';
import type { OrderEvent, OrderEventType } from './events.js';
import type { BlockRef, ExecutionQuote } from './swap-transaction.js';
import type { OrderUuid, Txid } from './ids.js';
import type {
  BroadcastedOrder,
  CancelledOrder,
  CancelReason,
  ConfirmedOrder,
  FailedOrder,
  OpenOrder,
  Order,
  OrderStatus,
  OrderTerms,
} from './order.js';

/** An order's next state and the event that its log records with it. */
export interface Transition<T extends Order> {
  readonly order: T;
  readonly event: OrderEvent;
}

export interface OrderNotOpen {
  readonly kind: 'order-not-open';
  readonly uuid: OrderUuid;
  readonly status: OrderStatus;
}
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

/** The outcome of a mined swap. */
export interface ExecutedSwap extends BlockRef {
  readonly txid: Txid;
  readonly executedAmountIn: Units;
  readonly executedAmountOut: Units;
  readonly feeUstx: Units;
}

export interface AbortedSwap extends BlockRef {
  readonly txid: Txid;
  readonly failureReason: string;
}

const move = <T extends Order>(order: T, type: OrderEventType, at: Date, facts: OrderEvent['facts'] = {}) =>
  ok<Transition<T>>({ order, event: { type, at, facts } });

const noMove = ({ terms: { uuid }, status }: Order) =>
  err<NoSuchMove>({ kind: 'no-such-move', uuid, status });

const base = ({ terms, createdAt, version }: Order) => ({ terms, createdAt, version });

export function placeOrder(terms: OrderTerms, now: Date): Transition<OpenOrder> {
  return {
    order: { status: 'open', terms, createdAt: now, version: 1 },
    event: { type: 'created', at: now, facts: {} },
  };
}

/** A signed swap is stored for the order; from now on only its outcome decides. */
export function beginSwap(
  order: Order,
  { txid, nonce, attempt }: { txid: Txid; nonce: bigint; attempt: number },
  now: Date,
): Result<Transition<OpenOrder>, OrderNotOpen | OrderAlreadyBroadcast> {
  const { uuid } = order.terms;
  if (order.status !== 'open') return err({ kind: 'order-not-open', uuid, status: order.status });
  if (order.sending !== undefined) return err({ kind: 'order-already-broadcast', uuid, txid: order.sending });
  return move({ ...order, sending: txid }, 'swap-stored', now, { txid, nonce: nonce.toString(), attempt });
}

/** The stored swap can never be mined: the order waits again. */
export function abandonSwap(
  order: Order,
  { txid, reason }: { txid: Txid; reason: string },
  now: Date,
): Result<Transition<OpenOrder>, NoSuchMove> {
  if (order.status !== 'open' || order.sending !== txid) return noMove(order);
  return move({ ...base(order), status: 'open' }, 'swap-refused', now, { txid, reason });
}

/** A node accepted the stored swap. */
export function broadcastOrder(
  order: Order,
  { txid, quote }: { txid: Txid; quote: ExecutionQuote },
  now: Date,
): Result<Transition<BroadcastedOrder>, NoSuchMove> {
  if (order.status !== 'open' || order.sending !== txid) return noMove(order);
  return move(
    { ...base(order), status: 'broadcasted', txid, broadcastedAt: now, quote },
    'broadcasted',
    now,
    { txid },
  );
}

/** A replacement of the order's swap was accepted by a node, or is in a block: the order refers to it from now on. */
export function followSwap(
  order: Order,
  { txid, quote }: { txid: Txid; quote: ExecutionQuote },
  now: Date,
): Result<Transition<BroadcastedOrder>, NoSuchMove> {
  if (order.status !== 'broadcasted' || order.txid === txid) return noMove(order);
  return move({ ...order, txid, quote }, 'txid-changed', now, { txid, previous: order.txid });
}

/** A replacement of the swap is stored, for a higher fee. Either of the two may be mined. */
export function raiseFee(
  order: Order,
  { txid, replaces, feeUstx }: { txid: Txid; replaces: Txid; feeUstx: Units },
  now: Date,
): Result<Transition<OpenOrder | BroadcastedOrder>, NoSuchMove> {
  if (!isUnderWay(order)) return noMove(order);
  return move(order, 'fee-raised', now, { txid, replaces, feeUstx: feeUstx.toString() });
}

/** Every node refuses the swap: a no-op transaction is stored under its nonce. The swap may still be mined. */
export function replaceByNoOp(
  order: Order,
  { txid, by, reason }: { txid: Txid; by: Txid; reason: string },
  now: Date,
): Result<Transition<OpenOrder | BroadcastedOrder>, NoSuchMove> {
  if (!isUnderWay(order)) return noMove(order);
  return move(order, 'swap-given-up', now, { txid, by, reason });
}

const isUnderWay = (order: Order): order is OpenOrder | BroadcastedOrder =>
  order.status === 'broadcasted' || (order.status === 'open' && order.sending !== undefined);

export function confirmOrder(
  order: Order,
  swap: ExecutedSwap,
  now: Date,
): Result<Transition<ConfirmedOrder>, NoSuchMove> {
  if (order.status !== 'broadcasted' || order.txid !== swap.txid) return noMove(order);
  const { blockHeight, blockTime, executedAmountIn, executedAmountOut, feeUstx } = swap;
  const executed = { blockHeight, blockTime, executedAmountIn, executedAmountOut, feeUstx };
  return move({ ...order, status: 'confirmed', confirmedAt: now, ...executed }, 'confirmed', now, {
    txid: order.txid,
    blockHeight,
    executedAmountOut: executedAmountOut.toString(),
  });
}

export function failOrder(
  order: Order,
  swap: AbortedSwap,
  now: Date,
): Result<Transition<FailedOrder>, NoSuchMove> {
  if (order.status !== 'broadcasted' || order.txid !== swap.txid) return noMove(order);
  const { blockHeight, blockTime, failureReason } = swap;
  return move(
    { ...order, status: 'failed', failedAt: now, blockHeight, blockTime, failureReason },
    'failed',
    now,
    {
      txid: order.txid,
      blockHeight,
      failureReason,
    },
  );
}

/** The broadcast swap can never be mined: a transaction that is not one of the order's used its nonce. */
export function reopenOrder(
  order: Order,
  { txid, reason }: { txid: Txid; reason: string },
  now: Date,
): Result<Transition<OpenOrder>, NoSuchMove> {
  if (order.status !== 'broadcasted' || order.txid !== txid) return noMove(order);
  return move({ ...base(order), status: 'open' }, 'reopened', now, { txid, reason });
}

/** The swap's block is no longer canonical: the swap is pending again. */
export function orphanOrder(
  order: Order,
  swap: { txid: Txid },
  now: Date,
): Result<Transition<BroadcastedOrder>, NoSuchMove> {
  const mined = order.status === 'confirmed' || order.status === 'failed';
  if (!mined || order.txid !== swap.txid) return noMove(order);
  const { txid, broadcastedAt, quote, blockHeight } = order;
  return move({ ...base(order), status: 'broadcasted', txid, broadcastedAt, quote }, 'orphaned', now, {
    txid,
    blockHeight,
  });
}

/** Ends an open order. A final order is returned unchanged, so that cancelling twice is not an error. */
export function cancelOrder(
  order: Order,
  reason: CancelReason,
  now: Date,
): Result<
  Transition<CancelledOrder> | { readonly order: Order; readonly event?: never },
  OrderAlreadyBroadcast
> {
  const { uuid } = order.terms;
  switch (order.status) {
    case 'confirmed':
    case 'failed':
    case 'cancelled':
      return ok({ order });
    case 'broadcasted':
      return err({ kind: 'order-already-broadcast', uuid, txid: order.txid });
    case 'open':
      if (order.sending !== undefined)
        return err({ kind: 'order-already-broadcast', uuid, txid: order.sending });
      return move(
        { ...base(order), status: 'cancelled', cancelledAt: now, cancelReason: reason },
        'cancelled',
        now,
        { reason },
      );
  }
}
