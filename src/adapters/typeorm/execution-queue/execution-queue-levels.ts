import { StorageFailure } from '../../../ports/index.js';
import { sql, type Database } from '../database/index.js';

/** Trigger keys corrected at a time, which bounds how long inserts wait on Postgres, and the time until the next ones. */
const [KEYS_AT_ONCE, EVERY_MS] = [500, 60_000];

/** Code of Postgres: a lock is in use. */
const LOCKED = '55P03';

/**
 * Corrects `watched_levels`, the lowest level at which an order waits by trigger key: inserts of orders only lower it. Until then a
 * pass reads an index range in which nothing waits. A level that is above an order's, which would never be sent, is lowered as well.
 */
export class LowestLevels {
  private corrected: Date | undefined;
  private next = 0;

  constructor(private readonly database: Database) {}

  /** Corrects the next keys if the last ones were corrected a while ago. Skips them if an order is being inserted for long. */
  async correct(now: Date): Promise<void> {
    const sinceMs = now.getTime() - (this.corrected?.getTime() ?? -Infinity);
    if (sinceMs >= 0 && sinceMs < EVERY_MS) return;
    this.corrected = now;
    const from = this.next;
    const to = from + KEYS_AT_ONCE;
    try {
      const highest = await this.database.write(async (queries) => {
        // A transaction that inserts an order has read its level and locks the table until it commits, so no insert is unseen.
        for (const statement of queries.dialect.exclude('watched_levels')) await queries.execute(statement);
        await queries.execute(sql`
          DELETE FROM watched_levels WHERE watch >= ${from} AND watch < ${to}
            AND NOT EXISTS (SELECT 1 FROM order_queue WHERE order_queue.watch = watched_levels.watch)`);
        await queries.execute(sql`
          INSERT INTO watched_levels (watch, level)
          SELECT keys.watch, keys.level FROM (
            SELECT watch, (SELECT MIN(level) FROM (
              SELECT MIN(level) AS level FROM order_queue WHERE watch = key.watch AND state = 0
              UNION ALL SELECT MIN(level) FROM order_queue WHERE watch = key.watch AND state = 1
              UNION ALL SELECT MIN(level) FROM order_queue WHERE watch = key.watch AND state = 2) AS lows) AS level
            FROM (SELECT 2 * id AS watch FROM watched_pairs WHERE id >= ${from / 2} AND id < ${to / 2}
              UNION ALL SELECT 2 * id + 1 FROM watched_pairs WHERE id >= ${from / 2} AND id < ${to / 2}) AS key) AS keys
          WHERE keys.level IS NOT NULL
          ON CONFLICT (watch) DO UPDATE SET level = excluded.level WHERE excluded.level <> watched_levels.level`);
        return queries.number(sql`SELECT MAX(id) AS n FROM watched_pairs`);
      });
      this.next = to > 2 * highest + 1 ? 0 : to;
    } catch (error) {
      if (!(error instanceof StorageFailure && error.code === LOCKED)) throw error;
    }
  }
}
