import type { DataSourceOptions } from 'typeorm';
import { optionsFor } from './database/index.js';
import { Storage1791000000000 } from './migrations/v0_1_0/1-storage.js';
import { OrderSearch1791000100000 } from './migrations/v0_1_0/2-order-search.js';
import { PricesAndQueue1791000200000 } from './migrations/v0_1_0/3-prices-and-queue.js';
import { TABLES } from './repositories.js';

/**
 * List these under `migrations` in your own data source; `openStorage` runs those that are pending.
 *
 * @example new DataSource({ type: 'postgres', url, entities: TABLES, migrations: [...MIGRATIONS, ...yours] });
 */
export const MIGRATIONS = [Storage1791000000000, OrderSearch1791000100000, PricesAndQueue1791000200000];

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
