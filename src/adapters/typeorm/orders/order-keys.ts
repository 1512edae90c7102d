import { ORDER_STATUSES } from '../../../domain/order/order.js';
import type { OrderQuery } from '../../../ports/order-repository.js';
import { isoTime } from '../database/stored-fields.js';
import type { OrderRow } from './order-table.js';
import type { Queries } from '../database/queries.js';
import { allOf, joined, plain, sql, type Sql } from '../database/sql.js';

/**
 * The sorted part of a list: reads only the columns that sort it, which an index holds, so that passing over thousands
 * of orders costs little. Whole rows are read for the page alone.
 */
export interface OrderKeys {
  /** What sorts. */
  readonly columns: Sql;
  readonly orderBy: Sql;
  /** Behind the query's `after`. */
  readonly behind: Sql | undefined;
  /** The same for orders that all have this rank; `nothing` when none of them can be behind. */
  behindIn(rank: number): Sql | undefined | 'nothing';
}

export function keysOf({ sortBy, sortOrder, after }: OrderQuery): OrderKeys {
  const direction = sortOrder === 'asc' ? 'ASC' : 'DESC';
  const beyond = sortOrder === 'asc' ? sql`>` : sql`<`;
  const names = sortBy === 'status' ? ['status_rank', 'created_at', 'uuid'] : ['created_at', 'uuid'];
  const columns = plain(names.join(', '));
  const orderBy = plain(names.map((name) => `${name} ${direction}`).join(', '));
  if (after === undefined) return { columns, orderBy, behind: undefined, behindIn: () => undefined };

  const rank = ORDER_STATUSES.indexOf(after.status);
  const place = sql`${isoTime(after.createdAt)}, ${after.uuid}`;
  const behindInCreation = sql`(created_at, uuid) ${beyond} (${place})`;
  if (sortBy === 'createdAt')
    return { columns, orderBy, behind: behindInCreation, behindIn: () => behindInCreation };
  return {
    columns,
    orderBy,
    behind: sql`(${columns}) ${beyond} (${rank}, ${place})`,
    behindIn: (other) => {
      if (other === rank) return behindInCreation;
      return (sortOrder === 'asc') === other > rank ? undefined : 'nothing';
    },
  };
}

export interface RowPage {
  /** One more than the limit, if there are as many. */
  readonly rows: readonly OrderRow[];
  readonly total: number;
}

/** Orders of one rank, or of any, that meet the condition, as an index sorts them. */
export interface Run {
  readonly where: Sql | undefined;
  readonly rank?: number;
}

/** A row of a page that was read together with its total. */
export type CountedRow = OrderRow & { readonly total?: number | string };

/** The rows of the page, and of one order more, among runs that have no order in common; with a total if one is asked. */
export function rowsOfRuns(
  queries: Queries,
  query: OrderQuery,
  runs: readonly Run[],
  total?: Sql,
): Promise<CountedRow[]> {
  const keys = keysOf(query);
  const { offset, limit } = query;
  const conditions = runs.flatMap(({ where, rank }) => {
    const behind = rank === undefined ? keys.behind : keys.behindIn(rank);
    const ofRank = rank === undefined ? undefined : plain(`status_rank = ${rank}`);
    return behind === 'nothing' ? [] : [allOf([where, ofRank, behind])];
  });
  const [only, ...others] = conditions;
  if (only === undefined) return Promise.resolve([]);
  if (others.length === 0)
    return queries.select<CountedRow>(sql`
      SELECT ${wanted(total)} FROM orders WHERE ${only} ORDER BY ${keys.orderBy} LIMIT ${limit + 1} OFFSET ${offset}`);
  const firsts = conditions.map(
    (condition) => sql`
      SELECT * FROM (SELECT ${keys.columns} FROM orders WHERE ${condition}
        ORDER BY ${keys.orderBy} LIMIT ${offset + limit + 1}) run`,
  );
  return rowsOf(queries, query, keys, joined(firsts, ' UNION ALL '), total);
}

const wanted = (total: Sql | undefined): Sql => (total ? sql`orders.*, (${total}) AS total` : sql`*`);

/** The rows of the page, and of one order more, among candidates that hold each key once. */
export function rowsOf(
  queries: Queries,
  { offset, limit }: OrderQuery,
  { orderBy }: OrderKeys,
  candidates: Sql,
  total?: Sql,
): Promise<CountedRow[]> {
  return queries.select<CountedRow>(sql`
    SELECT ${wanted(total)} FROM orders WHERE uuid IN (
      SELECT uuid FROM (${candidates}) found ORDER BY ${orderBy} LIMIT ${limit + 1} OFFSET ${offset})
    ORDER BY ${orderBy}`);
}
