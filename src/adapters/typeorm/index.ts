import {
  StorageFailure,
  type CommitSettings,
  type StorageAccess,
  type StorageReplicas,
} from '../../ports/index.js';
import { openDataSource, parseDatabaseUrl, type DatabaseSource } from './data-source.js';
import { buildIndexes, checkSchema, engineOf, migrate, sql } from './database/index.js';
import { commitSettingsOf } from './commit-settings.js';
import { inspect, type DatabaseState } from './inspect-database.js';
import { TypeOrmDatabaseHome } from './database-home.js';
import { TypeOrmExecutionQueue, TypeOrmWatermarks } from './execution-queue/index.js';
import { LATER_INDEXES } from './later-indexes.js';
import { MIGRATIONS } from './migrations/index.js';
import { TypeOrmOrderFeed, TypeOrmPlanReader } from './orders/index.js';
import { TypeOrmPriceArchive } from './prices/price-archive.js';
import { TypeOrmTradeStore } from './trades/trade-store.js';
import { TypeOrmPriceStore } from './prices/price-store.js';
import { accessTo, inspectReplicas, replicasOf } from './replicas/index.js';
import { repositoriesOf, TABLES, TypeOrmUnitOfWork } from './repositories.js';

export { MIGRATIONS, parseDatabaseUrl, StorageFailure, TABLES, type DatabaseSource };
export { inspectReplicas };
export type { CommitSettings, DatabaseState };
export type { PgClient, PgPool } from './database/index.js';
export { asCallersWork, asOwnWork, asUrgentWork } from './database/index.js';
export { sqliteHolder } from './database/sqlite-lock.js';
export { openDatabaseEndsLog } from './database-ends-log.js';
export { backUpSqlite, restoreSqlite, type BackupFacts } from './database/sqlite-backup.js';

/**
 * Compares a database with this release's tables. Changes nothing: it migrates no table and creates no file. Rejects if the
 * database cannot be opened.
 *
 * @param url as `parseDatabaseUrl` takes it.
 * @param options.schema the Postgres schema of the tables, as `openStorage` takes it.
 * @example const { pending } = await inspectDatabase('sqlite:./data/sluice.db');
 */
export const inspectDatabase = (
  url: string,
  options: { readonly schema?: string | undefined } = {},
): Promise<DatabaseState> => inspect(parseDatabaseUrl(url, options));

/** The smallest possible write. A read is not enough, since a full or read-only database still responds to reads. */
const COUNT_PING = sql`
  INSERT INTO write_checks (name, n) VALUES ('ping', 1) ON CONFLICT (name) DO UPDATE SET n = write_checks.n + 1`;

/** The tables that placing an order writes to. */
const PLACED_INTO = ['orders', 'order_tokens', 'order_events', 'order_queue', 'watched_pairs', 'owner_days'];

/** Open storage in a database. */
export interface Storage {
  /** Ports for `createCore` or for direct use. Their calls reject with a `StorageFailure` if a statement fails. */
  readonly ports: StorageAccess;
  /** Undefined if no replicas were given. */
  readonly replicas: StorageReplicas | undefined;
  /**
   * Writes a row that only checks use, and checks the tables that placing an order writes to. Rejects if the database does not
   * respond or accepts no writes, or if one of these tables stays locked.
   */
  ping(): Promise<void>;
  /**
   * Age in seconds of the oldest transaction in the database that the storage's role may see, other than the one that reads it: 0 if
   * there is none, undefined on SQLite.
   */
  oldestTransaction(): Promise<number | undefined>;
  /** Settings that decide what a commit waits for; undefined on SQLite, which always waits for the disk. */
  commitSettings(): Promise<CommitSettings | undefined>;
  /** Waits for pending work, then closes whatever `openStorage` opened. */
  close(): Promise<void>;
}

interface OpenOptions {
  readonly exclusive?: boolean;
  readonly schema?: string | undefined;
  readonly replicas?: readonly string[];
}

/**
 * Opens the storage and migrates its tables to this version. If the next release has already done that, its tables are used as they
 * are. Rejects if the database cannot be opened or migrated, if tables are of a later release, or if a column of them is missing or
 * unknown.
 *
 * @param database a URL, or your own pool or data source; see `DatabaseSource`.
 * @param options `schema`: the Postgres schema of the tables, so that other programs' tables in the same database may have any names:
 *   1 to 63 lower-case letters, digits and `_`. If it is missing, it is created, which the role must be allowed to do. By
 *   default the tables are in the schema of your own data source, or in the one that a new connection works in, `public` unless
 *   configured otherwise.
 *   `exclusive`: whether to refuse to open an SQLite file that another process has open as exclusive, and to keep
 *   such processes out until `close`. Set it in a process that executes orders or records prices: only one such process may use
 *   the file. Other processes, such as imports, share it. Postgres is always shared.
 *   `replicas`: URLs of streaming standbys of the same Postgres cluster, one server each, for reads that callers ask for. They need
 *   not respond yet.
 * @example
 * const storage = await openStorage('sqlite:./data/sluice.db');
 * const order = await storage.ports.orders.findById(uuid);
 * await storage.close();
 */
export async function openStorage(
  database: DatabaseSource,
  { exclusive = false, schema: wanted, replicas: urls = [] }: OpenOptions = {},
): Promise<Storage> {
  const opened = await openDataSource(database, wanted);
  const { dataSource, schema } = opened;
  let release = async () => {};
  const end = async () => {
    await opened.close();
    await release();
  };
  try {
    const engine = engineOf(dataSource);
    if (exclusive) release = await engine.own(dataSource);
    await engine.prepare(dataSource);
    if (urls.length > 0 && engine.name !== 'postgres') throw new Error('only Postgres has replicas');
    const { isAhead } = await migrate(dataSource, engine, schema);
    // The next release may have dropped an index that it needs no longer.
    if (!isAhead) await buildIndexes(dataSource, engine.name, LATER_INDEXES);
    await checkSchema(dataSource, engine.name, { schema, isAhead });
    const connected = await engine.open(dataSource, schema);
    const replicas = urls.length === 0 ? undefined : replicasOf(connected, urls, schema);
    await new TypeOrmDatabaseHome(connected, connected.filePath).adopt();
    return {
      ports: {
        ...repositoriesOf(connected, connected.filePath),
        unitOfWork: new TypeOrmUnitOfWork(connected),
        feed: new TypeOrmOrderFeed(connected, () => replicas?.raise()),
        executionQueue: new TypeOrmExecutionQueue(connected),
        watermarks: new TypeOrmWatermarks(connected),
        plans: new TypeOrmPlanReader(connected),
        prices: new TypeOrmPriceStore(connected),
        priceArchive: new TypeOrmPriceArchive(connected),
        trades: new TypeOrmTradeStore(connected),
      },
      replicas: replicas && accessTo(replicas),
      ping: async () => {
        await connected.write(async (queries) => {
          for (const statement of queries.dialect.reach(PLACED_INTO)) await queries.execute(statement);
          await queries.execute(COUNT_PING);
        });
      },
      oldestTransaction: async () => {
        const { oldestTransaction } = engine;
        if (oldestTransaction === undefined) return undefined;
        return connected.read((queries) => queries.number(oldestTransaction));
      },
      commitSettings: async () => (engine.name === 'postgres' ? commitSettingsOf(connected) : undefined),
      close: async () => {
        await replicas?.close();
        await connected.close();
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}
