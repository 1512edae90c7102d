import type { DataSourceOptions } from 'typeorm';
import { optionsFor } from './database/index.js';
import { Spine1790000000000 } from './migrations/1790000000000-spine.js';
import { ApiKeys1790000100000 } from './migrations/1790000100000-api-keys.js';
import { OrderSearch1790000200000 } from './migrations/1790000200000-order-search.js';
import { Idempotency1790000300000 } from './migrations/1790000300000-idempotency.js';
import { Prices1790000400000 } from './migrations/1790000400000-prices.js';
import { PriceCandles1790000450000 } from './migrations/1790000450000-price-candles.js';
import { ExecutionQueue1790000500000 } from './migrations/1790000500000-execution-queue.js';
import { RivalSwaps1790000600000 } from './migrations/1790000600000-rival-swaps.js';
import { OrderTotals1790000700000 } from './migrations/1790000700000-order-totals.js';
import { Metadata1790000800000 } from './migrations/1790000800000-metadata.js';
import { TABLES } from './repositories.js';

/**
 * List these under `migrations` in your own data source; `openStorage` runs those that are pending.
 *
 * @example new DataSource({ type: 'postgres', url, entities: TABLES, migrations: [...MIGRATIONS, ...yours] });
 */
export const MIGRATIONS = [
  Spine1790000000000,
  ApiKeys1790000100000,
  OrderSearch1790000200000,
  Idempotency1790000300000,
  Prices1790000400000,
  PriceCandles1790000450000,
  ExecutionQueue1790000500000,
  RivalSwaps1790000600000,
  OrderTotals1790000700000,
  Metadata1790000800000,
];

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
