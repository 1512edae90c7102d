import { ClarityType } from '@stacks/transactions';
import pLimit from 'p-limit';
import type { Txid } from '../../domain/order/ids.js';
import type { TransactionStatus } from '../../domain/order/settlement.js';
import type { BlockRef } from '../../domain/order/swap-transaction.js';
import { fieldsOf, isCount } from '../../domain/shared/fields.js';
import { ok, type Result } from '../../domain/shared/result.js';
import { parseUnits, toUnits, type Units } from '../../domain/shared/units.js';
import type { ChainNode, ChainUnreachable } from '../../ports/index.js';
import { decodeClarity, okValue, unitsOf } from './clarity.js';
import { parseResponse, type HttpClient } from './http.js';

/** How many transactions one request names; its URL stays below 4 KB. */
const BATCH = 50;
/** How many requests run at a time. */
const CONCURRENCY = 4;

const MAX_REASON_LENGTH = 200;

type Statuses = ReadonlyMap<Txid, TransactionStatus>;
type Read = Result<Statuses, ChainUnreachable>;

/** Reads transaction statuses from the index, in batches where the index supports them. */
export function createStatusReader(
  http: Pick<HttpClient, 'get'>,
): Pick<ChainNode, 'transactionStatus' | 'transactionStatuses'> {
  const limit = pLimit(CONCURRENCY);
  /** Whether the index lacks the batch endpoint. */
  let singly = false;

  const readOne: ChainNode['transactionStatus'] = async (txid) => {
    const response = await http.get(`/extended/v1/tx/0x${txid}`);
    if (response.ok && response.value.status === 404) return ok({ kind: 'unseen' });
    return parseResponse(response, readTransactionStatus);
  };

  const readSingly = async (txids: readonly Txid[]): Promise<Read> => {
    const reads = await limit.map(txids, async (txid) => {
      const status = await readOne(txid);
      return status.ok ? ok<Statuses>(new Map([[txid, status.value]])) : status;
    });
    return joined(reads);
  };

  const readBatch = async (txids: readonly Txid[]): Promise<Read | 'refused'> => {
    const query = txids.map((txid) => `tx_id=0x${txid}`).join('&');
    const response = await http.get(`/extended/v1/tx/multiple?${query}`);
    if (response.ok && (response.value.status === 404 || response.value.status === 400)) {
      singly ||= response.value.status === 404;
      return 'refused';
    }
    return parseResponse(response, (body) => readEach(txids, body));
  };

  return {
    transactionStatus: readOne,
    async transactionStatuses(txids) {
      if (singly) return readSingly(txids);
      const batches = Array.from({ length: Math.ceil(txids.length / BATCH) }, (_, n) =>
        txids.slice(n * BATCH, (n + 1) * BATCH),
      );
      const reads = await limit.map(batches, readBatch);
      const refused = batches.filter((_, n) => reads[n] === 'refused').flat();
      const rest = refused.length === 0 ? [] : [await readSingly(refused)];
      return joined([...reads.filter((read) => read !== 'refused'), ...rest]);
    },
  };
}

/** Leaves out a transaction whose description is malformed. */
function readEach(txids: readonly Txid[], body: unknown): Statuses {
  const entries = fieldsOf(body);
  const statuses = new Map<Txid, TransactionStatus>();
  for (const txid of txids) {
    const { found, result } = fieldsOf(entries[`0x${txid}`]);
    const status = found === false ? ({ kind: 'unseen' } as const) : readTransactionStatus(result);
    if (status !== undefined) statuses.set(txid, status);
  }
  return statuses;
}

/** Joins the statuses that were read; unreachable when nothing was read and a request failed. */
function joined(reads: readonly Read[]): Read {
  const statuses = new Map(reads.flatMap((read) => (read.ok ? [...read.value] : [])));
  const failure = reads.find((read) => !read.ok);
  return failure !== undefined && statuses.size === 0 ? failure : ok(statuses);
}

/**
 * Parses a transaction as the index describes it. Undefined when the description is malformed, so that nothing is known.
 * A transaction in a block off the canonical chain is pending.
 */
function readTransactionStatus(body: unknown): TransactionStatus | undefined {
  const transaction = fieldsOf(body);
  const status = transaction['tx_status'];
  if (typeof status !== 'string') return undefined;
  if (status === 'pending') return { kind: 'pending' };
  if (status.startsWith('dropped_')) return { kind: 'dropped', reason: status };
  if (status !== 'success' && !status.startsWith('abort_by_')) return undefined;
  const isCanonical = transaction['canonical'] === true && transaction['microblock_canonical'] !== false;
  if (!isCanonical) return { kind: 'pending' };
  const block = readBlock(transaction);
  if (block === undefined) return undefined;
  if (status !== 'success') return { kind: 'aborted', reason: abortReason(status, transaction), ...block };
  const isTransfer = transaction['tx_type'] === 'token_transfer';
  const amountOut = isTransfer ? toUnits(0n) : readAmountOut(fieldsOf(transaction['tx_result'])['hex']);
  const fee = parseUnits(transaction['fee_rate']);
  if (amountOut === undefined || !fee.ok) return undefined;
  return { kind: 'success', amountOut, feeUstx: fee.value, ...block };
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
