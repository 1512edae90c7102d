import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import { QueryFailedError, type DataSource } from 'typeorm';
import type { Result } from '../../../domain/shared/result.js';
import { Appended } from './appended.js';
import { Database, type Engine, type ScanKind } from './database.js';
import { isBorrowed } from './borrowed-pool.js';
import { failureOf } from './failures.js';
import { isOwnWork } from './own-work.js';
import { PostgresNotices } from './postgres-notices.js';
import { PostgresPool } from './postgres-pool.js';
import { beginIn, endIn, optionsIn, urlIn } from './postgres-schema.js';
import { Queries } from './queries.js';
import { prepared, sql } from './sql.js';

/** Any number that other programs on the same Postgres are unlikely to lock. */
const MIGRATION_LOCK = 7_585_239_404;

/** Milliseconds, as the driver names them. Nothing waits for a database that hangs or a table that is locked for longer. */
const TIME_LIMITS = {
  connectionTimeoutMillis: 20_000,
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 60_000,
};

/** Connections for the exchange's own work: as many as TypeORM opens for callers. */
const OWN_WORK = { ...TIME_LIMITS, max: 10 };
/** Connections for scans, which wait for each other rather than for everyone, and end before any write does. */
/** The connection that listens for other processes' notices. */
const NOTICES = { ...TIME_LIMITS, max: 1 };
const SCANS = { ...TIME_LIMITS, max: 4, connectionTimeoutMillis: 5_000, statement_timeout: 10_000 };

export const POSTGRES: Engine = {
  name: 'postgres',
  driver: 'postgres',
  // A migration may take longer than any statement of a request.
  beginMigration: (schema) => [
    'BEGIN',
    'SET LOCAL statement_timeout = 0',
    // One for all schemas: they share the extension.
    `SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`,
    ...(schema === undefined ? [] : beginIn(schema)),
  ],
  endMigration: (schema) => (schema === undefined ? [] : endIn(schema)),
  hasSchemas: true,
  placeholder: (n) => `$${n}`,
  oneOf: (column, values) => sql`${column} = ANY(${values})`,
  contains: (text, part) => sql`strpos(${text}, ${part}) > 0`,
  among: (column, values) => sql`${column} = ANY(ARRAY(${values}))`,
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
  gathered: (numbers, bytes) =>
    sql`string_agg(${numbers}::text, ',') AS numbers, string_agg(${bytes}, ''::bytea) AS bytes`,
  optionsFor: (url, schema) => {
    if (!/^postgres(ql)?:\/\//.test(url)) return undefined;
    const shared = { type: 'postgres', applicationName: 'sluice' } as const;
    if (schema === undefined) return { ...shared, url, extra: TIME_LIMITS };
    const extra = { ...TIME_LIMITS, options: optionsIn(schema) };
    return { ...shared, url: urlIn(schema, url), schema, extra };
  },
  // Any number of processes share the database.
  own: async () => async () => {},
  prepare: async () => {},
  open: async (dataSource, schema) =>
    new PostgresDatabase(dataSource, schema === undefined ? 0 : seedOf(schema)),
};

const names = new Map<string, string>();

/** Postgres tells prepared statements apart by the first 63 characters of their names. */
function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) names.set(text, (name = createHash('sha256').update(text).digest('base64url')));
  return name;
}

/** Advisory locks are the database's, not the schema's. */
const seedOf = (schema: string): number => createHash('sha256').update(schema).digest().readUInt32BE();

/** Each unit of work has its own pooled connection and READ COMMITTED transaction. */
class PostgresDatabase extends Database {
  private readonly ownWork: PostgresPool;
  private readonly scans: PostgresPool;
  private readonly notices: PostgresNotices;
  readonly appended: Appended;

  /**
   * @param dataSource has the connections for callers.
   * @param lockSeed tells apart the locks of storages in one database.
   */
  constructor(
    private readonly dataSource: DataSource,
    private readonly lockSeed: number,
  ) {
    super();
    this.ownWork = new PostgresPool(dataSource, OWN_WORK);
    this.scans = new PostgresPool(dataSource, SCANS);
    this.notices = new PostgresNotices(
      new PostgresPool(dataSource, NOTICES),
      // Channels are the database's, as locks are.
      `sluice_order_events_${lockSeed}`,
      (channel, sender) =>
        this.read(async (queries) => {
          await queries.execute(sql`SELECT pg_notify(${channel}, ${sender})`);
        }),
      () => this.appended.notify(),
    );
    this.appended = new Appended(() => this.notices.listen());
  }

  async read<T>(query: (queries: Queries) => Promise<T>): Promise<T> {
    return readOn(await this.connections(), query);
  }

  override async scan<T>(_kind: ScanKind, query: (queries: Queries) => Promise<T>): Promise<T> {
    return readOn(await openedBy(this.scans), query);
  }

  async transact<T, E>(work: (queries: Queries) => Promise<Result<T, E>>): Promise<Result<T, E>> {
    const runner = (await this.connections()).createQueryRunner();
    const queries = new Queries(runner, POSTGRES);
    try {
      await runner.startTransaction();
      const result = await work(queries);
      if (queries.failure !== undefined) throw queries.failure;
      await (result.ok ? runner.commitTransaction() : runner.rollbackTransaction());
      if (result.ok && queries.appendsEvents) {
        this.appended.notify();
        this.notices.announce();
      }
      return result;
    } catch (error) {
      // The rollback fails on a lost connection, where the server has rolled back already.
      await runner.rollbackTransaction().catch(() => undefined);
      throw failureOf(error);
    } finally {
      await runner.release();
    }
  }

  async lock(queries: Queries, name: string): Promise<void> {
    await queries.select(
      prepared(sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, ${this.lockSeed}))`),
    );
  }

  async close(): Promise<void> {
    // Destroying a pool waits for connections in use.
    await Promise.all([this.ownWork.close(), this.scans.close(), this.notices.close()]);
  }

  private connections(): DataSource | Promise<DataSource> {
    return isOwnWork() ? openedBy(this.ownWork) : this.dataSource;
  }
}

const openedBy = (pool: PostgresPool): Promise<DataSource> =>
  pool.dataSource().catch((error: unknown) => {
    throw failureOf(error);
  });

async function readOn<T>(dataSource: DataSource, query: (queries: Queries) => Promise<T>): Promise<T> {
  const runner = dataSource.createQueryRunner();
  try {
    return await query(new Queries(runner, POSTGRES));
  } catch (error) {
    throw failureOf(error);
  } finally {
    await runner.release();
  }
}
