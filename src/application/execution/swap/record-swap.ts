import {
  endSpent,
  correctOrder,
  orphanOrder,
  type NoSuchMove,
  type SpentElsewhere,
} from '../../../domain/order/lifecycle/lifecycle.js';
import {
  isLive,
  isSameNonce,
  type BlockRef,
  type SwapTransaction,
} from '../../../domain/order/swap-transaction.js';
import type { OrderUuid } from '../../../domain/order/ids.js';
import { isPast, type Order } from '../../../domain/order/order.js';
import { err, ok, unwrap, type Result } from '../../../domain/shared/result.js';
import type { Ports, StaleVersion, Transaction } from '../../../ports/index.js';
import { changeOrder, runUntilCurrent } from '../../orders/change-order.js';
import { endOcoGroup } from '../../orders/oco-group.js';
import { alone, type Share } from '../../shared/gathered.js';
import {
  accept,
  confirm,
  fail,
  reopen,
  type Execution,
  type Failure,
  type Move,
  type Replacements,
} from './swap-moves.js';

type NextSwap = Pick<SwapTransaction, 'state' | 'block'>;

interface Outcome {
  /** Swaps from which the outcome was concluded. It is recorded only while they are unchanged. */
  readonly seen: Replacements;
  /** Whether `seen` must be all live swaps with their nonce. */
  readonly together: boolean;
  /** Whether `seen` is one swap that may not be stored yet. */
  readonly isForeign?: boolean;
  /** Version that the order must still have for the outcome to be recorded. A request to end the order may have raised it by one. */
  readonly version?: number;
  readonly next: (swap: SwapTransaction) => NextSwap;
  readonly moves: readonly Move[];
}

const DROPPED: NextSwap = { state: 'dead' };

/**
 * Records the outcome of stored swaps, on the swaps and their order in one unit of work, and returns the order. Swaps that have
 * changed since they were read are left unchanged. What nodes have accepted is recorded together as `share` has it.
 */
export const makeSwapRecorder = (
  { unitOfWork, clock }: Pick<Ports, 'unitOfWork' | 'clock'>,
  share: Share = alone,
) => {
  const record = async (outcome: Outcome): Promise<Order> =>
    unwrap(await runUntilCurrent(unitOfWork, (storage) => recordIn(storage, outcome, clock.now())));
  /** Records the outcomes of several orders in one unit of work; alone, if one of them was changed meanwhile. */
  const recordTogether = async (outcomes: readonly Outcome[]): Promise<readonly Order[]> => {
    if (outcomes.length === 1) return [await record(outcomes[0]!)];
    const recorded = await unitOfWork.run<readonly Order[], StaleVersion>(async (storage) => {
      const orders: Order[] = [];
      for (const outcome of outcomes) {
        const order = await recordIn(storage, outcome, clock.now());
        if (!order.ok) return order;
        orders.push(order.value);
      }
      return ok(orders);
    });
    return recorded.ok ? recorded.value : Promise.all(outcomes.map(record));
  };
  const recordShared = share(recordTogether);
  const recordOne = (swap: SwapTransaction, next: NextSwap, ...moves: readonly Move[]) =>
    record({ seen: [swap], together: false, next: () => next, moves });
  const recordAll = (seen: Outcome['seen'], next: Outcome['next'], moves: Outcome['moves']) =>
    record({ seen, together: true, next, moves });

  const recordForeign = (swap: SwapTransaction, block: BlockRef, outcome: Move) =>
    record({
      seen: [swap],
      together: false,
      isForeign: true,
      next: () => included(block),
      moves: [(order, now) => correctOrder(order, swap, now), outcome],
    });

  return {
    /**
     * Records a swap in the mempool that is not stored here. It becomes the order's broadcast, unless the order has ended or has
     * another.
     */
    found: (swap: SwapTransaction) =>
      record({
        seen: [swap],
        together: false,
        isForeign: true,
        next: () => ({ state: 'accepted' }),
        moves: [
          (order, now) =>
            order.status === 'open' && order.sending === undefined
              ? correctOrder(order, swap, now)
              : noMove(order),
        ],
      }),
    /**
     * Records that something other than a swap of the order has spent its uuid for good. The order ends, unless one of its swaps
     * is in progress.
     */
    endSpent: async (uuid: OrderUuid, elsewhere: SpentElsewhere): Promise<Order> =>
      unwrap(
        await runUntilCurrent(unitOfWork, async (storage) => {
          const found = await storage.orders.findById(uuid);
          if (found === undefined) throw new Error(`order ${uuid} is not stored`);
          return applyMoves(storage, found, [(order, now) => endSpent(order, elsewhere, now)], clock.now());
        }),
      ),
    accepted: (swap: SwapTransaction) =>
      recordShared({
        seen: [swap],
        together: false,
        next: () => ({ state: 'accepted' }),
        moves: accept(swap),
      }),
    confirmed: (swap: SwapTransaction, execution: Execution) =>
      recordOne(swap, included(execution.block), ...accept(swap), confirm(swap, execution)),
    /**
     * Records that a swap has paid the order, although it was taken for dropped, was aborted in a block that is now orphaned, or is
     * not the one that the order refers to.
     */
    corrected: (swap: SwapTransaction, execution: Execution) =>
      recordOne(
        swap,
        included(execution.block),
        (order, now) => (order.status === 'failed' ? orphanOrder(order, swap, now) : noMove(order)),
        (order, now) => correctOrder(order, swap, now),
        confirm(swap, execution),
      ),
    /** Records that a transaction that was not stored here has paid the order. */
    adopted: (swap: SwapTransaction, execution: Execution) =>
      recordForeign(swap, execution.block, confirm(swap, execution)),
    /** Records that a transaction that was not stored here has used up the order's signature and paid another address. */
    diverted: (swap: SwapTransaction, { block, ...aborted }: Failure) =>
      recordForeign(swap, block, fail(swap, { block, ...aborted })),
    failed: (swap: SwapTransaction, { block, ...aborted }: Failure) =>
      recordOne(swap, included(block), ...accept(swap), fail(swap, { block, ...aborted })),
    orphaned: (swap: SwapTransaction) =>
      recordOne(swap, { state: 'accepted' }, (order, now) => orphanOrder(order, swap, now)),
    /**
     * Notes that a swap that may not have been sent yet is sent again. Its order is updated, so that a refusal of the first
     * sending no longer drops the swap. Returns false if the swap is already dropped.
     */
    sentAgain: async ({ txid, orderUuid }: SwapTransaction): Promise<boolean> =>
      unwrap(
        await runUntilCurrent<boolean>(unitOfWork, async ({ orders, swaps }) => {
          const order = await orders.findById(orderUuid);
          if (order?.status !== 'open' || order.sending !== txid)
            return ok((await swaps.findByTxid(txid))?.state !== 'dead');
          const changed = await orders.update(order);
          return changed.ok ? ok(true) : changed;
        }),
      ),
    /** Drops a swap that no node has, unless it is being sent again. Returns whether it is dropped. */
    refused: async (swap: SwapTransaction, version: number, reason: string): Promise<boolean> => {
      const next = () => DROPPED;
      const order = await record({
        seen: [swap],
        together: true,
        version,
        next,
        moves: reopen([swap], reason),
      });
      return order.status === 'cancelled' || (order.status === 'open' && order.sending !== swap.txid);
    },
    /** Records that none of these swaps can be mined any longer. */
    dropped: (replacements: Replacements, reason: string) =>
      recordAll(replacements, () => DROPPED, reopen(replacements, reason)),
    /** Records that the no-op among these swaps was mined, so that the others cannot be. */
    noOpMined: (replacements: Replacements, noOp: SwapTransaction, block: BlockRef) =>
      recordAll(
        replacements,
        ({ txid }) => (txid === noOp.txid ? included(block) : DROPPED),
        reopen(replacements, `nonce ${noOp.nonce} was given to another transaction`),
      ),
    /** Records that this swap's block is final, so that the other swaps cannot be mined. */
    finalised: (replacements: Replacements, { txid: final }: SwapTransaction) =>
      recordAll(
        replacements,
        ({ txid, block }) => (txid === final ? { state: 'final', ...(block && { block }) } : DROPPED),
        [],
      ),
  };
};

const noMove = ({ terms: { uuid }, status }: Order) =>
  err<NoSuchMove>({ kind: 'no-such-move', uuid, status });

const included = (block: BlockRef): NextSwap => ({ state: 'included', block });

async function recordIn(
  storage: Transaction,
  { seen, together, isForeign, version, next, moves }: Outcome,
  now: Date,
): Promise<Result<Order, StaleVersion>> {
  const uuid = seen[0]!.orderUuid;
  if (together || isForeign) await lockReplacements(storage, uuid);
  if (isForeign && (await storage.swaps.findByTxid(seen[0]!.txid)) === undefined)
    await storage.swaps.insert(seen[0]!);
  const found = await storage.orders.findById(uuid);
  const stored = await storage.swaps.listByOrder(uuid);
  if (found === undefined || seen.some(({ txid }) => stored.every((swap) => swap.txid !== txid)))
    throw new Error(`swap ${seen[0]!.txid} or its order is not stored`);
  if (!areAsSeen(seen, stored, together)) return ok(found);
  if (version !== undefined) {
    // A database that went back may have lost that the swap was sent again.
    const isDisplaced = (await storage.databaseHome.displaced()) !== undefined;
    if (isDisplaced || !isUnchanged(found, version)) return ok(found);
  }
  const moved = await applyMoves(storage, found, moves, now);
  if (!moved.ok) return moved;
  for (const swap of seen) {
    const { block: _left, ...kept } = swap;
    await storage.swaps.update({ ...kept, ...next(swap) });
  }
  return moved;
}

/** Whether nothing has changed the order except a request to end it. */
const isUnchanged = (order: Order, version: number): boolean =>
  order.version === version + ('ending' in order && order.ending !== undefined ? 1 : 0);

/** Applies the moves that the order's state allows, in order. */
async function applyMoves(
  storage: Transaction,
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
    if (isPast(order) || order.status !== 'broadcasted') continue;
    const ended = await endOcoGroup(storage, order.terms, now);
    if (!ended.ok) return ended;
  }
  return ok(order);
}

/** Locks out every concurrent writer that adds a live swap of the order, or concludes something from all its live swaps. */
export const lockReplacements = (storage: Pick<Transaction, 'lock'>, order: OrderUuid): Promise<void> =>
  storage.lock(`swaps:${order}`);

/** Whether the swaps are stored as seen and, if `together`, are all live swaps with their nonce. */
export function areAsSeen(
  seen: readonly SwapTransaction[],
  stored: readonly SwapTransaction[],
  together: boolean,
): boolean {
  const current = new Map(stored.map((swap) => [swap.txid, swap]));
  const isSame = seen.every((swap) => isAsSeen(swap, current.get(swap.txid)));
  if (!isSame || !together) return isSame;
  const known = new Set(seen.map(({ txid }) => txid));
  return stored.every((swap) => known.has(swap.txid) || !isSameNonce(swap, seen[0]!) || !isLive(swap.state));
}

const isAsSeen = (seen: SwapTransaction, stored: SwapTransaction | undefined): boolean =>
  seen.state === stored?.state &&
  seen.block?.blockHeight === stored.block?.blockHeight &&
  seen.block?.blockTime === stored.block?.blockTime &&
  seen.block?.blockHash === stored.block?.blockHash;
