import {
  decideSettlement,
  endable,
  isSameBlock,
  type SeenSwap,
  type Settlement,
  type SettlementFacts,
} from '../../../domain/order/lifecycle/settlement.js';
import { paidByOne, violationOf } from '../../../domain/order/lifecycle/invariants.js';
import type { Txid } from '../../../domain/order/ids.js';
import { isPast, txidOf, type Order } from '../../../domain/order/order.js';
import type { SwapTransaction } from '../../../domain/order/swap-transaction.js';
import { ok } from '../../../domain/shared/result.js';
import type { ChainTip, ChainRead, Ports } from '../../../ports/index.js';
import type { CoreSettings } from '../../settings.js';
import { makeFindPayment, type PaymentPorts } from '../swap/find-payment.js';
import { withResult } from '../swap/read-result.js';
import { makeSwapRecorder } from '../swap/record-swap.js';
import type { ReportViolation } from '../swap/report-violation.js';
import type { TransmitSwap } from '../swap/transmit-swap.js';
import { makeReplaceSwap } from './replace-swap.js';

/** Ports that settlement needs. */
export type SettlementPorts = PaymentPorts &
  Pick<Ports, 'databaseHome' | 'orders' | 'signers'> & { readonly reportViolation: ReportViolation };

/** Settles an order's live swaps under one nonce, as of the pass's block. Returns the name of the step. */
export const makeSettleReplacements = (
  ports: SettlementPorts,
  transmit: TransmitSwap,
  settings: Pick<CoreSettings, 'gapAfterMs' | 'stuckAfterMs' | 'finalBlocks'>,
) => {
  const { gapAfterMs, stuckAfterMs } = settings;
  const { chain, clock, executionObserver, orders, reportViolation, spentOrders, swaps } = ports;
  const recorder = makeSwapRecorder(ports);
  const replace = makeReplaceSwap(ports);
  const findPayment = makeFindPayment(ports, settings);
  /** Time since which each swap has been sent repeatedly without appearing on the chain. */
  const missingSince = new Map<Txid, number>();

  const send = (swap: SwapTransaction) => transmit(swap, { first: false });

  /**
   * Sends the newest swap again. A no-op takes its nonce if no node shows the swap, although nodes have refused it for
   * `gapAfterMs` or have accepted it for `stuckAfterMs`: some transactions are accepted but not kept.
   */
  const resend = async (seen: readonly SeenSwap[], newest: SwapTransaction): Promise<string> => {
    const sent = await send(newest);
    const refusal = sent.ok || sent.error.kind !== 'broadcast-unknown' ? undefined : sent.error.refusal;
    if ((!sent.ok && refusal === undefined) || newest.purpose === 'fill') {
      missingSince.delete(newest.txid);
      return 'resend';
    }
    const now = clock.now().getTime();
    const since = missingSince.get(newest.txid) ?? now;
    missingSince.set(newest.txid, since);
    const patienceMs = sent.ok ? stuckAfterMs : gapAfterMs;
    if (now - since < patienceMs || seen.some(({ status }) => status.kind === 'pending')) return 'resend';
    const replacements = seen.map(({ swap }) => swap);
    const noOp = await replace.noOp(replacements, newest, refusal ?? 'no node keeps it');
    if (noOp === undefined) return 'resend';
    missingSince.delete(newest.txid);
    await send(noOp);
    return 'give-up';
  };

  /**
   * Whether a transaction other than the replacements has paid the order. Whatever the index shows, only the contract that
   * verifies signatures can tell.
   */
  const isPaidOtherwise = async (
    order: Order,
    replacements: readonly SwapTransaction[],
    at: ChainTip,
  ): ChainRead<boolean> => {
    const isRecorded =
      order.status === 'confirmed' && !isPast(order) && replacements.every(({ txid }) => txid !== order.txid);
    return isRecorded ? ok(false) : spentOrders.isSpent(order.terms, at);
  };

  /**
   * Takes the step unless another transaction has paid the order. In that case, records the payment once the index shows it. If
   * the order was spent for good without being paid, takes the step and ends the order.
   */
  const unlessPaid = async (
    replacements: readonly SwapTransaction[],
    at: ChainTip,
    step: string,
    take: () => Promise<unknown>,
  ): Promise<string> => {
    const { orderUuid } = replacements[0]!;
    const order = await orders.findById(orderUuid);
    if (order === undefined) throw new Error(`order ${orderUuid} of a swap is not stored`);
    const spent = await isPaidOtherwise(order, replacements, at);
    if (!spent.ok) return 'unanswered';
    if (!spent.value) {
      await take();
      return step;
    }
    const payment = await findPayment(order.terms);
    if (!payment.ok) return 'unanswered';
    if (payment.value === undefined) return 'seek-payment';
    if (payment.value.elsewhere === undefined) return 'correct';
    await take();
    await recorder.endSpent(orderUuid, payment.value.elsewhere);
    return step;
  };

  /**
   * Takes the nonce with a no-op if the order should end, because its owner asked for it or its validTo has passed. If a node has
   * the swap, an order whose validTo has passed gets `gapAfterMs` more, since the next block usually includes the swap.
   */
  const end = async (seen: readonly SeenSwap[], facts: SettlementFacts): Promise<boolean> => {
    const endsWith = endable(seen, facts);
    if (endsWith === undefined) return false;
    const { swap, isPending } = endsWith;
    const order = await orders.findById(swap.orderUuid);
    const reason = order && endingOf(order, clock.now(), isPending ? gapAfterMs : 0);
    if (reason === undefined) return false;
    const replacements = seen.map((each) => each.swap);
    const noOp = await replace.noOp(replacements, swap, reason);
    if (noOp === undefined) return false;
    await send(noOp);
    return true;
  };

  /** The verifier lets one swap of an order pay: a second one in a final block means that it does not. */
  const checkPaidOnce = async (paid: SwapTransaction): Promise<void> => {
    const order = await orders.findById(paid.orderUuid);
    const txid = order && txidOf(order);
    if (order === undefined || txid === undefined) return;
    const finding = paidByOne(order, paid, await swaps.findByTxid(txid));
    await reportViolation(violationOf('paid-once', paid.orderUuid, finding));
  };

  const take = async (settlement: Settlement, seen: readonly SeenSwap[], at: ChainTip): Promise<string> => {
    const replacements = seen.map(({ swap }) => swap);
    const { step } = settlement;
    switch (step) {
      case 'wait':
      case 'await-result':
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
      case 'confirm':
        await recorder.confirmed(settlement.swap, settlement);
        return step;
      case 'fail': {
        const { swap, block, reason: failureReason, feeUstx } = settlement;
        // A tip that is older than the block proves nothing yet.
        if (at.height < block.blockHeight) return 'wait';
        const fail = () => recorder.failed(swap, { block, failureReason, feeUstx });
        return unlessPaid(replacements, at, step, fail);
      }
      case 'fill':
        await recorder.noOpMined(replacements, settlement.swap, settlement.block);
        return step;
      case 'finalise': {
        const finalise = () => recorder.finalised(replacements, settlement.swap);
        if (!settlement.isPaid) return unlessPaid(replacements, at, step, finalise);
        await checkPaidOnce(settlement.swap);
        await finalise();
        return step;
      }
      case 'orphan':
        await recorder.orphaned(settlement.swap);
        return step;
      case 'check-block': {
        const { swap, block } = settlement;
        const found = await chain.blockAt(block.blockHeight);
        if (!found.ok) return 'unanswered';
        if (found.value === undefined || isSameBlock(block, found.value)) return 'wait';
        await recorder.orphaned(swap);
        return 'orphan';
      }
      case 'prove-dropped':
        return unlessPaid(replacements, at, 'bury', () => recorder.dropped(replacements, settlement.reason));
    }
  };

  /** Adds the results of newly mined swaps to the statuses. Swaps whose block is recorded are only watched. */
  const withResults = (seen: readonly SeenSwap[]): Promise<SeenSwap[]> =>
    Promise.all(
      seen.map(async ({ swap, status }) =>
        swap.block === undefined
          ? { swap, status: await withResult(chain, swap.txid, status) }
          : { swap, status },
      ),
    );

  return async (statuses: readonly SeenSwap[], facts: SettlementFacts, at: ChainTip): Promise<string> => {
    const seen = await withResults(statuses);
    const step = (await end(seen, facts)) ? 'end' : await take(decideSettlement(seen, facts), seen, at);
    const { orderUuid: uuid, txid } = seen.at(-1)!.swap;
    if (step !== 'resend') missingSince.delete(txid);
    if (step !== 'wait') executionObserver?.observe({ kind: 'swap-settled', uuid, txid, step });
    return step;
  };
};

/** Reason to end an order with a swap in progress; undefined if none. */
function endingOf(order: Order, now: Date, patienceMs: number): string | undefined {
  if (isPast(order) || (order.status !== 'open' && order.status !== 'broadcasted')) return undefined;
  if (order.ending !== undefined) return 'its owner has cancelled the order';
  const { validTo } = order.terms;
  const isOver = validTo !== undefined && now.getTime() - validTo.getTime() >= patienceMs;
  return isOver ? 'validTo has passed' : undefined;
}
