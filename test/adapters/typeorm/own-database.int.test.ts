import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Client, Pool } from 'pg';
import { DataSource } from 'typeorm';
import { openStorage, parseDatabaseUrl } from '../../../src/adapters/typeorm/index.js';
import { ok } from '../../../src/domain/shared/result.js';
import { ownerUsageContract } from '../../../src/testing/owner-usage.contract.js';
import { unitOfWorkContract } from '../../../src/testing/unit-of-work.contract.js';
import { anOpenOrder } from '../../support/builders.js';
import { createEmptyDatabase, type TestDatabase } from '../../support/postgres.js';

/** A database in which a program has a table `orders` of its own. */
let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createEmptyDatabase();
  pool = new Pool({ connectionString: database.url, max: 4 });
  await pool.query(
    'CREATE TABLE orders (id integer PRIMARY KEY, dish text); INSERT INTO orders VALUES (1, $$soup$$)',
  );
});
afterAll(async () => {
  await pool.end();
  await database.remove();
});

const hostRows = async () => (await pool.query('SELECT * FROM orders')).rows as unknown[];

const schemaOf = async (table: string) =>
  (
    await pool.query<{ schema: string }>('SELECT schemaname AS schema FROM pg_tables WHERE tablename = $1', [
      table,
    ])
  ).rows;

describe('a schema in a database that has a table `orders` of its own', () => {
  it('takes every table, index and function, and leaves the other table alone', async () => {
    const order = anOpenOrder();
    for (const opening of ['creates it', 'finds it']) {
      const storage = await openStorage(database.url, { schema: 'exchange' });
      if (opening === 'creates it') await storage.ports.orders.insert(order);
      expect(await storage.ports.orders.findById(order.terms.uuid)).toEqual(order);
      await storage.ping();
      await storage.close();
    }
    expect(await hostRows()).toEqual([{ id: 1, dish: 'soup' }]);
    expect(await schemaOf('price_points')).toEqual([{ schema: 'exchange' }]);
    expect(await schemaOf('sluice_migrations')).toEqual([{ schema: 'exchange' }]);
    const { rows } =
      await pool.query(`SELECT pronamespace::regnamespace::text AS schema, proconfig FROM pg_proc
      WHERE proname = 'order_changed'`);
    expect(rows).toEqual([{ schema: 'exchange', proconfig: ['search_path=exchange'] }]);
  });

  it('is what the error names when it was forgotten, and nothing is printed', async () => {
    const printed = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    const refusal = /tables of another program.*the option `schema` or SLUICE_DB_SCHEMA/;
    await expect(openStorage(database.url)).rejects.toThrow(refusal);
    await expect(openStorage({ pool })).rejects.toThrow(refusal);
    expect(printed).not.toHaveBeenCalled();
    printed.mockRestore();
    expect(await hostRows()).toEqual([{ id: 1, dish: 'soup' }]);
  });

  it('is replaced by another file on SQLite', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-own-file-'));
    const file = join(folder, 'own.db');
    const own = await new DataSource({ type: 'better-sqlite3', database: file }).initialize();
    await own.query('CREATE TABLE orders (id integer PRIMARY KEY, dish text)');
    await own.destroy();
    await expect(openStorage(`sqlite:${file}`)).rejects.toThrow('on SQLite, in another file');
    rmSync(folder, { recursive: true });
  });

  it('keeps its counts when another program writes to its tables', async () => {
    await pool.query(`DELETE FROM exchange.orders`);
    const storage = await openStorage(database.url, { schema: 'exchange' });
    const page = await storage.ports.orders.listPage({
      sortBy: 'createdAt',
      sortOrder: 'asc',
      offset: 0,
      limit: 1,
    });
    expect(page.total).toBe(0);
    await storage.close();
  });

  it('finds the search extension in the schema where it is installed already', async () => {
    const other = await createEmptyDatabase();
    const client = new Client({ connectionString: other.url });
    await client.connect();
    await client.query('CREATE SCHEMA "shared things"; CREATE EXTENSION pg_trgm SCHEMA "shared things"');
    const storage = await openStorage(other.url, { schema: 'exchange' });
    await storage.close();
    const { rows } = await client.query(`SELECT indexdef FROM pg_indexes WHERE indexname = 'orders_by_txid'`);
    expect(rows).toMatchObject([{ indexdef: expect.stringContaining('"shared things".gin_trgm_ops') }]);
    await client.end();
    await other.remove();
  });

  it('is refused on SQLite, and by a name that needs quotes', async () => {
    const refused = openStorage('sqlite::memory:', { schema: 'exchange' });
    await expect(refused).rejects.toThrow('a schema is for Postgres; sqlite has none');
    await expect(openStorage(database.url, { schema: 'My"Schema' })).rejects.toThrow('lower-case letters');
  });

  it('must exist if the role may not create it', async () => {
    await pool.query(`CREATE ROLE sluice_test_guest LOGIN PASSWORD 'guest'`);
    const url = new URL(database.url);
    [url.username, url.password] = ['sluice_test_guest', 'guest'];
    await expect(openStorage(url.href, { schema: 'elsewhere' })).rejects.toThrow(
      'the schema elsewhere does not exist, and sluice_test_guest may not create it: ' +
        'run CREATE SCHEMA elsewhere AUTHORIZATION sluice_test_guest',
    );
    await pool.query('CREATE SCHEMA elsewhere AUTHORIZATION sluice_test_guest');
    await (await openStorage(url.href, { schema: 'elsewhere' })).close();
    await pool.query('DROP SCHEMA elsewhere CASCADE; DROP ROLE sluice_test_guest');
  });

  it('is added to the startup options that the URL has', async () => {
    const url = `${database.url}?options=${encodeURIComponent('-c work_mem=4MB')}`;
    const dataSource = await new DataSource(parseDatabaseUrl(url, { schema: 'exchange' })).initialize();
    const read = async (name: string) => (await dataSource.query<object[]>(`SHOW ${name}`))[0];
    expect(await read('work_mem')).toEqual({ work_mem: '4MB' });
    expect(await read('search_path')).toEqual({ search_path: 'exchange' });
    await dataSource.destroy();
  });

  it('has locks of its own', async () => {
    const [one, two] = await Promise.all([
      openStorage(database.url, { schema: 'exchange' }),
      openStorage(database.url, { schema: 'second' }),
    ]);
    const both = await one.ports.unitOfWork.run(async (held) => {
      await held.lock('a name');
      return two.ports.unitOfWork.run(async (other) => {
        await other.lock('a name');
        return ok('both');
      });
    });
    expect(both).toEqual(ok('both'));
    await Promise.all([one.close(), two.close()]);
  });
});

describe('a pool of the caller', () => {
  it('lends connections, gets them back as they were, and stays open', async () => {
    const lent = new Pool({ connectionString: database.url, max: 2 });
    lent.on('connect', (client) => void client.query('SET search_path = public, pg_catalog'));
    const storage = await openStorage({ pool: lent }, { schema: 'lent' });
    const order = anOpenOrder();
    await Promise.all([
      storage.ports.unitOfWork.run(async ({ orders }) => ok(await orders.insert(order))),
      storage.ports.sendingSwitch.position(),
      storage.ping(),
    ]);
    expect(await storage.ports.orders.findById(order.terms.uuid)).toEqual(order);
    await storage.close();
    expect(await schemaOf('swaps')).toContainEqual({ schema: 'lent' });
    const clients = await Promise.all([lent.connect(), lent.connect()]);
    for (const client of clients) {
      expect((await client.query('SHOW search_path')).rows).toEqual([{ search_path: 'public, pg_catalog' }]);
      expect((await client.query('SELECT name FROM pg_prepared_statements')).rows).toEqual([]);
      expect((await client.query('SELECT * FROM orders')).rows).toEqual([{ id: 1, dish: 'soup' }]);
      expect(client.listenerCount('notice')).toBe(0);
      client.release();
    }
    await lent.end();
  });

  it('gets its connections back after a failed statement', async () => {
    const lent = new Pool({ connectionString: database.url, max: 1 });
    const storage = await openStorage({ pool: lent }, { schema: 'lent' });
    const failing = storage.ports.unitOfWork.run(async () => {
      throw new Error('the work fails');
    });
    await expect(failing).rejects.toThrow('the work fails');
    expect((await lent.query('SHOW search_path')).rows).toEqual([{ search_path: '"$user", public' }]);
    await storage.close();
    await lent.end();
  });

  it('may lose connections that are lent, which only fails statements', async () => {
    const lent = new Pool({ connectionString: database.url, max: 6, application_name: 'lent' });
    lent.on('error', () => {});
    const storage = await openStorage({ pool: lent }, { schema: 'exchange' });
    const uncaught: unknown[] = [];
    const note = (error: unknown) => uncaught.push(error);
    process.on('uncaughtException', note);
    let failures = 0;
    const read = async () => {
      for (let n = 0; n < 100; n++)
        await storage.ports.orders.findById(anOpenOrder().terms.uuid).catch(() => failures++);
    };
    const kill = async () => {
      for (let n = 0; n < 20; n++)
        await pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'lent'`);
    };
    await Promise.all([read(), read(), read(), kill()]);
    process.off('uncaughtException', note);
    expect([failures > 0, uncaught]).toEqual([true, []]);
    await storage.ping();
    await storage.close();
    await lent.end();
  });

  it('works without a schema of its own', async () => {
    const other = await createEmptyDatabase();
    const lent = new Pool({ connectionString: other.url, max: 2 });
    const storage = await openStorage({ pool: lent });
    await storage.ping();
    await storage.close();
    expect((await lent.query('SELECT COUNT(*)::int AS n FROM public.orders')).rows).toEqual([{ n: 0 }]);
    await lent.end();
    await other.remove();
  });
});

describe('a data source of the caller', () => {
  it.each([
    ['the schema is an option of the storage', {}, { schema: 'exchange' }],
    ['the schema is its own', { schema: 'exchange' }, {}],
  ])('keeps its tables when %s, and stays open', async (_, own, options) => {
    const dataSource = await new DataSource({ type: 'postgres', url: database.url, ...own }).initialize();
    const storage = await openStorage({ dataSource }, options);
    await storage.ping();
    await storage.close();
    expect(await dataSource.query('SELECT dish FROM public.orders')).toEqual([{ dish: 'soup' }]);
    await dataSource.destroy();
  });
});

/** One schema for each test, on borrowed connections. */
const lending = {
  name: 'postgres, in a schema, on a pool of the caller',
  open: async () => {
    const schema = `tested_${++opened}`;
    const storage = await openStorage({ pool }, { schema });
    const close = async () => {
      await storage.close();
      await pool.query(`DROP SCHEMA ${schema} CASCADE`);
    };
    return { ports: storage.ports, close };
  },
};
let opened = 0;

unitOfWorkContract(lending);
ownerUsageContract(lending);
