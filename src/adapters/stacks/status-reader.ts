import pLimit from 'p-limit';
import type { Txid } from '../../domain/order/ids.js';
import type { TransactionStatus } from '../../domain/order/settlement.js';
import { ok, type Result } from '../../domain/shared/result.js';
import type { ChainNode, ChainUnreachable } from '../../ports/index.js';
import type { HttpClient } from './http.js';
import { fieldsOf } from '../../domain/shared/fields.js';
import { readAnswer } from './read-answer.js';
import { readTransactionStatus } from './transaction-status.js';

/** How many transactions one request names; its URL stays below 4 KB. */
const BATCH = 50;
/** How many requests run at a time. */
const CONCURRENCY = 4;

type Statuses = ReadonlyMap<Txid, TransactionStatus>;
type Answer = Result<Statuses, ChainUnreachable>;

/** Reads transaction statuses from the index, in batches where the index supports them. */
export function createStatusReader(http: Pick<HttpClient, 'get'>): {
  readonly readOne: ChainNode['transactionStatus'];
  readonly readMany: ChainNode['transactionStatuses'];
} {
  const limit = pLimit(CONCURRENCY);
  /** Whether the index lacks the batch endpoint. */
  let singly = false;

  const readOne: ChainNode['transactionStatus'] = async (txid) => {
    const answer = await http.get(`/extended/v1/tx/0x${txid}`);
    if (answer.ok && answer.value.status === 404) return ok({ kind: 'unseen' });
    return readAnswer(answer, readTransactionStatus);
  };

  const readSingly = async (txids: readonly Txid[]): Promise<Answer> => {
    const answers = await limit.map(txids, async (txid) => {
      const status = await readOne(txid);
      return status.ok ? ok<Statuses>(new Map([[txid, status.value]])) : status;
    });
    return together(answers);
  };

  const readBatch = async (txids: readonly Txid[]): Promise<Answer | 'refused'> => {
    const query = txids.map((txid) => `tx_id=0x${txid}`).join('&');
    const answer = await http.get(`/extended/v1/tx/multiple?${query}`);
    if (answer.ok && (answer.value.status === 404 || answer.value.status === 400)) {
      singly ||= answer.value.status === 404;
      return 'refused';
    }
    return readAnswer(answer, (body) => readEach(txids, body));
  };

  return {
    readOne,
    async readMany(txids) {
      if (singly) return readSingly(txids);
      const batches = Array.from({ length: Math.ceil(txids.length / BATCH) }, (_, n) =>
        txids.slice(n * BATCH, (n + 1) * BATCH),
      );
      const answers = await limit.map(batches, readBatch);
      const refused = batches.filter((_, n) => answers[n] === 'refused').flat();
      const rest = refused.length === 0 ? [] : [await readSingly(refused)];
      return together([...answers.filter((answer) => answer !== 'refused'), ...rest]);
    },
  };
}

/** Leaves out a transaction whose description is malformed. */
function readEach(txids: readonly Txid[], body: unknown): Statuses {
  const entries = fieldsOf(body);
  const statuses = new Map<Txid, TransactionStatus>();
  for (const txid of txids) {
    const { found, result } = fieldsOf(entries[`0x${txid}`]);
    const status: TransactionStatus | undefined =
      found === false ? { kind: 'unseen' } : readTransactionStatus(result);
    if (status !== undefined) statuses.set(txid, status);
  }
  return statuses;
}

/** Joins the statuses that were read; unreachable when nothing was read and a request failed. */
function together(answers: readonly Answer[]): Answer {
  const statuses = new Map<Txid, TransactionStatus>();
  for (const answer of answers) {
    if (answer.ok) answer.value.forEach((status, txid) => statuses.set(txid, status));
  }
  const failure = answers.find((answer) => !answer.ok);
  return failure !== undefined && statuses.size === 0 ? failure : ok(statuses);
}
