import pLimit from 'p-limit';
import type { Txid } from '../../domain/order/ids.js';
import type { TransactionStatus } from '../../domain/order/settlement.js';
import { fieldsOf } from '../../domain/shared/fields.js';
import { ok, type Result } from '../../domain/shared/result.js';
import type { ChainNode, ChainUnreachable } from '../../ports/index.js';
import { parseResponse } from './http.js';
import type { HttpResponse } from './http-attempt.js';
import type { IndexApi } from './index-api.js';
import { parseStatusV1, parseStatusV3, parseSummaryV3, type NoteStatus } from './status-parser.js';

/** How many transactions one request names; its URL stays below 4 KB. */
const BATCH = 50;
/** How many requests run at a time. */
const CONCURRENCY = 4;

type Statuses = ReadonlyMap<Txid, TransactionStatus>;
type Read = Result<Statuses, ChainUnreachable>;

/**
 * Ways to read many statuses. `multiple`: one request of version 1, with results, which newer hosts switch off. `batch`: one
 * of version 3, which knows mined transactions only and has no results; what it lacks is read one by one.
 */
type Way = 'multiple' | 'batch' | 'singly';

/** Reads transaction statuses from the index, in batches where the index supports them. Notes those that are not known here. */
export function createStatusReader(
  index: IndexApi,
  note: NoteStatus,
): Pick<ChainNode, 'transactionStatus' | 'transactionStatuses'> {
  const limit = pLimit(CONCURRENCY);
  let way: Way = 'multiple';

  const readOne: ChainNode['transactionStatus'] = async (txid) => {
    // The result is left out unless it is asked for.
    const { version, response } = await index.get({
      v3: `/transactions/0x${txid}?include=result`,
      v1: `/tx/0x${txid}`,
    });
    if (response.ok && response.value.status === 404) return ok({ kind: 'unseen' });
    const parse = version === 3 ? parseStatusV3 : parseStatusV1;
    return parseResponse(response, (body) => parse(body, note));
  };

  const readSingly = async (txids: readonly Txid[]): Promise<Read> => {
    const reads = await Promise.all(
      txids.map(async (txid) => {
        const status = await limit(() => readOne(txid));
        return status.ok ? ok<Statuses>(new Map([[txid, status.value]])) : status;
      }),
    );
    return joined(reads);
  };

  const readMultiple = async (txids: readonly Txid[]): Promise<Read> => {
    const { response } = await limit(() => index.getOf(1, `/tx/multiple?${queryOf(txids)}`));
    if (!hasRefused(response)) return parseResponse(response, (body) => readEach(txids, body, note));
    if (response.value.status === 400) return readSingly(txids);
    if (way === 'multiple') way = 'batch';
    return readBatch(txids);
  };

  const readBatch = async (txids: readonly Txid[]): Promise<Read> => {
    const { response } = await limit(() => index.getOf(3, `/transactions/batch?${queryOf(txids)}`));
    if (hasRefused(response)) {
      // Hosts without the endpoint take its name for a malformed txid.
      way = 'singly';
      return readSingly(txids);
    }
    const mined = parseResponse(response, (body) => readMined(txids, body, note));
    if (!mined.ok) return mined;
    const others = txids.filter((txid) => !mined.value.has(txid));
    return others.length === 0 ? mined : joined([mined, await readSingly(others)]);
  };

  return {
    transactionStatus: readOne,
    async transactionStatuses(txids) {
      if (way === 'singly') return readSingly(txids);
      const read = way === 'multiple' ? readMultiple : readBatch;
      const batches = Array.from({ length: Math.ceil(txids.length / BATCH) }, (_, n) =>
        txids.slice(n * BATCH, (n + 1) * BATCH),
      );
      return joined(await Promise.all(batches.map(read)));
    },
  };
}

const queryOf = (txids: readonly Txid[]): string => txids.map((txid) => `tx_id=0x${txid}`).join('&');

const hasRefused = (
  response: Result<HttpResponse, ChainUnreachable>,
): response is { readonly ok: true; readonly value: HttpResponse } =>
  response.ok && [400, 404, 410].includes(response.value.status);

/** The mined ones among the transactions; undefined when the body is no list of summaries. */
function readMined(txids: readonly Txid[], body: unknown, note: NoteStatus): Statuses | undefined {
  const { results } = fieldsOf(body);
  if (!Array.isArray(results)) return undefined;
  const summaries = new Map(results.map((each) => [fieldsOf(each)['tx_id'], each as unknown]));
  const statuses = new Map<Txid, TransactionStatus>();
  for (const txid of txids) {
    const status = parseSummaryV3(summaries.get(`0x${txid}`), note);
    if (status !== undefined) statuses.set(txid, status);
  }
  return statuses;
}

/** Leaves out a transaction whose description is malformed. */
function readEach(txids: readonly Txid[], body: unknown, note: NoteStatus): Statuses {
  const entries = fieldsOf(body);
  const statuses = new Map<Txid, TransactionStatus>();
  for (const txid of txids) {
    const { found, result } = fieldsOf(entries[`0x${txid}`]);
    const status = found === false ? ({ kind: 'unseen' } as const) : parseStatusV1(result, note);
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
