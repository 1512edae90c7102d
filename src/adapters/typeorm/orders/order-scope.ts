import { MAX_SEARCH_TOTAL } from '../../../domain/order/lists/search.js';
import type { OrderScope } from '../../../ports/order-repository.js';
import { allOf, isoBound, plain, sql, type Dialect, type DialectName, type Sql } from '../database/index.js';

/** Number of matches above which walking the list in order probably fills a page sooner than sorting all the matches. */
const COMMON = MAX_SEARCH_TOTAL;

/** Whether an index on owner, strategy, handle or txid finds the orders of the scope. */
export const isNarrow = ({ owner, strategyId, handles, txid }: OrderScope): boolean =>
  [owner, strategyId, handles, txid].some((field) => field !== undefined);

/** Whether the index on tokens finds the orders of the scope, and no narrower one does. */
export const isByTokens = (scope: OrderScope): boolean => !isNarrow(scope) && tokensOf(scope).length > 0;

export const isCommon = (total: number): boolean => total > COMMON;

/** Conditions that an order is in the scope. @param total number of orders in the scope, as far as known; 0 if unknown. */
export function scopeOf(dialect: Dialect, scope: OrderScope, total = 0): readonly Sql[] {
  const { owner, strategyId, from, to, txid, handles } = scope;
  const tokens = tokensOf(scope);
  // The plus keeps the database from reading all orders of the tokens instead of the few of the owner.
  const tokensId = isNarrow(scope) || isCommon(total) ? sql`+tokens_id` : sql`tokens_id`;
  return [
    owner !== undefined && sql`owner = ${owner}`,
    strategyId !== undefined && sql`strategy_id = ${strategyId}`,
    tokens.length > 0 && sql`${tokensId} IN (SELECT id FROM order_tokens WHERE ${allOf(tokens)})`,
    from !== undefined && sql`created_at >= ${isoBound(from)}`,
    to !== undefined && sql`created_at < ${isoBound(to)}`,
    txid !== undefined && allOf([...BY_DIALECT[dialect.name].foundById(txid), sql`txid = ${txid}`]),
    handles !== undefined && dialect.oneOf(sql`handle`, handles),
  ].filter((condition) => condition !== false);
}

const tokensOf = ({ inputToken, outputToken, token, pair }: OrderScope): readonly Sql[] =>
  [
    inputToken !== undefined && sql`input_token = ${inputToken}`,
    outputToken !== undefined && sql`output_token = ${outputToken}`,
    token !== undefined && sql`(input_token = ${token} OR output_token = ${token})`,
    pair !== undefined &&
      sql`((input_token = ${pair[0]} AND output_token = ${pair[1]}) OR (input_token = ${pair[1]} AND output_token = ${pair[0]}))`,
  ].filter((condition) => condition !== false);

/** The ids that a search covers, as SQLite indexes them. */
export const IDS = plain("(handle || ' ' || coalesce(txid, ''))");

interface SearchDialect {
  /** The key of an order, which every index holds. */
  readonly id: Sql;
  /** Conditions that an order's handle or txid contains the term, checked with the text index. */
  readonly foundById: (term: string) => readonly Sql[];
  /** Handles that contain the term, on a database that packs handles in place of indexing them; undefined if no handle can contain it. */
  readonly handlesWith?: (term: string, atMost: number) => Sql | undefined;
}

export const BY_DIALECT: Readonly<Record<DialectName, SearchDialect>> = {
  postgres: {
    id: plain('handle'),
    foundById: (term) => [sql`txid LIKE ${`%${term}%`}`],
    handlesWith: packedHandlesWith,
  },
  sqlite: {
    id: plain('seq'),
    foundById: (term) => [
      sql`seq IN (SELECT rowid FROM order_ids WHERE order_ids MATCH ${trigramsOf(term)}
        UNION ALL SELECT seq FROM order_ids_pending
        UNION ALL SELECT seq FROM orders WHERE seq > (SELECT up_to FROM order_ids_indexed))`,
      sql`instr(${IDS}, ${term}) > 0`,
    ],
  },
};

/** Matches a term that is in no handle: a handle is a UUID, and the longest part of a UUID has 12 characters. */
const TOO_LONG_FOR_A_HANDLE = /[^-]{13}/;
const WHOLE_HANDLE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Selects the handles that contain the term. A whole handle needs no search; undefined for a term too long to be in a handle. */
function packedHandlesWith(term: string, atMost: number): Sql | undefined {
  if (TOO_LONG_FOR_A_HANDLE.test(term)) return undefined;
  return WHOLE_HANDLE.test(term)
    ? sql`SELECT handle FROM orders WHERE handle = ${term}`
    : sql`SELECT handle FROM handles_with(${term}, ${atMost}) AS found (handle)`;
}

/** Trigrams of the term's first 8 characters. Further ones would hardly reduce the number of orders to check. */
function trigramsOf(term: string): string {
  const start = term.slice(0, 8);
  return Array.from({ length: start.length - 2 }, (_, n) => `"${start.slice(n, n + 3)}"`).join(' AND ');
}
