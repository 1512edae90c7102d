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
  isSameState,
  type BlockRef,
  type SwapTransaction,
} from '../../../domain/order/swap-transaction.js';
import type { OrderUuid } from '../../../domain/order/ids.js';
import type { Order } from '../../../domain/order/order.js';
import { err, ok, unwrap, type Result } from '../../../domain/shared/result.js';
import type { Ports, StaleVersion, Transaction } from '../../../ports/index.js';
import { runUntilCurrent } from '../../orders/change-order.js';
import { alone, type Share } from '../../shared/in-groups.js';
import { movedBy, storeMoved, type MovedOrder } from './move-orders.js';
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
  /** Records the outcomes of different orders in one unit of work. */
  const recordTogether = async (outcomes: readonly Outcome[]): Promise<readonly Order[]> =>
    unwrap(await runUntilCurrent(unitOfWork, (storage) => recordIn(storage, outcomes, clock.now())));
  const record = async (outcome: Outcome): Promise<Order> => (await recordTogether([outcome]))[0]!;
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
          const now = clock.now();
          const moved = movedBy([(order) => endSpent(order, elsewhere, now)], found, now);
          const changed = await storeMoved(storage, [moved], now);
          return changed.ok ? ok(changed.value.get(uuid) ?? found) : changed;
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
  outcomes: readonly Outcome[],
  now: Date,
): Promise<Result<readonly Order[], StaleVersion>> {
  for (const { seen, together, isForeign } of outcomes) {
    if (together || isForeign) await lockReplacements(storage, uuidOf(seen));
    if (isForeign && (await storage.swaps.findByTxid(seen[0]!.txid)) === undefined)
      await storage.swaps.insert(seen[0]!);
  }
  const uuids = outcomes.map(({ seen }) => uuidOf(seen));
  const orders = byUuid(await storage.orders.findMany(uuids), ({ terms }) => terms.uuid);
  const swaps = byUuid(await storage.swaps.listByOrder(...uuids), ({ orderUuid }) => orderUuid);
  const current: { readonly outcome: Outcome; readonly moved: MovedOrder }[] = [];
  for (const outcome of outcomes) {
    const { seen, moves } = outcome;
    const [order] = orders.get(uuidOf(seen)) ?? [];
    const stored = swaps.get(uuidOf(seen)) ?? [];
    if (order === undefined || seen.some(({ txid }) => stored.every((swap) => swap.txid !== txid)))
      throw new Error(`swap ${seen[0]!.txid} or its order is not stored`);
    if (await isCurrent(storage, outcome, { order, stored }))
      current.push({ outcome, moved: movedBy(moves, order, now) });
  }
  const changed = await storeMoved(
    storage,
    current.map(({ moved }) => moved),
    now,
  );
  if (!changed.ok) return changed;
  const changes = current.flatMap(({ outcome: { seen, next } }) =>
    seen.map((from) => ({ from, to: next(from) })),
  );
  // An order that no move changes does not tell that another process has recorded its swap meanwhile.
  const updated = await storage.swaps.update(...changes);
  if (updated.size < changes.length) return err({ kind: 'stale-version' });
  return ok(uuids.map((uuid) => changed.value.get(uuid) ?? orders.get(uuid)![0]!));
}

const uuidOf = (seen: Replacements): OrderUuid => seen[0]!.orderUuid;

function byUuid<T>(items: readonly T[], keyOf: (item: T) => OrderUuid): ReadonlyMap<OrderUuid, readonly T[]> {
  const groups = new Map<OrderUuid, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

/** Whether nothing has changed since the outcome was concluded. */
async function isCurrent(
  storage: Transaction,
  { seen, together, version }: Outcome,
  { order, stored }: { readonly order: Order; readonly stored: readonly SwapTransaction[] },
): Promise<boolean> {
  if (!areAsSeen(seen, stored, together)) return false;
  if (version === undefined) return true;
  // A database that went back may have lost that the swap was sent again.
  return (await storage.databaseHome.displaced()) === undefined && isUnchanged(order, version);
}

/** Whether nothing has changed the order except a request to end it. */
const isUnchanged = (order: Order, version: number): boolean =>
  order.version === version + ('ending' in order && order.ending !== undefined ? 1 : 0);

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
  const isSame = seen.every((swap) => {
    const stored = current.get(swap.txid);
    return stored !== undefined && isSameState(swap, stored);
  });
  if (!isSame || !together) return isSame;
  const known = new Set(seen.map(({ txid }) => txid));
  return stored.every((swap) => known.has(swap.txid) || !isSameNonce(swap, seen[0]!) || !isLive(swap.state));
}
