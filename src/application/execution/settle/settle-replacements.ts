import {
  decideSettlement,
  type SeenSwap,
  type Settlement,
  type SettlementFacts,
} from '../../../domain/order/settlement.js';
import type { Txid } from '../../../domain/order/ids.js';
import type { SwapTransaction } from '../../../domain/order/swap-transaction.js';
import type { Ports } from '../../../ports/index.js';
import type { CoreSettings } from '../../settings.js';
import { makeSwapRecorder } from '../swap/record-swap.js';
import type { TransmitSwap } from '../swap/transmit-swap.js';
import { makeReplaceSwap } from './replace-swap.js';

/** Settles an order's live swaps under one nonce. Returns the name of the step taken. */
export const makeSettleReplacements = (
  ports: Pick<Ports, 'clock' | 'executionObserver' | 'signer' | 'unitOfWork'>,
  transmit: TransmitSwap,
  { gapAfterMs }: Pick<CoreSettings, 'gapAfterMs'>,
) => {
  const { clock, executionObserver } = ports;
  const recorder = makeSwapRecorder(ports);
  const replace = makeReplaceSwap(ports);
  /** Since when a node has refused a swap's bytes that the chain does not show either. */
  const refusedSince = new Map<Txid, number>();

  const send = (swap: SwapTransaction) => transmit(swap, { first: false });

  /** Sends the newest again. If nodes have refused it for `gapAfterMs` and none shows it, a no-op takes its nonce. */
  const resend = async (seen: readonly SeenSwap[], newest: SwapTransaction): Promise<string> => {
    const sent = await send(newest);
    const refusal = sent.ok || sent.error.kind !== 'broadcast-unknown' ? undefined : sent.error.refusal;
    if (refusal === undefined || newest.purpose === 'fill') {
      refusedSince.delete(newest.txid);
      return 'resend';
    }
    const now = clock.now().getTime();
    const since = refusedSince.get(newest.txid) ?? now;
    refusedSince.set(newest.txid, since);
    if (now - since < gapAfterMs || seen.some(({ status }) => status.kind === 'pending')) return 'resend';
    const replacements = seen.map(({ swap }) => swap);
    const noOp = await replace.noOp(replacements, newest, refusal);
    if (noOp === undefined) return 'resend';
    refusedSince.delete(newest.txid);
    await send(noOp);
    return 'give-up';
  };

  const take = async (settlement: Settlement, seen: readonly SeenSwap[]): Promise<string> => {
    const replacements = seen.map(({ swap }) => swap);
    const { step } = settlement;
    switch (step) {
      case 'wait':
        return step;
      case 'raise-fee': {
        const raised = await replace.raiseFee(replacements, settlement.swap);
        if (!raised.ok) return 'unanswered';
        if (raised.value === undefined) return 'wait';
        await send(raised.value);
        return step;
      }
      case 'resend':
        return resend(seen, settlement.swap);
      case 'accept':
        await recorder.accepted(settlement.swap);
        return step;
      case 'confirm': {
        const { swap, block, amountOut, feeUstx } = settlement;
        const amounts = { executedAmountIn: swap.quote.amountIn, executedAmountOut: amountOut };
        await recorder.confirmed(swap, { txid: swap.txid, ...block, ...amounts, feeUstx });
        return step;
      }
      case 'fail': {
        const { swap, block, reason: failureReason } = settlement;
        await recorder.failed(swap, { txid: swap.txid, ...block, failureReason });
        return step;
      }
      case 'fill':
        await recorder.noOpMined(replacements, settlement.swap, settlement.block);
        return step;
      case 'finalise':
        await recorder.finalised(replacements, settlement.swap);
        return step;
      case 'orphan':
        await recorder.orphaned(settlement.swap);
        return step;
      case 'bury':
        await recorder.dropped(replacements, settlement.reason);
        return step;
    }
  };

  return async (seen: readonly SeenSwap[], facts: SettlementFacts): Promise<string> => {
    const step = await take(decideSettlement(seen, facts), seen);
    const { orderUuid: uuid, txid } = seen.at(-1)!.swap;
    if (step !== 'resend') refusedSince.delete(txid);
    if (step !== 'wait') executionObserver?.observe({ kind: 'swap-settled', uuid, txid, step });
    return step;
  };
};
