import { openStorage, type Storage } from '../adapters/typeorm/index.js';
import { readConfig } from './config.js';

/**
 * Opens the database that DATABASE_URL names, does the work on its ports, and closes it. No other variable is read, so
 * that commands run without the server's settings.
 *
 * @throws ConfigError when DATABASE_URL is unusable.
 */
export async function withDatabase<T>(work: (ports: Storage['ports']) => Promise<T>): Promise<T> {
  const { databaseUrl } = readConfig({ DATABASE_URL: process.env['DATABASE_URL'] });
  const storage = await openStorage(databaseUrl);
  try {
    return await work(storage.ports);
  } finally {
    await storage.close();
  }
}
