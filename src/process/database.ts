import { openStorage, type Storage } from '../adapters/typeorm/index.js';
import { ConfigError, readConfig, sqliteFileOf } from './config.js';

/**
 * Opens the database that DATABASE_URL and SLUICE_DB_SCHEMA name, does the work on its ports, and closes it. No other
 * variable is read, so that commands run without the server's settings.
 *
 * @throws ConfigError when one of them is unusable.
 */
export async function withDatabase<T>(work: (ports: Storage['ports']) => Promise<T>): Promise<T> {
  const { DATABASE_URL, SLUICE_DB_SCHEMA } = process.env;
  const { databaseUrl, databaseSchema } = readConfig({ DATABASE_URL, SLUICE_DB_SCHEMA });
  const storage = await openStorage(databaseUrl, { schema: databaseSchema });
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
