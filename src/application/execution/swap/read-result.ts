import type { Txid } from '../../../domain/order/ids.js';
import {
  isSameBlock,
  lacksResult,
  type TransactionStatus,
} from '../../../domain/order/lifecycle/settlement.js';
import type { ChainNode } from '../../../ports/index.js';

/**
 * Returns the status with its result. The index's lists may omit the result of a mined transaction, so the status is then read
 * again individually. It stays unchanged if that read fails, or if another host of the index contradicts it.
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
