import { DataSource, type DataSourceOptions } from 'typeorm';
import {
  ApiKeyRequestTable,
  ApiKeyTable,
  ApiKeyUsageTable,
  RateWindowTable,
} from './api-keys/api-key-tables.js';
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
import { IdempotencyKeyTable } from './requests/idempotency-key-table.js';
import { MetadataTable } from './metadata/metadata-table.js';
import { OrderEventTable } from './orders/order-event-table.js';
import { OrderTable } from './orders/order-table.js';
import { SignedMessageTable } from './requests/signed-message-table.js';
import { SwapTable } from './orders/swap-table.js';

/** What a data source of the embedder's own must list under `entities`. */
export const TABLES = [
  OrderTable,
  OrderEventTable,
  SwapTable,
  SignedMessageTable,
  ApiKeyTable,
  ApiKeyUsageTable,
  ApiKeyRequestTable,
  RateWindowTable,
  IdempotencyKeyTable,
  MetadataTable,
];

/** What a data source of the embedder's own must list under `migrations`. */
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

/** How long a SQLite connection waits for another process's lock. */
const BUSY_TIMEOUT_MS = 5_000;

/** Room for the pages that one pass over the execution queue touches. SQLite's own 2 MB are too small for them. */
const WRITER_CACHE_KB = 65_536;

const IN_MEMORY = ':memory:';

/**
 * Reads `sqlite:<path>`, `sqlite::memory:` or `postgres://…`.
 * Throws for anything else, without repeating the text: it may hold a password.
 */
export function parseDatabaseUrl(url: string): DataSourceOptions {
  const shared = { entities: TABLES, migrations: MIGRATIONS, migrationsTableName: 'sluice_migrations' };
  if (/^postgres(ql)?:\/\//.test(url)) {
    return { ...shared, type: 'postgres', url, applicationName: 'sluice' };
  }
  const [scheme, path] = [url.slice(0, url.indexOf(':') + 1), url.slice(url.indexOf(':') + 1)];
  if (scheme !== 'sqlite:' || path === '')
    throw new Error('a database is named sqlite:<path>, sqlite::memory: or postgres://…');
  return { ...shared, type: 'better-sqlite3', database: path, timeout: BUSY_TIMEOUT_MS };
}

/** Makes commits survive a power cut, and reads and writes not wait for each other. */
export async function prepareSqlite(writer: DataSource): Promise<void> {
  await writer.query('PRAGMA journal_mode = WAL');
  await writer.query('PRAGMA synchronous = FULL');
  await writer.query(`PRAGMA cache_size = -${WRITER_CACHE_KB}`);
}

/** Opens a second connection, for reading only, to the file of an open SQLite data source. A database in memory has none. */
export async function openReader({ options }: DataSource): Promise<DataSource | undefined> {
  if (options.type !== 'better-sqlite3' || options.database === IN_MEMORY) return undefined;
  const { database, entities, timeout = BUSY_TIMEOUT_MS } = options;
  const reader = new DataSource({
    type: 'better-sqlite3',
    database,
    timeout,
    entities: entities ?? TABLES,
    readonly: true,
  });
  return reader.initialize();
}
