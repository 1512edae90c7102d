import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { openStorage, type Storage } from '../../src/adapters/typeorm/index.js';
import stopPostgres from '../../test/support/global-teardown.js';
import startPostgres from '../../test/support/global-setup.js';
import { postgresLoader, sqliteLoader, type OrderLoader } from './order-load.js';

/** Lets Postgres sort and index a million rows in memory, beside SQLite, which has the other core. */
const LOADING = ["maintenance_work_mem = '1GB'", 'max_parallel_maintenance_workers = 0'];

/** A database full of orders, by Sluice and by its driver alone. */
export interface OrderDatabase {
  readonly name: 'SQLite' | 'Postgres';
  readonly url: string;
  readonly storage: Storage;
  /** Runs SQL whose parameters are written `?`, prepared once. */
  rows<T>(sql: string, values: readonly (string | number)[]): Promise<T[]>;
  /**
   * A copy without the text index (on SQLite orders are counted with it), or without all that was added for lists, and
   * nothing else changed.
   */
  copyWithout(what: 'text index' | 'all'): Promise<Storage>;
  close(): Promise<void>;
}

/** A database that waits for its orders, and can be opened once it has them. */
export interface NewOrderDatabase {
  readonly loader: OrderLoader;
  readonly open: () => Promise<OrderDatabase>;
  /** For a database that was never opened, or whose opening failed. */
  remove(): Promise<void>;
}

const REMOVAL = {
  SQLite: {
    'text index': ['DROP TRIGGER order_ids_due'],
    all: [
      'DROP TRIGGER order_ids_due',
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

export async function newSqlite(): Promise<NewOrderDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-orders-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const path = join(folder, 'orders.db');
  return { loader: await sqliteLoader(path), open: () => openSqlite(folder, path, remove), remove };
}

async function openSqlite(folder: string, path: string, remove: () => Promise<void>): Promise<OrderDatabase> {
  const url = `sqlite:${path}`;
  const storage = await openStorage(url);
  const db = new Sqlite(path);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.exec("CREATE VIRTUAL TABLE temp.id_trigrams USING fts5vocab(main, order_ids, 'row')");
  db.exec("CREATE VIRTUAL TABLE temp.owner_trigrams USING fts5vocab(main, order_owner_text, 'row')");
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
      await remove();
    },
  };
}

export async function newPostgres(): Promise<NewOrderDatabase> {
  await startPostgres();
  const server = new URL(process.env['TEST_POSTGRES_URL']!);
  const named = (database: string) => Object.assign(new URL(server), { pathname: `/${database}` }).href;
  const admin = await connected(server.href);
  await admin.query('CREATE DATABASE sluice_bench_orders');
  for (const setting of LOADING) await admin.query(`ALTER DATABASE sluice_bench_orders SET ${setting}`);
  const client = await connected(named('sluice_bench_orders'));
  const remove = async () => {
    await admin.end();
    await stopPostgres();
  };
  return {
    loader: await postgresLoader(named('sluice_bench_orders'), client),
    open: () => openPostgres(named, admin, client, remove),
    remove: async () => {
      await client.end();
      await remove();
    },
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
      await remove();
    },
  };
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}
