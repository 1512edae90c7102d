import { MAX_SEARCH_TOTAL, type SearchTerm } from '../../../domain/order/search.js';
import type { OrderQuery } from '../../../ports/order-repository.js';
import { allOf, joined, sql, type Queries, type Sql } from '../database/index.js';
import { inRanks, ranksOf, rowsOf, sortOf, type RowPage } from './order-list.js';
import { BY_DIALECT, isNarrow, scopeOf } from './order-scope.js';

type SearchQuery = OrderQuery & { readonly search: SearchTerm };

/** Orders to read from the start of a list in which a common term is likely to fill the page. */
const WALK = 5_000;

/** A term with any other character is in no searched field. */
const VISIBLE = /^[\x21-\x7e]+$/;
/** Terms that can be part of a handle or a txid, of MIN_ID_PART characters at least. */
const IN_AN_ID = /^(?=.{3,64}$)-?([0-9a-f]+(-[0-9a-f]+)*-?)$/;

/** A limit all the same: without one SQLite reads whole indexes to have each part of a UNION sorted. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/**
 * The page of a search. Up to MAX_SEARCH_TOTAL matches are found by index, counted and sorted. A term with more is so
 * common that a walk along the list soon fills the page; if its orders lie far back, all matches are sorted.
 */
export async function searchRows(queries: Queries, query: SearchQuery): Promise<RowPage> {
  if (!VISIBLE.test(query.search)) return { rows: [], total: 0 };
  const counted = matches(queries, query, BY_DIALECT[queries.dialect.name].id, MAX_SEARCH_TOTAL + 1);
  const found = await queries.number(sql`SELECT COUNT(*) AS n FROM (${counted}) counted`);
  const isBounded = found > MAX_SEARCH_TOTAL;
  const totals = isBounded
    ? ({ total: MAX_SEARCH_TOTAL, totalIsLowerBound: true } as const)
    : { total: found };
  if (query.offset >= totals.total) return { rows: [], ...totals };
  if (isBounded) {
    const rows = await rowsOf(queries, query, walk(queries, query));
    if (rows.length > query.limit) return { rows, ...totals };
  }
  const { columns, behind } = sortOf(query);
  const all = sql`SELECT * FROM (${matches(queries, query, columns, NO_LIMIT)}) every WHERE ${allOf([behind])}`;
  return { rows: await rowsOf(queries, query, all), ...totals };
}

/** Columns of the orders that match, each once: by tokens, by owner and by id, at most `limit` of each. */
function matches(queries: Queries, query: SearchQuery, columns: Sql, limit: number): Sql {
  const { search } = query;
  const { dialect } = queries;
  const scope = scopeOf(dialect, query);
  const ranks = ranksOf(query);
  const ofRanks = ranks && inRanks(ranks);
  const select = (...conditions: readonly (Sql | undefined)[]) => sql`
    SELECT * FROM (SELECT ${columns} FROM orders WHERE ${allOf([...scope, ...conditions])}
      LIMIT ${limit}) matching`;
  if (isNarrow(query)) return select(holds(queries, search), ofRanks);
  const parts = [
    select(dialect.among(sql`tokens_id`, tokensWith(queries, search)), ofRanks),
    select(dialect.among(sql`owner`, ownersWith(queries, search)), ofRanks),
  ];
  if (IN_AN_ID.test(search)) {
    // The plus keeps the database from reading all orders of these statuses instead of the few with the id.
    parts.push(select(BY_DIALECT[dialect.name].foundById(search), ofRanks && sql`+${ofRanks}`));
  }
  return joined(parts, ' UNION ');
}

/** Sort columns of the orders that match among the first of the list. */
function walk(queries: Queries, query: SearchQuery): Sql {
  const { columns, orderBy, behind } = sortOf(query);
  const ranks = ranksOf(query);
  // The index of one status has the order of the list; several would have to be sorted.
  const ofRanks = ranks && (ranks.length === 1 ? inRanks(ranks) : sql`+${inRanks(ranks)}`);
  return sql`
    SELECT ${columns} FROM (
      SELECT status_rank, created_at, handle, owner, tokens_id, txid FROM orders
      WHERE ${allOf([...scopeOf(queries.dialect, query), ofRanks, behind])} ORDER BY ${orderBy} LIMIT ${WALK}) walked
    WHERE ${holds(queries, query.search)}`;
}

/** Condition on an order: one of the searched fields contains the term. Uses no text index. */
function holds(queries: Queries, term: SearchTerm): Sql {
  const texts = [sql`lower(owner)`, ...(IN_AN_ID.test(term) ? [sql`handle`, sql`txid`] : [])];
  const byTexts = texts.map((text) => queries.dialect.contains(text, term));
  return sql`(${joined([sql`tokens_id IN (${tokensWith(queries, term)})`, ...byTexts], ' OR ')})`;
}

const tokensWith = ({ dialect }: Queries, term: SearchTerm): Sql => {
  const text = sql`lower(input_token || ' ' || output_token || ' ' || condition_token)`;
  return sql`SELECT id FROM order_tokens WHERE ${dialect.contains(text, term)}`;
};

const ownersWith = ({ dialect }: Queries, term: SearchTerm): Sql =>
  sql`SELECT owner FROM order_owners WHERE ${dialect.contains(sql`lower(owner)`, term)}`;
