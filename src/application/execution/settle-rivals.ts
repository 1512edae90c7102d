import {
  decideSettlement,
  type SeenSwap,
  type Settlement,
  type SettlementFacts,
} from '../../domain/order/settlement.js';
import type { Txid } from '../../domain/order/ids.js';
import type { SwapTransaction } from '../../domain/order/swap-transaction.js';
import type { Ports } from '../../ports/index.js';
import type { CoreSettings } from '../settings.js';
import { makeSwapRecorder } from './record-swap.js';
import type { ReplaceSwap } from './replace-swap.js';
import { makeTransmitSwap } from './transmit-swap.js';

/** Settles an order's live swaps under one nonce and names the step that was taken. */
export type SettleRivals = (seen: readonly SeenSwap[], facts: SettlementFacts) => Promise<string>;

type Needs = Pick<Ports, 'chain' | 'clock' | 'executionObserver' | 'unitOfWork'>;

export const makeSettleRivals = (
  ports: Needs,
  replace: ReplaceSwap,
  { gapAfterMs }: Pick<CoreSettings, 'gapAfterMs'>,
): SettleRivals => {
  const { clock, executionObserver } = ports;
  const recorder = makeSwapRecorder(ports);
  const transmit = makeTransmitSwap(ports);
  /** Since when a node refuses the bytes of a swap that the chain does not show either. */
  const refusedSince = new Map<Txid, number>();

  const send = (swap: SwapTransaction) => transmit(swap, { first: false });

  const raise = async (rivals: readonly SwapTransaction[], newest: SwapTransaction): Promise<string> => {
    const raised = await replace.raiseFee(rivals, newest);
    if (!raised.ok) return raised.error.kind === 'chain-unreachable' ? 'unanswered' : 'wait';
    await send(raised.value);
    return 'raise-fee';
  };

  /** Sends the newest again. One that is refused for long enough, while nothing of it is seen, gives way to a filler. */
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
    const rivals = seen.map(({ swap }) => swap);
    const filler = await replace.fill(rivals, newest, refusal);
    if (!filler.ok) return 'resend';
    refusedSince.delete(newest.txid);
    await send(filler.value);
    return 'give-up';
  };

  const take = async (settlement: Settlement, seen: readonly SeenSwap[]): Promise<string> => {
    const rivals = seen.map(({ swap }) => swap);
    const { step } = settlement;
    switch (step) {
      case 'wait':
        return step;
      case 'raise-fee':
        return raise(rivals, settlement.swap);
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
      case 'no-op':
        await recorder.filled(rivals, settlement.swap, settlement.block);
        return step;
      case 'finalise':
        await recorder.finalised(rivals, settlement.swap);
        return step;
      case 'orphan':
        await recorder.orphaned(settlement.swap);
        return step;
      case 'drop':
        await recorder.dead(rivals, settlement.reason);
        return step;
    }
  };

  return async (seen, facts) => {
    const step = await take(decideSettlement(seen, facts), seen);
    const { orderUuid: uuid, txid } = seen.at(-1)!.swap;
    if (step !== 'resend') refusedSince.delete(txid);
    if (step !== 'wait') executionObserver?.observe({ kind: 'swap-settled', uuid, txid, step });
    return step;
  };
};
