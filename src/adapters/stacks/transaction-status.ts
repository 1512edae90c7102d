import pLimit from 'p-limit';
import type { Txid } from '../../domain/order/ids.js';
import type { TransactionStatus } from '../../domain/order/settlement.js';
import { fieldsOf } from '../../domain/shared/fields.js';
import { ok, type Result } from '../../domain/shared/result.js';
import type { ChainNode, ChainUnreachable } from '../../ports/index.js';
import { parseResponse } from './http.js';
import type { IndexApi } from './index-api.js';
import { parseStatusV1, parseStatusV3 } from './status-parser.js';

/** How many transactions one request names; its URL stays below 4 KB. */
const BATCH = 50;
/** How many requests run at a time. */
const CONCURRENCY = 4;

type Statuses = ReadonlyMap<Txid, TransactionStatus>;
type Read = Result<Statuses, ChainUnreachable>;

/** Reads transaction statuses from the index, in batches where the index supports them. */
export function createStatusReader(
  index: IndexApi,
): Pick<ChainNode, 'transactionStatus' | 'transactionStatuses'> {
  const limit = pLimit(CONCURRENCY);
  /** Whether the index lacks the batch endpoint. */
  let singly = false;

  const readOne: ChainNode['transactionStatus'] = async (txid) => {
    const { version, response } = await index.get({ v3: `/transactions/0x${txid}`, v1: `/tx/0x${txid}` });
    if (response.ok && response.value.status === 404) return ok({ kind: 'unseen' });
    return parseResponse(response, version === 3 ? parseStatusV3 : parseStatusV1);
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
    const { response } = await index.get({ v1: `/tx/multiple?${query}` });
    if (response.ok && [400, 404, 410].includes(response.value.status)) {
      singly ||= response.value.status !== 400;
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
    const status = found === false ? ({ kind: 'unseen' } as const) : parseStatusV1(result);
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
