import { ORDER_STATUSES } from '../../../domain/order/order.js';
import type { SearchTerm } from '../../../domain/order/search.js';
import type { OrderQuery, OrderScope } from '../../../ports/order-repository.js';
import { rowsOfRuns, type CountedRow, type RowPage } from './order-keys.js';
import { couldMatch, countOf, orderHolds } from './order-search.js';
import type { SearchCache } from './order-search-cache.js';
import { SearchList } from './order-search-list.js';
import type { Queries } from '../database/queries.js';
import { allOf, plain, sql, type Sql } from '../database/sql.js';

const ALL_RANKS = ORDER_STATUSES.map((_, rank) => rank);

/** Reads a page and counts what matches, by whichever indexes hold the answer. */
export async function listRows(queries: Queries, query: OrderQuery, searches: SearchCache): Promise<RowPage> {
  const ranks = query.statuses?.map((status) => ORDER_STATUSES.indexOf(status));
  const search = neededSearch(query);
  if (ranks?.length === 0 || (search !== undefined && !couldMatch(search))) return { rows: [], total: 0 };
  if (search === undefined || query.owner !== undefined || query.strategyId !== undefined)
    return new PlainList(queries, query, ranks, search).read();
  const found = await searches.find(queries, search, ranks ?? ALL_RANKS);
  return new SearchList(queries, { ...query, search }, ranks ?? ALL_RANKS, found).read();
}

/** Orders of an owner that holds the term all match it. */
const neededSearch = ({ owner, search }: OrderQuery): SearchTerm | undefined =>
  search !== undefined && owner?.toLowerCase().includes(search) === true ? undefined : search;

/** A list that an index sorts: of everyone, of an owner, of a strategy; the latter two may be searched one by one. */
class PlainList {
  private readonly scope: Sql | undefined;
  private readonly isSearch: boolean;

  constructor(
    private readonly queries: Queries,
    private readonly query: OrderQuery,
    private readonly ranks: readonly number[] | undefined,
    search: SearchTerm | undefined,
  ) {
    this.isSearch = search !== undefined;
    const conditions = [...scopeOf(query), ...(search === undefined ? [] : [orderHolds(queries, search)])];
    this.scope = conditions.length === 0 ? undefined : allOf(conditions);
  }

  /** Passing over orders costs, so a page behind the last is not looked for. */
  async read(): Promise<RowPage> {
    const { offset, limit, after } = this.query;
    if (offset > 0) {
      const total = await this.queries.number(sql`SELECT ${this.total()} AS n`);
      return { rows: offset < total ? await this.rows() : [], total };
    }
    // Orders that are looked at one by one are not counted if the page holds them all.
    const rows = await this.rows(this.isSearch ? undefined : this.total());
    const counted = rows[0]?.total;
    if (counted !== undefined) return { rows, total: Number(counted) };
    const isAll = after === undefined && rows.length <= limit;
    return { rows, total: isAll ? rows.length : await this.queries.number(sql`SELECT ${this.total()} AS n`) };
  }

  private total(): Sql {
    const { queries, ranks, scope } = this;
    if (scope === undefined) return countOf(queries, ranks ?? ALL_RANKS);
    const inRanks = ranks && plain(`status_rank IN (${ranks.join(', ')})`);
    return sql`(SELECT COUNT(*) FROM orders WHERE ${allOf([scope, inRanks])})`;
  }

  private rows(total?: Sql): Promise<CountedRow[]> {
    const { queries, query, ranks } = this;
    const runs = ranks?.map((rank) => ({ where: this.scope, rank })) ?? [{ where: this.scope }];
    return rowsOfRuns(queries, query, runs, total);
  }
}

export function scopeOf({ owner, strategyId }: OrderScope): Sql[] {
  return [
    ...(owner === undefined ? [] : [sql`owner = ${owner}`]),
    ...(strategyId === undefined ? [] : [sql`strategy_id = ${strategyId}`]),
  ];
}
