import { sql, type DialectName, type Sql } from '../database/index.js';
import type { StoredKey, StoredLevel } from './execution-queue-row.js';

/** The highest level reached, by key. */
export type Reached = ReadonlyMap<StoredKey, StoredLevel>;

export interface ClaimedRow {
  readonly uuid: string;
  readonly attempts: number;
  readonly due_at: string;
}

export interface ClaimTerms {
  readonly claimant: string;
  /** End of the lease, ISO 8601. */
  readonly until: string;
  readonly limit: number;
}

/** The statements that differ between databases. An order of `state` 0 waits for its price, one of `state` 1 for the clock. */
interface ClaimStatements {
  /** Selects the orders triggered at `now` (ISO 8601), in any order, reading one index range per trigger key with such orders. */
  readonly triggered: (reached: Reached, now: string) => Sql;
  /** Claims the triggered orders that have been due longest, and returns them in any order. */
  readonly claim: (triggered: Sql, terms: ClaimTerms) => Sql;
  /** Wakes up to `limit` orders whose window has opened, whose back-off is over or whose lease has expired. */
  readonly wake: (now: string, limit: number) => Sql;
}

const POSTGRES: ClaimStatements = {
  // Without the fence (OFFSET 0) and the lower bound, which excludes nothing, Postgres expects a third of all orders to be
  // triggered, and reads them all.
  triggered: (reached, now) => sql`
    SELECT uuid, due_at
    FROM unnest(${[...reached.keys()]}::integer[], ${[...reached.values()]}::text[]) AS reached (watch, level)
    JOIN watched_levels ON watched_levels.watch = reached.watch AND watched_levels.level <= reached.level
    CROSS JOIN LATERAL (
      SELECT uuid, due_at FROM order_queue
      WHERE watch = reached.watch AND state = 0 AND expires_at > ${now} AND level BETWEEN '' AND reached.level
      OFFSET 0
    ) triggered`,

  // Locks orders one by one until there are enough, skipping those that another executor has locked or claimed.
  claim: (triggered, { claimant, until, limit }) => sql`
    WITH triggered AS MATERIALIZED (${triggered} ORDER BY due_at, uuid)
    UPDATE order_queue SET state = 1, wake_at = ${until}, claimant = ${claimant}
    WHERE uuid = ANY(ARRAY(
      SELECT free.uuid FROM triggered CROSS JOIN LATERAL (
        SELECT uuid FROM order_queue WHERE uuid = triggered.uuid AND state = 0 FOR UPDATE SKIP LOCKED
      ) free
      LIMIT ${limit}
    ))
    RETURNING uuid, attempts, due_at`,

  wake: (now, limit) => sql`
    UPDATE order_queue SET state = 0, wake_at = NULL
    WHERE uuid = ANY(ARRAY(
      SELECT uuid FROM order_queue WHERE state = 1 AND wake_at <= ${now}
      ORDER BY wake_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ))`,
};

const SQLITE: ClaimStatements = {
  triggered: (reached, now) => sql`
    SELECT uuid, due_at
    FROM json_each(${levelsByKey(reached)}) AS reached
    CROSS JOIN watched_levels ON watched_levels.watch = CAST(reached.key AS integer)
      AND watched_levels.level <= reached.value
    CROSS JOIN order_queue ON order_queue.watch = watched_levels.watch AND order_queue.level <= reached.value
    WHERE state = 0 AND expires_at > ${now}`,

  claim: (triggered, { claimant, until, limit }) => sql`
    UPDATE order_queue SET state = 1, wake_at = ${until}, claimant = ${claimant}
    WHERE uuid IN (SELECT uuid FROM (${triggered} ORDER BY due_at, uuid LIMIT ${limit}))
    RETURNING uuid, attempts, due_at`,

  wake: (now, limit) => sql`
    UPDATE order_queue SET state = 0, wake_at = NULL
    WHERE uuid IN (
      SELECT uuid FROM order_queue WHERE state = 1 AND wake_at <= ${now} ORDER BY wake_at LIMIT ${limit}
    )`,
};

export const CLAIM_STATEMENTS: Readonly<Record<DialectName, ClaimStatements>> = {
  postgres: POSTGRES,
  sqlite: SQLITE,
};

/** JSON, concatenated by hand: serialising an object with thousands of numeric names is slow. */
const levelsByKey = (reached: Reached): string =>
  `{${[...reached].map(([key, level]) => `"${key}":"${level}"`).join(',')}}`;
