import type { TriggerLevel, TriggerPair } from '../../../domain/order/conditions/rules.js';
import { plain, sql, type Database } from '../database/index.js';
import type { Reached } from './execution-queue-claim.js';
import { storedKey, storedLevel, type StoredKey, type StoredLevel } from './execution-queue-row.js';

type PairRow = TriggerPair & { readonly id: number };

const PAIR = plain('id, condition_token AS "conditionToken", base_asset AS "baseAsset"');

/** Selects the pairs of waiting orders, stepping in the index from one pair to the next without reading all orders of a pair. */
const LIST_PAIRS = sql`
  WITH RECURSIVE watches (watch) AS (
    SELECT MIN(watch) FROM order_queue WHERE watch > 0 AND state < 2
    UNION ALL
    SELECT (SELECT MIN(watch) FROM order_queue WHERE watch > (watches.watch | 1) AND state < 2)
      FROM watches WHERE watches.watch IS NOT NULL)
  SELECT ${PAIR} FROM watched_pairs
    WHERE id IN (SELECT watch / 2 FROM watches)`;

/** Caches the numbers of pairs. A number is never changed or reused. */
export class PairNumbers {
  // By conditionToken, then baseAsset. Joining the two into one key would cost more than all look-ups of a tick.
  private readonly numbers = new Map<string, Map<string, number>>();

  constructor(private readonly database: Database) {}

  /** The pairs of waiting orders. */
  async list(): Promise<readonly TriggerPair[]> {
    const rows = await this.database.select<PairRow>(LIST_PAIRS);
    for (const row of rows) this.remember(row);
    return rows.map(({ conditionToken, baseAsset }) => ({ conditionToken, baseAsset }));
  }

  /** The levels by stored key. A pair is left out if no order with it was ever stored. */
  async storedLevels(levels: readonly TriggerLevel[]): Promise<Reached> {
    await this.lookUp(levels.filter((level) => this.numberOf(level) === undefined));
    const reached = new Map<StoredKey, StoredLevel>();
    for (const each of levels) {
      const id = this.numberOf(each);
      if (id !== undefined) reached.set(storedKey(id, each.direction), storedLevel(each.level));
    }
    return reached;
  }

  private numberOf({ conditionToken, baseAsset }: TriggerPair): number | undefined {
    return this.numbers.get(conditionToken)?.get(baseAsset);
  }

  private async lookUp(pairs: readonly TriggerPair[]): Promise<void> {
    if (pairs.length === 0) return;
    const tokens = [...new Set(pairs.map(({ conditionToken }) => conditionToken))];
    const rows = await this.database.read((queries) =>
      queries.select<PairRow>(
        sql`SELECT ${PAIR} FROM watched_pairs WHERE ${queries.dialect.oneOf(sql`condition_token`, tokens)}`,
      ),
    );
    for (const row of rows) this.remember(row);
  }

  private remember({ id, conditionToken, baseAsset }: PairRow): void {
    const numbers = this.numbers.get(conditionToken) ?? new Map<string, number>();
    this.numbers.set(conditionToken, numbers.set(baseAsset, id));
  }
}
