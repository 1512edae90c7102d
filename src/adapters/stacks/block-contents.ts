import type { RawTransaction, Txid } from '../../domain/order/ids.js';
import { contractParts, type ContractId } from '../../domain/shared/contract-id.js';
import { fieldsOf, isCount } from '../../domain/shared/fields.js';
import { ok, type Result } from '../../domain/shared/result.js';
import type { ChainUnreachable } from '../../ports/index.js';
import { parseResponse, type HttpClient } from './http.js';

/** A block's transactions in the form of the index's version 2, unparsed. */
export type BlockTransactions =
  | { readonly kind: 'found'; readonly transactions: readonly unknown[] }
  /** `unknown-block`: the index does not know the block yet. `untold`: it cannot list the block's transactions. */
  | { readonly kind: 'unknown-block' | 'untold' };

/** Reads of what was deployed and what was mined. */
export interface ContentsReader {
  /** The transactions of the block at the height. */
  blockTransactions(height: number): Promise<Result<BlockTransactions, ChainUnreachable>>;
  /** The contract's Clarity source; undefined when the host knows no such contract. */
  contractSource(contract: ContractId): Promise<Result<string | undefined, ChainUnreachable>>;
  /** The signed bytes of a mined transaction. */
  rawTransaction(txid: Txid): Promise<Result<RawTransaction, ChainUnreachable>>;
  /** The signed bytes of a transaction in the mempool, from the node itself. */
  unconfirmedTransaction(txid: Txid): Promise<Result<RawTransaction, ChainUnreachable>>;
}

/** The most that the index lists at a time. */
const PAGE = 50;
/** Blocks with more transactions are `untold`: reading them would cost more than it saves. */
const MAX_PAGES = 4;

/**
 * Version 3 of the list leaves out the arguments of calls
 * (https://www.quicknode.com/docs/stacks/v3/extended-v3-blocks_height_or_hash_transactions), so version 2 is read.
 */
export function createContentsReader(http: Pick<HttpClient, 'get'>): ContentsReader {
  return {
    async blockTransactions(height) {
      const transactions: unknown[] = [];
      for (let page = 0; page < MAX_PAGES; page++) {
        const query = `limit=${PAGE}&offset=${page * PAGE}`;
        const response = await http.get(`/extended/v2/blocks/${height}/transactions?${query}`);
        if (response.ok && [404, 410].includes(response.value.status))
          return ok({ kind: isMissingRoute(response.value) ? 'untold' : 'unknown-block' });
        const listed = parseResponse(response, readPage);
        if (!listed.ok) return listed;
        transactions.push(...listed.value.results);
        if (transactions.length >= listed.value.total) return ok({ kind: 'found', transactions });
      }
      return ok({ kind: 'untold' });
    },

    async contractSource(contract) {
      const { address, name } = contractParts(contract);
      const response = await http.get(`/v2/contracts/source/${address}/${name}?proof=0`);
      if (response.ok && response.value.status === 404) return ok(undefined);
      return parseResponse(response, (body) => {
        const { source } = fieldsOf(body);
        return typeof source === 'string' ? source : undefined;
      });
    },

    unconfirmedTransaction: async (txid) =>
      parseResponse(await http.get(`/v2/transactions/unconfirmed/${txid}`), (body) => {
        const { tx } = fieldsOf(body);
        return typeof tx === 'string' && /^(?:[0-9a-f]{2})+$/.test(tx) ? (tx as RawTransaction) : undefined;
      }),

    rawTransaction: async (txid) =>
      parseResponse(
        await http.get(`/extended/v1/tx/0x${txid}/raw`),
        (body) => hexOf(fieldsOf(body)['raw_tx']) as RawTransaction | undefined,
      ),
  };
}

/** Hex digits without their prefix. */
export const hexOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? /^0x((?:[0-9a-f]{2})+)$/.exec(value)?.[1] : undefined;

function isMissingRoute({ status, body }: { readonly status: number; readonly body: unknown }): boolean {
  const { message } = fieldsOf(body);
  return status === 410 || (typeof message === 'string' && message.startsWith('Route '));
}

function readPage(body: unknown): { total: number; results: readonly unknown[] } | undefined {
  const { total, results } = fieldsOf(body);
  return isCount(total) && Array.isArray(results) ? { total, results } : undefined;
}
