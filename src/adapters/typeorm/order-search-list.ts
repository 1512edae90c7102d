import { ORDER_STATUSES } from '../../domain/order/order.js';
import type { SearchTerm } from '../../domain/order/search.js';
import type { OrderQuery } from '../../ports/order-repository.js';
import { keysOf, rowsOf, type OrderKeys, type RowPage } from './order-keys.js';
import {
  countOf,
  findMatches,
  idsHold,
  idsHoldByIndex,
  orderHolds,
  ownerHolds,
  type Matches,
} from './order-search.js';
import type { OrderRow } from './order-table.js';
import type { Queries } from './queries.js';
import { allOf, joined, plain, sql, type Sql } from './sql.js';

type SearchQuery = OrderQuery & { readonly search: SearchTerm };

/** What looking up one more sorted run costs, in rows read from it. */
const RUN_COST = 3;
/** How much longer than expected a walk may take before the runs are merged instead: matches may lie far back. */
const PATIENCE = 4;

/**
 * A search over everyone's orders. What the token triples match is counted without reading orders, so the rest, found
 * by owner and by id, must not be among it.
 */
export class SearchList {
  private readonly keys: OrderKeys;
  private readonly inRanks: Sql | undefined;
  private counted = { byIds: 0, total: 0 };

  private constructor(
    private readonly queries: Queries,
    private readonly query: SearchQuery,
    private readonly ranks: readonly number[],
    private readonly matches: Matches,
  ) {
    this.keys = keysOf(query);
    // The sign keeps databases from reading all orders of these ranks where an index finds a few that may match.
    const isAll = ranks.length === ORDER_STATUSES.length;
    this.inRanks = isAll ? undefined : plain(`+status_rank IN (${ranks.join(', ')})`);
  }

  static async find(queries: Queries, query: SearchQuery, ranks: readonly number[]): Promise<SearchList> {
    return new SearchList(queries, query, ranks, await findMatches(queries, query.search, ranks));
  }

  async read(): Promise<RowPage> {
    const total = await this.total();
    const { after, offset } = this.query;
    const isBehindAll = after === undefined && offset >= total;
    return { rows: total === 0 || isBehindAll ? [] : await this.rows(), total };
  }

  private async total(): Promise<number> {
    const { byTokens } = this.matches;
    const byOwners = await this.countByOwners();
    const byIds = await this.countByIds();
    this.counted = { byIds, total: byTokens + byOwners + byIds };
    return this.counted.total;
  }

  private async rows(): Promise<OrderRow[]> {
    const { matches } = this;
    if (matches.owners === undefined || matches.inIds === 'too-short') return this.walk();
    const { offset, limit, after } = this.query;
    const depth = offset + limit + 1;
    const stored = await this.queries.number(
      sql`SELECT SUM(${countOf(this.ranks)}) AS n FROM order_counts WHERE tokens_id = 0`,
    );
    const walkCost = (depth * stored) / this.counted.total;
    if (walkCost >= this.mergeCost(depth, matches.owners)) return this.merge(depth, matches.owners);
    const rows = await this.walk(Math.ceil(walkCost * PATIENCE));
    const wanted = after === undefined ? Math.min(limit + 1, this.counted.total - offset) : limit + 1;
    return rows.length < wanted ? this.merge(depth, matches.owners) : rows;
  }

  private mergeCost(depth: number, owners: readonly string[]): number {
    const { tripleCount, byTokens } = this.matches;
    const runs = (tripleCount + owners.length) * this.ranks.length;
    const byOwners = this.counted.total - byTokens - this.counted.byIds;
    return runs * RUN_COST + Math.min(runs * depth, byTokens + byOwners) + this.counted.byIds;
  }

  /** Reads orders as they are sorted, `reach` at most, and keeps those that match. */
  private walk(reach?: number): Promise<OrderRow[]> {
    const { queries, keys, query } = this;
    const within = allOf([this.inRanks, keys.behind]);
    const limited = reach === undefined ? sql`` : sql`LIMIT ${reach}`;
    const candidates = sql`
      SELECT ${keys.columns} FROM (
        SELECT status_rank, created_at, uuid, owner, tokens_id, txid FROM orders WHERE ${within}
        ORDER BY ${keys.orderBy} ${limited}) walked
      WHERE ${orderHolds(queries, query.search, this.matches.triples)}`;
    return rowsOf(queries, query, keys, candidates);
  }

  /** Takes the first of every owner's and triple's orders, and all that match by id, and sorts them. */
  private merge(depth: number, owners: readonly string[]): Promise<OrderRow[]> {
    const { queries, keys, query, matches } = this;
    const ofTokens = queries.isPostgres
      ? sql`unnest(${matches.triples.text}::integer[]) wanted (id)`
      : sql`(SELECT value AS id FROM json_each(${matches.triples.text})) wanted`;
    const ofOwners = queries.isPostgres
      ? sql`unnest(${owners}::text[]) wanted (id)`
      : sql`(SELECT value AS id FROM json_each(${JSON.stringify(owners)})) wanted`;
    const parts = this.ranks.flatMap((rank) => [
      matches.tripleCount > 0 ? this.firstOfEach(sql`tokens_id`, ofTokens, rank, depth) : undefined,
      owners.length > 0 ? this.firstOfEach(sql`owner`, ofOwners, rank, depth) : undefined,
    ]);
    const byIds = sql`SELECT ${keys.columns} FROM orders WHERE ${allOf([this.isHit(), this.inRanks, keys.behind])}`;
    const mayHit = matches.inIds === 'indexed' && matches.hits?.length !== 0;
    const all = [...parts, mayHit ? byIds : undefined].filter((part) => part !== undefined);
    return all.length === 0 ? Promise.resolve([]) : rowsOf(queries, query, keys, joined(all, ' UNION '));
  }

  /** The first keys of the orders of one rank, for each wanted id in the column. */
  private firstOfEach(column: Sql, wanted: Sql, rank: number, depth: number): Sql | undefined {
    const { queries, keys } = this;
    const behind = keys.behindIn(rank);
    if (behind === 'nothing') return undefined;
    const ofRank = allOf([plain(`status_rank = ${rank}`), behind]);
    const first = (columns: Sql) => sql`
      SELECT ${columns} FROM orders WHERE ${column} = wanted.id AND ${ofRank} ORDER BY ${keys.orderBy} LIMIT ${depth}`;
    return queries.isPostgres
      ? sql`SELECT firsts.* FROM ${wanted} CROSS JOIN LATERAL (${first(keys.columns)}) firsts`
      : sql`SELECT ${keys.columns} FROM ${wanted} CROSS JOIN orders WHERE seq IN (${first(sql`seq`)})`;
  }

  private async countByOwners(): Promise<number> {
    const { queries, matches } = this;
    if (matches.owners?.length === 0) return 0;
    const ofOwners = matches.owners
      ? queries.oneOf(sql`owner`, matches.owners)
      : ownerHolds(queries, this.query.search);
    return this.countOutsideTokens([ofOwners]);
  }

  private async countByIds(): Promise<number> {
    const { queries, matches, query } = this;
    if (matches.inIds === 'nowhere' || matches.hits?.length === 0) return 0;
    const isOwners = matches.owners?.length === 0 ? undefined : ownerHolds(queries, query.search);
    return this.countOutsideTokens([this.isHit(), isOwners && sql`NOT (${isOwners})`]);
  }

  /** A condition: the order holds the term in its uuid or txid. */
  private isHit(): Sql {
    const { queries, matches, query } = this;
    if (matches.hits !== undefined) return queries.oneOf(sql`uuid`, matches.hits);
    return matches.inIds === 'indexed'
      ? idsHoldByIndex(queries, query.search)
      : idsHold(queries, query.search);
  }

  private countOutsideTokens(conditions: readonly (Sql | undefined)[]): Promise<number> {
    const { queries, matches } = this;
    const isOutside =
      matches.tripleCount === 0 ? undefined : sql`NOT (${queries.isListed(sql`tokens_id`, matches.triples)})`;
    const outside = [...conditions, isOutside, this.inRanks];
    return queries.number(sql`SELECT COUNT(*) AS n FROM orders WHERE ${allOf(outside)}`);
  }
}
