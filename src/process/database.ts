import { openStorage, type Storage } from '../adapters/typeorm/index.js';
import { ConfigError, readConfig, sqliteFileOf } from './config.js';

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
 * @throws ConfigError when DATABASE_URL is unusable.
 */
export async function withDatabase<T>(work: (ports: Storage['ports']) => Promise<T>): Promise<T> {
  const storage = await openStorage(databaseUrl());
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
