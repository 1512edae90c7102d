import { MAX_SEARCH_TOTAL, type SearchTerm } from '../../../domain/order/search.js';
import type { OrderQuery } from '../../../ports/order-repository.js';
import { allOf, joined, plain, sql, type DialectName, type Queries, type Sql } from '../database/index.js';
import { inRanks, ranksOf, rowsOf, scopeOf, sortOf, type RowPage } from './order-list.js';

type SearchQuery = OrderQuery & { readonly search: SearchTerm };

/** Orders to read from the start of a list in which a common term is likely to fill the page. */
const WALKS = [1_000, 5_000];

/** The start of a term that the text index of SQLite looks up; further trigrams leave hardly fewer orders to check. */
const INDEXED_LENGTH = 8;
const TRIGRAM_LENGTH = 3;

/** A term with any other character is in no searched field. */
const VISIBLE = /^[\x21-\x7e]+$/;
/** Terms that can be part of a handle or a txid. */
const IN_AN_ID = /^(?=.{1,64}$)-?([0-9a-f]+(-[0-9a-f]+)*-?)?$/;

/** A limit all the same: without one SQLite reads whole indexes to have each part of a UNION sorted. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

const SEARCHED = plain('status_rank, created_at, handle, owner, tokens_id, txid');

/**
 * The page of a search. Up to MAX_SEARCH_TOTAL matches are found by index, counted and sorted. A term with more is so
 * common that a walk along the list soon fills the page; if its orders lie far back, all matches are sorted.
 */
export async function searchRows(queries: Queries, query: SearchQuery): Promise<RowPage> {
  if (!VISIBLE.test(query.search)) return { rows: [], total: 0 };
  const { id } = BY_DIALECT[queries.dialect.name];
  const counted = matches(queries, query, id, MAX_SEARCH_TOTAL + 1);
  const found = await queries.number(sql`SELECT COUNT(*) AS n FROM (${counted}) counted`);
  const isBounded = found > MAX_SEARCH_TOTAL;
  const totals = isBounded
    ? ({ total: MAX_SEARCH_TOTAL, totalIsLowerBound: true } as const)
    : { total: found };
  if (query.offset >= totals.total) return { rows: [], ...totals };
  for (const reach of isBounded ? WALKS : []) {
    const rows = await rowsOf(queries, query, walk(queries, query, reach));
    if (rows.length > query.limit) return { rows, ...totals };
  }
  const { columns, behind } = sortOf(query);
  const all = sql`SELECT * FROM (${matches(queries, query, columns, NO_LIMIT)}) every WHERE ${allOf([behind])}`;
  return { rows: await rowsOf(queries, query, all), ...totals };
}

/** Columns of the orders that match, each once: by tokens, by owner and by id, at most `limit` of each. */
function matches(queries: Queries, query: SearchQuery, columns: Sql, limit: number): Sql {
  const { search } = query;
  const scope = scopeOf(query);
  const ranks = ranksOf(query);
  const ofRanks = ranks && inRanks(ranks);
  // The plus keeps the database from reading all orders of these statuses instead of the few with the id.
  const ofFewRanks = ofRanks && sql`+${ofRanks}`;
  const select = (...conditions: readonly (Sql | undefined)[]) => sql`
    SELECT * FROM (SELECT ${columns} FROM orders WHERE ${allOf([...scope, ...conditions])}
      LIMIT ${limit}) matching`;
  if (scope.length > 0) return select(holds(queries, search), ofRanks);
  const parts = [
    select(queries.dialect.among(sql`tokens_id`, tokensWith(queries, search)), ofRanks),
    select(queries.dialect.among(sql`owner`, ownersWith(queries, search)), ofRanks),
  ];
  if (IN_AN_ID.test(search)) parts.push(select(foundById(queries, search), ofFewRanks));
  const { notIndexed } = BY_DIALECT[queries.dialect.name];
  if (notIndexed) parts.push(select(notIndexed, holds(queries, search), ofFewRanks));
  return joined(parts, ' UNION ');
}

/** Sort columns of the orders that match among the first `reach` of the list. */
function walk(queries: Queries, query: SearchQuery, reach: number): Sql {
  const { columns, orderBy, behind } = sortOf(query);
  const ranks = ranksOf(query);
  // The index of one status has the order of the list; several would have to be sorted.
  const ofRanks = ranks && (ranks.length === 1 ? inRanks(ranks) : sql`+${inRanks(ranks)}`);
  return sql`
    SELECT ${columns} FROM (
      SELECT ${SEARCHED} FROM orders WHERE ${allOf([...scopeOf(query), ofRanks, behind])}
      ORDER BY ${orderBy} LIMIT ${reach}) walked
    WHERE ${holds(queries, query.search)}`;
}

/** Condition on an order: one of the searched fields contains the term. Uses no text index. */
function holds(queries: Queries, term: SearchTerm): Sql {
  const byTokens = sql`tokens_id IN (${tokensWith(queries, term)})`;
  const byOwner = queries.dialect.contains(sql`lower(owner)`, term);
  const byId = IN_AN_ID.test(term) ? [idContains(queries, term)] : [];
  return sql`(${joined([byTokens, byOwner, ...byId], ' OR ')})`;
}

const tokensWith = (queries: Queries, term: SearchTerm): Sql => {
  const text = sql`lower(input_token || ' ' || output_token || ' ' || condition_token)`;
  return sql`SELECT id FROM order_tokens WHERE ${queries.dialect.contains(text, term)}`;
};

const ownersWith = (queries: Queries, term: SearchTerm): Sql =>
  sql`SELECT owner FROM order_owners WHERE ${queries.dialect.contains(sql`lower(owner)`, term)}`;

const idContains = (queries: Queries, term: SearchTerm): Sql =>
  sql`(${queries.dialect.contains(sql`handle`, term)} OR ${queries.dialect.contains(sql`txid`, term)})`;

/** Condition on an order: its handle or txid contains the term. By the trigram index, if the term has a trigram. */
function foundById(queries: Queries, term: SearchTerm): Sql {
  return term.length < TRIGRAM_LENGTH
    ? idContains(queries, term)
    : BY_DIALECT[queries.dialect.name].byTrigrams(queries, term);
}

interface SearchDialect {
  /** The key of an order that every index holds. */
  readonly id: Sql;
  readonly byTrigrams: (queries: Queries, term: SearchTerm) => Sql;
  /** Condition on an order: the text index and the list of owners do not have it yet, as it stands. */
  readonly notIndexed?: Sql;
}

const BY_DIALECT: Readonly<Record<DialectName, SearchDialect>> = {
  postgres: {
    id: plain('handle'),
    byTrigrams: (_queries, term) => sql`(handle LIKE ${`%${term}%`} OR txid LIKE ${`%${term}%`})`,
  },
  sqlite: {
    id: plain('seq'),
    // A single trigram needs no check of the order, which would have to be read for it.
    byTrigrams: (queries, term) =>
      allOf([
        sql`seq IN (SELECT rowid FROM order_ids WHERE order_ids MATCH ${trigramsOf(term)})`,
        sql`seq <= (SELECT indexed_to FROM order_ids_progress) AND seq NOT IN (SELECT seq FROM order_ids_pending)`,
        term.length > TRIGRAM_LENGTH ? idContains(queries, term) : undefined,
      ]),
    notIndexed: plain(
      '(seq > (SELECT indexed_to FROM order_ids_progress) OR seq IN (SELECT seq FROM order_ids_pending))',
    ),
  },
};

function trigramsOf(term: SearchTerm): string {
  const start = term.slice(0, INDEXED_LENGTH);
  const trigrams = Array.from({ length: start.length - TRIGRAM_LENGTH + 1 }, (_, n) => start.slice(n, n + 3));
  return trigrams.map((trigram) => `"${trigram}"`).join(' AND ');
}
