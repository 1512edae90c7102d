import type { NoSuchMove, Transition } from '../../domain/order/lifecycle.js';
import { replaceByNoOp, raiseFee } from '../../domain/order/lifecycle.js';
import type { Order } from '../../domain/order/order.js';
import { raisedFee, type SwapTransaction } from '../../domain/order/swap-transaction.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { ChainUnreachable, Ports, SignedSwap, StaleVersion, Transaction } from '../../ports/index.js';
import { changeOrder, untilCurrent } from '../orders/change-order.js';
import { areAsSeen, lockRivals } from './rivals.js';

/** Nothing was replaced: the fee is in line with others', as high as it may be, or the swaps have moved on. */
export interface NotReplaced {
  readonly kind: 'not-replaced';
}

/** Both answer the new transaction, which is stored and has not been sent. */
export interface ReplaceSwap {
  /** Signs the newest of an order's live swaps again, for the node's present estimate. */
  readonly raiseFee: (
    rivals: readonly SwapTransaction[],
    newest: SwapTransaction,
  ) => Promise<Result<SwapTransaction, NotReplaced | ChainUnreachable>>;
  /** Signs a transaction that does nothing under the nonce of swaps that no node takes. */
  readonly fill: (
    rivals: readonly SwapTransaction[],
    newest: SwapTransaction,
    reason: string,
  ) => Promise<Result<SwapTransaction, NotReplaced>>;
  /** The same for a nonce that no live swap holds, while later ones are held. */
  readonly fillGap: (nonce: bigint) => Promise<Result<SwapTransaction, NotReplaced>>;
}

type Needs = Pick<Ports, 'clock' | 'executionObserver' | 'signer' | 'swaps' | 'unitOfWork'>;
type Move = (order: Order, now: Date) => Result<Transition<Order>, NoSuchMove>;

const NOT_REPLACED: NotReplaced = { kind: 'not-replaced' };

export const makeReplaceSwap = (ports: Needs): ReplaceSwap => {
  const { clock, executionObserver, signer, swaps, unitOfWork } = ports;

  const rivalOf = (swap: SwapTransaction, signed: SignedSwap, feeUstx: SwapTransaction['feeUstx']) => {
    const { block: _mined, ...terms } = swap;
    return {
      ...terms,
      ...signed,
      feeUstx,
      replaces: swap.txid,
      storedAt: clock.now(),
      state: 'stored',
    } as const;
  };

  /** Stores the rival unless the swaps that it was made for have moved; `move` writes it into the order's log. */
  const store = (
    rivals: readonly SwapTransaction[],
    rival: SwapTransaction,
    move: Move,
  ): Promise<Result<SwapTransaction, NotReplaced>> =>
    untilCurrent<SwapTransaction, NotReplaced | StaleVersion>(() =>
      unitOfWork.run<SwapTransaction, NotReplaced | StaleVersion>(async (storage) => {
        await lockRivals(storage, rival.orderUuid);
        const stored = await storage.swaps.listByOrder(rival.orderUuid);
        if (!areAsSeen(rivals, stored, true)) return err(NOT_REPLACED);
        const logged = await log(storage, rival, move, clock.now());
        if (!logged.ok) return logged;
        await storage.swaps.insert(rival);
        return ok(rival);
      }),
    );

  const observeFill = ({ txid, nonce }: SwapTransaction, reason: string) =>
    executionObserver?.observe({ kind: 'nonce-filled', txid, nonce, reason });

  return {
    async raiseFee(rivals, newest) {
      if (signer === undefined || signer.address !== newest.sender) return err(NOT_REPLACED);
      const estimate = await signer.estimateFeeOf(newest.raw);
      if (!estimate.ok) return estimate;
      if (estimate.value <= newest.feeUstx) return err(NOT_REPLACED);
      const feeUstx = raisedFee(newest.feeUstx, estimate.value, signer.maxFeeUstx);
      if (feeUstx === undefined) return err(NOT_REPLACED);
      const rival = rivalOf(newest, await signer.signAgain(newest.raw, feeUstx), feeUstx);
      const { txid, orderUuid: uuid } = rival;
      const facts = { txid, replaces: newest.txid, feeUstx };
      const stored = await store(rivals, rival, (order, now) => raiseFee(order, facts, now));
      if (stored.ok) executionObserver?.observe({ kind: 'fee-raised', uuid, ...facts });
      return stored;
    },

    async fill(rivals, newest, reason) {
      if (signer === undefined || signer.address !== newest.sender) return err(NOT_REPLACED);
      const filler = await signFiller(signer, newest);
      const rival: SwapTransaction = { ...rivalOf(newest, filler.signed, filler.feeUstx), purpose: 'fill' };
      const facts = { txid: newest.txid, by: rival.txid, reason };
      const stored = await store(rivals, rival, (order, now) => replaceByNoOp(order, facts, now));
      if (stored.ok) observeFill(rival, reason);
      return stored;
    },

    async fillGap(nonce) {
      if (signer === undefined) return err(NOT_REPLACED);
      const dead = (await swaps.listByNonce(signer.address, nonce)).at(-1);
      if (dead === undefined) return err(NOT_REPLACED);
      const filler = await signFiller(signer, dead);
      const rival: SwapTransaction = { ...rivalOf(dead, filler.signed, filler.feeUstx), purpose: 'fill' };
      const stored = await unitOfWork.run<SwapTransaction, NotReplaced>(async (storage) => {
        // Whoever sends a swap takes the lowest free nonce under this lock, and may have taken this one.
        await storage.lock(`sender:${signer.address}`);
        const held = await storage.swaps.listHeldNonces(signer.address);
        const known = await storage.swaps.findByTxid(rival.txid);
        if (held.includes(nonce) || !held.some((other) => other > nonce)) return err(NOT_REPLACED);
        if (known === undefined) await storage.swaps.insert(rival);
        else await storage.swaps.update({ ...known, state: 'stored' });
        return ok(known ?? rival);
      });
      if (stored.ok) observeFill(stored.value, 'later transactions waited for the nonce');
      return stored;
    },
  };
};

/** Pays enough to push the swap out of whatever mempool may hold it after all, as far as the cap allows. */
async function signFiller(
  signer: NonNullable<Needs['signer']>,
  { nonce, feeUstx: paid }: SwapTransaction,
): Promise<{ readonly signed: SignedSwap; readonly feeUstx: SwapTransaction['feeUstx'] }> {
  const feeUstx = raisedFee(paid, paid, signer.maxFeeUstx) ?? paid;
  return { signed: await signer.signFiller({ nonce, feeUstx }), feeUstx };
}

/** An order that is not under way has nothing to tell. */
async function log(
  storage: Transaction,
  { orderUuid }: SwapTransaction,
  move: Move,
  now: Date,
): Promise<Result<void, StaleVersion>> {
  const order = await storage.orders.findById(orderUuid);
  if (order === undefined) throw new Error(`order ${orderUuid} of a swap is not stored`);
  const moved = move(order, now);
  if (!moved.ok) return ok();
  const changed = await changeOrder(storage, moved.value);
  return changed.ok ? ok() : changed;
}
