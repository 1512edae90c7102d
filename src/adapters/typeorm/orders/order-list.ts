import { ORDER_STATUSES, type OrderStatus } from '../../../domain/order/order.js';
import type { OrderQuery } from '../../../ports/order-repository.js';
import { allOf, isoBound, joined, plain, rowOf, sql, type Queries, type Sql } from '../database/index.js';
import { isByTokens, isCommon, scopeOf } from './order-scope.js';
import type { OrderRow } from './order-table.js';

/** Limit that excludes nothing. Both databases choose worse plans for some statements that have no limit. */
export const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** The sort of a list. Its columns are those of an index, so skipping thousands of orders reads no whole rows. */
export interface Sort {
  readonly columns: Sql;
  readonly orderBy: Sql;
  /** Condition that an order comes after the query's `after` in the list. */
  readonly behind: Sql | undefined;
}

/** Rows of a page, plus one row if more follow. */
export interface RowPage {
  readonly rows: readonly OrderRow[];
  readonly total: number;
  readonly totalIsLowerBound?: true;
}

export function sortOf({ sortBy, sortOrder, after }: OrderQuery): Sort {
  const names = [...(sortBy === 'status' ? ['status_rank'] : []), 'created_at', 'handle'];
  const columns = plain(names.join(', '));
  const direction = sortOrder === 'asc' ? 'ASC' : 'DESC';
  const orderBy = plain(names.map((name) => `${name} ${direction}`).join(', '));
  if (after === undefined) return { columns, orderBy, behind: undefined };
  const place = [rankOf(after.status), isoBound(after.createdAt), after.handle].slice(-names.length);
  const beyond = plain(sortOrder === 'asc' ? '>' : '<');
  return { columns, orderBy, behind: sql`(${columns}) ${beyond} ${rowOf(place)}` };
}

const rankOf = (status: OrderStatus): number => ORDER_STATUSES.indexOf(status);

export const inStatuses = (statuses: OrderQuery['statuses'], column = 'status_rank'): Sql | undefined =>
  statuses && plain(`${column} IN (${statuses.map(rankOf).join(', ')})`);

/** The plus keeps SQLite from reading all orders of a status instead of the few with the tokens. */
const statusColumn = (query: OrderQuery): string => (isByTokens(query) ? '+status_rank' : 'status_rank');

/** The page of a list without a search, and its exact total. */
export async function listRows(queries: Queries, query: OrderQuery): Promise<RowPage> {
  const total = await totalOf(queries, query);
  // OFFSET reads every order that it skips, so a page past the end is not queried.
  if (query.offset >= total) return { rows: [], total };
  const { columns } = sortOf(query);
  const keys = firstOfAll(queries, query, { total, columns, count: query.offset + query.limit + 1 });
  return { rows: await rowsOf(queries, query, keys), total };
}

/** Orders in the scope with one of the statuses, whether or not a search finds them. */
export function totalOf(queries: Queries, query: OrderQuery): Promise<number> {
  const scope = scopeOf(queries.dialect, query);
  const where = allOf([...scope, inStatuses(query.statuses, statusColumn(query))]);
  return queries.number(
    scope.length === 0
      ? sql`SELECT SUM(n) AS n FROM order_totals WHERE ${where}`
      : sql`SELECT COUNT(*) AS n FROM orders WHERE ${where}`,
  );
}

/** Columns of the first orders of a list whose total is known. */
export const firstOfAll = (
  { dialect }: Queries,
  query: OrderQuery,
  { total, ...first }: Pick<First, 'columns' | 'count'> & { readonly total: number },
): Sql =>
  firstOf(query, {
    ...first,
    scope: scopeOf(dialect, query, total),
    isWalk: isCommon(total),
    isGathered: isByTokens(query) && !isCommon(total),
  });

interface First {
  readonly scope: readonly Sql[];
  readonly columns: Sql;
  readonly count: number;
  /** Whether the scope has so many orders that a walk along the list soon fills the page. */
  readonly isWalk?: boolean;
  /** Whether the scope has so few orders that all are found by their tokens and then sorted. */
  readonly isGathered?: boolean;
}

/** The first orders of the list, selected status by status: an index sorts the orders of one status, but not of several. */
export function firstOf(query: OrderQuery, { scope, columns, count, isWalk, isGathered }: First): Sql {
  const { orderBy, behind } = sortOf(query);
  // The inner limit keeps Postgres from walking along the list, since the few orders may be at its far end.
  const all = isGathered === true ? sql`LIMIT ${NO_LIMIT}` : sql``;
  const first = (...conditions: readonly (Sql | undefined)[]) => sql`
    SELECT * FROM (
      SELECT * FROM (SELECT ${columns} FROM orders WHERE ${allOf([...scope, ...conditions])} ${all}) matching
      ORDER BY ${orderBy} LIMIT ${count}) first`;
  const column = isWalk === true ? 'status_rank' : statusColumn(query);
  const ofEach = query.statuses?.map((status) =>
    first(inStatuses([status], column), behindIn(query, status)),
  );
  return ofEach
    ? sql`SELECT * FROM (${joined(ofEach, ' UNION ALL ')}) firsts ORDER BY ${orderBy} LIMIT ${count}`
    : first(behind);
}

/** `behind` for orders of one status. If sorted by status, all orders of a status other than `after`'s match, or none. */
function behindIn(query: OrderQuery, status: OrderStatus): Sql | undefined {
  const { sortBy, sortOrder, after } = query;
  const away = sortBy === 'status' && after !== undefined ? rankOf(status) - rankOf(after.status) : 0;
  if (away === 0) return sortOf({ ...query, sortBy: 'createdAt' }).behind;
  return away > 0 === (sortOrder === 'asc') ? undefined : sql`1 = 0`;
}

/** Whole rows for the page, from a select of sort columns that contains each order once. */
export function rowsOf(queries: Queries, query: OrderQuery, keys: Sql): Promise<OrderRow[]> {
  const { offset, limit } = query;
  const { orderBy } = sortOf(query);
  return queries.select<OrderRow>(sql`
    SELECT * FROM orders WHERE handle IN (
      SELECT handle FROM (${keys}) found ORDER BY ${orderBy} LIMIT ${limit + 1} OFFSET ${offset})
    ORDER BY ${orderBy}`);
}
