import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { MIGRATIONS, openStorage, parseDatabaseUrl, type Storage } from '../../src/adapters/typeorm/index.js';
import { OrderSearch1790000200000 } from '../../src/adapters/typeorm/migrations/1790000200000-order-search.js';
import { toRow } from '../../src/adapters/typeorm/order-row.js';
import type { OrderRow } from '../../src/adapters/typeorm/order-table.js';
import stopPostgres from '../../test/support/global-teardown.js';
import startPostgres from '../../test/support/global-setup.js';
import type { OrderBook } from './order-book.js';

const CHUNK = 5_000;

/** A database full of orders, by Sluice and by its driver alone. */
export interface OrderDatabase {
  readonly name: 'SQLite' | 'Postgres';
  readonly url: string;
  readonly storage: Storage;
  /** Runs SQL whose parameters are written `?`, prepared once. */
  rows<T>(sql: string, values: readonly (string | number)[]): Promise<T[]>;
  /** A copy without the text index, or without all that was added for lists, and nothing else changed. */
  copyWithout(what: 'text index' | 'all'): Promise<Storage>;
  close(): Promise<void>;
}

/** The tables as they were before searches were indexed: they fill quickly, and the migration then does the rest. */
async function createPlainTables(url: string): Promise<void> {
  const earlier = MIGRATIONS.slice(0, MIGRATIONS.indexOf(OrderSearch1790000200000));
  const dataSource = new DataSource({ ...parseDatabaseUrl(url), migrations: earlier });
  await dataSource.initialize();
  await dataSource.runMigrations();
  await dataSource.destroy();
}

const INTEGERS = ['status_rank', 'version'];
const REMOVAL = {
  SQLite: {
    'text index': ['DROP TRIGGER order_ids_due', 'DROP TRIGGER order_txid_changed'],
    all: [
      ...['order_ids_due', 'order_txid_changed', 'order_inserted'].map((name) => `DROP TRIGGER ${name}`),
      'DROP INDEX orders_by_tokens',
      'DROP INDEX orders_by_strategy_creation',
    ],
  },
  Postgres: {
    'text index': ['DROP INDEX IF EXISTS orders_by_ids_text'],
    all: [
      'DROP INDEX IF EXISTS orders_by_ids_text',
      'DROP TRIGGER order_inserted ON orders',
      'DROP INDEX orders_by_tokens',
      'DROP INDEX orders_by_strategy_creation',
    ],
  },
};

export async function sqliteOrders(book: OrderBook): Promise<OrderDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-orders-'));
  const path = join(folder, 'orders.db');
  const url = `sqlite:${path}`;
  await createPlainTables(url);
  const db = new Sqlite(path);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = OFF');
  fillSqlite(db, book);
  const storage = await openStorage(url);
  db.pragma('wal_checkpoint(TRUNCATE)');
  const prepared = new Map<string, Sqlite.Statement>();
  return {
    name: 'SQLite',
    url,
    storage,
    rows: async <T>(sql: string, values: readonly (string | number)[]) => {
      if (!prepared.has(sql)) prepared.set(sql, db.prepare(sql));
      return prepared.get(sql)!.all(...values) as T[];
    },
    copyWithout: async (what) => {
      const copy = join(folder, `without ${what}.db`);
      await copyFile(path, copy);
      const other = new Sqlite(copy);
      for (const statement of REMOVAL.SQLite[what]) other.exec(statement);
      other.close();
      return openStorage(`sqlite:${copy}`);
    },
    close: async () => {
      db.close();
      await storage.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function fillSqlite(db: Sqlite.Database, book: OrderBook): void {
  const columns = Object.keys(toRow(book.order(0)));
  const insert = db.prepare(
    `INSERT INTO orders (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})`,
  );
  const fill = db.transaction((from: number, to: number) => {
    for (let n = from; n < to; n++) insert.run(toRow(book.order(n)));
  });
  for (let n = 0; n < book.size; n += CHUNK) fill(n, Math.min(n + CHUNK, book.size));
}

export async function postgresOrders(book: OrderBook): Promise<OrderDatabase> {
  await startPostgres();
  const server = new URL(process.env['TEST_POSTGRES_URL']!);
  const named = (database: string) => Object.assign(new URL(server), { pathname: `/${database}` }).href;
  const admin = await connected(server.href);
  await admin.query('CREATE DATABASE sluice_bench_orders');
  await createPlainTables(named('sluice_bench_orders'));
  let client = await connected(named('sluice_bench_orders'));
  await fillPostgres(client, book);
  let storage = await openStorage(named('sluice_bench_orders'));
  await client.query('VACUUM (ANALYZE)');
  const names = new Map<string, string>();
  return {
    name: 'Postgres',
    url: named('sluice_bench_orders'),
    get storage() {
      return storage;
    },
    rows: async <T>(sql: string, values: readonly (string | number)[]) => {
      if (!names.has(sql)) names.set(sql, `q${names.size}`);
      let count = 0;
      const text = sql.replaceAll('?', () => `$${++count}`);
      return (await client.query({ name: names.get(sql)!, text, values: [...values] })).rows as T[];
    },
    copyWithout: async (what) => {
      const copy = `sluice_bench_without_${what.replace(' ', '_')}`;
      // A database can be copied only while nobody is connected to it.
      await storage.close();
      await client.end();
      await admin.query(`CREATE DATABASE ${copy} TEMPLATE sluice_bench_orders`);
      storage = await openStorage(named('sluice_bench_orders'));
      client = await connected(named('sluice_bench_orders'));
      const other = await connected(named(copy));
      for (const statement of REMOVAL.Postgres[what]) await other.query(statement);
      await other.end();
      return openStorage(named(copy));
    },
    close: async () => {
      await storage.close();
      await client.end();
      await admin.end();
      await stopPostgres();
    },
  };
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

async function fillPostgres(client: pg.Client, book: OrderBook): Promise<void> {
  const columns = Object.keys(toRow(book.order(0))) as (keyof OrderRow)[];
  const lists = columns.map((name, n) => `$${n + 1}::${INTEGERS.includes(name) ? 'integer' : 'text'}[]`);
  const insert = `INSERT INTO orders (${columns.join(', ')}) SELECT * FROM unnest(${lists.join(', ')})`;
  for (let n = 0; n < book.size; n += CHUNK) {
    const rows = Array.from({ length: Math.min(CHUNK, book.size - n) }, (_, i) => toRow(book.order(n + i)));
    await client.query(
      insert,
      columns.map((name) => rows.map((row) => row[name])),
    );
  }
}
