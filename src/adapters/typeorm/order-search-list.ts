import type { SearchTerm } from '../../domain/order/search.js';
import type { OrderQuery } from '../../ports/order-repository.js';
import { firstOfRuns, keysOf, plain, rowsOf, type OrderKeys } from './order-keys.js';
import {
  findMatches,
  idsHold,
  idsHoldByIndex,
  orderHolds,
  ownerHolds,
  type Matches,
} from './order-search.js';
import type { OrderRow } from './order-table.js';
import type { Queries } from './queries.js';
import { allOf, joined, sql, type Sql } from './sql.js';

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
  private readonly inRanks: Sql;
  private counted = { byIds: 0, total: 0 };

  private constructor(
    private readonly queries: Queries,
    private readonly query: SearchQuery,
    private readonly ranks: readonly number[],
    private readonly matches: Matches,
  ) {
    this.keys = keysOf(query);
    this.inRanks = plain(`status_rank IN (${ranks.join(', ')})`);
  }

  static async find(queries: Queries, query: SearchQuery, ranks: readonly number[]): Promise<SearchList> {
    return new SearchList(queries, query, ranks, await findMatches(queries, query.search, ranks));
  }

  async total(): Promise<number> {
    const byTokens = this.matches.cells.reduce((sum, { count }) => sum + count, 0);
    const byOwners = await this.countByOwners();
    const byIds = await this.countByIds();
    this.counted = { byIds, total: byTokens + byOwners + byIds };
    return this.counted.total;
  }

  async rows(): Promise<OrderRow[]> {
    const { matches } = this;
    if (matches.owners === undefined || matches.inIds === 'too-short') return this.walk();
    const { offset, limit, after } = this.query;
    const depth = offset + limit + 1;
    const stored = await this.queries.number(sql`SELECT SUM(n) AS n FROM order_counts`);
    const walkCost = (depth * stored) / this.counted.total;
    if (walkCost >= this.mergeCost(depth, matches.owners)) return this.merge(depth, matches.owners);
    const rows = await this.walk(Math.ceil(walkCost * PATIENCE));
    const wanted = after === undefined ? Math.min(limit + 1, this.counted.total - offset) : limit + 1;
    return rows.length < wanted ? this.merge(depth, matches.owners) : rows;
  }

  private mergeCost(depth: number, owners: readonly string[]): number {
    const fromCells = this.matches.cells.reduce(
      (sum, { count }) => sum + RUN_COST + Math.min(depth, count),
      0,
    );
    return fromCells + owners.length * this.ranks.length * RUN_COST + this.counted.byIds;
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
      WHERE ${orderHolds(queries, query.search)}`;
    return rowsOf(queries, query, keys, candidates);
  }

  /** Takes the first of every owner's and cell's orders, and all that match by id, and sorts them. */
  private merge(depth: number, owners: readonly string[]): Promise<OrderRow[]> {
    const { queries, keys, query, matches } = this;
    const parts = this.ranks.flatMap((rank) => {
      const tokens = matches.cells.filter((cell) => cell.rank === rank).map(({ tokensId }) => tokensId);
      return [
        this.firstOfEach(sql`tokens_id`, tokens, rank, depth),
        this.firstOfEach(sql`owner`, owners, rank, depth),
      ];
    });
    const byIds = sql`SELECT ${keys.columns} FROM orders WHERE ${allOf([idsHoldByIndex(queries, query.search), this.inRanks, keys.behind])}`;
    const all = [...parts, matches.inIds === 'indexed' ? byIds : undefined].filter(
      (part) => part !== undefined,
    );
    return all.length === 0 ? Promise.resolve([]) : rowsOf(queries, query, keys, joined(all, ' UNION '));
  }

  /** The first keys of the orders of one rank, for each value of the column. */
  private firstOfEach(
    column: Sql,
    values: readonly (string | number)[],
    rank: number,
    depth: number,
  ): Sql | undefined {
    const { queries, keys } = this;
    const behind = keys.behindIn(rank);
    if (values.length === 0 || behind === 'nothing') return undefined;
    if (values.length === 1)
      return firstOfRuns(keys, [{ where: sql`${column} = ${values[0]}`, rank }], depth);
    const ofRank = allOf([plain(`status_rank = ${rank}`), behind]);
    const sorted = sql`ORDER BY ${keys.orderBy} LIMIT ${depth}`;
    if (queries.isPostgres) {
      const type = typeof values[0] === 'number' ? sql`integer[]` : sql`text[]`;
      return sql`SELECT firsts.* FROM unnest(${values}::${type}) AS wanted (value) CROSS JOIN LATERAL (
        SELECT ${keys.columns} FROM orders WHERE ${column} = wanted.value AND ${ofRank} ${sorted}) firsts`;
    }
    return sql`SELECT ${keys.columns} FROM json_each(${JSON.stringify(values)}) wanted CROSS JOIN orders WHERE seq IN (
      SELECT seq FROM orders WHERE ${column} = wanted.value AND ${ofRank} ${sorted})`;
  }

  private async countByOwners(): Promise<number> {
    const { queries, matches } = this;
    if (matches.owners?.length === 0) return 0;
    const ofOwners = matches.owners
      ? queries.oneOf(sql`owner`, matches.owners)
      : ownerHolds(queries, this.query.search);
    return this.countOutsideCells([ofOwners]);
  }

  private async countByIds(): Promise<number> {
    const { queries, matches, query } = this;
    if (matches.inIds === 'nowhere') return 0;
    const byIds = matches.inIds === 'indexed' ? idsHoldByIndex : idsHold;
    const ofOwners = matches.owners?.length === 0 ? undefined : ownerHolds(queries, query.search);
    return this.countOutsideCells([byIds(queries, query.search), ofOwners && sql`NOT (${ofOwners})`]);
  }

  private countOutsideCells(conditions: readonly (Sql | undefined)[]): Promise<number> {
    const tokens = [...new Set(this.matches.cells.map(({ tokensId }) => tokensId))];
    const inCells = tokens.length === 0 ? undefined : this.queries.oneOf(sql`tokens_id`, tokens);
    const outside = [...conditions, inCells && sql`NOT (${inCells})`, this.inRanks];
    return this.queries.number(sql`SELECT COUNT(*) AS n FROM orders WHERE ${allOf(outside)}`);
  }
}
