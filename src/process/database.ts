import { inspectDatabase, openStorage, type DatabaseState, type Storage } from '../adapters/typeorm/index.js';
import { ConfigError, readConfig, sqliteFileOf } from './config.js';
import { databaseError } from './database-errors.js';

/**
 * Opens the database of the URL.
 *
 * @param options as those of `openStorage`.
 * @throws StartError that names DATABASE_URL, the path or host, and the remedy, where there is one.
 */
export const openDatabase = (
  databaseUrl: string,
  options: { readonly exclusive?: boolean } = {},
): Promise<Storage> =>
  openStorage(databaseUrl, options).catch((error: unknown) => {
    throw databaseError(databaseUrl, error);
  });

/**
 * What the database of the URL holds of this release's tables. Changes nothing.
 *
 * @throws StartError as `openDatabase` does.
 */
export const databaseState = (databaseUrl: string): Promise<DatabaseState> =>
  inspectDatabase(databaseUrl).catch((error: unknown) => {
    throw databaseError(databaseUrl, error);
  });

/**
 * The address of the database that DATABASE_URL names. No other variable is read, so that commands run without the server's
 * settings.
 *
 * @throws ConfigError when DATABASE_URL is unusable.
 */
export const databaseUrl = (): string =>
  readConfig({ DATABASE_URL: process.env['DATABASE_URL'] }).databaseUrl;

/**
 * Opens the database that DATABASE_URL names, does the work on its ports, and closes it.
 *
 * @throws ConfigError when DATABASE_URL is unusable, StartError when its database cannot be opened.
 */
export async function withDatabase<T>(work: (ports: Storage['ports']) => Promise<T>): Promise<T> {
  const storage = await openDatabase(databaseUrl());
  try {
    return await work(storage.ports);
  } finally {
    await storage.close();
  }
}

/**
 * The file of the SQLite database that DATABASE_URL names.
 *
 * @throws ConfigError when DATABASE_URL is unusable or names another kind of database.
 */
export function sqliteFile(): string {
  const file = sqliteFileOf(databaseUrl());
  if (file === undefined)
    throw new ConfigError('DATABASE_URL must name an SQLite file; Postgres has pg_dump and pg_restore');
  return file;
}
