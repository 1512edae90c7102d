import { openStorage, type Storage } from '../adapters/typeorm/index.js';
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
 * Opens the database that DATABASE_URL names, does the work on its ports, and closes it. No other variable is read, so
 * that commands run without the server's settings.
 *
 * @throws ConfigError when DATABASE_URL is unusable, StartError when its database cannot be opened.
 */
export async function withDatabase<T>(work: (ports: Storage['ports']) => Promise<T>): Promise<T> {
  const { databaseUrl } = readConfig({ DATABASE_URL: process.env['DATABASE_URL'] });
  const storage = await openDatabase(databaseUrl);
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
  const { databaseUrl } = readConfig({ DATABASE_URL: process.env['DATABASE_URL'] });
  const file = sqliteFileOf(databaseUrl);
  if (file === undefined)
    throw new ConfigError('DATABASE_URL must name an SQLite file; Postgres has pg_dump and pg_restore');
  return file;
}
