import type { OrderUuid } from '../../../domain/order/ids.js';
import type { Order } from '../../../domain/order/order.js';
import { blockOf } from '../../../domain/order/settlement.js';
import { ok, type Result } from '../../../domain/shared/result.js';
import type { ChainUnreachable, Ports } from '../../../ports/index.js';
import { makeSwapRecorder } from './record-swap.js';

/**
 * Finds the swap that paid an order whose uuid is spent, among all that were ever stored for it, those taken for dropped
 * included, and records it. Returns the order; undefined while the index shows none of them as executed.
 */
export type FindPayment = (uuid: OrderUuid) => Promise<Result<Order | undefined, ChainUnreachable>>;

export const makeFindPayment = (
  ports: Pick<Ports, 'chain' | 'clock' | 'executionObserver' | 'swaps' | 'unitOfWork'>,
): FindPayment => {
  const { chain, executionObserver, swaps } = ports;
  const recorder = makeSwapRecorder(ports);

  return async (uuid) => {
    const all = (await swaps.listByOrder(uuid)).filter(({ purpose }) => purpose === 'swap');
    if (all.length === 0) return ok(undefined);
    const statuses = await chain.transactionStatuses(all.map(({ txid }) => txid));
    if (!statuses.ok) return statuses;
    for (const swap of all) {
      const status = statuses.value.get(swap.txid);
      if (status?.kind !== 'success') continue;
      executionObserver?.observe({ kind: 'payment-found', uuid, txid: swap.txid });
      return ok(await recorder.corrected(swap, { ...status, block: blockOf(status) }));
    }
    return ok(undefined);
  };
};
