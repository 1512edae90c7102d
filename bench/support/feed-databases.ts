import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { openStorage, type Storage } from '../../src/adapters/typeorm/index.js';
import stopProvider from '../../test/support/global-teardown.js';
import startProvider from '../../test/support/global-setup.js';
import { provided } from '../../test/support/provided.js';

/** Two empty databases, one of them with a log of events that has no positions. */
export interface FeedPair {
  readonly withPositions: Storage;
  readonly without: Storage;
  close(): Promise<void>;
}

export async function sqlitePair(): Promise<FeedPair> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-feed-'));
  const path = join(folder, 'without.db');
  const withPositions = await openStorage(`sqlite:${join(folder, 'with.db')}`);
  const without = await openStorage(`sqlite:${path}`);
  const db = new Sqlite(path);
  db.exec(`
    DROP TABLE order_events;
    CREATE TABLE order_events (order_uuid varchar NOT NULL, seq integer NOT NULL, type varchar NOT NULL,
      at varchar NOT NULL, facts text NOT NULL, UNIQUE (order_uuid, seq))`);
  db.close();
  return {
    withPositions,
    without,
    close: async () => {
      await withPositions.close();
      await without.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Appends events as if they had no positions: without a lock. */
class PlainClient extends pg.Client {
  override query(...args: unknown[]): never {
    const [first, ...rest] = args;
    const plain = (text: string) =>
      text
        .replace(
          /WITH announced AS MATERIALIZED \(.*?AS held\)\s*INSERT INTO order_events/s,
          'INSERT INTO order_events',
        )
        .replace('FROM announced CROSS JOIN', 'FROM')
        .replace('WHERE announced.held', '');
    const changed =
      typeof first === 'string'
        ? plain(first)
        : isQuery(first)
          ? Object.assign(first, { text: plain(first.text) })
          : first;
    return super.query(...([changed, ...rest] as Parameters<pg.Client['query']>)) as never;
  }
}

const isQuery = (value: unknown): value is { text: string } =>
  typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string';

export async function postgresPair(): Promise<FeedPair> {
  await startProvider();
  const server = new URL(await provided('postgres'));
  const admin = new pg.Client({ connectionString: server.href });
  await admin.connect();
  const pools: pg.Pool[] = [];
  const open = async (database: string, Client: typeof pg.Client) => {
    await admin.query(`CREATE DATABASE ${database}`);
    const connectionString = Object.assign(new URL(server), { pathname: `/${database}` }).href;
    const pool = new pg.Pool({ connectionString, max: 12, Client });
    pool.on('error', () => undefined);
    pools.push(pool);
    return openStorage({ pool });
  };
  const withPositions = await open('sluice_bench_feed_with', pg.Client);
  const without = await open('sluice_bench_feed_without', PlainClient);
  await pools[1]!.query('ALTER TABLE order_events DROP COLUMN position');
  return {
    withPositions,
    without,
    close: async () => {
      await withPositions.close();
      await without.close();
      for (const pool of pools) await pool.end();
      await admin.end();
      await stopProvider();
    },
  };
}
