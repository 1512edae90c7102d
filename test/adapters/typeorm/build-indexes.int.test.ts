import { afterEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { openStorage, parseDatabaseUrl } from '../../../src/adapters/typeorm/index.js';
import { buildIndexes } from '../../../src/adapters/typeorm/database/index.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { anOpenOrder, uuidOf } from '../../support/builders.js';
import { DATABASES } from '../../support/databases.js';
import { until } from '../../support/own-cluster.js';
import { createDatabase } from '../../support/postgres.js';

const INDEX = { name: 'orders_by_recipient', on: "orders (owner, version) WHERE status = 'open'" };

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function sourceOf(url: string): Promise<DataSource> {
  const source = await new DataSource(parseDatabaseUrl(url)).initialize();
  closing.push(() => source.destroy());
  return source;
}

describe.each(DATABASES)('indexes that are added later on $name', ({ name, create }) => {
  it('are built once, however often the storage is opened', async () => {
    const database = await create();
    closing.push(() => database.remove());
    const storage = await openStorage(database.url);
    closing.push(() => storage.close());
    const source = await sourceOf(database.url);
    const dialect = name === 'Postgres' ? 'postgres' : 'sqlite';
    for (let n = 0; n < 2; n++) await buildIndexes(source, dialect, [INDEX]);
    await expect(source.query(`DROP INDEX ${INDEX.name}`)).resolves.toBeDefined();
  });
});

describe('an index that is added later on Postgres, while a transaction blocks its build', () => {
  /** A storage, and a transaction that is older than the build and has written to its table. */
  async function blocked() {
    const database = await createDatabase();
    closing.push(() => database.remove());
    const storage = await openStorage(database.url);
    closing.push(() => storage.close());
    const blocker = new Client({ connectionString: database.url });
    await blocker.connect();
    closing.push(() => blocker.end());
    await blocker.query('BEGIN');
    await blocker.query('UPDATE orders SET version = version');
    const source = await sourceOf(database.url);
    const building = async () => {
      const rows = await source.query<{ pid: number }[]>(
        `SELECT pid FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'CREATE INDEX CONCURRENTLY%'`,
      );
      return rows.map(({ pid }) => pid);
    };
    return {
      source,
      orders: storage.ports.orders,
      building,
      end: () => blocker.query('COMMIT'),
      build: async () => buildIndexes(await sourceOf(database.url), 'postgres', [INDEX]),
      tries: async () => {
        const [row] = await source.query<{ n: string }[]>(
          `SELECT COUNT(*) AS n FROM pg_stat_activity WHERE query LIKE 'SELECT pg_try_advisory_lock%'`,
        );
        return Number(row!.n);
      },
      isValid: async () => {
        const [row] = await source.query<{ valid: boolean }[]>(
          `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('${INDEX.name}')`,
        );
        return row?.valid;
      },
    };
  }

  it('is built by one of three processes that start together, and orders are placed meanwhile', async () => {
    const { build, building, tries, orders, end, isValid } = await blocked();
    const all = Promise.all([build(), build(), build()]);
    await until(async () => (await building()).length === 1 && (await tries()) === 2);
    unwrap(await orders.insert(anOpenOrder({ uuid: uuidOf(1) })));
    expect(await isValid()).not.toBe(true);
    await end();
    await all;
    expect(await isValid()).toBe(true);
  });

  it('is dropped and built again by the next process when the builder dies', async () => {
    const { source, build, building, tries, end, isValid } = await blocked();
    const first = build();
    await until(async () => (await building()).length === 1);
    const [builder] = await building();
    const second = build();
    await until(async () => (await tries()) === 1);
    await source.query(`SELECT pg_terminate_backend(${builder})`);
    await expect(first).rejects.toThrow();
    expect(await isValid()).toBe(false);
    await end();
    await second;
    expect(await isValid()).toBe(true);
    // Locks belong to the cluster, whose other databases other suites use.
    const OWN_LOCKS = `
      SELECT 1 FROM pg_locks
      WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    expect(await source.query(OWN_LOCKS)).toEqual([]);
  });
});
