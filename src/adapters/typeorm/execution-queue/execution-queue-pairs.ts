import type { TriggerLevel, TriggerPair } from '../../../domain/order/conditions/rules.js';
import { plain, sql, type Database, type Sql } from '../database/index.js';
import type { Reached } from './execution-queue-claim.js';
import { storedKey, storedLevel, type StoredKey, type StoredLevel } from './execution-queue-row.js';

type PairRow = TriggerPair & { readonly id: number };

const PAIR = plain('id, condition_token AS "conditionToken", base_asset AS "baseAsset"');

/** Caches the numbers of pairs. A number is never changed or reused. */
export class PairNumbers {
  // By conditionToken, then baseAsset. Joining the two into one key would cost more than all look-ups of a tick.
  private readonly numbers = new Map<string, Map<string, number>>();
  private readonly pairs = new Map<number, TriggerPair>();

  constructor(private readonly database: Database) {}

  /** The pairs of waiting orders, and of some that waited lately. */
  async list(): Promise<readonly TriggerPair[]> {
    const rows = await this.database.select<{ id: number }>(
      sql`SELECT DISTINCT watch / 2 AS id FROM watched_levels ORDER BY 1`,
    );
    const unknown = rows.map(({ id }) => id).filter((id) => !this.pairs.has(id));
    await this.remember(sql`id`, unknown);
    return rows.map(({ id }) => this.pairs.get(id)!);
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
    const tokens = [...new Set(pairs.map(({ conditionToken }) => conditionToken))];
    await this.remember(sql`condition_token`, tokens);
  }

  private async remember(column: Sql, values: readonly (string | number)[]): Promise<void> {
    if (values.length === 0) return;
    const rows = await this.database.read((queries) =>
      queries.select<PairRow>(
        sql`SELECT ${PAIR} FROM watched_pairs WHERE ${queries.dialect.oneOf(column, values)}`,
      ),
    );
    for (const { id, conditionToken, baseAsset } of rows) {
      const numbers = this.numbers.get(conditionToken) ?? new Map<string, number>();
      this.numbers.set(conditionToken, numbers.set(baseAsset, id));
      this.pairs.set(id, { conditionToken, baseAsset });
    }
  }
}
