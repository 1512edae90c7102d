import { isShortTerm } from '../../../domain/order/lists/search.js';
import { allOf, plain, sql, type Queries, type Sql } from '../database/index.js';
import { firstOf, firstOfAll, NO_LIMIT, rowsOf, sortOf, totalOf, type RowPage } from './order-list.js';
import { amongIds, holds, matches, packedHandles, type Id, type SearchQuery } from './order-matches.js';
import { BY_DIALECT, scopeOf } from './order-scope.js';

/** Matches terms that a searched field may contain. A term with any other character is in no field. */
const VISIBLE = /^[\x21-\x7e]+$/;
/** Maximum number of matches that are counted and sorted by their ids, without a second search: at most a tenth of `countTo`. */
const fewOf = (countTo: number): number => Math.min(1_000, Math.ceil(countTo / 10));

/**
 * The page of a search. Up to `countTo` matches are found by index, counted and sorted. A term with more matches is so common that
 * a walk along the list soon fills the page. If the walk finds too few, because the matches are far back, all of them are sorted.
 */
export async function searchRows(queries: Queries, query: SearchQuery): Promise<RowPage> {
  if (!VISIBLE.test(query.search)) return { rows: [], total: 0 };
  if (isShortTerm(query.search)) return searchNewest(queries, query);
  const { countTo = NO_LIMIT, offset, limit } = query;
  const { columns, orderBy, behind } = sortOf(query);
  const found = await find(queries, query, countTo);
  const isBounded = found.total > countTo;
  const totals = isBounded ? { total: countTo, totalIsLowerBound: true as const } : { total: found.total };
  if (offset >= totals.total) return { rows: [], ...totals };
  if (found.ids !== undefined) {
    const keys = amongIds(queries, query, { ids: found.ids, columns, behind });
    return { rows: await rowsOf(queries, query, keys), ...totals };
  }
  if (isBounded) {
    const rows = await rowsOf(queries, query, walk(queries, query, Math.ceil(countTo / 2)));
    if (rows.length > limit) return { rows, ...totals };
  }
  const handles = found.handles ?? (await packedHandles(queries, query));
  // Sorting each part and keeping its first orders costs a seventh of removing duplicates among all matches.
  const first = sql`ORDER BY ${orderBy} LIMIT ${offset + limit + 1}`;
  // Without a limit, SQLite reads whole indexes to sort each part of the UNION.
  const all = matches(queries, query, { handles, columns, limit: NO_LIMIT, behind, first });
  return { rows: await rowsOf(queries, query, all), ...totals };
}

/**
 * The page of a search among only the newest `countTo` orders, for a short term: no index supports it, and nearly every order
 * contains it.
 */
async function searchNewest(queries: Queries, { after, ...query }: SearchQuery): Promise<RowPage> {
  const { countTo = NO_LIMIT, offset, search } = query;
  const inScope = await totalOf(queries, query);
  if (inScope === 0) return { rows: [], total: 0 };
  const byTime = { ...query, sortBy: 'createdAt', sortOrder: 'desc' } as const;
  const newest = firstOfAll(queries, byTime, { total: inScope, columns: SEARCHED, count: countTo });
  const found = sql`SELECT * FROM (${newest}) newest WHERE ${holds(queries, search)}`;
  const total = await queries.number(sql`SELECT COUNT(*) AS n FROM (${found}) counted`);
  const totals = inScope > countTo ? { total, totalIsLowerBound: true as const } : { total };
  if (offset >= total) return { rows: [], ...totals };
  const sort = sortOf(after === undefined ? query : { ...query, after });
  const keys = sql`SELECT ${sort.columns} FROM (${found}) found WHERE ${allOf([sort.behind])}`;
  return { rows: await rowsOf(queries, query, keys), ...totals };
}

interface Found {
  /** Number of matches up to `countTo`; a larger number if more orders match. */
  readonly total: number;
  /** Candidates that include all matches; undefined if there are many. */
  readonly ids?: readonly Id[];
  /** All handles that contain the term, if they have been read. */
  readonly handles?: readonly string[];
}

/** Counts the matches. The packed handles take longest to read, so they come last and are read only as far as needed. */
async function find(queries: Queries, query: SearchQuery, countTo: number): Promise<Found> {
  const columns = BY_DIALECT[queries.dialect.name].id;
  const count = (limit: number, handles: readonly string[] = []) =>
    queries.number(
      sql`SELECT COUNT(*) AS n FROM (${matches(queries, query, { handles, columns, limit })}) counted`,
    );
  const atMost = fewOf(countTo);
  const few = await queries.select<{ id: Id }>(sql`
    SELECT ${columns} AS id FROM (${matches(queries, query, { columns, limit: atMost + 1 })}) few LIMIT ${atMost + 1}`);
  const indexed = few.length > atMost ? await count(countTo + 1) : few.length;
  if (indexed > countTo) return { total: indexed };
  const wanted = countTo + 1 - indexed;
  const first = await packedHandles(queries, query, wanted);
  if (first.length === wanted) {
    const total = await count(countTo + 1, first);
    if (total > countTo) return { total };
  }
  const handles = first.length === wanted ? await packedHandles(queries, query) : first;
  const ids = [...new Set([...few.map(({ id }) => id), ...handles])];
  if (ids.length > atMost) return { total: await count(countTo + 1, handles), handles };
  const among = amongIds(queries, query, { ids, columns });
  return { total: await queries.number(sql`SELECT COUNT(*) AS n FROM (${among}) counted`), ids };
}

/** Columns of an order that sorting and searching read. */
const SEARCHED = plain('status_rank, created_at, handle, owner, tokens_id, txid');

/** Sort columns of the orders that match among the first `count` of the list. */
function walk(queries: Queries, query: SearchQuery, count: number): Sql {
  // More orders match than are counted, so the scope's total is large: any large number will do.
  const scope = scopeOf(queries.dialect, query, Infinity);
  const walked = firstOf(query, { scope, columns: SEARCHED, count });
  return sql`
    SELECT ${sortOf(query).columns} FROM (${walked}) walked WHERE ${holds(queries, query.search)}`;
}
