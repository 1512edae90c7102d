import { DataSource, type DataSourceOptions } from 'typeorm';
import {
  checkDataSource,
  engineOf,
  lentBy,
  makeFolderFor,
  optionsFor,
  refuseSchema,
  schemaNamed,
  type PgPool,
} from './database/index.js';
import { refuseOptions } from '../../domain/shared/option-checks.js';
import { databaseProblems } from './database-source.js';
import { SILENT_LOGGER } from './silent-logger.js';
import { MIGRATIONS } from './migrations/index.js';
import { TABLES } from './repositories.js';

const IN_MEMORY = ':memory:';
const OURS = {
  entities: TABLES,
  migrations: MIGRATIONS,
  migrationsTableName: 'sluice_migrations',
  logger: SILENT_LOGGER,
};

/**
 * TypeORM options for a database URL: `sqlite:<path>`, `sqlite::memory:` or `postgres://…`. Throws for anything else,
 * without repeating the URL: it may hold a password.
 *
 * @param options `schema`: the Postgres schema of the tables. Statements find tables only there.
 * @example const dataSource = new DataSource(parseDatabaseUrl('sqlite:./data/sluice.db'));
 */
export function parseDatabaseUrl(
  url: string,
  { schema }: { readonly schema?: string | undefined } = {},
): DataSourceOptions {
  return { ...optionsFor(url, checkedSchema(schema)), ...OURS };
}

/**
 * Location of a storage:
 *
 * - a URL, see `parseDatabaseUrl`;
 * - `pool`: your own `Pool` of the package `pg`, 8.23 or later. Its connections are borrowed for each statement or transaction and
 *   returned as they were, and the pool stays open. Give it ten connections or more;
 * - `dataSource`: your own TypeORM data source, made by the same copy of TypeORM (1.1.1) as Sluice loads. It has `TABLES` among
 *   its entities and `MIGRATIONS` among its migrations, except on Postgres with a schema, where only its pool is used. If it
 *   is not initialised yet, Sluice initialises it, and `close` closes it; otherwise it stays open. On SQLite a data source is a
 *   single connection: nothing else may write through it while the storage is open.
 */
export type DatabaseSource = string | { readonly pool: PgPool } | { readonly dataSource: DataSource };

export interface OpenedDataSource {
  readonly dataSource: DataSource;
  readonly schema: string | undefined;
  /** Closes what was opened for the storage. */
  close(): Promise<void>;
}

const checkedSchema = (name: string | undefined): string | undefined =>
  name === undefined ? undefined : schemaNamed(name);

/** @throws Error for anything but a database source, for a data source of another copy of TypeORM, and for a schema on SQLite. */
export async function openDataSource(
  database: DatabaseSource,
  wanted: string | undefined,
): Promise<OpenedDataSource> {
  refuseOptions(databaseProblems(database));
  if (typeof database === 'string') {
    const options = parseDatabaseUrl(database, { schema: wanted });
    if (options.type === 'better-sqlite3') refuseOldNode();
    // Loads the driver, which may not be installed, before anything is written.
    const dataSource = new DataSource(options);
    if (options.type === 'better-sqlite3' && options.database !== IN_MEMORY)
      await makeFolderFor(options.database);
    await dataSource.initialize();
    return { dataSource, schema: wanted, close: () => dataSource.destroy() };
  }
  if ('pool' in database) return borrow(database.pool, wanted);
  checkDataSource(database.dataSource);
  return openOwn(database.dataSource, wanted);
}

/** Refuses an older Node, on which the driver ends the process instead of throwing an error. */
function refuseOldNode(): void {
  if (Number.parseInt(process.versions.node, 10) < 22)
    throw new Error(`a database on SQLite needs Node.js 22 or later; this is ${process.version}`);
}

async function openOwn(dataSource: DataSource, wanted: string | undefined): Promise<OpenedDataSource> {
  const schema = wanted ?? schemaOf(dataSource);
  if (schema !== undefined) refuseSchema(engineOf(dataSource));
  const isOpen = dataSource.isInitialized;
  if (!isOpen) await dataSource.initialize();
  const close = async () => void (isOpen || (await dataSource.destroy()));
  if (schema === undefined) return { dataSource, schema, close };
  const { master } = dataSource.driver as typeof dataSource.driver & { readonly master: PgPool };
  const borrowing = await borrow(master, schema);
  return { ...borrowing, close: () => borrowing.close().then(close) };
}

const schemaOf = ({ options }: DataSource): string | undefined =>
  options.type === 'postgres' ? options.schema : undefined;

async function borrow(pool: PgPool, wanted: string | undefined): Promise<OpenedDataSource> {
  const schema = checkedSchema(wanted);
  const dataSource = new DataSource({
    type: 'postgres',
    driver: lentBy(pool, schema),
    ...(schema !== undefined && { schema }),
    ...OURS,
  });
  await dataSource.initialize();
  return { dataSource, schema, close: () => dataSource.destroy() };
}
