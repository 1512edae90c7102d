import type { SearchTerm } from '../../../domain/order/search.js';
import type { OrderQuery } from '../../../ports/order-repository.js';
import { keysOf, rowsOf, type OrderKeys, type RowPage } from './order-keys.js';
import { orderHolds } from './order-search.js';
import { inRanks, isHit, type Found } from './order-search-count.js';
import type { OrderRow } from './order-table.js';
import type { Queries } from '../database/queries.js';
import { allOf, joined, plain, sql, type Sql } from '../database/sql.js';

type SearchQuery = OrderQuery & { readonly search: SearchTerm };

/** What looking up one more sorted run costs, in rows read from it. */
const RUN_COST = 3;
/** How much longer than expected a walk may take before the runs are merged instead: matches may lie far back. */
const PATIENCE = 4;

/** The page of a search over everyone's orders, read in whichever way takes fewer rows. */
export class SearchList {
  private readonly keys: OrderKeys;
  private readonly inRanks: Sql | undefined;

  constructor(
    private readonly queries: Queries,
    private readonly query: SearchQuery,
    private readonly ranks: readonly number[],
    private readonly found: Found,
  ) {
    this.keys = keysOf(query);
    this.inRanks = inRanks(ranks);
  }

  async read(): Promise<RowPage> {
    const { after, offset } = this.query;
    const { total } = this.found;
    const isBehindAll = after === undefined && offset >= total;
    return { rows: total === 0 || isBehindAll ? [] : await this.rows(), total };
  }

  private async rows(): Promise<OrderRow[]> {
    const { matches, total, among } = this.found;
    if (matches.owners === undefined || matches.inIds === 'too-short') return this.walk();
    const { offset, limit, after } = this.query;
    const depth = offset + limit + 1;
    const walkCost = (depth * among) / total;
    if (walkCost >= this.mergeCost(depth, matches.owners)) return this.merge(depth, matches.owners);
    const rows = await this.walk(Math.ceil(walkCost * PATIENCE));
    const wanted = after === undefined ? Math.min(limit + 1, total - offset) : limit + 1;
    return rows.length < wanted ? this.merge(depth, matches.owners) : rows;
  }

  private mergeCost(depth: number, owners: readonly string[]): number {
    const { matches, byIds, total } = this.found;
    const runs = (matches.tripleCount + owners.length) * this.ranks.length;
    return runs * RUN_COST + Math.min(runs * depth, total - byIds) + byIds;
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
      WHERE ${orderHolds(queries, query.search, this.found.matches.triples)}`;
    return rowsOf(queries, query, keys, candidates);
  }

  /** Takes the first of every owner's and triple's orders, and all that match by id, and sorts them. */
  private merge(depth: number, owners: readonly string[]): Promise<OrderRow[]> {
    const { queries, keys, query } = this;
    const { matches } = this.found;
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
    const byIds = sql`SELECT ${keys.columns} FROM orders WHERE ${allOf([isHit(queries, query.search, matches), this.inRanks, keys.behind])}`;
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
}
