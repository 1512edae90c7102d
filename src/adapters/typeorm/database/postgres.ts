import { createHash } from 'node:crypto';
import type { ClientBase, QueryResult } from 'pg';
import { QueryFailedError, type DataSource, type QueryRunner } from 'typeorm';
import type { Result } from '../../../domain/shared/result.js';
import type { StorageFailure } from '../../../ports/index.js';
import { Database, type Engine, type ScanKind } from './database.js';
import { isBorrowed } from './borrowed-pool.js';
import { failureOf } from './failures.js';
import { before, isCallersWork, isOwnWork, isUrgentWork, whileCallerWaits } from './own-work.js';
import { PostgresNotices } from './postgres-notices.js';
import { PostgresPool } from './postgres-pool.js';
import { beginIn, endIn, optionsIn, urlIn } from './postgres-schema.js';
import { onConnection } from './postgres-work.js';
import { positionOf, type Position } from './position.js';
import type { Queries } from './queries.js';
import { plain, prepared, sql, textOf } from './sql.js';

/** Arbitrary number that other programs on the same Postgres are unlikely to lock. */
const MIGRATION_LOCK = 7_585_239_404;

/** Limits in milliseconds, with the driver's names: no work waits longer for a hanging database or a locked table. */
const TIME_LIMITS = {
  connectionTimeoutMillis: 20_000,
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 60_000,
};

/** Connections for the exchange's own work: as many as TypeORM opens for commands and programs. */
const OWN_WORK = { ...TIME_LIMITS, max: 10 };
/** Connections for callers, who wait less than five seconds. Soon after a caller has stopped waiting, the statement ends too. */
const CALLERS = {
  ...TIME_LIMITS,
  max: 10,
  connectionTimeoutMillis: 4_500,
  statement_timeout: 5_000,
  lock_timeout: 4_000,
};
/** Connections for urgent calls of callers: few, since they are short and rare. They stay open, to be there when all else is busy. */
const URGENT = { ...CALLERS, max: 4, idleTimeoutMillis: 0 };
/** The connection that listens for other processes' notices. */
const NOTICES = { ...TIME_LIMITS, max: 1 };
/**
 * Connections for scans, so that scans delay only each other. A scan may be slow, but in total it waits no longer than a caller does,
 * whether for a connection, a lock, or a database that does not respond.
 */
const SCANS = {
  ...TIME_LIMITS,
  max: 4,
  connectionTimeoutMillis: 2_500,
  statement_timeout: 10_000,
  lock_timeout: 2_000,
};
/** Interval at which the database is polled while a scan runs, and the time within which it must respond, ms. */
const [CHECK_EVERY_MS, ANSWER_MS] = [4_000, 500];

/** Time for which a transaction waits to be alone with a table, during which others wait behind it, ms. */
const EXCLUDES_WITHIN_MS = 50;

export const POSTGRES: Engine = {
  name: 'postgres',
  driver: 'postgres',
  // A migration may take longer than any statement of a request.
  beginMigration: (schema) => [
    'BEGIN',
    'SET LOCAL statement_timeout = 0',
    // One lock for all schemas, since they share the extension.
    `SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`,
    ...(schema === undefined ? [] : beginIn(schema)),
  ],
  endMigration: (schema) => (schema === undefined ? [] : endIn(schema)),
  hasSchemas: true,
  placeholder: (n) => `$${n}`,
  oneOf: (column, values) => sql`${column} = ANY(${values})`,
  records: (rows) => {
    const columns = Object.entries(rows[0] ?? {}).map(
      ([name, value]) => `${name} ${typeof value === 'number' ? 'bigint' : 'text'}`,
    );
    return sql`json_to_recordset(${JSON.stringify(rows)}::json) AS r(${plain(columns.join(', '))})`;
  },
  contains: (text, part) => sql`strpos(${text}, ${part}) > 0`,
  among: (column, values) => sql`${column} = ANY(ARRAY(${values}))`,
  reach: (tables) => [plain(`LOCK TABLE ${tables.join(', ')} IN ROW EXCLUSIVE MODE`)],
  exclude: (table) => [
    plain(`SET LOCAL lock_timeout = ${EXCLUDES_WITHIN_MS}`),
    plain(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`),
  ],
  // Without pg_monitor a role sees the transactions of its own connections only.
  oldestTransaction: sql`SELECT EXTRACT(EPOCH FROM clock_timestamp() - MIN(xact_start)) AS n FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
      AND backend_type = 'client backend'`,
  runPrepared: async (runner, text, values) => {
    const client = (await runner.connect()) as ClientBase;
    try {
      const { rows, rowCount } = await client.query<object>({
        ...(!isBorrowed(client) && { name: nameOf(text) }),
        text,
        values,
      });
      return { records: rows, affected: rowCount ?? 0 };
    } catch (error) {
      throw new QueryFailedError(text, values, error as Error);
    }
  },
  storeRecords: (runner, records, statement) => {
    const { texts, values } = statement(POSTGRES.records(records));
    return POSTGRES.runPrepared(
      runner,
      textOf(texts, (n) => POSTGRES.placeholder(n)),
      [...values],
    );
  },
  gathered: (numbers, bytes) =>
    sql`string_agg(${numbers}::text, ',') AS numbers, string_agg(${bytes}, ''::bytea) AS bytes`,
  optionsFor: (url, schema) => {
    if (!/^postgres(ql)?:\/\//.test(url)) return undefined;
    const shared = { type: 'postgres', applicationName: 'sluice' } as const;
    if (schema === undefined) return { ...shared, url, extra: TIME_LIMITS };
    const extra = { ...TIME_LIMITS, options: optionsIn(schema) };
    return { ...shared, url: urlIn(schema, url), schema, extra };
  },
  // Does nothing, since any number of processes may share the database.
  own: async () => async () => {},
  prepare: async () => {},
  open: async (dataSource, schema) =>
    new PostgresDatabase(dataSource, schema === undefined ? 0 : seedOf(schema)),
};

const names = new Map<string, string>();

/** Postgres distinguishes prepared statements by the first 63 characters of their names. */
function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) names.set(text, (name = createHash('sha256').update(text).digest('base64url')));
  return name;
}

/** Number that distinguishes the schema's advisory locks, since locks belong to the database, not to a schema. */
const seedOf = (schema: string): number => createHash('sha256').update(schema).digest().readUInt32BE();

/** Each unit of work has its own pooled connection and READ COMMITTED transaction. */
class PostgresDatabase extends Database {
  private readonly ownWork: PostgresPool;
  private readonly callers: PostgresPool;
  private readonly urgent: PostgresPool;
  private readonly scans: PostgresPool;
  private readonly notices: PostgresNotices;
  private committed: ((position: Position) => void) | undefined;

  /**
   * @param dataSource has the connections for all other work.
   * @param lockSeed distinguishes the locks of storages in one database.
   */
  constructor(
    private readonly dataSource: DataSource,
    private readonly lockSeed: number,
  ) {
    super();
    this.ownWork = new PostgresPool(dataSource, OWN_WORK);
    this.callers = new PostgresPool(dataSource, CALLERS);
    this.urgent = new PostgresPool(dataSource, URGENT);
    this.scans = new PostgresPool(dataSource, SCANS);
    this.notices = new PostgresNotices(
      new PostgresPool(dataSource, NOTICES),
      // Like locks, channels belong to the database, not to a schema.
      `sluice_order_events_${lockSeed}`,
      (channel, sender) =>
        this.read(async (queries) => {
          await queries.execute(sql`SELECT pg_notify(${channel}, ${sender})`);
        }),
      this.appended.tell,
    );
  }

  async read<T>(query: (queries: Queries) => Promise<T>): Promise<T> {
    return this.whileWaiting(query);
  }

  override async scan<T>(_kind: ScanKind, query: (queries: Queries) => Promise<T>): Promise<T> {
    const { done, abandon } = onConnection(openedBy(this.scans), POSTGRES, query);
    if (!isCallersWork()) return done;
    return whileAnswering(done, () => this.read((queries) => queries.number(sql`SELECT 1 AS n`)), abandon);
  }

  override onAppended(listener: () => void): () => void {
    this.notices.listen();
    return super.onAppended(listener);
  }

  async transact<T, E>(work: (queries: Queries) => Promise<Result<T, E>>): Promise<Result<T, E>> {
    const { result, appendsEvents } = await this.whileWaiting(async (queries, runner) => {
      try {
        await runner.startTransaction();
        const result = await work(queries);
        if (queries.failure !== undefined) throw queries.failure;
        await (result.ok ? this.commit(runner) : runner.rollbackTransaction());
        return { result, appendsEvents: result.ok && queries.appendsEvents };
      } catch (error) {
        // The rollback fails on a lost connection, where the server has already rolled back.
        await runner.rollbackTransaction().catch(() => undefined);
        throw error;
      }
    });
    if (appendsEvents) {
      this.appended.tell();
      this.notices.announce();
    }
    return result;
  }

  override onCommitted(listener: (position: Position) => void): void {
    this.committed = listener;
  }

  private async commit(runner: QueryRunner): Promise<void> {
    if (this.committed === undefined) return runner.commitTransaction();
    this.committed(await commitAt(runner));
  }

  private whileWaiting<T>(work: (queries: Queries, runner: QueryRunner) => Promise<T>): Promise<T> {
    const { done, abandon } = onConnection(this.connections(), POSTGRES, work);
    return whileCallerWaits(done, abandon);
  }

  async lock(queries: Queries, ...names: readonly string[]): Promise<void> {
    await queries.select(
      prepared(
        sql`SELECT pg_advisory_xact_lock(hashtextextended(name, ${this.lockSeed})) FROM unnest(${names}::text[]) AS name`,
      ),
    );
  }

  async close(): Promise<void> {
    // Destroying a pool waits for connections in use.
    const pools = [this.ownWork, this.callers, this.urgent, this.scans, this.notices];
    await Promise.all(pools.map((pool) => pool.close()));
  }

  private connections(): DataSource | Promise<DataSource> {
    if (isOwnWork()) return openedBy(this.ownWork);
    if (isUrgentWork()) return openedBy(this.urgent);
    return isCallersWork() ? openedBy(this.callers) : this.dataSource;
  }
}

const COMMIT_AT = 'COMMIT; SELECT pg_current_wal_insert_lsn()::text AS position';

/**
 * Commits, and returns a position behind the commit, in one round trip. The position is that of the last inserted record, not of the
 * last written one, which may precede a commit that does not wait for the disk. The runner must be released next: TypeORM does not
 * know of the commit.
 */
async function commitAt(runner: QueryRunner): Promise<Position> {
  const client = (await runner.connect()) as ClientBase;
  try {
    const results = (await client.query(COMMIT_AT)) as unknown as readonly QueryResult<{
      position: string;
    }>[];
    return positionOf(results.at(-1)!.rows[0]!.position);
  } catch (error) {
    throw new QueryFailedError(COMMIT_AT, [], error as Error);
  }
}

const openedBy = (pool: PostgresPool): Promise<DataSource> =>
  pool.dataSource().catch((error: unknown) => {
    throw failureOf(error);
  });

/** Result of the work. While it runs, the database is polled, and the work is abandoned if the database does not respond. */
async function whileAnswering<T>(
  working: Promise<T>,
  ask: () => Promise<unknown>,
  abandon: (failure: StorageFailure) => void,
): Promise<T> {
  try {
    while (!(await settlesWithin(CHECK_EVERY_MS, working)))
      await Promise.race([working, before(ANSWER_MS, ask(), () => {})]);
  } catch (error) {
    abandon(error as StorageFailure);
    throw error;
  }
  return working;
}

const settlesWithin = (ms: number, working: Promise<unknown>): Promise<boolean> =>
  before(
    ms,
    working.then(
      () => true,
      () => true,
    ),
    () => {},
  ).catch(() => false);
