import pLimit from 'p-limit';
import type { Txid } from '../../../domain/order/ids.js';
import type { TransactionStatus } from '../../../domain/order/lifecycle/settlement.js';
import type { Address } from '../../../domain/shared/address.js';
import { fieldsOf } from '../../../domain/shared/fields.js';
import { ok, type Result } from '../../../domain/shared/result.js';
import type { ChainNode, ChainUnreachable } from '../../../ports/index.js';
import type { AccountReader } from './account-transactions.js';
import { parseResponse } from './http.js';
import type { HttpResponse } from './http-attempt.js';
import type { IndexApi } from './index-api.js';
import { parseStatusV1, parseStatusV3, parseSummaryV3, type NoteStatus } from './status-parser.js';
import type { ToldStatuses } from './told-statuses.js';

/** Maximum number of transactions per request: its URL stays below 4 KB, and version 3 refuses more than 20. */
const MOST_NAMED = { multiple: 50, batch: 20 } as const;
/** Number of requests that run at a time. */
const CONCURRENCY = 4;

type Statuses = ReadonlyMap<Txid, TransactionStatus>;
type Read = Result<Statuses, ChainUnreachable>;

/**
 * Ways to read many statuses. `multiple`: requests of version 1, with results, which newer hosts have switched off. `batch`:
 * requests of version 3, which knows only mined transactions and gives no results; the other transactions are searched for among
 * their senders' pending ones, or else read one by one. `singly`: all are read one by one.
 */
type Way = 'multiple' | 'batch' | 'singly';

interface StatusReaderParts {
  readonly accounts: Pick<AccountReader, 'pendingTransactions'>;
  readonly told: Pick<ToldStatuses, 'get' | 'delete'>;
  readonly note: NoteStatus;
}

/** Reads transaction statuses from the index, in batches if supported. Reports unknown ones. */
export function createStatusReader(
  index: IndexApi,
  { accounts, told, note }: StatusReaderParts,
): Pick<ChainNode, 'transactionStatus' | 'transactionStatuses'> {
  const limit = pLimit(CONCURRENCY);
  let way: Way = 'multiple';

  const readOne: ChainNode['transactionStatus'] = async (txid) => {
    // The result is omitted unless requested.
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

  /** Reads the statuses of transactions that are in no block as far as is known. */
  const readUnmined = async (txids: readonly Txid[], senders: readonly Address[]): Promise<Read> => {
    if (txids.length <= senders.length) return readSingly(txids);
    const lists = await Promise.all(
      senders.map((sender) => limit(() => accounts.pendingTransactions(sender))),
    );
    const listed = lists.flatMap((list) => (list.ok ? list.value.transactions : []));
    const pending = new Set(listed.map(({ txid }) => txid));
    const statuses = txids
      .filter((txid) => pending.has(txid))
      .map((txid): [Txid, TransactionStatus] => [txid, { kind: 'pending' }]);
    const others = txids.filter((txid) => !pending.has(txid));
    return joined([ok(new Map(statuses)), await readSingly(others)]);
  };

  const readMultiple = async (txids: readonly Txid[], senders: readonly Address[]): Promise<Read> => {
    const { response } = await limit(() => index.getOf(1, `/tx/multiple?${queryOf(txids)}`));
    if (!hasRefused(response)) return parseResponse(response, (body) => readEach(txids, body, note));
    if (response.value.status === 400) return readSingly(txids);
    if (way === 'multiple') way = 'batch';
    return readBatches(txids, senders);
  };

  const readBatch = async (txids: readonly Txid[]): Promise<Read> => {
    const { response } = await limit(() => index.getOf(3, `/transactions/batch?${queryOf(txids)}`));
    if (hasRefused(response)) {
      // A host without the endpoint takes `batch` for a malformed txid.
      way = 'singly';
      return readSingly(txids);
    }
    return parseResponse(response, (body) => readMined(txids, body, note));
  };

  const readBatches = async (txids: readonly Txid[], senders: readonly Address[]): Promise<Read> => {
    const mined = await inParts(txids, MOST_NAMED.batch, readBatch);
    if (!mined.ok) return mined;
    const others = txids.filter((txid) => !mined.value.has(txid));
    return others.length === 0 ? mined : joined([mined, await readUnmined(others, senders)]);
  };

  return {
    transactionStatus: async (txid) => {
      const known = told.get(txid);
      told.delete(txid);
      return known === undefined ? readOne(txid) : ok(known);
    },
    async transactionStatuses(txids, senders = []) {
      if (way === 'singly') return readSingly(txids);
      if (way === 'batch') return readBatches(txids, senders);
      return inParts(txids, MOST_NAMED.multiple, (part) => readMultiple(part, senders));
    },
  };
}

const queryOf = (txids: readonly Txid[]): string => txids.map((txid) => `tx_id=0x${txid}`).join('&');

const hasRefused = (
  response: Result<HttpResponse, ChainUnreachable>,
): response is { readonly ok: true; readonly value: HttpResponse } =>
  response.ok && [400, 404, 410].includes(response.value.status);

/** Reads the statuses of those transactions that are mined; undefined if the body is not a list of summaries. */
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

/** Reads the statuses, leaving out transactions with a malformed description. */
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

/** Reads the statuses at most `most` at a time. */
async function inParts(
  txids: readonly Txid[],
  most: number,
  read: (part: readonly Txid[]) => Promise<Read>,
): Promise<Read> {
  const count = Math.ceil(txids.length / most);
  const parts = Array.from({ length: count }, (_, n) => txids.slice(n * most, (n + 1) * most));
  return joined(await Promise.all(parts.map(read)));
}

/** Joins the statuses that were read; unreachable if nothing was read and a request failed. */
function joined(reads: readonly Read[]): Read {
  const statuses = new Map(reads.flatMap((read) => (read.ok ? [...read.value] : [])));
  const failure = reads.find((read) => !read.ok);
  return failure !== undefined && statuses.size === 0 ? failure : ok(statuses);
}
