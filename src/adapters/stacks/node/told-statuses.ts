import type { Txid } from '../../../domain/order/ids.js';
import type { TransactionStatus } from '../../../domain/order/lifecycle/settlement.js';

/**
 * Statuses that came with reads of something else: following blocks has read a mined swap, with its result, before settlement
 * asks for it.
 */
export interface ToldStatuses {
  add(txid: Txid, status: TransactionStatus): void;
  /** The status of a transaction, once: the next read asks the index, since the transaction may be in another block by then. */
  take(txid: Txid): TransactionStatus | undefined;
}

/** The oldest are forgotten first: most calls with arguments are of others, and their results are not asked for. */
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
