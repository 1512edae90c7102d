import { parseTxid, type Txid } from '../../../domain/order/ids.js';
import type { Address } from '../../../domain/shared/address.js';
import { fieldsOf, isCount } from '../../../domain/shared/fields.js';
import type { ChainRead } from '../../../ports/index.js';
import { parseResponse } from './http.js';
import type { IndexApi } from './index-api.js';

/** A transaction as described in the index's lists. */
export interface ListedTransaction {
  readonly txid: Txid;
  readonly sender: Address;
  readonly nonce: bigint;
  /** The contract that it calls; undefined for other kinds of transactions. */
  readonly contract: string | undefined;
}

interface Page {
  readonly transactions: readonly ListedTransaction[];
  /** Start of the next page; undefined on the last one. */
  readonly next: string | undefined;
}

/** Lists of an account's transactions, newest first, 50 at a time. */
export interface AccountReader {
  pendingTransactions(account: Address, from?: string): ChainRead<Page>;
  minedTransactions(account: Address, from?: string): ChainRead<Page>;
}

const PAGE = 50;

/** Reads the lists from the index, whose version 1 pages by offset and version 3 by cursor. */
export function createAccountReader(index: IndexApi): AccountReader {
  const list = async (paths: { readonly v3: string; readonly v1: string }, from: string | undefined) => {
    const isCursor = from !== undefined && !/^\d{1,6}$/.test(from);
    const offset = isCursor || from === undefined ? 0 : Number(from);
    const { version, response } = await index.get({
      v3: `${paths.v3}?limit=${PAGE}${isCursor ? `&cursor=${encodeURIComponent(from)}` : ''}`,
      v1: `${paths.v1}${paths.v1.includes('?') ? '&' : '?'}limit=${PAGE}&offset=${offset}`,
    });
    return parseResponse(response, (body) => (version === 3 ? readV3(body) : readV1(body, offset)));
  };
  return {
    pendingTransactions: (account, from) =>
      list(
        { v3: `/principals/${account}/mempool/transactions`, v1: `/tx/mempool?sender_address=${account}` },
        from,
      ),
    minedTransactions: (account, from) =>
      list({ v3: `/principals/${account}/transactions`, v1: `/address/${account}/transactions` }, from),
  };
}

function readV3(body: unknown): Page | undefined {
  const { results, cursor } = fieldsOf(body);
  const transactions = readAll(results, (item) => {
    const listed = fieldsOf(item);
    const fields = listed['transaction'] === undefined ? listed : fieldsOf(listed['transaction']);
    const { address, nonce } = fieldsOf(fields['sender']);
    return { ...fields, address, nonce };
  });
  const { next } = fieldsOf(cursor);
  return transactions && { transactions, next: typeof next === 'string' ? next : undefined };
}

function readV1(body: unknown, offset: number): Page | undefined {
  const { results, total } = fieldsOf(body);
  const transactions = readAll(results, (item) => {
    const fields = fieldsOf(item);
    return { ...fields, address: fields['sender_address'] };
  });
  if (transactions === undefined || !isCount(total)) return undefined;
  const end = offset + transactions.length;
  return { transactions, next: transactions.length > 0 && end < total ? String(end) : undefined };
}

function readAll(
  results: unknown,
  fieldsIn: (item: unknown) => Readonly<Record<string, unknown>>,
): readonly ListedTransaction[] | undefined {
  if (!Array.isArray(results)) return undefined;
  const read = results.map((item: unknown): ListedTransaction | undefined => {
    const { tx_id: id, address, nonce, contract_call: call } = fieldsIn(item);
    const txid = parseTxid(typeof id === 'string' ? id : '');
    if (!txid.ok || typeof address !== 'string' || !isCount(nonce)) return undefined;
    const { contract_id: contract } = fieldsOf(call);
    return {
      txid: txid.value,
      sender: address as Address,
      nonce: BigInt(nonce),
      contract: typeof contract === 'string' ? contract : undefined,
    };
  });
  return read.every((each) => each !== undefined) ? read : undefined;
}
