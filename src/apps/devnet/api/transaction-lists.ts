import { fieldsOf } from '../../../domain/shared/fields.js';
import type { Chain } from '../chain/chain.js';
import type { ChainView } from './chain-view.js';
import type { MinedAt } from '../chain/history.js';
import { badRequest, HttpError, type Request } from './http-server.js';
import { minedView } from './transaction-view.js';
import { eventV3, summaryV3 } from './transaction-view-v3.js';

const MAX_AT_ONCE = 50;
/** Greatest number of ids in a request of version 3: its default page size. */
const MAX_IDS_V3 = 20;

const MAX_EVENTS = 100;

/** Transactions by txid, found or not. Each has the events of one page. */
export function transactionsById(
  request: Request,
  find: (txid: string) => Readonly<Record<string, unknown>> | undefined,
): object {
  const [limit, offset] = pageOf(request.query, 'event_limit', 'event_offset');
  const entries = txidsOf(request).map((id) => {
    const txid = plainTxid(id);
    const found = find(txid);
    const events = found?.['events'];
    const result = Array.isArray(events)
      ? { ...found, events: events.slice(offset, offset + limit) as unknown[] }
      : found;
    return [`0x${txid}`, result ? { found: true, result } : { found: false, result: { tx_id: id } }];
  });
  return Object.fromEntries(entries) as object;
}

/** The mined ones among the requested transactions, newest first. */
export function batchV3(chain: Chain, seen: ChainView, request: Request) {
  const mined = txidsOf(request, MAX_IDS_V3)
    .flatMap((id) => seen.findMined(plainTxid(id)) ?? [])
    .sort((a, b) => b.block.height - a.block.height || b.index - a.index);
  return { results: mined.map((each) => summaryV3(chain, minedView(chain, each))) };
}

function pageOf(query: URLSearchParams, ofLimit: string, ofOffset: string): [limit: number, offset: number] {
  const [limit, offset] = [Number(query.get(ofLimit) ?? 20), Number(query.get(ofOffset) ?? 0)];
  if (!(limit >= 1 && limit <= MAX_EVENTS && offset >= 0))
    throw badRequest(`${ofLimit} must be from 1 to ${MAX_EVENTS}`);
  return [limit, offset];
}

/** A page of a transaction's events, first one first. A cursor is the index of a page's first event. */
export function eventsV3(view: Readonly<Record<string, unknown>>, { query }: Request) {
  const events = Array.isArray(view['events']) ? view['events'].map(fieldsOf) : [];
  const [limit, from] = pageOf(query, 'limit', 'cursor');
  const cursorOf = (index: number) => (index >= 0 && index < events.length ? String(index) : null);
  return {
    total: events.length,
    limit,
    cursor: { next: cursorOf(from + limit), previous: cursorOf(from - limit), current: cursorOf(from) },
    results: events.slice(from, from + limit).map(eventV3),
  };
}

/** The requested ids. As in the API, parameters may be repeated, or ids separated by commas. */
function txidsOf({ query }: Request, most = MAX_AT_ONCE): readonly string[] {
  const ids = query.getAll('tx_id').flatMap((text) => text.split(','));
  if (ids.length === 0 || ids.length > most) throw badRequest(`tx_id must be given 1 to ${most} times`);
  return ids;
}

export const plainTxid = (text: string): string => text.replace(/^0x/, '').toLowerCase();

/** A block's transactions in their order. */
export function blockTransactions(chain: Chain, seen: ChainView, { params, query }: Request) {
  const height = Number(params['height']);
  if (seen.blockAt(height) === undefined) throw new HttpError(404, { error: 'Block not found' });
  const [limit, offset] = [Number(query.get('limit') ?? 20), Number(query.get('offset') ?? 0)];
  if (!(limit >= 1 && limit <= MAX_AT_ONCE && offset >= 0)) throw badRequest('limit must be from 1 to 50');
  const mined = chain.history.minedAt(height);
  // Without events, as in the API's lists.
  const results = mined
    .slice(offset, offset + limit)
    .map((each) => ({ ...minedView(chain, each), events: [] }));
  return { limit, offset, total: mined.length, results };
}

/** A block's transactions, last first, as version 3 lists them. A cursor names the first transaction of a page. */
export function blockTransactionsV3(chain: Chain, seen: ChainView, { params, query }: Request) {
  const height = Number(params['height']);
  if (seen.blockAt(height) === undefined)
    throw new HttpError(404, { error: 'Not Found', message: 'Block not found' });
  const limit = Number(query.get('limit') ?? 20);
  if (!(limit >= 1 && limit <= MAX_AT_ONCE)) throw badRequest('limit must be from 1 to 50');
  const mined = chain.history.minedAt(height).toReversed();
  const cursorOf = (each: MinedAt | undefined) => (each ? `${height}:2147483647:${each.index}` : null);
  const wanted = query.get('cursor') ?? cursorOf(mined[0]);
  const from = mined.findIndex((each) => cursorOf(each) === wanted);
  if (mined.length > 0 && from === -1) throw badRequest('cursor must be one of this list');
  const page = mined.slice(from, from + limit);
  return {
    limit,
    total: mined.length,
    cursor: {
      next: cursorOf(mined[from + limit]),
      previous: cursorOf(mined[from - limit]),
      current: cursorOf(page[0]),
    },
    results: page.map((each) => summaryV3(chain, minedView(chain, each))),
  };
}
