import {
  inspectDatabase,
  openStorage,
  type DatabaseState,
  type Storage,
} from '../../adapters/typeorm/index.js';
import { ConfigError, sqliteFileOf, type Config } from './config.js';
import { databaseError } from './database-errors.js';
import { settingsNamed } from './environment.js';

/** Database and its schema. */
export type DatabaseSettings = Pick<Config, 'databaseUrl' | 'databaseSchema'>;

/**
 * Opens the database of the settings.
 *
 * @param options the options of `openStorage`.
 * @throws StartError that names DATABASE_URL, the path or host, and the remedy, if there is one.
 */
export const openDatabase = (
  { databaseUrl, databaseSchema: schema }: DatabaseSettings,
  options: { readonly exclusive?: boolean; readonly replicas?: readonly string[] } = {},
): Promise<Storage> =>
  openStorage(databaseUrl, { ...options, schema }).catch((error: unknown) => {
    throw databaseError(databaseUrl, error);
  });

/** URLs of the replicas that a process with these settings reads from: only the role `api` reads for callers. */
export const replicasFor = ({ roles, databaseReadUrls }: Pick<Config, 'roles' | 'databaseReadUrls'>) =>
  roles.includes('api') ? databaseReadUrls : [];

/**
 * Reads how the tables in the database of the settings compare with this release. Changes nothing.
 *
 * @throws StartError as `openDatabase` does.
 */
export const databaseState = ({
  databaseUrl,
  databaseSchema: schema,
}: DatabaseSettings): Promise<DatabaseState> =>
  inspectDatabase(databaseUrl, { schema }).catch((error: unknown) => {
    throw databaseError(databaseUrl, error);
  });

/**
 * Settings of the database, read from DATABASE_URL and SLUICE_DB_SCHEMA. No other variable is read, so commands do not depend on
 * the server's settings.
 *
 * @throws ConfigError if one of them is unusable.
 */
export const databaseSettings = (): DatabaseSettings => settingsNamed('DATABASE_URL', 'SLUICE_DB_SCHEMA');

/**
 * Opens the database of DATABASE_URL and SLUICE_DB_SCHEMA, runs `work` with its ports, and closes it.
 *
 * @throws ConfigError if its settings are unusable, StartError if it cannot be opened.
 */
export async function withDatabase<T>(work: (ports: Storage['ports']) => Promise<T>): Promise<T> {
  const storage = await openDatabase(databaseSettings());
  try {
    return await work(storage.ports);
  } finally {
    await storage.close();
  }
}

/**
 * The SQLite file of DATABASE_URL.
 *
 * @throws ConfigError if DATABASE_URL is unusable or names another kind of database.
 */
export function sqliteFile(): string {
  const file = sqliteFileOf(databaseSettings().databaseUrl);
  if (file === undefined)
    throw new ConfigError('DATABASE_URL must name an SQLite file; Postgres has pg_dump and pg_restore');
  return file;
}
