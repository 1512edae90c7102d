import type { LoggedOrderEvent, OrderEventType } from '../../../domain/order/events.js';
import type { OrderUuid } from '../../../domain/order/ids.js';
import type { JsonObject } from '../../../domain/shared/json.js';
import type { FeedEvent, FeedScope, OrderFeed } from '../../../ports/order-feed.js';
import { allOf, plain, prepared, sql, type Database, type DialectName, type Sql } from '../database/index.js';

interface FeedDialect {
  /** Inserts events, given as a select, or as `VALUES`, of order_uuid, seq, type, at and facts. */
  readonly insert: (rows: Sql) => Sql;
  /** Selects `n`: the position up to which everything is readable. */
  readonly newest: Sql;
}

const COLUMNS = plain('(order_uuid, seq, type, at, facts)');

/**
 * Postgres assigns positions before transactions commit, and in a different order. So each transaction that appends takes a shared
 * advisory lock before it takes its first position, and holds the lock until it ends. The lock's number is a position below all of
 * the transaction's. A reader takes the newest position first and looks at the held locks afterwards: everything up to the lowest of
 * them is committed or rolled back. The numbers are the low 31 bits of positions, in the sequence's own class of locks.
 */
const SEQUENCE = plain(`'order_events_position_seq'::regclass`);
const LAST = sql`COALESCE(pg_sequence_last_value(${SEQUENCE}), 0)`;
/**
 * A standby has none of the locks, and its sequence is up to 32 positions ahead of the primary's. Its newest event is readable
 * while none of the transactions that it replays is open; nothing more becomes readable until then. `age` is the distance to the
 * next transaction of which the standby knows nothing: a snapshot does not name open ones above the newest that has ended. Each
 * transaction has written its order, so the standby knows it, before it takes a position.
 */
const LAST_REPLAYED = sql`CASE WHEN age(pg_snapshot_xmin(pg_current_snapshot())::xid) = 0
  THEN (SELECT COALESCE(MAX(position), 0) FROM order_events) ELSE 0 END`;
const POSTGRES: FeedDialect = {
  insert: (rows) => sql`
    WITH announced AS MATERIALIZED (
      SELECT pg_try_advisory_xact_lock_shared(${SEQUENCE}::oid::integer, (${LAST} & 2147483647)::integer) AS held)
    INSERT INTO order_events ${COLUMNS}
    SELECT order_uuid, seq::integer, type, at, facts
    FROM announced CROSS JOIN (${rows}) appended ${COLUMNS} WHERE announced.held`,
  // The subselect depends on the newest position, so it looks at the locks after that position was taken. A lock that was taken in
  // between is for later positions. Its distance is negative and wraps around to a large number, which the condition excludes.
  newest: sql`
    WITH newest AS MATERIALIZED (
      SELECT CASE WHEN pg_is_in_recovery() THEN ${LAST_REPLAYED} ELSE ${LAST} END AS position)
    SELECT LEAST(position, (
      SELECT MIN(newest.position - held.distance)
      FROM (
        SELECT (newest.position - locks.objid::bigint) & 2147483647 AS distance FROM pg_locks locks
        WHERE locks.locktype = 'advisory' AND locks.objsubid = 2 AND locks.classid = ${SEQUENCE}::oid
          AND locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())
      ) held
      WHERE held.distance < 1073741824)) AS n
    FROM newest`,
};

/** On SQLite only one connection writes, and a position is the row's number. */
const SQLITE: FeedDialect = {
  insert: (rows) => sql`INSERT INTO order_events ${COLUMNS} ${rows}`,
  newest: sql`SELECT COALESCE(MAX(position), 0) AS n FROM order_events`,
};

const BY_DIALECT: Readonly<Record<DialectName, FeedDialect>> = { postgres: POSTGRES, sqlite: SQLITE };

/** Appends events to the log and the feed. The rows are a select, or `VALUES`, of order_uuid, seq, type, at and facts. */
export const insertEvents = (dialect: DialectName, rows: Sql): Sql => BY_DIALECT[dialect].insert(rows);

interface FeedRow {
  /** Text on Postgres. */
  readonly position: number | string;
  readonly order_uuid: OrderUuid;
  readonly seq: number;
  readonly type: OrderEventType;
  readonly at: string;
  readonly facts: string;
}

export class TypeOrmOrderFeed implements OrderFeed {
  /** Newest position up to which nothing changes any more. When a transaction begins to append, a lower one may be read for an instant. */
  private known = 0;
  /** The newest event that was read. */
  private seen: FeedEvent | undefined;

  /** @param isShown called before events are returned. */
  constructor(
    private readonly database: Database,
    private readonly isShown: () => Promise<unknown> | undefined = () => undefined,
  ) {}

  async newest(): Promise<number> {
    const read = await this.database.read((queries) =>
      queries.number(prepared(BY_DIALECT[queries.dialect.name].newest)),
    );
    return (this.known = Math.max(this.known, read));
  }

  async lastUpTo(position: number): Promise<FeedEvent | undefined> {
    const end = position <= this.known ? position : Math.min(position, await this.newest());
    const [row] = await this.database.select<FeedRow>(
      prepared(sql`
        SELECT position, order_uuid, seq, type, at, facts FROM order_events
        WHERE position <= ${end} ORDER BY position DESC LIMIT 1`),
    );
    return row && eventOf(row);
  }

  async read({ after, limit, of }: Parameters<OrderFeed['read']>[0]): Promise<readonly FeedEvent[]> {
    // Read by a separate statement before the select, because a statement does not see what is committed after it began.
    const newest = await this.newest();
    if (newest <= after) return [];
    const select = sql`
      SELECT position, order_uuid, seq, type, at, facts FROM order_events
      WHERE ${allOf([sql`position > ${after} AND position <= ${newest}`, of && isIn(of)])}
      ORDER BY position LIMIT ${limit}`;
    const rows =
      of === undefined
        ? await this.database.select<FeedRow>(prepared(select))
        : await this.database.scan('list', (queries) => queries.select<FeedRow>(select));
    if (rows.length > 0) await this.isShown();
    return this.noting(rows.map(eventOf));
  }

  async isIntact(): Promise<boolean> {
    const { seen } = this;
    if (seen !== undefined) {
      const [row] = await this.database.select<FeedRow>(
        prepared(sql`
          SELECT position, order_uuid, seq, type, at, facts FROM order_events WHERE position = ${seen.position}`),
      );
      const there = row && eventOf(row);
      if (there?.uuid !== seen.uuid || there.at.getTime() !== seen.at.getTime()) return false;
    }
    const last = await this.lastUpTo(await this.newest());
    if (last !== undefined) this.noting([last]);
    return true;
  }

  restart(): void {
    [this.known, this.seen] = [0, undefined];
  }

  private noting(events: readonly FeedEvent[]): readonly FeedEvent[] {
    const last = events.at(-1);
    if (last !== undefined && last.position > (this.seen?.position ?? 0)) this.seen = last;
    return events;
  }

  onAppended(listener: () => void): () => void {
    return this.database.onAppended(listener);
  }
}

function isIn(scope: FeedScope): Sql {
  if ('uuid' in scope) return sql`order_uuid = ${scope.uuid}`;
  const { owner, strategyId }: { readonly owner?: string; readonly strategyId?: string | undefined } = scope;
  const conditions = [
    owner === undefined ? undefined : sql`owner = ${owner}`,
    strategyId === undefined ? undefined : sql`strategy_id = ${strategyId}`,
  ];
  return sql`order_uuid IN (SELECT uuid FROM orders WHERE ${allOf(conditions)})`;
}

function eventOf({ position, order_uuid: uuid, seq, type, at, facts }: FeedRow): FeedEvent {
  const event: LoggedOrderEvent = { seq, type, at: new Date(at), facts: JSON.parse(facts) as JsonObject };
  return { ...event, uuid, position: Number(position) };
}
