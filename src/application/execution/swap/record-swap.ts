import {
  abandonSwap,
  broadcastOrder,
  cancelOrder,
  confirmOrder,
  failOrder,
  followSwap,
  orphanOrder,
  reopenOrder,
  type AbortedSwap,
  type ExecutedSwap,
  type NoSuchMove,
  type Transition,
} from '../../../domain/order/lifecycle.js';
import type { BlockRef, SwapState, SwapTransaction } from '../../../domain/order/swap-transaction.js';
import type { BroadcastedOrder, Order } from '../../../domain/order/order.js';
import { ocoGroupOf, ocoSiblings } from '../../../domain/order/strategy.js';
import { ok, unwrap, type Result } from '../../../domain/shared/result.js';
import type { Ports, StaleVersion, StoragePorts } from '../../../ports/index.js';
import { changeOrder, untilCurrent } from '../../orders/change-order.js';
import { areAsSeen, lockRivals } from './replacements.js';

/**
 * Records what became of stored swaps, on the swaps and on their order together, and answers the order. Swaps that
 * somebody else moved since they were read stay as they were left. `rivals` are all live swaps of the order.
 */
export interface SwapRecorder {
  accepted(swap: SwapTransaction): Promise<Order>;
  confirmed(swap: SwapTransaction, executed: ExecutedSwap): Promise<Order>;
  failed(swap: SwapTransaction, aborted: AbortedSwap): Promise<Order>;
  orphaned(swap: SwapTransaction): Promise<Order>;
  /** None of them can be mined. */
  dead(rivals: readonly SwapTransaction[], reason: string): Promise<Order>;
  /** The filler among them was mined, so the others cannot be. */
  filled(rivals: readonly SwapTransaction[], filler: SwapTransaction, block: BlockRef): Promise<Order>;
  /** No later block can undo the swap's own, so the others cannot be mined. */
  finalised(rivals: readonly SwapTransaction[], swap: SwapTransaction): Promise<Order>;
}

type Move = (order: Order, now: Date) => Result<Transition<Order>, NoSuchMove>;

interface NextSwap {
  readonly state: SwapState;
  readonly block?: BlockRef;
}

interface Outcome {
  /** What this was concluded from: it counts only while these are as they were. */
  readonly seen: readonly SwapTransaction[];
  /** Whether `seen` must be all that the order has under way. */
  readonly together: boolean;
  readonly next: (swap: SwapTransaction) => NextSwap;
  readonly moves: readonly Move[];
}

const DEAD: NextSwap = { state: 'dead' };

export const makeSwapRecorder = ({
  unitOfWork,
  clock,
}: Pick<Ports, 'unitOfWork' | 'clock'>): SwapRecorder => {
  const record = async (outcome: Outcome): Promise<Order> => {
    const recorded = await untilCurrent<Order, StaleVersion>(() =>
      unitOfWork.run((storage) => recordIn(storage, outcome, clock.now())),
    );
    return unwrap(recorded);
  };
  const recordOne = (swap: SwapTransaction, next: NextSwap, ...moves: readonly Move[]) =>
    record({ seen: [swap], together: false, next: () => next, moves });

  return {
    accepted: (swap) => recordOne(swap, { state: 'accepted' }, ...accept(swap)),
    confirmed: (swap, executed) =>
      recordOne(swap, included(executed), ...accept(swap), (order, now) =>
        confirmOrder(order, executed, now),
      ),
    failed: (swap, aborted) =>
      recordOne(swap, included(aborted), ...accept(swap), (order, now) => failOrder(order, aborted, now)),
    orphaned: (swap) => recordOne(swap, { state: 'accepted' }, (order, now) => orphanOrder(order, swap, now)),
    dead: (rivals, reason) =>
      record({ seen: rivals, together: true, next: () => DEAD, moves: reopen(rivals, reason) }),
    filled: (rivals, filler, block) =>
      record({
        seen: rivals,
        together: true,
        next: ({ txid }) => (txid === filler.txid ? included(block) : DEAD),
        moves: reopen(rivals, `nonce ${filler.nonce} was given to another transaction`),
      }),
    finalised: (rivals, { txid: final }) =>
      record({
        seen: rivals,
        together: true,
        next: ({ txid, block }) => (txid === final ? { state: 'final', ...(block && { block }) } : DEAD),
        moves: [],
      }),
  };
};

const included = ({ blockHeight, blockTime }: BlockRef): NextSwap => ({
  state: 'included',
  block: { blockHeight, blockTime },
});

/** The order is broadcasted by this swap from now on, whichever it was before. */
function accept({ txid, quote, purpose }: SwapTransaction): readonly Move[] {
  if (purpose === 'fill') return [];
  const sent = { txid, quote };
  return [(order, now) => broadcastOrder(order, sent, now), (order, now) => followSwap(order, sent, now)];
}

const reopen = (rivals: readonly SwapTransaction[], reason: string): readonly Move[] =>
  rivals.flatMap(({ txid }): Move[] => [
    (order, now) => abandonSwap(order, { txid, reason }, now),
    (order, now) => reopenOrder(order, { txid, reason }, now),
  ]);

async function recordIn(
  storage: StoragePorts & Parameters<typeof lockRivals>[0],
  { seen, together, next, moves }: Outcome,
  now: Date,
): Promise<Result<Order, StaleVersion>> {
  const uuid = seen[0]!.orderUuid;
  if (together) await lockRivals(storage, uuid);
  const found = await storage.orders.findById(uuid);
  const stored = await storage.swaps.listByOrder(uuid);
  if (found === undefined || seen.some(({ txid }) => stored.every((swap) => swap.txid !== txid)))
    throw new Error(`swap ${seen[0]!.txid} or its order is not stored`);
  if (!areAsSeen(seen, stored, together)) return ok(found);
  const moved = await applyMoves(storage, found, moves, now);
  if (!moved.ok) return moved;
  for (const swap of seen) {
    const { block: _left, ...kept } = swap;
    await storage.swaps.update({ ...kept, ...next(swap) });
  }
  return moved;
}

/** Makes those of the moves that the order's state allows, one after another. */
async function applyMoves(
  storage: StoragePorts,
  found: Order,
  moves: readonly Move[],
  now: Date,
): Promise<Result<Order, StaleVersion>> {
  let order = found;
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
  return ok(order);
}

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
