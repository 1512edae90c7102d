import type { PairRatio, WatchedPair } from '../../../ports/execution-queue.js';
import { sql, type Database } from '../database/index.js';
import type { Reached } from './execution-queue-claim.js';
import {
  ANY_TIME,
  reachedLevel,
  watchOf,
  type Level,
  type StoredPair,
  type Watch,
} from './execution-queue-row.js';

interface PairRow {
  readonly id: number;
  readonly condition_token: string;
  readonly base_asset: string;
}

/** Steps from one watched pair to the next in the index, past all orders of a pair at once. */
const LIST_WATCHED = sql`
  WITH RECURSIVE watches (watch) AS (
    SELECT MIN(watch) FROM order_queue WHERE watch > 0 AND state < 2
    UNION ALL
    SELECT (SELECT MIN(watch) FROM order_queue WHERE watch > (watches.watch | 1) AND state < 2)
      FROM watches WHERE watches.watch IS NOT NULL)
  SELECT id, condition_token, base_asset FROM watched_pairs
    WHERE id IN (SELECT watch / 2 FROM watches) AND condition_token <> '*'`;

/** Caches the numbers of pairs. A number is never changed or reused. */
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

  /** How far the ratios reach each watch; omits pairs that no order has ever watched. */
  async reachedBy(ratios: readonly PairRatio[]): Promise<Reached> {
    const all = [{ ...ANY_TIME, floor: 0n, ceiling: 1n }, ...ratios];
    await this.lookUp(all.filter((pair) => !this.numbers.has(keyOf(pair))));
    const reached = new Map<Watch, Level>();
    for (const ratio of all) {
      const id = this.numbers.get(keyOf(ratio));
      for (const direction of ['gt', 'lt'] as const) {
        const level = reachedLevel(direction, ratio);
        if (id !== undefined && level !== undefined) reached.set(watchOf(id, direction), level);
      }
    }
    return reached;
  }

  private async lookUp(pairs: readonly StoredPair[]): Promise<void> {
    if (pairs.length === 0) return;
    const tokens = [...new Set(pairs.map(({ conditionToken }) => conditionToken))];
    const rows = await this.database.read((queries) =>
      queries.select<PairRow>(
        sql`SELECT id, condition_token, base_asset FROM watched_pairs WHERE ${queries.oneOf(sql`condition_token`, tokens)}`,
      ),
    );
    for (const row of rows) this.remember(row);
  }

  private remember({ id, condition_token, base_asset }: PairRow): void {
    this.numbers.set(`${condition_token} ${base_asset}`, id);
  }
}

const keyOf = ({ conditionToken, baseAsset }: StoredPair) => `${conditionToken} ${baseAsset}`;
