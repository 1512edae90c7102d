import { QUEUE_STATE, type StoredKey, type StoredLevel } from './execution-queue-row.js';
import type { Queries } from '../database/queries.js';
import { plain, sql, type Sql } from '../database/sql.js';

// Written out rather than as parameters, so that both databases recognise the partial index.
const WAITS_FOR_PRICE = plain(`state = ${QUEUE_STATE.price}`);
const WAITS_FOR_CLOCK = plain(`state = ${QUEUE_STATE.clock}`);

/** The highest level that each key reaches. */
export type Reached = ReadonlyMap<StoredKey, StoredLevel>;

export interface ClaimedRow {
  readonly uuid: string;
  readonly attempts: number;
  readonly due_at: string;
}

/**
 * The orders that fire, those due first come first: for each key one range of the index, whether or not anything
 * is in it. Without the fence (`OFFSET 0`) and the lower bound, which changes nothing, Postgres expects a third of all
 * orders to fire, and reads them all.
 */
export function firing(queries: Queries, reached: Reached, now: string): Sql {
  const fires = sql`${WAITS_FOR_PRICE} AND expires_at > ${now}`;
  if (queries.isPostgres)
    return sql`
      SELECT uuid, due_at FROM unnest(${[...reached.keys()]}::integer[], ${[...reached.values()]}::text[]) AS r (watch, level)
      CROSS JOIN LATERAL (SELECT uuid, due_at FROM order_queue WHERE watch = r.watch AND ${fires}
        AND level BETWEEN '' AND r.level OFFSET 0) fired
      ORDER BY due_at, uuid`;
  return sql`
    SELECT uuid, due_at FROM json_each(${levelsByKey(reached)}) AS r
    CROSS JOIN order_queue ON watch = CAST(r.key AS integer) AND level <= r.value WHERE ${fires}
    ORDER BY due_at, uuid`;
}

/** JSON: a text of digits for each number. Written by hand, as an object with thousands of numbers for names is slow. */
const levelsByKey = (reached: Reached): string =>
  `{${[...reached].map(([key, level]) => `"${key}":"${level}"`).join(',')}}`;

interface ClaimTerms {
  readonly claimant: string;
  readonly until: string;
  readonly limit: number;
}

/** Claims the first of the orders that fire, and answers them in no order. */
export function claimOf(queries: Queries, fired: Sql, { claimant, until, limit }: ClaimTerms): Sql {
  const claim = sql`
    UPDATE order_queue SET ${WAITS_FOR_CLOCK}, wake_at = ${until}, claimant = ${claimant}`;
  const answer = sql`RETURNING uuid, attempts, due_at`;
  if (!queries.isPostgres)
    return sql`${claim} WHERE uuid IN (SELECT uuid FROM (${fired} LIMIT ${limit})) ${answer}`;
  // Locked one by one in their order until there are enough. What was claimed meanwhile is no longer in the state.
  return sql`
    WITH fired AS MATERIALIZED (${fired}) ${claim} WHERE uuid = ANY(ARRAY(
      SELECT free.uuid FROM fired CROSS JOIN LATERAL (SELECT uuid FROM order_queue
        WHERE uuid = fired.uuid AND ${WAITS_FOR_PRICE} FOR UPDATE SKIP LOCKED) free LIMIT ${limit}))
    ${answer}`;
}

/** Lets up to `limit` orders wait for their price again whose window has opened, whose back-off is over or whose claimant is dead. */
export function wakeOf(queries: Queries, now: string, limit: number): Sql {
  const asleep = sql`
    SELECT uuid FROM order_queue WHERE ${WAITS_FOR_CLOCK} AND wake_at <= ${now} ORDER BY wake_at LIMIT ${limit}`;
  const wake = sql`UPDATE order_queue SET ${WAITS_FOR_PRICE}, wake_at = NULL`;
  return queries.isPostgres
    ? sql`${wake} WHERE uuid = ANY(ARRAY(${asleep} FOR UPDATE SKIP LOCKED))`
    : sql`${wake} WHERE uuid IN (${asleep})`;
}
