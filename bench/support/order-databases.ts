import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { openStorage, type Storage } from '../../src/adapters/typeorm/index.js';
import stopProvider from '../../test/support/global-teardown.js';
import startProvider from '../../test/support/global-setup.js';
import { provided } from '../../test/support/provided.js';
import { postgresLoader, sqliteLoader, type OrderLoader } from './order-load.js';

/** Lets Postgres sort and index a million rows in memory, beside SQLite, which has the other core. */
const LOADING = ["maintenance_work_mem = '1GB'", 'max_parallel_maintenance_workers = 0'];

/** A database with orders, reached through Sluice and through the bare driver. */
export interface OrderDatabase {
  readonly name: 'SQLite' | 'Postgres';
  readonly url: string;
  readonly storage: Storage;
  /** Runs SQL whose parameters are written `?`, prepared once. */
  rows<T>(sql: string, values: readonly (string | number)[]): Promise<T[]>;
  /** A copy without what is stored for searches and totals: their triggers and indexes. */
  copyWithoutSearch(): Promise<Storage>;
  close(): Promise<void>;
}

/** An empty database: load it, then open it. */
export interface NewOrderDatabase {
  readonly loader: OrderLoader;
  readonly open: () => Promise<OrderDatabase>;
}

const REMOVAL = {
  SQLite: ['DROP TRIGGER order_inserted', 'DROP TRIGGER orders_due', 'DROP INDEX orders_by_tokens'],
  Postgres: [
    'DROP TRIGGER order_insert ON orders',
    'DROP INDEX orders_by_txid',
    'DROP INDEX orders_by_tokens',
  ],
};

export async function newSqlite(): Promise<NewOrderDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-orders-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const path = join(folder, 'orders.db');
  return { loader: await sqliteLoader(path), open: () => openSqlite(folder, path, remove) };
}

async function openSqlite(folder: string, path: string, remove: () => Promise<void>): Promise<OrderDatabase> {
  const url = `sqlite:${path}`;
  const storage = await openStorage(url);
  const db = new Sqlite(path);
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
    copyWithoutSearch: async () => {
      const copy = join(folder, 'without search.db');
      await copyFile(path, copy);
      const other = new Sqlite(copy);
      for (const statement of REMOVAL.SQLite) other.exec(statement);
      other.close();
      return openStorage(`sqlite:${copy}`);
    },
    close: async () => {
      db.close();
      await storage.close();
      await remove();
    },
  };
}

export async function newPostgres(): Promise<NewOrderDatabase> {
  await startProvider();
  const server = new URL(await provided('postgres'));
  const named = (database: string) => Object.assign(new URL(server), { pathname: `/${database}` }).href;
  const admin = await connected(server.href);
  await admin.query('CREATE DATABASE sluice_bench_orders');
  for (const setting of LOADING) await admin.query(`ALTER DATABASE sluice_bench_orders SET ${setting}`);
  const client = await connected(named('sluice_bench_orders'));
  const remove = async () => {
    await admin.end();
    await stopProvider();
  };
  return {
    loader: await postgresLoader(named('sluice_bench_orders'), client),
    open: () => openPostgres(named, admin, client, remove),
  };
}

async function openPostgres(
  named: (database: string) => string,
  admin: pg.Client,
  loadClient: pg.Client,
  remove: () => Promise<void>,
): Promise<OrderDatabase> {
  await loadClient.query('VACUUM (ANALYZE)');
  let client = loadClient;
  let storage = await openStorage(named('sluice_bench_orders'));
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
    copyWithoutSearch: async () => {
      const copy = 'sluice_bench_without_search';
      // Postgres copies a database only while nothing is connected to it.
      await storage.close();
      await client.end();
      await admin.query(`CREATE DATABASE ${copy} TEMPLATE sluice_bench_orders`);
      storage = await openStorage(named('sluice_bench_orders'));
      client = await connected(named('sluice_bench_orders'));
      const other = await connected(named(copy));
      for (const statement of REMOVAL.Postgres) await other.query(statement);
      await other.end();
      return openStorage(named(copy));
    },
    close: async () => {
      await storage.close();
      await client.end();
      await remove();
    },
  };
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}
