import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { DataSource } from 'typeorm';
import type { TriggerLevel } from '../../src/domain/order/conditions/rules.js';
import { parseDatabaseUrl } from '../../src/adapters/typeorm/index.js';
import type { Database } from '../../src/adapters/typeorm/database/database.js';
import { CLAIM_STATEMENTS } from '../../src/adapters/typeorm/execution-queue/execution-queue-claim.js';
import { PairNumbers } from '../../src/adapters/typeorm/execution-queue/execution-queue-pairs.js';
import { TypeOrmExecutionQueue } from '../../src/adapters/typeorm/execution-queue/execution-queue.js';
import { POSTGRES } from '../../src/adapters/typeorm/database/postgres.js';
import { sql } from '../../src/adapters/typeorm/database/sql.js';
import { SQLITE } from '../../src/adapters/typeorm/database/sqlite.js';
import { enqueue } from '../../src/adapters/typeorm/execution-queue/execution-queue-row.js';
import { TypeOrmWatermarks } from '../../src/adapters/typeorm/execution-queue/watermarks.js';
import type { ExecutionQueue, Watermarks } from '../../src/ports/index.js';
import stopProvider from '../../test/support/global-teardown.js';
import startProvider from '../../test/support/global-setup.js';
import { provided } from '../../test/support/provided.js';
import { postgresLoader, sqliteLoader, type OrderLoader } from './order-load.js';
import { openOrder, trailingOrder } from './trigger-book.js';

const CHUNK = 5_000;

/** A database full of open orders. */
export interface QueueDatabase {
  readonly queue: ExecutionQueue;
  readonly watermarks: Watermarks;
  /** Adds so many trailing orders to the queue. */
  trail(orders: number): Promise<void>;
  /** Finds due orders and returns their number, without claiming any. */
  detect(reached: readonly TriggerLevel[], now: Date): Promise<number>;
  /** The same by reading every order that waits for its price, only the columns that the comparison needs. */
  scan(reached: readonly TriggerLevel[]): Promise<number>;
  /** Releases every claim. */
  releaseAll(): Promise<void>;
}

/** Two databases of one kind, with few and with many orders. */
export interface QueueDatabases {
  readonly databases: readonly [QueueDatabase, QueueDatabase];
  close(): Promise<void>;
}

async function load(loader: OrderLoader, orders: number): Promise<void> {
  for (let n = 0; n < orders; n += CHUNK) {
    const count = Math.min(CHUNK, orders - n);
    await loader.add(Array.from({ length: count }, (_, i) => openOrder(n + i)));
  }
  await loader.end();
}

function queueDatabase(database: Database, tidy: () => Promise<unknown>): QueueDatabase {
  const pairs = new PairNumbers(database);
  return {
    queue: new TypeOrmExecutionQueue(database),
    watermarks: new TypeOrmWatermarks(database),
    trail: async (orders) => {
      for (let n = 0; n < orders; n += CHUNK) {
        const added = Array.from({ length: Math.min(CHUNK, orders - n) }, (_, i) => trailingOrder(n + i));
        await database.write((queries) => enqueue(queries, added));
      }
      await tidy();
    },
    detect: async (levels, now) => {
      const reached = await pairs.storedLevels(levels);
      // The connection that claims use too: on SQLite, the writer.
      const due = await database.statement((queries) =>
        queries.select(CLAIM_STATEMENTS[queries.dialect.name].triggered(reached, now.toISOString())),
      );
      return due.length;
    },
    scan: async (levels) => {
      const reached = await pairs.storedLevels(levels);
      const waiting = await database.read((queries) =>
        queries.select<{ watch: number; level: string }>(
          sql`SELECT uuid, watch, level FROM order_queue WHERE state = 0 AND watch IS NOT NULL`,
        ),
      );
      return waiting.filter(({ watch, level }) => level <= (reached.get(watch) ?? '')).length;
    },
    releaseAll: async () => {
      await database.statement((queries) =>
        queries.execute(
          sql`UPDATE order_queue SET state = 0, wake_at = NULL, claimant = NULL WHERE claimant IS NOT NULL`,
        ),
      );
      await tidy();
    },
  };
}

type Sizes = readonly [few: number, many: number];

export async function sqliteQueues([few, many]: Sizes): Promise<QueueDatabases> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-executor-'));
  const open = async (orders: number) => {
    const path = join(folder, `${orders}-orders.db`);
    await load(await sqliteLoader(path), orders);
    const writer = await new DataSource(parseDatabaseUrl(`sqlite:${path}`)).initialize();
    await SQLITE.prepare(writer);
    const database = await SQLITE.open(writer);
    const close = async () => {
      await database.close();
      await writer.destroy();
    };
    const checkpoint = () => writer.query('PRAGMA wal_checkpoint(TRUNCATE)');
    return { database: queueDatabase(database, checkpoint), close };
  };
  const opened = [await open(few), await open(many)] as const;
  return {
    databases: [opened[0].database, opened[1].database],
    close: async () => {
      for (const { close } of opened) await close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function postgresQueues([few, many]: Sizes): Promise<QueueDatabases> {
  await startProvider();
  const server = await provided('postgres');
  const open = async (orders: number) => {
    const name = `sluice_bench_executor_${orders}`;
    await withClient(server, (client) => client.query(`CREATE DATABASE ${name}`));
    const { href: url } = Object.assign(new URL(server), { pathname: `/${name}` });
    await withClient(url, async (client) => {
      await load(await postgresLoader(url, client), orders);
      await client.query('VACUUM (ANALYZE)');
    });
    const dataSource = await new DataSource(parseDatabaseUrl(url)).initialize();
    const vacuum = () => dataSource.query('VACUUM (ANALYZE) order_queue, order_trails');
    return { database: queueDatabase(await POSTGRES.open(dataSource), vacuum), dataSource };
  };
  const opened = [await open(few), await open(many)] as const;
  return {
    databases: [opened[0].database, opened[1].database],
    close: async () => {
      for (const { dataSource } of opened) await dataSource.destroy();
      await stopProvider();
    },
  };
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await work(client);
  await client.end();
}
