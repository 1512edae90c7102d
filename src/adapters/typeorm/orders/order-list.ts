import { ORDER_STATUSES } from '../../../domain/order/order.js';
import type { OrderQuery } from '../../../ports/order-repository.js';
import { allOf, isoTime, joined, plain, sql, type Queries, type Sql } from '../database/index.js';
import { scopeOf } from './order-scope.js';
import type { OrderRow } from './order-table.js';

/** The sort of a list. Its columns are those of an index, so skipping thousands of orders reads no whole row. */
export interface Sort {
  readonly columns: Sql;
  readonly orderBy: Sql;
  /** Condition: the order sorts after the query's `after`. */
  readonly behind: Sql | undefined;
}

/** Rows of a page and one more, if more follow. */
export interface RowPage {
  readonly rows: readonly OrderRow[];
  readonly total: number;
  readonly totalIsLowerBound?: true;
}

/** Condition: the order sorts after the query's `after` by createdAt and handle alone. */
const behindInCreation = ({ sortOrder, after }: OrderQuery): Sql | undefined =>
  after && sql`(created_at, handle) ${beyond(sortOrder)} (${isoTime(after.createdAt)}, ${after.handle})`;

const beyond = (sortOrder: OrderQuery['sortOrder']): Sql => plain(sortOrder === 'asc' ? '>' : '<');

export function sortOf(query: OrderQuery): Sort {
  const { sortBy, sortOrder, after } = query;
  const names = sortBy === 'status' ? ['status_rank', 'created_at', 'handle'] : ['created_at', 'handle'];
  const columns = plain(names.join(', '));
  const orderBy = plain(names.map((name) => `${name} ${sortOrder}`).join(', '));
  if (sortBy === 'createdAt' || after === undefined)
    return { columns, orderBy, behind: behindInCreation(query) };
  const place = sql`${rankOf(after.status)}, ${isoTime(after.createdAt)}, ${after.handle}`;
  return { columns, orderBy, behind: sql`(${columns}) ${beyond(sortOrder)} (${place})` };
}

const rankOf = (status: (typeof ORDER_STATUSES)[number]): number => ORDER_STATUSES.indexOf(status);

export const ranksOf = ({ statuses }: OrderQuery): readonly number[] | undefined => statuses?.map(rankOf);

export const inRanks = (ranks: readonly number[]): Sql => plain(`status_rank IN (${ranks.join(', ')})`);

/** The page of a list without a search, and its exact total. */
export async function listRows(queries: Queries, query: OrderQuery): Promise<RowPage> {
  const total = await queries.number(totalOf(queries, query));
  // OFFSET reads every order that it skips, so a page past the end is not queried.
  if (query.offset >= total) return { rows: [], total };
  const scope = scopeOf(queries.dialect, query, total);
  return { rows: await rowsOf(queries, query, sortedKeys(query, scope)), total };
}

function totalOf({ dialect }: Queries, query: OrderQuery): Sql {
  const [scope, ranks] = [scopeOf(dialect, query), ranksOf(query)];
  const where = allOf([...scope, ranks && inRanks(ranks)]);
  return scope.length === 0
    ? sql`SELECT SUM(n) AS n FROM order_counts WHERE ${where}`
    : sql`SELECT COUNT(*) AS n FROM orders WHERE ${where}`;
}

/** The first keys of each status: an index sorts those, while orders of several statuses would have to be sorted. */
function sortedKeys(query: OrderQuery, scope: readonly Sql[]): Sql {
  const { columns, orderBy, behind } = sortOf(query);
  const run = (conditions: readonly (Sql | undefined)[]) => sql`
    SELECT * FROM (SELECT ${columns} FROM orders WHERE ${allOf([...scope, ...conditions])}
      ORDER BY ${orderBy} LIMIT ${query.offset + query.limit + 1}) run`;
  const ranks = ranksOf(query);
  if (ranks === undefined) return run([behind]);
  const runs = ranks
    .filter((rank) => mayBeBehind(query, rank))
    .map((rank) => run([inRanks([rank]), behindIn(query, rank)]));
  return runs.length === 0 ? run([sql`1 = 0`]) : joined(runs, ' UNION ALL ');
}

const mayBeBehind = ({ sortBy, sortOrder, after }: OrderQuery, rank: number): boolean =>
  sortBy === 'createdAt' ||
  after === undefined ||
  (sortOrder === 'asc' ? rank >= rankOf(after.status) : rank <= rankOf(after.status));

/** `behind` for orders of one status that may be: those of another status than `after` all are. */
const behindIn = (query: OrderQuery, rank: number): Sql | undefined =>
  query.sortBy === 'status' && query.after !== undefined && rank !== rankOf(query.after.status)
    ? undefined
    : behindInCreation(query);

/** Whole rows for the page, from a select of sort columns that has each order once. */
export function rowsOf(queries: Queries, query: OrderQuery, keys: Sql): Promise<OrderRow[]> {
  const { offset, limit } = query;
  const { orderBy } = sortOf(query);
  return queries.select<OrderRow>(sql`
    SELECT * FROM orders WHERE handle IN (
      SELECT handle FROM (${keys}) found ORDER BY ${orderBy} LIMIT ${limit + 1} OFFSET ${offset})
    ORDER BY ${orderBy}`);
}
