import {
  abandonSwap,
  broadcastOrder,
  cancelOrder,
  confirmOrder,
  failOrder,
  orphanOrder,
  reopenOrder,
  type AbortedSwap,
  type ExecutedSwap,
  type NoSuchMove,
  type Transition,
} from '../../domain/order/lifecycle.js';
import type { BlockRef, SwapState, SwapTransaction } from '../../domain/order/swap-transaction.js';
import type { BroadcastedOrder, Order } from '../../domain/order/order.js';
import { ocoGroupOf, ocoSiblings } from '../../domain/order/strategy.js';
import { ok, unwrap, type Result } from '../../domain/shared/result.js';
import type { Ports, StaleVersion, StoragePorts } from '../../ports/index.js';
import { changeOrder, untilCurrent } from '../orders/change-order.js';

/**
 * Records what became of a stored swap, on the swap and on its order together, and answers the order. A swap that
 * somebody else moved since it was read stays as they left it.
 */
export interface SwapRecorder {
  accepted(swap: SwapTransaction): Promise<Order>;
  confirmed(swap: SwapTransaction, executed: ExecutedSwap): Promise<Order>;
  failed(swap: SwapTransaction, aborted: AbortedSwap): Promise<Order>;
  orphaned(swap: SwapTransaction): Promise<Order>;
  /** The swap can never be mined. */
  dead(swap: SwapTransaction, reason: string): Promise<Order>;
  /** No later block can undo the swap's own. */
  finalised(swap: SwapTransaction): Promise<Order>;
}

type Move = (order: Order, now: Date) => Result<Transition<Order>, NoSuchMove>;

interface NextSwap {
  readonly state: SwapState;
  readonly block?: BlockRef;
}

export const makeSwapRecorder = ({
  unitOfWork,
  clock,
}: Pick<Ports, 'unitOfWork' | 'clock'>): SwapRecorder => {
  const record = async (swap: SwapTransaction, next: NextSwap, ...moves: readonly Move[]): Promise<Order> => {
    const recorded = await untilCurrent<Order, StaleVersion>(() =>
      unitOfWork.run((storage) => recordIn(storage, swap, next, moves, clock.now())),
    );
    return unwrap(recorded);
  };
  const accept =
    ({ txid, quote }: SwapTransaction): Move =>
    (order, now) =>
      broadcastOrder(order, { txid, quote }, now);

  return {
    accepted: (swap) => record(swap, { state: 'accepted' }, accept(swap)),
    confirmed: (swap, executed) =>
      record(swap, included(executed), accept(swap), (order, now) => confirmOrder(order, executed, now)),
    failed: (swap, aborted) =>
      record(swap, included(aborted), accept(swap), (order, now) => failOrder(order, aborted, now)),
    orphaned: (swap) => record(swap, { state: 'accepted' }, (order, now) => orphanOrder(order, swap, now)),
    dead: (swap, reason) =>
      record(
        swap,
        { state: 'dead' },
        (order, now) => abandonSwap(order, { txid: swap.txid, reason }, now),
        (order, now) => reopenOrder(order, { txid: swap.txid, reason }, now),
      ),
    finalised: (swap) => record(swap, { state: 'final', ...(swap.block && { block: swap.block }) }),
  };
};

const included = ({ blockHeight, blockTime }: BlockRef): NextSwap => ({
  state: 'included',
  block: { blockHeight, blockTime },
});

async function recordIn(
  storage: StoragePorts,
  seen: SwapTransaction,
  next: NextSwap,
  moves: readonly Move[],
  now: Date,
): Promise<Result<Order, StaleVersion>> {
  const { txid, orderUuid } = seen;
  const [swap, found] = [await storage.swaps.findByTxid(txid), await storage.orders.findById(orderUuid)];
  if (swap === undefined || found === undefined) throw new Error(`swap ${txid} or its order is not stored`);
  if (hasMoved(seen, swap)) return ok(found);
  let order: Order = found;
  for (const move of moves) {
    const moved = move(order, now);
    if (!moved.ok) continue;
    const changed = await changeOrder(storage, moved.value);
    if (!changed.ok) return changed;
    order = changed.value;
    if (order.status !== 'broadcasted') continue;
    const cancelled = await cancelSiblings(storage, order, now);
    if (!cancelled.ok) return cancelled;
  }
  const { block: _left, ...kept } = swap;
  await storage.swaps.update({ ...kept, ...next });
  return ok(order);
}

const hasMoved = (seen: SwapTransaction, stored: SwapTransaction): boolean =>
  seen.state !== stored.state ||
  seen.block?.blockHeight !== stored.block?.blockHeight ||
  seen.block?.blockTime !== stored.block?.blockTime;

/** One cancels other: with the first broadcast the open orders of its group end, in the same unit of work. */
async function cancelSiblings(
  storage: StoragePorts,
  order: BroadcastedOrder,
  now: Date,
): Promise<Result<void, StaleVersion>> {
  const group = ocoGroupOf(order.terms);
  if (group === undefined) return ok();
  for (const sibling of ocoSiblings(order, await storage.orders.listByStrategy(order.terms.owner, group))) {
    const cancelled = cancelOrder(sibling, 'oco', now);
    if (!cancelled.ok || cancelled.value.event === undefined) continue;
    const changed = await changeOrder(storage, cancelled.value);
    if (!changed.ok) return changed;
  }
  return ok();
}
