import { ClarityType, deserializeCV, type ClarityValue } from '@stacks/transactions';
import type { BlockRef } from '../../domain/order/order.js';
import type { TransactionStatus } from '../../domain/order/settlement.js';
import { parseUnits, toUnits, U128_MAX, type Units } from '../../domain/shared/units.js';
import { fieldsOf, isCount } from './json-fields.js';

const MAX_REASON_LENGTH = 200;

/**
 * Reads a transaction as the index describes it. Undefined when it is not described as it should be: then nothing is
 * known. A block off the canonical chain counts as none.
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
  const amountOut = readAmountOut(fieldsOf(transaction['tx_result'])['hex']);
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

/** `abort_by_response` carries the contract's answer; a run-time error ends a contract without one. */
function abortReason(status: string, transaction: Record<string, unknown>): string {
  if (status !== 'abort_by_response') return status;
  const repr = fieldsOf(transaction['tx_result'])['repr'];
  if (typeof repr !== 'string' || repr === '' || repr === '(err none)') {
    return `${status}: run-time error, the contract gave no value`;
  }
  return `${status}: ${repr.slice(0, MAX_REASON_LENGTH)}`;
}

/** `dy` of the last of the hops' answers, which stand in a list, bare or inside `(ok …)`. */
function readAmountOut(hex: unknown): Units | undefined {
  const value = decode(hex);
  const list = value?.type === ClarityType.ResponseOk ? value.value : value;
  const last = list?.type === ClarityType.List ? list.value.at(-1) : undefined;
  const dy = last?.type === ClarityType.Tuple ? last.value['dy'] : undefined;
  if (dy?.type !== ClarityType.UInt) return undefined;
  const amount = BigInt(dy.value);
  return amount <= U128_MAX ? toUnits(amount) : undefined;
}

function decode(hex: unknown): ClarityValue | undefined {
  if (typeof hex !== 'string' || !/^0x([0-9a-f]{2})+$/i.test(hex)) return undefined;
  try {
    return deserializeCV(hex);
  } catch {
    // The library names no error type for bytes that are no Clarity value.
    return undefined;
  }
}
