import { openStorage, type Storage } from '../adapters/typeorm/index.js';
import { readConfig } from './config.js';

/**
 * Does the work on the database that the environment names, which is closed afterwards. Of the environment nothing but
 * DATABASE_URL is read: a command must run where the server's other settings are not at hand.
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
