import { existsSync } from 'node:fs';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { CommitSettings, Displacement } from '../../ports/index.js';
import { commitSettingsOf } from './commit-settings.js';
import { TypeOrmDatabaseHome } from './database-home.js';
import { checkSchema, engineOf, firstTooNew, Queries, refuseFolder, Session } from './database/index.js';
import { MIGRATIONS } from './migrations/index.js';

/** State of this release's tables in a database. */
export interface DatabaseState {
  /** False for an SQLite file that does not exist yet. */
  readonly exists: boolean;
  /** Names of migrations, oldest first. */
  readonly applied: readonly string[];
  readonly pending: readonly string[];
  /** Migrations of a newer release, unknown to this one. */
  readonly unknown: readonly string[];
  /** The first of these after which this release must not run; undefined if it may. */
  readonly tooNew: string | undefined;
  /** Difference between the database's tables and this release's although all migrations have run; undefined if none. */
  readonly difference: string | undefined;
  /** Present if the database is not the one last written, such as a restored backup, and was not released yet. */
  readonly displaced?: Displacement | undefined;
  /** Absent on SQLite. */
  readonly commits?: CommitSettings | undefined;
}

/** Maximum wait for a connection (ms): short, because a person waits. */
const CONNECT_LIMIT_MS = 5_000;

/** Inspects the database without changing it or the folder of an SQLite file. Rejects if it cannot be opened. */
export async function inspect(options: DataSourceOptions): Promise<DatabaseState> {
  const known = MIGRATIONS.map((each) => new each().name ?? each.name);
  const gentle = options.type === 'better-sqlite3' ? await onFile(options) : withShortWait(options);
  if (gentle === undefined)
    return {
      exists: false,
      applied: [],
      pending: known,
      unknown: [],
      tooNew: undefined,
      difference: undefined,
    };
  const dataSource = new DataSource(gentle);
  await dataSource.initialize();
  try {
    const applied = await appliedIn(dataSource);
    const pending = known.filter((name) => !applied.includes(name));
    const unknown = applied.filter((name) => !known.includes(name));
    const tooNew = firstTooNew(unknown);
    const isCurrent = pending.length === 0 && tooNew === undefined;
    const difference = isCurrent ? await differenceOf(dataSource, unknown.length > 0) : undefined;
    const displaced = isCurrent && difference === undefined ? await displacementOf(dataSource) : undefined;
    const commits =
      gentle.type === 'postgres' ? await commitSettingsOf(readingSessionOf(dataSource)) : undefined;
    return {
      exists: true,
      applied,
      pending,
      unknown,
      tooNew,
      difference,
      displaced,
      ...(commits && { commits }),
    };
  } finally {
    await dataSource.destroy();
  }
}

/** Options that open the existing file unchanged; undefined if the file does not exist. */
async function onFile(
  options: Extract<DataSourceOptions, { type: 'better-sqlite3' }>,
): Promise<DataSourceOptions | undefined> {
  const file = options.database;
  await refuseFolder(file);
  if (!existsSync(file)) return undefined;
  // If a killed server left a log, the file is opened for reading only: a writer would move the log into the file when it closes.
  // Without a log, it is opened for writing: a reader would leave files behind.
  return { ...options, fileMustExist: true, readonly: existsSync(`${file}-wal`) };
}

const withShortWait = (options: DataSourceOptions): DataSourceOptions => ({
  ...options,
  extra: { ...(options.extra as object | undefined), connectionTimeoutMillis: CONNECT_LIMIT_MS },
});

/** The migrations that have run. TypeORM's own query would create their table. */
async function appliedIn(dataSource: DataSource): Promise<readonly string[]> {
  const table = dataSource.options.migrationsTableName ?? 'migrations';
  const runner = dataSource.createQueryRunner();
  try {
    if (!(await runner.hasTable(table))) return [];
    const rows = (await runner.query(`SELECT name FROM "${table}" ORDER BY id`)) as {
      readonly name: string;
    }[];
    return rows.map(({ name }) => name);
  } finally {
    await runner.release();
  }
}

async function differenceOf(dataSource: DataSource, isAhead: boolean): Promise<string | undefined> {
  try {
    await checkSchema(dataSource, engineOf(dataSource).name, { isAhead });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Reads on the open connection, since opening another would change the file. */
function displacementOf(dataSource: DataSource): Promise<Displacement | undefined> {
  const { options } = dataSource;
  const isFile = options.type === 'better-sqlite3' && options.database !== ':memory:';
  return new TypeOrmDatabaseHome(
    readingSessionOf(dataSource),
    isFile ? String(options.database) : undefined,
  ).displaced();
}

class ReadingSession extends Session {
  constructor(private readonly queries: Queries) {
    super();
  }

  read<T>(query: (queries: Queries) => Promise<T>): Promise<T> {
    return query(this.queries);
  }

  write(): Promise<never> {
    return Promise.reject(new Error('the database is only inspected'));
  }
}

const readingSessionOf = (dataSource: DataSource): Session =>
  new ReadingSession(new Queries(dataSource.createQueryRunner(), engineOf(dataSource)));
