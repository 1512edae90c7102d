import { ClarityType } from '@stacks/transactions';
import type { TransactionStatus } from '../../../domain/order/lifecycle/settlement.js';
import type { BlockRef } from '../../../domain/order/swap-transaction.js';
import { defined, fieldsOf, isCount } from '../../../domain/shared/fields.js';
import { parseUnits, toUnits, type Units } from '../../../domain/shared/units.js';
import { decodeClarity, okValue, tupleOf, unitsOf } from './clarity.js';

const MAX_REASON_LENGTH = 200;

/** Description of a transaction. The two versions of the index's API have different names for its fields. */
interface Described {
  readonly status: unknown;
  readonly type: unknown;
  readonly fee: unknown;
  readonly result: unknown;
  /** Whether the description has no result even if the transaction returned one. */
  readonly isSummary?: boolean;
  /** False if the transaction is off the canonical chain. */
  readonly isCanonical: boolean;
  readonly block: BlockRef | undefined;
}

/** Called with an unknown status. */
export type NoteStatus = (status: string) => void;

/**
 * Parses a transaction of `/extended/v1`. Undefined if the description is malformed, so that nothing is known. A transaction in a
 * block off the canonical chain is pending.
 */
export function parseStatusV1(body: unknown, note?: NoteStatus): TransactionStatus | undefined {
  const transaction = fieldsOf(body);
  const described = {
    status: transaction['tx_status'],
    type: transaction['tx_type'],
    fee: transaction['fee_rate'],
    result: transaction['tx_result'],
    isCanonical: transaction['canonical'] === true && transaction['microblock_canonical'] !== false,
    block: blockRef(
      transaction['block_height'],
      transaction['block_time'] ?? transaction['burn_block_time'],
      transaction['block_hash'],
    ),
  };
  return statusOf(described, note);
}

/** Parses a transaction of `/extended/v3` that was read with its result. Version 3 shows only canonical transactions. */
export const parseStatusV3 = (body: unknown, note?: NoteStatus): TransactionStatus | undefined =>
  statusOf(describedV3(body), note);

/** Parses a transaction in a list of `/extended/v3`, whose lists have no results. */
export const parseSummaryV3 = (body: unknown, note?: NoteStatus): TransactionStatus | undefined =>
  statusOf({ ...describedV3(body), isSummary: true }, note);

function describedV3(body: unknown): Described {
  const { status, type, fee_rate: fee, result, block } = fieldsOf(body);
  const { height, time, hash } = fieldsOf(block);
  return {
    status,
    type,
    fee,
    result,
    isCanonical: true,
    block: blockRef(height, time, hash),
  };
}

/** A block reference from fields of unknown types; undefined without height and time. */
export function blockRef(height: unknown, time: unknown, hash: unknown): BlockRef | undefined {
  if (!isCount(height) || !isCount(time)) return undefined;
  const digits = typeof hash === 'string' ? /^(?:0x)?([0-9a-f]{64})$/i.exec(hash)?.[1] : undefined;
  return { blockHeight: height, blockTime: time, ...defined({ blockHash: digits?.toLowerCase() }) };
}

/**
 * Reads the status in a description. An unknown word counts as final in a block and as pending outside one, because an order must
 * not wait forever for a word that a later version of the API adds.
 */
function statusOf(
  { status, type, fee, result, isSummary = false, isCanonical, block }: Described,
  note?: NoteStatus,
): TransactionStatus | undefined {
  if (typeof status !== 'string') return undefined;
  if (status.startsWith('dropped_')) return { kind: 'dropped', reason: status };
  if (status !== 'pending' && !isFinalWord(status)) note?.(status.slice(0, MAX_REASON_LENGTH));
  if (!isCanonical || status === 'pending') return { kind: 'pending' };
  const feeUstx = parseUnits(fee);
  if (block === undefined) return isFinalWord(status) ? undefined : { kind: 'pending' };
  if (!feeUstx.ok) return undefined;
  const mined = { feeUstx: feeUstx.value, ...block };
  if (status === 'success')
    return {
      kind: 'success',
      amountOut: type === 'token_transfer' ? toUnits(0n) : readAmountOut(fieldsOf(result)['hex']),
      ...mined,
    };
  const isUntold = isSummary && status === 'abort_by_response';
  return { kind: 'aborted', reason: isUntold ? undefined : abortReason(status, result), ...mined };
}

/** Whether the word says that the transaction is in a block. */
const isFinalWord = (status: string): boolean =>
  status === 'success' || status.startsWith('abort_by_') || status === 'problematic_skipped';

/**
 * Returns the reason why a transaction aborted. `abort_by_response` comes with the contract's result, unless a run-time error left
 * none.
 */
function abortReason(status: string, result: unknown): string {
  if (status !== 'abort_by_response' || result === undefined) return status.slice(0, MAX_REASON_LENGTH);
  const { repr } = fieldsOf(result);
  if (typeof repr !== 'string' || repr === '' || repr === '(err none)') {
    return `${status}: run-time error, the contract gave no value`;
  }
  return `${status}: ${repr.slice(0, MAX_REASON_LENGTH)}`;
}

/** `dy` of the last hop's result. The results are a list, bare or inside `(ok …)`. */
function readAmountOut(hex: unknown): Units | undefined {
  const deltas = okValue(decodeClarity(hex));
  const last = deltas?.type === ClarityType.List ? deltas.value.at(-1) : undefined;
  return unitsOf(tupleOf(last)?.['dy']);
}
