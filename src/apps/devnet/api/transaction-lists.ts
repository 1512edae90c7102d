import type { Chain } from '../chain/chain.js';
import type { ChainView } from './chain-view.js';
import type { MinedAt } from '../chain/history.js';
import { badRequest, HttpError, type Request } from './http-server.js';
import { minedView } from './transaction-view.js';
import { summaryV3 } from './transaction-view-v3.js';

const MAX_AT_ONCE = 50;
/** Greatest number of ids in a request of version 3: its default page size. */
const MAX_IDS_V3 = 20;

/** Transactions by txid, found or not. */
export function transactionsById(request: Request, find: (txid: string) => object | undefined): object {
  const entries = txidsOf(request).map((id) => {
    const txid = plainTxid(id);
    const result = find(txid);
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
