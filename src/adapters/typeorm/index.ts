import { DataSource, type DataSourceOptions } from 'typeorm';
import { StorageFailure, type StorageAccess } from '../../ports/index.js';
import { checkSchema, engineOf, migrate, optionsFor, sql } from './database/index.js';
import { inspect, type DatabaseState } from './inspect-database.js';
import { TypeOrmExecutionQueue } from './execution-queue/index.js';
import { MIGRATIONS } from './migrations/index.js';
import { TypeOrmPlanReader } from './orders/index.js';
import { TypeOrmPriceArchive } from './prices/price-archive.js';
import { TypeOrmPriceStore } from './prices/price-store.js';
import { repositoriesOf, TABLES, TypeOrmUnitOfWork } from './repositories.js';

export { MIGRATIONS, StorageFailure, TABLES };
export type { DatabaseState };
export { asOwnWork } from './database/index.js';
export { backUpSqlite, restoreSqlite, type BackupFacts } from './database/sqlite-backup.js';

/**
 * TypeORM options for a database URL: `sqlite:<path>`, `sqlite::memory:` or `postgres://…`. Throws for anything else,
 * without repeating the URL: it may hold a password.
 *
 * @example const dataSource = new DataSource(parseDatabaseUrl('sqlite:./data/sluice.db'));
 */
export function parseDatabaseUrl(url: string): DataSourceOptions {
  const shared = { entities: TABLES, migrations: MIGRATIONS, migrationsTableName: 'sluice_migrations' };
  return { ...optionsFor(url), ...shared };
}

/**
 * Compares a database with this release's tables. Changes nothing: migrates no table and makes no file. Rejects if the
 * database cannot be opened.
 *
 * @param url as `parseDatabaseUrl` takes it.
 * @example const { pending } = await inspectDatabase('sqlite:./data/sluice.db');
 */
export const inspectDatabase = (url: string): Promise<DatabaseState> => inspect(parseDatabaseUrl(url));

/** The smallest write: a database that is full or read-only still responds to reads. */
const COUNT_PING = sql`
  INSERT INTO write_checks (name, n) VALUES ('ping', 1) ON CONFLICT (name) DO UPDATE SET n = write_checks.n + 1`;

/** A URL (see `parseDatabaseUrl`), or the caller's own data source. */
export type DatabaseSource = string | { readonly dataSource: DataSource };

/** Open storage in a database. */
export interface Storage {
  /** Pass them to `createCore`, or use them directly. Each rejects with a `StorageFailure` when a statement fails. */
  readonly ports: StorageAccess;
  /** Writes a row of its own. Rejects if the database does not respond, or takes no writes. */
  ping(): Promise<void>;
  /** Waits for pending work, then closes whatever `openStorage` opened. */
  close(): Promise<void>;
}

/**
 * Opens the storage and migrates its tables to this version. Rejects if the database cannot be opened or migrated, or if a
 * column of its tables is missing or unknown.
 *
 * @param database a URL (see `parseDatabaseUrl`), or the caller's own data source with `TABLES` among its entities and
 *   `MIGRATIONS` among its migrations. A data source that is not initialised yet is initialised, and closed by `close`;
 *   one that already is stays open. On SQLite a data source is a single connection: nothing else may write through it
 *   while the storage is open.
 * @param options `exclusive`: whether to refuse to open an SQLite file that another process has open as exclusive, and to keep
 *   such processes out until `close`. Set it where orders are executed or prices recorded: one such process uses the file.
 *   Others, such as imports, share it. Postgres is always shared.
 * @example
 * const storage = await openStorage('sqlite:./data/sluice.db');
 * const order = await storage.ports.orders.findById(uuid);
 * await storage.close();
 */
export async function openStorage(
  database: DatabaseSource,
  { exclusive = false }: { readonly exclusive?: boolean; readonly schema?: string | undefined } = {},
): Promise<Storage> {
  const isOurs = typeof database === 'string';
  const dataSource = isOurs ? new DataSource(parseDatabaseUrl(database)) : database.dataSource;
  const opened = isOurs || !dataSource.isInitialized;
  if (!dataSource.isInitialized) await dataSource.initialize();
  let release = async () => {};
  const end = async () => {
    if (opened) await dataSource.destroy();
    await release();
  };
  try {
    const engine = engineOf(dataSource);
    if (exclusive) release = await engine.own(dataSource);
    await engine.prepare(dataSource);
    await migrate(dataSource, engine);
    await checkSchema(dataSource, engine.name);
    const connected = await engine.open(dataSource);
    return {
      ports: {
        ...repositoriesOf(connected),
        unitOfWork: new TypeOrmUnitOfWork(connected),
        executionQueue: new TypeOrmExecutionQueue(connected),
        plans: new TypeOrmPlanReader(connected),
        prices: new TypeOrmPriceStore(connected),
        priceArchive: new TypeOrmPriceArchive(connected),
      },
      ping: async () => {
        await connected.statement((queries) => queries.execute(COUNT_PING));
      },
      close: async () => {
        await connected.close();
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}
