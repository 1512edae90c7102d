import { DataSource, type DataSourceOptions } from 'typeorm';
import {
  ApiKeyRequestTable,
  ApiKeyTable,
  ApiKeyUsageTable,
  RateWindowTable,
} from './api-keys/api-key-tables.js';
import { Storage1791000000000 } from './migrations/v0_1_0/1-storage.js';
import { OrderSearch1791000100000 } from './migrations/v0_1_0/2-order-search.js';
import { PricesAndQueue1791000200000 } from './migrations/v0_1_0/3-prices-and-queue.js';
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
export const MIGRATIONS = [Storage1791000000000, OrderSearch1791000100000, PricesAndQueue1791000200000];

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
