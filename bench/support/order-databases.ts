import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { openStorage, type Storage } from '../../src/adapters/typeorm/index.js';
import { toRow } from '../../src/adapters/typeorm/order-row.js';
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
  /** A copy without anything that searches need, and nothing else changed. */
  copyWithoutSearch(): Promise<Storage>;
  close(): Promise<void>;
}

/** The columns of a row with the tokens that it is found by. */
function rowOf(book: OrderBook, n: number) {
  const order = book.order(n);
  return { ...toRow(order), condition_token: order.terms.trigger?.conditionToken ?? '' };
}

const INTEGERS = ['status_rank', 'version'];
const WITHOUT_SEARCH = {
  SQLite: [
    ...['order_inserted', 'order_status_changed', 'order_txid_changed'].map((name) => `DROP TRIGGER ${name}`),
    'DROP TRIGGER order_ids_waiting',
    'DROP TRIGGER order_deleted',
    'DROP TABLE order_ids',
    'DROP INDEX orders_by_tokens',
    'DROP INDEX orders_by_strategy_creation',
  ],
  Postgres: [
    ...['order_inserted', 'order_status_changed'].map((name) => `DROP TRIGGER ${name} ON orders`),
    'DROP INDEX IF EXISTS orders_by_ids_text',
    'DROP INDEX orders_by_tokens',
    'DROP INDEX orders_by_strategy_creation',
  ],
};

export async function sqliteOrders(book: OrderBook): Promise<OrderDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-orders-'));
  const path = join(folder, 'orders.db');
  const url = `sqlite:${path}`;
  const storage = await openStorage(url);
  const db = new Sqlite(path);
  db.pragma('synchronous = OFF');
  fillSqlite(db, book);
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
      const copy = join(folder, 'without.db');
      await copyFile(path, copy);
      const other = new Sqlite(copy);
      for (const statement of WITHOUT_SEARCH.SQLite) other.exec(statement);
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
  const tokens = db.prepare(
    'INSERT INTO order_tokens (input_token, output_token, condition_token) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const insert =
    db.prepare(`INSERT INTO orders (${columns.join(', ')}, tokens_id) SELECT ${columns.map((name) => `@${name}`).join(', ')}, id
    FROM order_tokens WHERE input_token = @input_token AND output_token = @output_token AND condition_token = @condition_token`);
  const fill = db.transaction((from: number, to: number) => {
    for (let n = from; n < to; n++) {
      const row = rowOf(book, n);
      if (insert.run(row).changes === 1) continue;
      tokens.run(row.input_token, row.output_token, row.condition_token);
      insert.run(row);
    }
  });
  for (let n = 0; n < book.size; n += CHUNK) fill(n, Math.min(n + CHUNK, book.size));
}

export async function postgresOrders(book: OrderBook): Promise<OrderDatabase> {
  await startPostgres();
  const server = new URL(process.env['TEST_POSTGRES_URL']!);
  const named = (database: string) => Object.assign(new URL(server), { pathname: `/${database}` }).href;
  const admin = await connected(server.href);
  await admin.query('CREATE DATABASE sluice_bench_orders');
  let storage = await openStorage(named('sluice_bench_orders'));
  let client = await connected(named('sluice_bench_orders'));
  await fillPostgres(client, book);
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
      // A database can be copied only while nobody is connected to it.
      await storage.close();
      await client.end();
      await admin.query('CREATE DATABASE sluice_bench_without TEMPLATE sluice_bench_orders');
      storage = await openStorage(named('sluice_bench_orders'));
      client = await connected(named('sluice_bench_orders'));
      const other = await connected(named('sluice_bench_without'));
      for (const statement of WITHOUT_SEARCH.Postgres) await other.query(statement);
      await other.end();
      return openStorage(named('sluice_bench_without'));
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
  const columns = Object.keys(rowOf(book, 0));
  const stored = columns.filter((name) => name !== 'condition_token');
  const lists = columns.map((name, n) => `$${n + 1}::${INTEGERS.includes(name) ? 'integer' : 'text'}[]`);
  const given = `unnest(${lists.join(', ')}) AS given (${columns.join(', ')})`;
  const sameTokens = ['input_token', 'output_token', 'condition_token'];
  for (let n = 0; n < book.size; n += CHUNK) {
    const rows = Array.from({ length: Math.min(CHUNK, book.size - n) }, (_, i) => rowOf(book, n + i));
    const values = columns.map((name) => rows.map((row) => row[name as keyof typeof row]));
    await client.query(
      `INSERT INTO order_tokens (${sameTokens.join(', ')}) SELECT DISTINCT ${sameTokens.join(', ')} FROM ${given} ON CONFLICT DO NOTHING`,
      values,
    );
    await client.query(
      `INSERT INTO orders (${stored.join(', ')}, tokens_id) SELECT ${stored.map((name) => `given.${name}`).join(', ')}, t.id
       FROM ${given} JOIN order_tokens t USING (${sameTokens.join(', ')})`,
      values,
    );
  }
  await client.query('VACUUM (ANALYZE)');
}
