import type { SearchTerm } from '../../../domain/order/lists/search.js';
import type { OrderQuery } from '../../../ports/order-repository.js';
import { allOf, joined, plain, sql, type Queries, type Sql } from '../database/index.js';
import { inStatuses, NO_LIMIT } from './order-list.js';
import { BY_DIALECT, IDS, isNarrow, scopeOf } from './order-scope.js';

export type SearchQuery = OrderQuery & { readonly search: SearchTerm };

/** Id of an order in the indexes of a database. */
export type Id = string | number;

/** Terms that may be part of a handle or a txid. */
const IN_AN_ID = /^(?=.{1,64}$)-?([0-9a-f]+(-[0-9a-f]+)*-?)?$/;

/** The searched texts of owners and of tokens, as the databases index them. */
const OWNER = plain('lower(owner)');
const TOKENS = plain("lower(input_token || ' ' || output_token || ' ' || condition_token)");

/** Columns, conditions and limit of the select for each part of the matches. */
interface Taking {
  readonly handles?: readonly string[];
  readonly columns: Sql;
  readonly limit: number;
  readonly behind?: Sql | undefined;
  /** Sorts the part and limits it. */
  readonly first?: Sql;
}

/** Columns of the matching orders without duplicates: at most `limit` each of those found by tokens, by owner and by id. */
export function matches(
  queries: Queries,
  query: SearchQuery,
  { handles = [], columns, limit, behind, first }: Taking,
): Sql {
  const { search, statuses } = query;
  const { dialect } = queries;
  const scope = scopeOf(dialect, query);
  const wanted = inStatuses(statuses);
  const select = (...conditions: readonly (Sql | undefined)[]) => sql`
    SELECT * FROM (SELECT * FROM (SELECT ${columns} FROM orders WHERE ${allOf([...scope, behind, ...conditions])}
      LIMIT ${limit}) matching ${first ?? sql``}) part`;
  if (isNarrow(query)) return select(holds(queries, search), wanted);
  const owners = sql`SELECT owner FROM known_owners WHERE ${dialect.contains(OWNER, search)}`;
  const parts = [
    select(dialect.among(sql`tokens_id`, tokensWith(queries, search)), wanted),
    select(dialect.among(sql`owner`, owners), wanted),
  ];
  if (IN_AN_ID.test(search)) {
    // The plus keeps the database from reading all orders of these statuses instead of the few with the id.
    parts.push(select(...BY_DIALECT[dialect.name].foundById(search), wanted && sql`+${wanted}`));
    if (handles.length > 0)
      parts.push(select(dialect.oneOf(sql`handle`, handles), wanted && sql`+${wanted}`));
  }
  return joined(parts, ' UNION ');
}

/** Up to `atMost` handles that contain the term, in a database without an index that finds them; otherwise none. */
export async function packedHandles(
  queries: Queries,
  query: SearchQuery,
  atMost = NO_LIMIT,
): Promise<readonly string[]> {
  if (isNarrow(query) || !IN_AN_ID.test(query.search)) return [];
  const wanted = BY_DIALECT[queries.dialect.name].handlesWith?.(query.search, atMost);
  if (wanted === undefined) return [];
  return (await queries.select<{ handle: string }>(wanted)).map(({ handle }) => handle);
}

/** Columns of those orders that are in the query's scope and have one of its statuses. */
export function amongIds(queries: Queries, query: SearchQuery, { ids, columns, behind }: Among): Sql {
  const { dialect } = queries;
  const conditions = [...scopeOf(dialect, query), inStatuses(query.statuses), behind];
  return sql`
    SELECT ${columns} FROM orders WHERE ${allOf([dialect.oneOf(BY_DIALECT[dialect.name].id, ids), ...conditions])}`;
}

interface Among {
  readonly ids: readonly Id[];
  readonly columns: Sql;
  readonly behind?: Sql | undefined;
}

/** Condition that one of the searched fields of an order contains the term. Uses no text index. */
export function holds(queries: Queries, term: SearchTerm): Sql {
  const texts = IN_AN_ID.test(term) ? [OWNER, IDS] : [OWNER];
  const byTexts = texts.map((text) => queries.dialect.contains(text, term));
  return sql`(${joined([sql`tokens_id IN (${tokensWith(queries, term)})`, ...byTexts], ' OR ')})`;
}

const tokensWith = ({ dialect }: Queries, term: SearchTerm): Sql =>
  sql`SELECT id FROM order_tokens WHERE ${dialect.contains(TOKENS, term)}`;
