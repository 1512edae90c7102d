import type { SearchTerm } from '../../../domain/order/search.js';
import { List, type Queries } from '../database/queries.js';
import { allOf, joined, plain, sql, type Sql } from '../database/sql.js';

/** More owners than this are not named one by one. */
const MAX_OWNERS = 1000;

/** So much of a long term is looked up: few orders hold it, and each trigram more is another list to read. */
const TELLING_LENGTH = 8;

/** More orders than this, found by id, are not named one by one. */
const MAX_HITS = 1000;

/** Trigrams of a term that are looked up: three leave few enough orders to check. */
const MAX_TRIGRAMS = 3;
const TRIGRAM_LENGTH = 3;

/** Characters that a searched field can hold. A term with any other is in none of them. */
const VISIBLE = /^[\x21-\x7e]+$/;
/** What a uuid or a txid can hold. */
const IN_AN_ID = /^[0-9a-f-]{1,64}$/;

/**
 * Where a term is found. Owners and token triples are few beside the orders and are looked through by themselves;
 * uuids and txids are as many as the orders, and have an index of their trigrams.
 */
export interface Matches {
  /** Token triples that hold the term, how many they are, and how many orders are theirs. */
  readonly triples: List;
  readonly tripleCount: number;
  readonly byTokens: number;
  /** Undefined when they are too many. */
  readonly owners: readonly string[] | undefined;
  readonly inIds: 'nowhere' | 'indexed' | 'too-short';
  /** Uuids of the orders that hold the term in an id; undefined when they are too many, or not looked up. */
  readonly hits: readonly string[] | undefined;
}

export const couldMatch = (term: SearchTerm): boolean => VISIBLE.test(term);

const ranked = (ranks: readonly number[]): Sql => plain(ranks.join(', '));

/** Orders that SQLite has not gone through yet: the newest few hundred. All reads of one answer must be one statement. */
const behindIndex = (queries: Queries): Sql | undefined =>
  queries.isPostgres ? undefined : sql`seq > (SELECT indexed_to FROM order_ids_progress)`;

/** How many orders have one of the ranks, and one of the triples if any are given: counted, not read. */
export function countOf(queries: Queries, ranks: readonly number[], triples?: Sql): Sql {
  const columns = plain(ranks.map((rank) => `n${rank}`).join(' + '));
  const ofTokens = triples ? sql`tokens_id IN (${triples})` : undefined;
  const counted = sql`(SELECT COALESCE(SUM(${columns}), 0) FROM order_counts WHERE ${ofTokens ?? sql`tokens_id = 0`})`;
  const behind = behindIndex(queries);
  if (behind === undefined) return counted;
  const rest = allOf([behind, sql`status_rank IN (${ranked(ranks)})`, ofTokens]);
  return sql`${counted} + (SELECT COUNT(*) FROM orders NOT INDEXED WHERE ${rest})`;
}

export async function findMatches(
  queries: Queries,
  term: SearchTerm,
  ranks: readonly number[],
): Promise<Matches> {
  const triples = triplesWith(queries, term);
  const [tokens] = await queries.select<{
    list: string;
    count: number | string;
    n: number | string;
  }>(sql`
    SELECT ${queries.listOf(sql`id`)} AS list, COUNT(*) AS count, ${countOf(queries, ranks, triples)} AS n
    FROM (${triples}) found`);
  const owners = await queries.select<{ owner: string }>(
    sql`${ownersWith(queries, term)} LIMIT ${MAX_OWNERS + 1}`,
  );
  const inIds = IN_AN_ID.test(term) ? (term.length < TRIGRAM_LENGTH ? 'too-short' : 'indexed') : 'nowhere';
  return {
    triples: new List(tokens!.list),
    tripleCount: Number(tokens!.count),
    byTokens: Number(tokens!.n),
    owners: owners.length > MAX_OWNERS ? undefined : owners.map(({ owner }) => owner),
    inIds,
    hits: inIds === 'indexed' ? await findHits(queries, term) : undefined,
  };
}

async function findHits(queries: Queries, term: SearchTerm): Promise<readonly string[] | undefined> {
  // A single trigram is in a fiftieth of all orders.
  if (term.length === TRIGRAM_LENGTH) return undefined;
  const hits = await queries.select<{ uuid: string }>(
    sql`SELECT uuid FROM orders WHERE ${idsHoldByIndex(queries, term)} LIMIT ${MAX_HITS + 1}`,
  );
  return hits.length > MAX_HITS ? undefined : hits.map(({ uuid }) => uuid);
}

/** A condition on orders: the term is in one of the searched fields. Uses no text index. */
export function orderHolds(queries: Queries, term: SearchTerm, triples?: List): Sql {
  const byTokens = triples
    ? queries.isListed(sql`tokens_id`, triples)
    : sql`tokens_id IN (${triplesWith(queries, term)})`;
  const byIds = IN_AN_ID.test(term) ? [idsHold(queries, term)] : [];
  return sql`(${joined([byTokens, ownerHolds(queries, term), ...byIds], ' OR ')})`;
}

/** Ids of the token triples that hold the term. */
const triplesWith = (queries: Queries, term: SearchTerm): Sql =>
  sql`SELECT id FROM order_tokens WHERE ${holds(queries, sql`text`, term)}`;

export const ownerHolds = (queries: Queries, term: SearchTerm): Sql =>
  holds(queries, sql`lower(owner)`, term);

/** A condition on orders: the term is in the uuid or the txid. */
export const idsHold = (queries: Queries, term: SearchTerm): Sql =>
  sql`(${holds(queries, sql`uuid`, term)} OR ${holds(queries, sql`txid`, term)})`;

/** The same, for terms of three characters or more, by the trigram index. */
export function idsHoldByIndex(queries: Queries, term: SearchTerm): Sql {
  if (queries.isPostgres) {
    const pattern = `%${tellingPart(term)}%`;
    return sql`((uuid LIKE ${pattern} OR txid LIKE ${pattern}) AND ${idsHold(queries, term)})`;
  }
  // The index may not have an order's newest ids yet, and still have those that it no longer has.
  return sql`seq IN (
    SELECT rowid FROM order_ids WHERE order_ids MATCH ${trigramsOf(term)}
    UNION ALL SELECT seq FROM order_ids_waiting
    UNION ALL SELECT seq FROM orders WHERE ${behindIndex(queries)}) AND ${idsHold(queries, term)}`;
}

/** A part without dashes, whose trigrams are in nearly all uuids. */
function tellingPart(term: SearchTerm): string {
  const [longest = ''] = term.split('-').sort((a, b) => b.length - a.length);
  return longest.length < TRIGRAM_LENGTH ? term : longest.slice(0, TELLING_LENGTH);
}

/** Owners whose address holds the term. */
export function ownersWith(queries: Queries, term: SearchTerm): Sql {
  const listed = sql`SELECT owner FROM order_owners WHERE ${listedOwnerHolds(queries, term)}`;
  const behind = behindIndex(queries);
  if (behind === undefined) return listed;
  return sql`${listed} UNION SELECT owner FROM orders NOT INDEXED WHERE ${behind} AND ${ownerHolds(queries, term)}`;
}

function listedOwnerHolds(queries: Queries, term: SearchTerm): Sql {
  if (term.length < TRIGRAM_LENGTH) return ownerHolds(queries, term);
  if (queries.isPostgres) return sql`owner ILIKE ${`%${term.replace(/[\\%_]/g, '\\$&')}%`}`;
  const hits = sql`id IN (SELECT rowid FROM order_owner_text WHERE order_owner_text MATCH ${trigramsOf(term)})`;
  return allOf([hits, ownerHolds(queries, term)]);
}

const holds = (queries: Queries, text: Sql, term: SearchTerm): Sql =>
  queries.isPostgres ? sql`strpos(${text}, ${term}) > 0` : sql`instr(${text}, ${term}) > 0`;

/** Trigrams all over the term, as FTS5 asks for texts that hold them all. Those with a dash are in far more texts. */
function trigramsOf(term: SearchTerm): string {
  const all = Array.from({ length: term.length - TRIGRAM_LENGTH + 1 }, (_, start) =>
    term.slice(start, start + TRIGRAM_LENGTH),
  );
  const telling = all.filter((trigram) => !trigram.includes('-'));
  const candidates = telling.length > 0 ? telling : all;
  const count = Math.min(MAX_TRIGRAMS, candidates.length);
  const spread = Array.from({ length: count }, (_, n) =>
    Math.round((n * (candidates.length - 1)) / Math.max(1, count - 1)),
  );
  return spread.map((n) => `"${candidates[n]!.replaceAll('"', '""')}"`).join(' AND ');
}
