import { ORDER_STATUSES } from '../../domain/order/order.js';
import type { SearchTerm } from '../../domain/order/search.js';
import type { OrderQuery, OrderScope } from '../../ports/order-repository.js';
import { rowsOfRuns, type RowPage } from './order-keys.js';
import { couldMatch, countOf, orderHolds } from './order-search.js';
import { SearchList } from './order-search-list.js';
import type { OrderRow } from './order-table.js';
import type { Queries } from './queries.js';
import { allOf, plain, sql, type Sql } from './sql.js';

const ALL_RANKS = ORDER_STATUSES.map((_, rank) => rank);

/** Reads a page and counts what matches, by whichever indexes hold the answer. */
export async function listRows(queries: Queries, query: OrderQuery): Promise<RowPage> {
  const ranks = query.statuses?.map((status) => ORDER_STATUSES.indexOf(status));
  const search = neededSearch(query);
  if (ranks?.length === 0 || (search !== undefined && !couldMatch(search))) return { rows: [], total: 0 };
  const list =
    search !== undefined && query.owner === undefined && query.strategyId === undefined
      ? await SearchList.find(queries, { ...query, search }, ranks ?? ALL_RANKS)
      : new PlainList(queries, query, ranks, search);
  return list.read();
}

/** Orders of an owner that holds the term all match it. */
const neededSearch = ({ owner, search }: OrderQuery): SearchTerm | undefined =>
  search !== undefined && owner?.toLowerCase().includes(search) === true ? undefined : search;

/** A list that an index sorts: of everyone, of an owner, of a strategy; the latter two may be searched one by one. */
class PlainList {
  private readonly scope: Sql | undefined;

  constructor(
    private readonly queries: Queries,
    private readonly query: OrderQuery,
    private readonly ranks: readonly number[] | undefined,
    search: SearchTerm | undefined,
  ) {
    const conditions = [...scopeOf(query), ...(search === undefined ? [] : [orderHolds(queries, search)])];
    this.scope = conditions.length === 0 ? undefined : allOf(conditions);
  }

  /** Passing over orders costs, so a page behind the last is not looked for; a first page may tell how many there are. */
  async read(): Promise<RowPage> {
    const { offset, limit, after } = this.query;
    if (offset > 0 || after !== undefined) {
      const total = await this.total();
      return { rows: offset < total ? await this.rows() : [], total };
    }
    const rows = await this.rows();
    return { rows, total: rows.length <= limit ? rows.length : await this.total() };
  }

  private total(): Promise<number> {
    const inRanks = this.ranks && plain(`status_rank IN (${this.ranks.join(', ')})`);
    return this.queries.number(
      this.scope === undefined
        ? sql`SELECT SUM(${countOf(this.ranks ?? ALL_RANKS)}) AS n FROM order_counts WHERE tokens_id = 0`
        : sql`SELECT COUNT(*) AS n FROM orders WHERE ${allOf([this.scope, inRanks])}`,
    );
  }

  private rows(): Promise<OrderRow[]> {
    const { queries, query, ranks } = this;
    const runs = ranks?.map((rank) => ({ where: this.scope, rank })) ?? [{ where: this.scope }];
    return rowsOfRuns(queries, query, runs);
  }
}

export function scopeOf({ owner, strategyId }: OrderScope): Sql[] {
  return [
    ...(owner === undefined ? [] : [sql`owner = ${owner}`]),
    ...(strategyId === undefined ? [] : [sql`strategy_id = ${strategyId}`]),
  ];
}
