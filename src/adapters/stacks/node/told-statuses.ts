import type { Txid } from '../../../domain/order/ids.js';
import type { TransactionStatus } from '../../../domain/order/lifecycle/settlement.js';

/**
 * Statuses that other reads have already returned: following blocks has read a mined swap, with its result, before settlement
 * asks for it.
 */
export interface ToldStatuses {
  add(txid: Txid, status: TransactionStatus): void;
  /** The status of a transaction, only once: the next read asks the index, since the transaction may be in another block by then. */
  take(txid: Txid): TransactionStatus | undefined;
}

/**
 * Number of statuses to keep, oldest forgotten first: most calls with arguments are other people's, and their results are never
 * requested.
 */
const MOST = 200;

/** Keeps the newest statuses. */
export function createToldStatuses(): ToldStatuses {
  const statuses = new Map<Txid, TransactionStatus>();
  return {
    add(txid, status) {
      statuses.delete(txid);
      statuses.set(txid, status);
      const [oldest] = statuses.keys();
      if (statuses.size > MOST && oldest !== undefined) statuses.delete(oldest);
    },
    take(txid) {
      const status = statuses.get(txid);
      statuses.delete(txid);
      return status;
    },
  };
}
