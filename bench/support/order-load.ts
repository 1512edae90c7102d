import Sqlite from 'better-sqlite3';
import type pg from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { MIGRATIONS, parseDatabaseUrl } from '../../src/adapters/typeorm/index.js';
import { OrderSearch1790000200000 } from '../../src/adapters/typeorm/migrations/1790000200000-order-search.js';
import { toRow } from '../../src/adapters/typeorm/orders/order-row.js';
import { OrderTable, type OrderRow } from '../../src/adapters/typeorm/orders/order-table.js';
import type { OrderBook } from './order-book.js';

const CHUNK = 5_000;
const CACHE_KB = 400_000;

/**
 * A database whose orders table is as it was before searches: no trigger, and no index either while it is filled. The
 * migrations that come after then build everything else from whole tables.
 */
export interface OrderLoader {
  add(rows: readonly OrderRow[]): Promise<void>;
  /** Runs all other migrations, and brings back the indexes. */
  end(): Promise<void>;
}

/** Makes each order once and hands it to all; a loader may still be busy with some while the next are made. */
export async function loadOrders(book: OrderBook, loaders: readonly OrderLoader[]): Promise<void> {
  let adding: Promise<unknown> = Promise.resolve();
  for (let n = 0; n < book.size; n += CHUNK) {
    const count = Math.min(CHUNK, book.size - n);
    const rows = Array.from({ length: count }, (_, i) => toRow(book.order(n + i)));
    await adding;
    adding = Promise.all(loaders.map((loader) => loader.add(rows)));
  }
  await adding;
  await Promise.all(loaders.map((loader) => loader.end()));
}

const SEARCH = MIGRATIONS.indexOf(OrderSearch1790000200000);
const COLUMNS = Object.keys(OrderTable.options.columns).join(', ');

async function runMigrations(options: DataSourceOptions, count = MIGRATIONS.length): Promise<void> {
  const dataSource = new DataSource({ ...options, migrations: MIGRATIONS.slice(0, count) });
  await dataSource.initialize();
  await dataSource.runMigrations();
  await dataSource.destroy();
}

export async function sqliteLoader(path: string): Promise<OrderLoader> {
  const prepareDatabase = (connection: Sqlite.Database) => {
    connection.pragma('journal_mode = WAL');
    connection.pragma('synchronous = OFF');
    connection.pragma(`cache_size = -${CACHE_KB}`);
  };
  const options = Object.assign(parseDatabaseUrl(`sqlite:${path}`), { prepareDatabase });
  await runMigrations(options, SEARCH);
  const db = new Sqlite(path);
  prepareDatabase(db);
  const indexes = db.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'orders' AND sql IS NOT NULL",
  );
  for (const name of indexes.pluck().all() as string[]) db.exec(`DROP INDEX ${name}`);
  const values = COLUMNS.replace(/\w+/g, (name) => `@${name}`);
  const insert = db.prepare(`INSERT INTO orders (${COLUMNS}) VALUES (${values})`);
  const insertAll = db.transaction((rows: readonly OrderRow[]) => rows.forEach((row) => insert.run(row)));
  return {
    add: async (rows) => insertAll(rows),
    end: async () => {
      db.close();
      // The first of them makes the table anew, with its indexes.
      await runMigrations(options);
    },
  };
}

export async function postgresLoader(url: string, client: pg.Client): Promise<OrderLoader> {
  const options = parseDatabaseUrl(url);
  await runMigrations(options, SEARCH);
  const { rows: indexes } = await client.query<{ indexname: string; indexdef: string }>(
    "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'orders' AND indexdef NOT LIKE '%UNIQUE%'",
  );
  for (const { indexname } of indexes) await client.query(`DROP INDEX ${indexname}`);
  const insert = `INSERT INTO orders (${COLUMNS}) SELECT ${COLUMNS} FROM json_populate_recordset(NULL::orders, $1)`;
  return {
    add: async (rows) => {
      await client.query(insert, [JSON.stringify(rows)]);
    },
    end: async () => {
      // The next one rewrites every order, which is quick while there is little to index.
      await runMigrations(options, SEARCH + 1);
      for (const { indexdef } of indexes) await client.query(indexdef);
      await runMigrations(options);
    },
  };
}
