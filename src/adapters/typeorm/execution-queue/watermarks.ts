import { REACHED_STOP } from '../../../domain/order/conditions/trail.js';
import {
  groupName,
  groupNamed,
  type GridPoint,
  type Mark,
  type ReachedTrails,
  type TrailGroup,
} from '../../../domain/order/conditions/marks.js';
import type { GroupMarks, NewMark, Watermarks } from '../../../ports/watermarks.js';
import { sql, type Database, type Queries, type Sql } from '../database/index.js';
import { storedKey, storedLevel } from './execution-queue-row.js';

/** Lock that lets one process at a time move marks. */
const LOCK = 'watermarks';

const IS_IN_USE = sql`EXISTS (SELECT 1 FROM order_trails WHERE order_trails.trail_group = trail_groups.id)`;

interface MarkRow {
  readonly name: string;
  readonly at: number | null;
  readonly level: string | null;
}

export class TypeOrmWatermarks implements Watermarks {
  constructor(private readonly database: Database) {}

  async groups(): Promise<readonly TrailGroup[]> {
    const rows = await this.database.select<Pick<MarkRow, 'name'>>(
      sql`SELECT name FROM trail_groups WHERE ${IS_IN_USE}`,
    );
    return rows.map(({ name }) => groupNamed(name));
  }

  async list(): Promise<readonly GroupMarks[]> {
    const rows = await this.database.select<MarkRow>(sql`
      SELECT name, trail_marks.at, trail_marks.level
      FROM trail_groups LEFT JOIN trail_marks ON trail_marks.trail_group = trail_groups.id WHERE ${IS_IN_USE}`);
    const byName = new Map<string, Mark[]>();
    for (const { name, at, level } of rows) {
      const marks = byName.get(name) ?? [];
      if (at !== null && level !== null) marks.push({ at, level: BigInt(level) });
      byName.set(name, marks);
    }
    return [...byName].map(([name, marks]) => ({ group: groupNamed(name), marks }));
  }

  async raise(marks: readonly NewMark[], before: GridPoint): Promise<void> {
    const rows = marks.map(({ group, mark: { at, level } }) => ({
      name: groupName(group),
      at,
      level: storedLevel(level),
    }));
    await this.database.write(async (queries, lock) => {
      await lock(LOCK);
      if (rows.length > 0) await replaceMarks(queries, queries.dialect.records(rows));
      await queries.execute(sql`DELETE FROM trail_marks WHERE at < ${before}`);
      // Orders are removed when they end, but not by the release before.
      await queries.execute(sql`
        DELETE FROM order_trails WHERE since < ${before} AND NOT EXISTS (
          SELECT 1 FROM orders WHERE orders.uuid = order_trails.uuid AND status IN ('open', 'broadcasted'))`);
    });
  }

  async trigger(reached: readonly ReachedTrails[]): Promise<void> {
    const rows = reached.map(({ group, after, until, trail, mark }) => ({
      name: groupName(group),
      after,
      until,
      trail: storedLevel(trail),
      mark: storedLevel(mark),
    }));
    await this.database.write(async (queries, lock) => {
      await lock(LOCK);
      if (rows.length === 0) return queries.execute(release(sql`1 = 1`));
      const uuids = reachedOrders(queries.dialect.records(rows));
      // Precedes the orders: until the commit, the levels are not corrected.
      for (const statement of LOWER_LEVEL) await queries.execute(statement);
      await queries.execute(release(sql`uuid NOT IN (${uuids})`));
      return queries.execute(sql`
        UPDATE order_queue SET watch = (${WATCH}), level = ${storedLevel(REACHED_STOP.level)}
        WHERE (watch IS NULL OR watch <> (${WATCH})) AND ${queries.dialect.among(sql`uuid`, uuids)}`);
    });
  }
}

async function replaceMarks(queries: Queries, records: Sql): Promise<void> {
  const added = sql`${records} JOIN trail_groups ON trail_groups.name = r.name`;
  await queries.execute(sql`
    DELETE FROM trail_marks WHERE (trail_group, at) IN (
      SELECT trail_marks.trail_group, trail_marks.at FROM ${added} JOIN trail_marks
        ON trail_marks.trail_group = trail_groups.id AND trail_marks.at < r.at AND trail_marks.level <= r.level)`);
  await queries.execute(sql`
    INSERT INTO trail_marks (trail_group, at, level) SELECT trail_groups.id, r.at, r.level FROM ${added} WHERE true
    ON CONFLICT (trail_group, at) DO UPDATE SET level = excluded.level WHERE excluded.level > trail_marks.level`);
}

const { conditionToken, baseAsset } = REACHED_STOP;

/** Selects the number under which orders wait whose stop is reached. */
const WATCH = sql`
  SELECT 2 * id + ${storedKey(0, REACHED_STOP.direction)} AS watch FROM watched_pairs
  WHERE condition_token = ${conditionToken} AND base_asset = ${baseAsset}`;

/** Makes the queue look at that number. */
const LOWER_LEVEL = [
  sql`INSERT INTO watched_pairs (condition_token, base_asset) VALUES (${conditionToken}, ${baseAsset})
    ON CONFLICT DO NOTHING`,
  sql`INSERT INTO watched_levels (watch, level)
    SELECT watches.watch, ${storedLevel(REACHED_STOP.level)} FROM (${WATCH}) watches WHERE true
    ON CONFLICT (watch) DO UPDATE SET level = excluded.level WHERE excluded.level < watched_levels.level`,
];

/** Takes orders whose stop is no longer reached out of the queue's levels. */
const release = (which: Sql): Sql =>
  sql`UPDATE order_queue SET watch = NULL, level = NULL WHERE watch = (${WATCH}) AND ${which}`;

const reachedOrders = (records: Sql): Sql => sql`
  SELECT order_trails.uuid FROM ${records} JOIN trail_groups ON trail_groups.name = r.name
  JOIN order_trails ON order_trails.trail_group = trail_groups.id AND order_trails.trail <= r.trail
    AND order_trails.since > r.after AND order_trails.since <= r.until AND order_trails.activation <= r.mark`;
