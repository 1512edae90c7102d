import type { OrderPosition } from '../../src/domain/order/order.js';
import { isShortTerm, MAX_SEARCH_TOTAL, type SearchTerm } from '../../src/domain/order/lists/search.js';
import type { OrderQuery } from '../../src/ports/order-repository.js';
import type { OrderBook } from './order-book.js';
import type { OrderDatabase } from './order-databases.js';

type Values = readonly (string | number)[];

export interface OrderCase {
  readonly name: string;
  readonly query: OrderQuery;
  /** The page and the exact total, by hand. */
  readonly page: { readonly sql: string; readonly values: Values };
  readonly total: { readonly sql: string; readonly values: Values };
  /** The query by hand reads every order, so it is sampled a few times only. */
  readonly slow?: boolean;
}

const PAGE: OrderQuery = {
  countTo: MAX_SEARCH_TOTAL,
  sortBy: 'createdAt',
  sortOrder: 'desc',
  offset: 0,
  limit: 10,
};
const NEWEST = 'ORDER BY created_at DESC, handle DESC';
const RANKS = { open: 0, broadcasted: 1, confirmed: 2, failed: 3, cancelled: 4 } as const;

/** The same condition for the page and the total. */
const where = (name: string, query: Partial<OrderQuery>, condition: string, values: Values): OrderCase => ({
  name,
  query: { ...PAGE, ...query },
  page: { sql: `SELECT * FROM orders ${condition} ${NEWEST} LIMIT 10`, values },
  total: { sql: `SELECT COUNT(*) AS n FROM orders ${condition}`, values },
});

export function pageCases(book: OrderBook, deep: OrderPosition): readonly OrderCase[] {
  const depth = Math.min(9_990, Math.floor(book.size / 2));
  const all = where('page 1', {}, '', []);
  const openPart = (rank: number) =>
    `SELECT * FROM (SELECT * FROM orders WHERE status_rank = ${rank} ${NEWEST} LIMIT 10) part`;
  return [
    all,
    {
      ...all,
      name: 'page 1,000 by offset',
      query: { ...PAGE, offset: depth },
      page: { sql: `SELECT * FROM orders ${NEWEST} LIMIT 10 OFFSET ?`, values: [depth] },
    },
    {
      ...where('', { after: deep }, 'WHERE (created_at, handle) < (?, ?)', [
        deep.createdAt.toISOString(),
        deep.handle,
      ]),
      name: 'page 1,000 by cursor',
      total: all.total,
    },
    {
      ...where('status open (with broadcasted)', {}, 'WHERE status_rank IN (0, 1)', []),
      query: { ...PAGE, statuses: ['open', 'broadcasted'] },
      page: {
        sql: `SELECT * FROM (${openPart(0)} UNION ALL ${openPart(1)}) parts ${NEWEST} LIMIT 10`,
        values: [],
      },
    },
    ...(['broadcasted', 'confirmed', 'failed', 'cancelled'] as const).map((status) =>
      where(`status ${status}`, { statuses: [status] }, 'WHERE status_rank = ?', [RANKS[status]]),
    ),
    {
      ...all,
      name: 'sorted by status',
      query: { ...PAGE, sortBy: 'status' },
      page: {
        sql: 'SELECT * FROM orders ORDER BY status_rank DESC, created_at DESC, handle DESC LIMIT 10',
        values: [],
      },
    },
    where('busiest owner', { owner: book.owners[0]! }, 'WHERE owner = ?', [book.owners[0]!]),
    where('quiet owner', { owner: book.owners.at(-1)! }, 'WHERE owner = ?', [book.owners.at(-1)!]),
    ...filterCases(book),
  ];
}

/** Filters by tokens and by time; a page and its total by index. */
function filterCases(book: OrderBook): readonly OrderCase[] {
  const { inputToken, outputToken } = book.order(1).terms;
  const both = [inputToken, outputToken, outputToken, inputToken];
  const ofPair = `WHERE tokens_id IN (SELECT id FROM order_tokens
    WHERE (input_token = ? AND output_token = ?) OR (input_token = ? AND output_token = ?))`;
  const { createdAt: from } = book.order(Math.floor(book.size / 2));
  const to = new Date(from.getTime() + 3_600_000);
  const hour = [from.toISOString(), to.toISOString()];
  return [
    where('pair', { pair: [inputToken, outputToken] }, ofPair, both),
    where(
      'pair, open',
      { pair: [inputToken, outputToken], statuses: ['open'] },
      // The plus keeps SQLite from reading all open orders instead of the few of the pair.
      `${ofPair} AND +status_rank = 0`,
      both,
    ),
    where('an hour', { from, to }, 'WHERE created_at >= ? AND created_at < ?', hour),
    where(
      'pair within an hour',
      { pair: [inputToken, outputToken], from, to },
      `${ofPair} AND created_at >= ? AND created_at < ?`,
      [...both, ...hour],
    ),
  ];
}

export function searchCases(book: OrderBook, { name }: OrderDatabase): readonly OrderCase[] {
  const { handle, owner } = book.order(Math.floor(book.size / 3)).terms;
  const searched = (what: string, term: string, by?: { condition: string; values: Values }): OrderCase => {
    const pattern = `%${term}%`;
    const tokens = `tokens_id IN (SELECT id FROM order_tokens
      WHERE lower(input_token) LIKE ? OR lower(output_token) LIKE ? OR lower(condition_token) LIKE ?)`;
    const newest = `handle IN (SELECT handle FROM orders ORDER BY created_at DESC, handle DESC LIMIT ${MAX_SEARCH_TOTAL}) AND`;
    const scan = `WHERE ${isShortTerm(term as SearchTerm) ? newest : ''} (handle LIKE ? OR txid LIKE ? OR lower(owner) LIKE ? OR ${tokens})`;
    const all = Array.from({ length: 6 }, () => pattern);
    const search = term as SearchTerm;
    return by
      ? where(what, { search }, by.condition, by.values)
      : { ...where(what, { search }, scan, all), slow: true };
  };
  const byIds = (term: string) =>
    name === 'SQLite'
      ? {
          condition: `WHERE seq IN (
            SELECT rowid FROM order_ids WHERE order_ids MATCH ? UNION ALL SELECT seq FROM order_ids_pending
            UNION ALL SELECT seq FROM orders WHERE seq > (SELECT up_to FROM order_ids_indexed))
            AND (instr(handle, ?) > 0 OR instr(txid, ?) > 0)`,
          values: [trigrams(term), term, term],
        }
      : {
          condition: `WHERE handle IN (SELECT * FROM handles_with(?, 1000000) UNION ALL SELECT handle FROM orders WHERE txid LIKE ?)`,
          values: [term, `%${term}%`],
        };
  const quiet = book.owners.at(-2)!.toLowerCase();
  return [
    searched('8 characters of a handle', handle.slice(0, 8), byIds(handle.slice(0, 8))),
    searched('a whole handle', handle, byIds(handle)),
    searched('12 characters of txids', 'abcdef012345', byIds('abcdef012345')),
    searched('5 hex characters', 'abcde'),
    searched('4 hex characters', 'abcd'),
    searched('3 hex characters', 'abc'),
    searched('token name in most orders', 'token'),
    searched('token name in many orders', 'welsh'),
    searched('token name in few orders', 'hooter-token-19'),
    searched('token name in the oldest 5% of the orders', 'relic'),
    searched('token name in 20 orders amid the others', 'comet'),
    searched('8 characters of a quiet owner', quiet.slice(6, 14)),
    searched('8 characters of a busy owner', book.owners[0]!.toLowerCase().slice(6, 14)),
    searched('4 characters of owners', owner.toLowerCase().slice(8, 12)),
    searched('3 characters of a third of the owners', 'sp3'),
    searched('no match', 'no-such-token'),
    searched('no match, in hex', '0123456789abcdef0123'),
    searched('2 characters of token names', 'lp'),
    searched('2 hex characters', 'ab'),
  ];
}

const trigrams = (term: string) =>
  Array.from({ length: term.length - 2 }, (_, n) => `"${term.slice(n, n + 3)}"`).join(' AND ');
