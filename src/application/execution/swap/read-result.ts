import type { Txid } from '../../../domain/order/ids.js';
import {
  isSameBlock,
  lacksResult,
  type TransactionStatus,
} from '../../../domain/order/lifecycle/settlement.js';
import type { ChainNode } from '../../../ports/index.js';

/**
 * The status with its result: a list of the index may leave out what came of a mined transaction, so that one is read
 * again alone. As it was while the index does not say more, or one of its hosts contradicts.
 */
export async function withResult(
  chain: Pick<ChainNode, 'transactionStatus'>,
  txid: Txid,
  status: TransactionStatus,
): Promise<TransactionStatus> {
  if (!lacksResult(status)) return status;
  const read = await chain.transactionStatus(txid);
  return read.ok && isSameOutcome(read.value, status) ? read.value : status;
}

const isSameOutcome = (a: TransactionStatus, b: TransactionStatus): boolean =>
  a.kind === b.kind && 'blockHeight' in a && 'blockHeight' in b && isSameBlock(a, b);
