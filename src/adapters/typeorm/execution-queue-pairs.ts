import type { WatchedPair } from '../../ports/execution-queue.js';
import type { Database } from './database.js';
import type { StoredPair } from './execution-queue-row.js';
import { plain, sql } from './sql.js';

interface PairRow {
  readonly id: number;
  readonly condition_token: string;
  readonly base_asset: string;
}

/** Goes from one watched pair to the next by the index, past all of a pair's orders in one step. */
const LIST_WATCHED = plain(`
  WITH RECURSIVE watches (watch) AS (
    SELECT MIN(watch) FROM order_queue WHERE watch > 0 AND state < 2
    UNION ALL
    SELECT (SELECT MIN(watch) FROM order_queue WHERE watch > (watches.watch | 1) AND state < 2)
      FROM watches WHERE watches.watch IS NOT NULL)
  SELECT id, condition_token, base_asset FROM watched_pairs
    WHERE id IN (SELECT watch / 2 FROM watches) AND condition_token <> '*'`);

/** Remembers the numbers of pairs. A number is never changed or given again. */
export class PairNumbers {
  private readonly numbers = new Map<string, number>();

  constructor(private readonly database: Database) {}

  /** The pairs that waiting orders watch. */
  async listWatched(): Promise<readonly WatchedPair[]> {
    const rows = await this.database.read((queries) => queries.select<PairRow>(LIST_WATCHED));
    return rows.map((row) => {
      this.remember(row);
      return { conditionToken: row.condition_token, baseAsset: row.base_asset } as WatchedPair;
    });
  }

  /** Of each of these that an order ever watched. */
  async numbersOf(pairs: readonly StoredPair[]): Promise<{ get(pair: StoredPair): number | undefined }> {
    const unknown = pairs.filter((pair) => !this.numbers.has(keyOf(pair)));
    if (unknown.length > 0) {
      const tokens = [...new Set(unknown.map(({ conditionToken }) => conditionToken))];
      const rows = await this.database.read((queries) =>
        queries.select<PairRow>(
          sql`SELECT id, condition_token, base_asset FROM watched_pairs WHERE ${queries.oneOf(sql`condition_token`, tokens)}`,
        ),
      );
      for (const row of rows) this.remember(row);
    }
    return { get: (pair) => this.numbers.get(keyOf(pair)) };
  }

  private remember({ id, condition_token, base_asset }: PairRow): void {
    this.numbers.set(`${condition_token} ${base_asset}`, id);
  }
}

const keyOf = ({ conditionToken, baseAsset }: StoredPair) => `${conditionToken} ${baseAsset}`;
