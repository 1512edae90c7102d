import type { SearchTerm } from '../../../domain/order/search.js';
import type { OrderQuery } from '../../../ports/order-repository.js';
import { allOf, joined, plain, sql, type Queries, type Sql } from '../database/index.js';
import { firstOf, inStatuses, NO_LIMIT, rowsOf, sortOf, type RowPage } from './order-list.js';
import { BY_DIALECT, IDS, isNarrow, scopeOf } from './order-scope.js';

type SearchQuery = OrderQuery & { readonly search: SearchTerm };

/** A term with any other character is in no searched field. */
const VISIBLE = /^[\x21-\x7e]+$/;
/** Terms that can be part of a handle or a txid, of MIN_SEARCH_LENGTH characters at least. */
const IN_AN_ID = /^(?=.{3,64}$)-?([0-9a-f]+(-[0-9a-f]+)*-?)$/;

/** The searched texts of one table each, as the databases index them. */
const OWNER = plain('lower(owner)');
const TOKENS = plain("lower(input_token || ' ' || output_token || ' ' || condition_token)");

/**
 * The page of a search. Up to `countTo` matches are found by index, counted and sorted. A term with more is so common
 * that a walk along the list soon fills the page; if its orders lie far back, all matches are sorted.
 */
export async function searchRows(queries: Queries, query: SearchQuery): Promise<RowPage> {
  if (!VISIBLE.test(query.search)) return { rows: [], total: 0 };
  const { countTo = NO_LIMIT, offset, limit } = query;
  const handles = await packedHandles(queries, query);
  const counted = matches(queries, query, {
    handles,
    columns: BY_DIALECT[queries.dialect.name].id,
    limit: countTo + 1,
  });
  const found = await queries.number(sql`SELECT COUNT(*) AS n FROM (${counted}) counted`);
  const isBounded = found > countTo;
  const totals = isBounded ? { total: countTo, totalIsLowerBound: true as const } : { total: found };
  if (offset >= totals.total) return { rows: [], ...totals };
  if (isBounded) {
    const rows = await rowsOf(queries, query, walk(queries, query, Math.ceil(countTo / 2)));
    if (rows.length > limit) return { rows, ...totals };
  }
  const { columns, orderBy, behind } = sortOf(query);
  // Sorting each part and keeping its first orders costs a seventh of removing duplicates among all of them.
  const first = sql`ORDER BY ${orderBy} LIMIT ${offset + limit + 1}`;
  // Without any limit SQLite reads whole indexes to have each part of the UNION sorted.
  const all = matches(queries, query, { handles, columns, limit: NO_LIMIT, behind, first });
  return { rows: await rowsOf(queries, query, all), ...totals };
}

/** The handles that contain the term where no index finds them, read once for the count and the page. */
async function packedHandles(queries: Queries, query: SearchQuery): Promise<readonly string[]> {
  if (isNarrow(query) || !IN_AN_ID.test(query.search)) return [];
  const wanted = BY_DIALECT[queries.dialect.name].handlesWith?.(query.search);
  if (wanted === undefined) return [];
  return (await queries.select<{ handle: string }>(wanted)).map(({ handle }) => handle);
}

/** What is taken of each part of the matches. */
interface Taking {
  readonly handles: readonly string[];
  readonly columns: Sql;
  readonly limit: number;
  readonly behind?: Sql | undefined;
  /** Sorts the part and cuts it. */
  readonly first?: Sql;
}

/** Columns of the orders that match, each once: by tokens, by owner and by id, at most `limit` of each. */
function matches(
  queries: Queries,
  query: SearchQuery,
  { handles, columns, limit, behind, first }: Taking,
): Sql {
  const { search, statuses } = query;
  const { dialect } = queries;
  const scope = scopeOf(dialect, query);
  const wanted = inStatuses(statuses);
  const select = (...conditions: readonly (Sql | undefined)[]) => sql`
    SELECT * FROM (SELECT * FROM (SELECT ${columns} FROM orders WHERE ${allOf([...scope, behind, ...conditions])}
      LIMIT ${limit}) matching ${first ?? sql``}) part`;
  if (isNarrow(query)) return select(holds(queries, search), wanted);
  const owners = sql`SELECT owner FROM known_owners WHERE ${dialect.contains(OWNER, search)}`;
  const parts = [
    select(dialect.among(sql`tokens_id`, tokensWith(queries, search)), wanted),
    select(dialect.among(sql`owner`, owners), wanted),
  ];
  if (IN_AN_ID.test(search)) {
    // The plus keeps the database from reading all orders of these statuses instead of the few with the id.
    parts.push(select(...BY_DIALECT[dialect.name].foundById(search), wanted && sql`+${wanted}`));
    if (handles.length > 0)
      parts.push(select(dialect.oneOf(sql`handle`, handles), wanted && sql`+${wanted}`));
  }
  return joined(parts, ' UNION ');
}

/** Sort columns of the orders that match among the first `count` of the list. */
function walk(queries: Queries, query: SearchQuery, count: number): Sql {
  // More orders match than are counted, so the scope holds as many.
  const scope = scopeOf(queries.dialect, query, Infinity);
  const columns = plain('status_rank, created_at, handle, owner, tokens_id, txid');
  const walked = firstOf(query, { scope, columns, count });
  return sql`
    SELECT ${sortOf(query).columns} FROM (${walked}) walked WHERE ${holds(queries, query.search)}`;
}

/** Condition on an order: one of the searched fields contains the term. Uses no text index. */
function holds(queries: Queries, term: SearchTerm): Sql {
  const texts = IN_AN_ID.test(term) ? [OWNER, IDS] : [OWNER];
  const byTexts = texts.map((text) => queries.dialect.contains(text, term));
  return sql`(${joined([sql`tokens_id IN (${tokensWith(queries, term)})`, ...byTexts], ' OR ')})`;
}

const tokensWith = ({ dialect }: Queries, term: SearchTerm): Sql =>
  sql`SELECT id FROM order_tokens WHERE ${dialect.contains(TOKENS, term)}`;
