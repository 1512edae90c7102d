import {
  replaceByNoOp,
  raiseFee,
  type NoSuchMove,
  type Transition,
} from '../../../domain/order/lifecycle.js';
import type { Order } from '../../../domain/order/order.js';
import { raisedFee, type SwapTransaction } from '../../../domain/order/swap-transaction.js';
import { err, ok, type Result } from '../../../domain/shared/result.js';
import type { Units } from '../../../domain/shared/units.js';
import type {
  ChainUnreachable,
  Ports,
  SignedSwap,
  StaleVersion,
  SwapSigner,
  Transaction,
} from '../../../ports/index.js';
import { changeOrder, untilCurrent } from '../../orders/change-order.js';
import { areAsSeen, lockReplacements } from '../swap/record-swap.js';

/** Nothing was replaced: the fee matches the estimate, has reached its cap, or the swaps have changed. */
export interface NotReplaced {
  readonly kind: 'not-replaced';
}
export const NOT_REPLACED: NotReplaced = { kind: 'not-replaced' };

/**
 * Signs and stores a replacement for an order's live swaps, which share one nonce. Neither function sends it.
 */
export interface ReplaceSwap {
  /** Signs the newest swap again for the node's current fee estimate. */
  readonly raiseFee: (
    replacements: readonly SwapTransaction[],
    newest: SwapTransaction,
  ) => Promise<Result<SwapTransaction, NotReplaced | ChainUnreachable>>;
  /** Signs a no-op under the nonce of swaps that no node accepts. */
  readonly noOp: (
    replacements: readonly SwapTransaction[],
    newest: SwapTransaction,
    reason: string,
  ) => Promise<Result<SwapTransaction, NotReplaced>>;
}

type Needs = Pick<Ports, 'clock' | 'executionObserver' | 'signer' | 'unitOfWork'>;
type Move = (order: Order, now: Date) => Result<Transition<Order>, NoSuchMove>;

export const makeReplaceSwap = ({ clock, executionObserver, signer, unitOfWork }: Needs): ReplaceSwap => {
  /** Stores the replacement unless the swaps it was made for have changed; `move` writes it to the order's log. */
  const store = (
    seen: readonly SwapTransaction[],
    replacement: SwapTransaction,
    move: Move,
  ): Promise<Result<SwapTransaction, NotReplaced>> =>
    untilCurrent<SwapTransaction, NotReplaced | StaleVersion>(() =>
      unitOfWork.run<SwapTransaction, NotReplaced | StaleVersion>(async (storage) => {
        await lockReplacements(storage, replacement.orderUuid);
        const stored = await storage.swaps.listByOrder(replacement.orderUuid);
        if (!areAsSeen(seen, stored, true)) return err(NOT_REPLACED);
        const logged = await log(storage, replacement, move, clock.now());
        if (!logged.ok) return logged;
        await storage.swaps.insert(replacement);
        return ok(replacement);
      }),
    );

  return {
    async raiseFee(replacements, newest) {
      if (signer === undefined || signer.address !== newest.sender) return err(NOT_REPLACED);
      const estimate = await signer.estimateFeeOf(newest.raw);
      if (!estimate.ok) return estimate;
      if (estimate.value <= newest.feeUstx) return err(NOT_REPLACED);
      const feeUstx = raisedFee(newest.feeUstx, estimate.value, signer.maxFeeUstx);
      if (feeUstx === undefined) return err(NOT_REPLACED);
      const signed = await signer.signAgain(newest.raw, feeUstx);
      const replacement = replacementOf(newest, signed, { feeUstx, storedAt: clock.now() });
      const { txid, orderUuid: uuid } = replacement;
      const facts = { txid, replaces: newest.txid, feeUstx };
      const stored = await store(replacements, replacement, (order, now) => raiseFee(order, facts, now));
      if (stored.ok) executionObserver?.observe({ kind: 'fee-raised', uuid, ...facts });
      return stored;
    },

    async noOp(replacements, newest, reason) {
      if (signer === undefined || signer.address !== newest.sender) return err(NOT_REPLACED);
      const noOp = await signNoOp(signer, clock, newest);
      const { txid, nonce } = noOp;
      const facts = { txid: newest.txid, by: txid, reason };
      const stored = await store(replacements, noOp, (order, now) => replaceByNoOp(order, facts, now));
      if (stored.ok) executionObserver?.observe({ kind: 'nonce-filled', txid, nonce, reason });
      return stored;
    },
  };
};

/** The no-op that takes the swap's nonce. It pays enough to evict the swap from any mempool, as far as the cap allows. */
export async function signNoOp(
  signer: SwapSigner,
  clock: Ports['clock'],
  swap: SwapTransaction,
): Promise<SwapTransaction> {
  const feeUstx = raisedFee(swap.feeUstx, swap.feeUstx, signer.maxFeeUstx) ?? swap.feeUstx;
  const signed = await signer.signNoOp({ nonce: swap.nonce, feeUstx });
  return { ...replacementOf(swap, signed, { feeUstx, storedAt: clock.now() }), purpose: 'fill' };
}

function replacementOf(
  { block: _mined, ...swap }: SwapTransaction,
  signed: SignedSwap,
  terms: { readonly feeUstx: Units; readonly storedAt: Date },
): SwapTransaction {
  return { ...swap, ...signed, ...terms, replaces: swap.txid, state: 'stored' };
}

/** Writes the move to the order's log; an order that is not under way has no entry for it. */
async function log(
  storage: Transaction,
  { orderUuid }: SwapTransaction,
  move: Move,
  now: Date,
): Promise<Result<unknown, StaleVersion>> {
  const order = await storage.orders.findById(orderUuid);
  if (order === undefined) throw new Error(`order ${orderUuid} of a swap is not stored`);
  const moved = move(order, now);
  return moved.ok ? changeOrder(storage, moved.value) : ok();
}
