import { ClarityType } from '@stacks/transactions';
import type { TransactionStatus } from '../../domain/order/settlement.js';
import type { BlockRef } from '../../domain/order/swap-transaction.js';
import { defined, fieldsOf, isCount } from '../../domain/shared/fields.js';
import { parseUnits, toUnits, type Units } from '../../domain/shared/units.js';
import { decodeClarity, okValue, unitsOf } from './clarity.js';

const MAX_REASON_LENGTH = 200;

/** What both versions of the index's API say of a transaction, under different names. */
interface Described {
  readonly status: unknown;
  readonly type: unknown;
  readonly fee: unknown;
  readonly result: Readonly<Record<string, unknown>>;
  /** False off the canonical chain. */
  readonly isCanonical: boolean;
  readonly block: BlockRef | undefined;
}

/**
 * Parses a transaction of `/extended/v1`. Undefined when the description is malformed, so that nothing is known.
 * A transaction in a block off the canonical chain is pending.
 */
export function parseStatusV1(body: unknown): TransactionStatus | undefined {
  const transaction = fieldsOf(body);
  return statusOf({
    status: transaction['tx_status'],
    type: transaction['tx_type'],
    fee: transaction['fee_rate'],
    result: fieldsOf(transaction['tx_result']),
    isCanonical: transaction['canonical'] === true && transaction['microblock_canonical'] !== false,
    block: blockRef(
      transaction['block_height'],
      transaction['block_time'] ?? transaction['burn_block_time'],
      transaction['block_hash'],
    ),
  });
}

/** Parses a transaction of `/extended/v3`, which shows canonical transactions only. */
export function parseStatusV3(body: unknown): TransactionStatus | undefined {
  const { status, type, fee_rate: fee, result, block } = fieldsOf(body);
  const { height, time, hash } = fieldsOf(block);
  const mined = blockRef(height, time, hash);
  return statusOf({ status, type, fee, result: fieldsOf(result), isCanonical: true, block: mined });
}

/** A block reference from fields of unknown types; undefined without height and time. */
export function blockRef(height: unknown, time: unknown, hash: unknown): BlockRef | undefined {
  if (!isCount(height) || !isCount(time)) return undefined;
  const digits = typeof hash === 'string' ? /^(?:0x)?([0-9a-f]{64})$/i.exec(hash)?.[1] : undefined;
  return { blockHeight: height, blockTime: time, ...defined({ blockHash: digits?.toLowerCase() }) };
}

/**
 * A status that is not known here is final in a block and pending outside one: an order must not wait forever for a word
 * that a later version of the API has added.
 */
function statusOf({
  status,
  type,
  fee,
  result,
  isCanonical,
  block,
}: Described): TransactionStatus | undefined {
  if (typeof status !== 'string') return undefined;
  if (status.startsWith('dropped_')) return { kind: 'dropped', reason: status };
  if (!isCanonical || status === 'pending') return { kind: 'pending' };
  const feeUstx = parseUnits(fee);
  if (block === undefined) return isFinalWord(status) ? undefined : { kind: 'pending' };
  if (!feeUstx.ok) return undefined;
  const mined = { feeUstx: feeUstx.value, ...block };
  if (status !== 'success') return { kind: 'aborted', reason: abortReason(status, result), ...mined };
  const amountOut = type === 'token_transfer' ? toUnits(0n) : readAmountOut(result['hex']);
  return amountOut === undefined ? undefined : { kind: 'success', amountOut, ...mined };
}

/** Whether the word says that the transaction is in a block. */
const isFinalWord = (status: string): boolean =>
  status === 'success' || status.startsWith('abort_by_') || status === 'problematic_skipped';

/** `abort_by_response` carries the contract's result; a run-time error leaves none. */
function abortReason(status: string, { repr }: Readonly<Record<string, unknown>>): string {
  if (status !== 'abort_by_response') return status.slice(0, MAX_REASON_LENGTH);
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
