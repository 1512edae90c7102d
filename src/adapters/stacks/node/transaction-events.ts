import type { Txid } from '../../../domain/order/ids.js';
import { fieldsOf, isCount } from '../../../domain/shared/fields.js';
import { ok } from '../../../domain/shared/result.js';
import type { ChainRead } from '../../../ports/index.js';
import { hexOf } from './block-contents.js';
import { parseResponse } from './http.js';
import { lacksRoute, type IndexApi } from './index-api.js';

/** A page of a transaction's events. */
export interface EventsPage {
  /** Number of the transaction's events. */
  readonly total: number;
  /** In their order, in the form of either version of the index's API. */
  readonly events: readonly unknown[];
  /** Hash of the transaction's block, 64 hex digits; absent if the response does not tell. */
  readonly blockHash?: string | undefined;
}

/** Reads of the events of mined transactions. Each call is one request, except the one that finds that a version is switched off. */
export interface EventsReader {
  /** Greatest number of transactions whose events one request returns. */
  mostEventsOf(): number;
  /**
   * Events of transactions from the index `from` on, 100 at most of each. A transaction that the index does not know is absent, and
   * so are those beyond `mostEventsOf`.
   */
  eventsOf(txids: readonly Txid[], from?: number): ChainRead<ReadonlyMap<Txid, EventsPage>>;
}

/** Greatest number of events of a transaction in a response (stacks-blockchain-api, `pagination.ts`). */
const PAGE = 100;
/** Greatest number of transactions named in a request of version 1, so that a response stays below some megabytes. */
const MOST_AT_ONCE = 20;

type Pages = ReadonlyMap<Txid, EventsPage>;

/** Reads many transactions at once from version 1 of the index's API until the host has switched that off, then one at a time. */
export function createEventsReader(index: IndexApi): EventsReader {
  let isSingly = false;

  const readOne = async (txid: Txid, from: number): ChainRead<Pages> => {
    const { response } = await index.getOf(
      3,
      `/transactions/0x${txid}/events?limit=${PAGE}${from === 0 ? '' : `&cursor=${from}`}`,
    );
    if (response.ok && response.value.status === 404 && !lacksRoute(response.value)) return ok(new Map());
    return parseResponse(response, (body) => {
      const { total, results: events } = fieldsOf(body);
      return isCount(total) && Array.isArray(events) ? new Map([[txid, { total, events }]]) : undefined;
    });
  };

  return {
    mostEventsOf: () => (isSingly ? 1 : MOST_AT_ONCE),

    async eventsOf(txids, from = 0) {
      const [first] = txids;
      if (first === undefined) return ok(new Map());
      if (isSingly) return readOne(first, from);
      const named = txids.slice(0, MOST_AT_ONCE);
      const query = named.map((txid) => `tx_id=0x${txid}`).join('&');
      const { response } = await index.getOf(
        1,
        `/tx/multiple?${query}&event_limit=${PAGE}&event_offset=${from}`,
      );
      if (response.ok && lacksRoute(response.value)) {
        isSingly = true;
        return readOne(first, from);
      }
      return parseResponse(response, (body) => {
        const pages = new Map<Txid, EventsPage>();
        for (const txid of named) {
          const { event_count: total, events, block_hash: hash } = resultOf(body, txid);
          if (isCount(total) && Array.isArray(events))
            pages.set(txid, { total, events, blockHash: hexOf(hash) });
        }
        return pages;
      });
    },
  };
}

const resultOf = (body: unknown, txid: Txid) => fieldsOf(fieldsOf(fieldsOf(body)[`0x${txid}`])['result']);
