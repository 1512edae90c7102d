import type { RawTransaction, Txid } from '../../../domain/order/ids.js';
import { isMined, lacksResult } from '../../../domain/order/lifecycle/settlement.js';
import { contractParts, type ContractId } from '../../../domain/shared/contract-id.js';
import { fieldsOf, isCount } from '../../../domain/shared/fields.js';
import { ok } from '../../../domain/shared/result.js';
import type { ChainRead } from '../../../ports/index.js';
import { parseResponse, type HttpClient } from './http.js';
import { lacksRoute } from './index-api.js';
import { parseStatusV3 } from './status-parser.js';
import type { ToldStatuses } from './told-statuses.js';

/**
 * A block's transactions in the form of the index's version 2, unparsed. If they were read from version 3, call arguments, results
 * and the parent's hash are missing.
 */
export type BlockTransactions =
  | { readonly kind: 'found'; readonly transactions: readonly unknown[] }
  /** `unknown-block`: the index does not know the block yet. `untold`: it cannot list the block's transactions. */
  | { readonly kind: 'unknown-block' | 'untold' };

/** A block's name and place in the chain. Hashes have 64 hex digits. */
export interface BlockHeader {
  readonly hash: string;
  readonly parentHash: string;
  /** Unix seconds. */
  readonly time: number;
}

/** Reads of deployed contracts and mined transactions. */
export interface ContentsReader {
  /** The transactions of the block at the height. A block with more than `pages` times 50 is `untold`; default 4. */
  blockTransactions(height: number, pages?: number): ChainRead<BlockTransactions>;
  /** A mined transaction in the same form, with its arguments and the parent's hash. */
  transactionWithArguments(txid: string): ChainRead<Fields>;
  /** The hash of the block below the one at the height. */
  parentHashAt(height: number): ChainRead<string>;
  /** The hash, parent and time of the block at the height; undefined if the index does not have it. */
  headerAt(height: number): ChainRead<BlockHeader | undefined>;
  /** The contract's Clarity source; undefined if the host knows no such contract. */
  contractSource(contract: ContractId): ChainRead<string | undefined>;
  /** The signed bytes of a mined transaction; undefined if neither the index nor the node has them. */
  rawTransaction(txid: Txid): ChainRead<RawTransaction | undefined>;
  /** The signed bytes of a transaction in the mempool, from the node itself. */
  unconfirmedTransaction(txid: Txid): ChainRead<RawTransaction>;
}

/** Maximum number of items per list of the index. */
export const PAGE = 50;
/** Maximum number of pages read per block to follow the chain: reading more would cost more than it saves. */
const MAX_PAGES = 4;

type Fields = Readonly<Record<string, unknown>>;
type Listing = ChainRead<BlockTransactions>;

/**
 * Reads a block's transactions from version 2 of the list until the host has switched it off, because version 3 omits call
 * arguments (https://www.quicknode.com/docs/stacks/v3/extended-v3-blocks_height_or_hash_transactions).
 */
export function createContentsReader(
  http: Pick<HttpClient, 'get'>,
  told: Pick<ToldStatuses, 'set'>,
): ContentsReader {
  let version: 2 | 3 = 2;

  /** Reads a list page by page. `next` makes each query from the previous page, and returns undefined after the last one. */
  const list = async (
    path: string,
    pages: number,
    next: (page: Fields | undefined, read: number) => string | undefined,
    parse: (body: unknown) => Fields,
  ): Listing => {
    const transactions: unknown[] = [];
    let query = next(undefined, 0);
    for (let page = 0; page < pages && query !== undefined; page++) {
      const response = await http.get(`${path}?limit=${PAGE}${query}`);
      if (response.ok && [404, 410].includes(response.value.status))
        return ok({ kind: lacksRoute(response.value) ? 'untold' : 'unknown-block' });
      const listed = parseResponse(response, readPage);
      if (!listed.ok) return listed;
      transactions.push(...listed.value.results.map(parse));
      query = next(listed.value, transactions.length);
    }
    return ok(query === undefined ? { kind: 'found', transactions } : { kind: 'untold' });
  };

  const lists: Readonly<Record<2 | 3, (height: number, pages: number) => Listing>> = {
    2: (height, pages) =>
      list(
        `/extended/v2/blocks/${height}/transactions`,
        pages,
        (page, read) => (page !== undefined && read >= Number(page['total']) ? undefined : `&offset=${read}`),
        fieldsOf,
      ),
    3: (height, pages) =>
      list(
        `/extended/v3/blocks/${height}/transactions`,
        pages,
        (page) => {
          if (page === undefined) return '';
          const { next } = fieldsOf(page['cursor']);
          return typeof next === 'string' ? `&cursor=${encodeURIComponent(next)}` : undefined;
        },
        fromV3,
      ),
  };

  return {
    async blockTransactions(height, pages = MAX_PAGES) {
      const listed = await lists[version](height, pages);
      if (!listed.ok || listed.value.kind !== 'untold') return listed;
      const other = version === 2 ? 3 : 2;
      const again = await lists[other](height, pages);
      if (again.ok && again.value.kind !== 'untold') version = other;
      return again;
    },

    transactionWithArguments: async (txid) =>
      parseResponse(
        await http.get(`/extended/v3/transactions/0x${txid}?include=function_args,result`),
        (body) => {
          if (fieldsOf(body)['tx_id'] !== `0x${txid}`) return undefined;
          const status = parseStatusV3(body);
          if (status !== undefined && isMined(status) && !lacksResult(status)) told.set(txid as Txid, status);
          return fromV3(body);
        },
      ),

    parentHashAt: async (height) =>
      parseResponse(await http.get(`/extended/v2/blocks/${height}`), (body) => {
        const { parent_block_hash: hash } = fieldsOf(body);
        return typeof hash === 'string' ? hash : undefined;
      }),

    headerAt: async (height) => {
      const response = await http.get(`/extended/v2/blocks/${height}`);
      if (response.ok && response.value.status === 404) return ok(undefined);
      return parseResponse(response, headerOf);
    },

    async contractSource(contract) {
      const { address, name } = contractParts(contract);
      const response = await http.get(`/v2/contracts/source/${address}/${name}?proof=0`);
      if (response.ok && response.value.status === 404) return ok(undefined);
      return parseResponse(response, sourceOf);
    },

    unconfirmedTransaction: async (txid) =>
      parseResponse(await http.get(`/v2/transactions/unconfirmed/${txid}`), rawIn),

    async rawTransaction(txid) {
      const indexed = await http.get(`/extended/v1/tx/0x${txid}/raw`);
      if (!indexed.ok || ![404, 410].includes(indexed.value.status))
        return parseResponse(
          indexed,
          (body) => hexOf(fieldsOf(body)['raw_tx']) as RawTransaction | undefined,
        );
      // A node finds transactions by id only if it is configured to.
      const response = await http.get(`/v3/transaction/${txid}`);
      if (!response.ok && response.error.retryAfterMs !== undefined) return response;
      return ok(response.ok && response.value.status === 200 ? rawIn(response.value.body) : undefined);
    },
  };
}

/** A transaction of version 3 with the fields of version 2. */
function fromV3(body: unknown): Fields {
  const {
    status,
    type,
    sender,
    block,
    parent_block: parent,
    token_transfer: transfer,
    ...rest
  } = fieldsOf(body);
  const { height, hash, time, tx_index: index } = fieldsOf(block);
  const { address, nonce } = fieldsOf(sender);
  return {
    ...rest,
    tx_status: status,
    tx_type: type,
    sender_address: address,
    nonce,
    canonical: true,
    block_height: height,
    block_hash: hash,
    block_time: time,
    tx_index: index,
    parent_block_hash: fieldsOf(parent)['hash'],
    token_transfer: { recipient_address: fieldsOf(transfer)['recipient'] },
  };
}

/** The header in the index's description of a block, or of a transaction in it; undefined if a field is missing. */
export function headerOf(body: unknown): BlockHeader | undefined {
  const fields = fieldsOf(body);
  const hash = hexOf(fields['hash'] ?? fields['block_hash']);
  const parentHash = hexOf(fields['parent_block_hash']);
  const time = fields['block_time'];
  return hash !== undefined && parentHash !== undefined && isCount(time)
    ? { hash, parentHash, time }
    : undefined;
}

/** The transaction of a node's response. */
function rawIn(body: unknown): RawTransaction | undefined {
  const { tx } = fieldsOf(body);
  return typeof tx === 'string' && /^(?:[0-9a-f]{2})+$/.test(tx) ? (tx as RawTransaction) : undefined;
}

/** The Clarity source of a node's response about a contract. */
export function sourceOf(body: unknown): string | undefined {
  const { source } = fieldsOf(body);
  return typeof source === 'string' ? source : undefined;
}

/** Hex digits without their prefix. */
export const hexOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? /^0x((?:[0-9a-f]{2})+)$/.exec(value)?.[1] : undefined;

function readPage(
  body: unknown,
): { readonly results: readonly unknown[]; readonly [name: string]: unknown } | undefined {
  const page = fieldsOf(body);
  const { total, results } = page;
  return isCount(total) && Array.isArray(results) ? { ...page, results } : undefined;
}
