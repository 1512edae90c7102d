import { ClarityType } from '@stacks/transactions';
import type { BlockRef } from '../../domain/order/swap-transaction.js';
import type { TransactionStatus } from '../../domain/order/settlement.js';
import { parseUnits, toUnits, type Units } from '../../domain/shared/units.js';
import { decodeClarity, okValue, unitsOf } from './clarity.js';
import { fieldsOf, isCount } from '../../domain/shared/fields.js';

const MAX_REASON_LENGTH = 200;

/**
 * Parses a transaction as the index describes it. Undefined when the description is malformed, so that nothing is known.
 * A transaction in a block off the canonical chain is pending.
 */
export function readTransactionStatus(body: unknown): TransactionStatus | undefined {
  const transaction = fieldsOf(body);
  const status = transaction['tx_status'];
  if (typeof status !== 'string') return undefined;
  if (status === 'pending') return { kind: 'pending' };
  if (status.startsWith('dropped_')) return { kind: 'dropped', reason: status };
  if (status !== 'success' && !status.startsWith('abort_by_')) return undefined;
  if (!isCanonical(transaction)) return { kind: 'pending' };
  const block = readBlock(transaction);
  if (block === undefined) return undefined;
  if (status !== 'success') return { kind: 'aborted', reason: abortReason(status, transaction), ...block };
  const isTransfer = transaction['tx_type'] === 'token_transfer';
  const amountOut = isTransfer ? toUnits(0n) : readAmountOut(fieldsOf(transaction['tx_result'])['hex']);
  const fee = parseUnits(transaction['fee_rate']);
  if (amountOut === undefined || !fee.ok) return undefined;
  return { kind: 'success', amountOut, feeUstx: fee.value, ...block };
}

function isCanonical(transaction: Record<string, unknown>): boolean {
  return transaction['canonical'] === true && transaction['microblock_canonical'] !== false;
}

function readBlock(transaction: Record<string, unknown>): BlockRef | undefined {
  const blockHeight = transaction['block_height'];
  const blockTime = transaction['block_time'] ?? transaction['burn_block_time'];
  return isCount(blockHeight) && isCount(blockTime) ? { blockHeight, blockTime } : undefined;
}

/** `abort_by_response` carries the contract's result; a run-time error leaves none. */
function abortReason(status: string, transaction: Record<string, unknown>): string {
  if (status !== 'abort_by_response') return status;
  const repr = fieldsOf(transaction['tx_result'])['repr'];
  if (typeof repr !== 'string' || repr === '' || repr === '(err none)') {
    return `${status}: run-time error, the contract gave no value`;
  }
  return `${status}: ${repr.slice(0, MAX_REASON_LENGTH)}`;
}

/** `dy` of the last hop's result. The results are a list, bare or inside `(ok …)`. */
function readAmountOut(hex: unknown): Units | undefined {
  const deltas = okValue(decodeClarity(hex));
  const last = deltas?.type === ClarityType.List ? deltas.value.at(-1) : undefined;
  return last?.type === ClarityType.Tuple ? unitsOf(last.value['dy']) : undefined;
}
