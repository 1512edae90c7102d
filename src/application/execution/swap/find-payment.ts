import type { SpentElsewhere } from '../../../domain/order/lifecycle/lifecycle.js';
import type { Order, OrderTerms } from '../../../domain/order/order.js';
import { blockOf } from '../../../domain/order/lifecycle/settlement.js';
import type { ExecutionQuote, SwapTransaction } from '../../../domain/order/swap-transaction.js';
import { ok } from '../../../domain/shared/result.js';
import type { ChainRead, MinedSwap, Ports } from '../../../ports/index.js';
import type { CoreSettings } from '../../settings.js';
import { withResult } from './read-result.js';
import { makeSwapRecorder } from './record-swap.js';
import { makeTracePayment } from './trace-payment.js';

/**
 * Finds the transaction that paid an order whose uuid is spent, and records it. The transaction is one of the swaps ever stored
 * for the order, even one taken for dropped, or else one that is not stored here because another server sent it or a backup was
 * restored. If something else has spent the uuid for good, ends the order unless one of its swaps is in progress. Returns the
 * order as recorded; undefined while nothing is known.
 */
export type FindPayment = (terms: OrderTerms) => ChainRead<FoundPayment | undefined>;

/** The order, and how its uuid was spent if none of its swaps spent it. */
export interface FoundPayment {
  readonly order: Order;
  readonly elsewhere?: SpentElsewhere;
}

/** Ports that finding a payment needs. */
export type PaymentPorts = Pick<
  Ports,
  'chain' | 'clock' | 'executionObserver' | 'pastBlocks' | 'spentOrders' | 'swaps' | 'unitOfWork'
>;

export const makeFindPayment = (
  ports: PaymentPorts,
  { finalBlocks }: Pick<CoreSettings, 'finalBlocks'>,
): FindPayment => {
  const { chain, executionObserver, swaps } = ports;
  const recorder = makeSwapRecorder(ports);
  const tracePayment = makeTracePayment({ ...ports, finalBlocks });

  /** Records the payment by a transaction that is not stored here. */
  const adopt = async (terms: OrderTerms, mined: MinedSwap): Promise<Order> => {
    const { txid, outputToken, recipient, status } = mined;
    const block = blockOf(status);
    const swap = swapFrom(terms, mined, {
      amountIn: terms.amountIn,
      amountOut: status.amountOut,
      quotedAt: new Date(status.blockTime * 1000),
    });
    executionObserver?.observe({ kind: 'foreign-payment-found', uuid: terms.uuid, txid });
    if (recipient === terms.recipient && outputToken === terms.outputToken)
      return recorder.adopted(swap, { ...status, block });
    const failureReason = `another transaction used the signature and paid ${recipient} in ${outputToken}`;
    return recorder.diverted(swap, { block, failureReason, feeUstx: status.feeUstx });
  };

  return async (terms) => {
    const { uuid } = terms;
    const all = (await swaps.listByOrder(uuid)).filter(({ purpose }) => purpose === 'swap');
    const statuses = await chain.transactionStatuses(all.map(({ txid }) => txid));
    if (!statuses.ok) return statuses;
    for (const swap of all) {
      const listed = statuses.value.get(swap.txid);
      if (listed?.kind !== 'success') continue;
      const status = await withResult(chain, swap.txid, listed);
      if (status.kind !== 'success' || status.amountOut === undefined) return ok();
      executionObserver?.observe({ kind: 'payment-found', uuid, txid: swap.txid });
      const { amountOut, feeUstx } = status;
      return ok({ order: await recorder.corrected(swap, { amountOut, feeUstx, block: blockOf(status) }) });
    }
    const traced = await tracePayment(terms);
    if (!traced.ok || traced.value === undefined) return traced.ok ? ok() : traced;
    if (!('kind' in traced.value)) return ok({ order: await adopt(terms, traced.value) });
    const elsewhere = traced.value;
    const order = await recorder.endSpent(uuid, elsewhere);
    return ok({ order, elsewhere });
  };
};

/**
 * Describes a transaction that is not stored here as a swap of the order, so that settlement watches its block like that of any
 * other swap.
 */
export const swapFrom = (
  { uuid, inputToken }: OrderTerms,
  { txid, sender, nonce, feeUstx, raw, vaults, outputToken }: Omit<MinedSwap, 'recipient' | 'status'>,
  quote: Pick<ExecutionQuote, 'amountIn' | 'amountOut' | 'quotedAt'>,
): SwapTransaction => ({
  ...{ txid, sender, nonce, feeUstx, raw, orderUuid: uuid, purpose: 'swap' },
  quote: { ...quote, slippage: 0, path: [inputToken, outputToken], vaults },
  storedAt: quote.quotedAt,
  state: 'accepted',
});
