import { raiseFee, replaceByNoOp } from '../../../domain/order/lifecycle/lifecycle.js';
import { violationOf } from '../../../domain/order/lifecycle/invariants.js';
import { NO_BYTES, raisedFee, type SwapTransaction } from '../../../domain/order/swap-transaction.js';
import { toUnits } from '../../../domain/shared/units.js';
import { ok } from '../../../domain/shared/result.js';
import type { ChainRead, Ports, SignedSwap, SwapSigner } from '../../../ports/index.js';
import { changeOrder, runUntilCurrent } from '../../orders/change-order.js';
import { areAsSeen, lockReplacements } from '../swap/record-swap.js';
import type { Move } from '../swap/swap-moves.js';
import type { ReportViolation } from '../swap/report-violation.js';

interface Needs extends Pick<Ports, 'clock' | 'executionObserver' | 'signers' | 'unitOfWork'> {
  readonly reportViolation: ReportViolation;
}

/**
 * Signs and stores a replacement for an order's live swaps, which share one nonce, but sends nothing. The result is undefined if
 * nothing was replaced: the fee matches the estimate or has reached its cap, the swaps have changed, or the stored bytes are not
 * what the account signed.
 */
export const makeReplaceSwap = (needs: Needs) => {
  const { clock, executionObserver, reportViolation, signers = [], unitOfWork } = needs;
  /** Stores the replacement unless the swaps have changed. If the order is in progress, `move` logs the replacement on it. */
  const store = async (
    seen: readonly SwapTransaction[],
    replacement: SwapTransaction,
    move: Move,
  ): Promise<boolean> => {
    const { orderUuid } = replacement;
    const stored = await runUntilCurrent<boolean>(unitOfWork, async (storage) => {
      await lockReplacements(storage, orderUuid);
      if (!areAsSeen(seen, await storage.swaps.listByOrder(orderUuid), true)) return ok(false);
      const order = await storage.orders.findById(orderUuid);
      if (order === undefined) throw new Error(`order ${orderUuid} of a swap is not stored`);
      const moved = move(order, clock.now());
      const logged = moved.ok ? await changeOrder(storage, moved.value) : ok();
      if (!logged.ok) return logged;
      await storage.swaps.insert(replacement);
      return ok(true);
    });
    return stored.ok && stored.value;
  };

  /** The signer of the swap's account; undefined without its key, and if the stored bytes are not what it signed. */
  const signerOf = async (swap: SwapTransaction): Promise<SwapSigner | undefined> => {
    const signer = signers.find(({ address }) => address === swap.sender);
    return signer !== undefined && (await isUnaltered(signer, swap, reportViolation)) ? signer : undefined;
  };

  return {
    /** Signs the newest swap again with a fee raised towards the node's current estimate. */
    async raiseFee(
      replacements: readonly SwapTransaction[],
      newest: SwapTransaction,
    ): ChainRead<SwapTransaction | undefined> {
      const signer = await signerOf(newest);
      if (signer === undefined) return ok();
      const estimate = await signer.estimateFeeOf(newest.raw);
      if (!estimate.ok) return estimate;
      if (estimate.value <= newest.feeUstx) return ok();
      const feeUstx = raisedFee(newest.feeUstx, estimate.value, signer.maxFeeUstx);
      if (feeUstx === undefined) return ok();
      const signed = await signer.signAgain(newest.raw, feeUstx);
      const replacement = replacementOf(newest, signed, { feeUstx, storedAt: clock.now() });
      const { txid, orderUuid: uuid } = replacement;
      const facts = { txid, replaces: newest.txid, feeUstx };
      if (!(await store(replacements, replacement, (order, now) => raiseFee(order, facts, now)))) return ok();
      executionObserver?.observe({ kind: 'fee-raised', uuid, ...facts });
      return ok(replacement);
    },

    /** Signs a no-op under the nonce of swaps that no node accepts. */
    async noOp(
      replacements: readonly SwapTransaction[],
      newest: SwapTransaction,
      reason: string,
    ): Promise<SwapTransaction | undefined> {
      const signer = await signerOf(newest);
      if (signer === undefined) return undefined;
      const noOp = await signNoOp(signer, clock, newest);
      const { txid, nonce, sender: account } = noOp;
      const facts = { txid: newest.txid, by: txid, reason };
      if (!(await store(replacements, noOp, (order, now) => replaceByNoOp(order, facts, now))))
        return undefined;
      executionObserver?.observe({ kind: 'nonce-filled', account, txid, nonce, reason });
      return noOp;
    },
  };
};

/**
 * Whether the account signed the stored bytes. Without this check, an attacker with write access to the database could choose
 * what the account signs next, or what a no-op pays.
 */
export async function isUnaltered(
  signer: SwapSigner,
  swap: SwapTransaction,
  reportViolation: ReportViolation,
): Promise<boolean> {
  if (signer.hasSigned(swap)) return true;
  const finding = swap.raw === NO_BYTES ? undefined : `the stored bytes of ${swap.txid} were altered`;
  await reportViolation(violationOf('bytes-kept', swap.orderUuid, finding));
  return false;
}

/**
 * Signs the no-op that takes the swap's nonce. It pays enough to evict the swap from any mempool: for a swap whose fee is at the
 * cap, a microSTX more than the cap.
 */
export async function signNoOp(
  signer: SwapSigner,
  clock: Ports['clock'],
  swap: SwapTransaction,
): Promise<SwapTransaction> {
  const feeUstx = raisedFee(swap.feeUstx, swap.feeUstx, signer.maxFeeUstx) ?? toUnits(swap.feeUstx + 1n);
  const signed = await signer.signNoOp({ nonce: swap.nonce, feeUstx });
  return { ...replacementOf(swap, signed, { feeUstx, storedAt: clock.now() }), purpose: 'fill' };
}

function replacementOf(
  { block: _mined, ...swap }: SwapTransaction,
  signed: SignedSwap,
  terms: Pick<SwapTransaction, 'feeUstx' | 'storedAt'>,
): SwapTransaction {
  return { ...swap, ...signed, ...terms, replaces: swap.txid, state: 'stored' };
}
