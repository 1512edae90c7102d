import { ORDER_STATUSES } from '../../../domain/order/order.js';
import type { SearchTerm } from '../../../domain/order/search.js';
import {
  countOf,
  findMatches,
  idsHold,
  idsHoldByIndex,
  ownerHolds,
  ownersWith,
  type Matches,
} from './order-search.js';
import type { Queries } from '../database/queries.js';
import { allOf, plain, sql, type Sql } from '../database/sql.js';

/** What a search finds among all orders of some ranks, before its page is read. */
export interface Found {
  readonly matches: Matches;
  /** Orders found only by their uuid or txid. */
  readonly byIds: number;
  readonly total: number;
  /** Orders of these ranks, whether or not they match. */
  readonly among: number;
}

/**
 * Finds what matches and counts it. What the token triples match is counted without reading orders, so the rest, found
 * by owner and by id, must not be among it.
 */
export async function countSearch(
  queries: Queries,
  term: SearchTerm,
  ranks: readonly number[],
): Promise<Found> {
  const matches = await findMatches(queries, term, ranks);
  const outside = {
    // Where orders are found by other indexes, the sign keeps databases from reading all orders of these ranks.
    inRanks: inRanks(ranks),
    tokens:
      matches.tripleCount > 0 ? sql`NOT (${queries.isListed(sql`tokens_id`, matches.triples)})` : undefined,
  };
  const count = (conditions: readonly (Sql | undefined)[]) =>
    queries.number(
      sql`SELECT COUNT(*) AS n FROM orders WHERE ${allOf([...conditions, outside.tokens, outside.inRanks])}`,
    );
  const noOwner = matches.owners?.length === 0;
  const byOwners = noOwner ? 0 : await count([sql`owner IN (${ownersWith(queries, term)})`]);
  const maybeInIds = matches.inIds !== 'nowhere' && matches.hits?.length !== 0;
  const isOwners = noOwner ? undefined : ownerHolds(queries, term);
  const byIds = maybeInIds
    ? await count([isHit(queries, term, matches), isOwners && sql`NOT (${isOwners})`])
    : 0;
  const among = await queries.number(sql`SELECT ${countOf(queries, ranks)} AS n`);
  return { matches, byIds, total: matches.byTokens + byOwners + byIds, among };
}

/** A condition: the order has one of the ranks; undefined for all. Never found by an index. */
export const inRanks = (ranks: readonly number[]): Sql | undefined =>
  ranks.length === ORDER_STATUSES.length ? undefined : plain(`+status_rank IN (${ranks.join(', ')})`);

/** A condition: the order holds the term in its uuid or txid. */
export function isHit(queries: Queries, term: SearchTerm, { hits, inIds }: Matches): Sql {
  if (hits !== undefined) return queries.oneOf(sql`uuid`, hits);
  return inIds === 'indexed' ? idsHoldByIndex(queries, term) : idsHold(queries, term);
}
