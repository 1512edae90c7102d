import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { provided } from './provided.js';

export interface TestDatabase {
  readonly url: string;
  /** Drops the database, even if connections to it are open. */
  remove(): Promise<void>;
}

const TEMPLATE = 'sluice_test_template';

/** A new database with every table, copied from a template. */
export function createDatabase(): Promise<TestDatabase> {
  return onServer(async (client) => {
    // Several workers may get here at the same time, but a template can be copied only while no connection to it is open.
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [TEMPLATE]);
    if (!(await isFresh(client))) await refreshTemplate(client);
    return create(client, TEMPLATE);
  });
}

/** A database that is lent out again and again, and the connection that wipes it in between: a new one would read the catalogue again. */
interface Borrowed extends TestDatabase {
  readonly cleaner: Client;
}

const wiped: Borrowed[] = [];

/**
 * A database like that of `createDatabase`: one that an earlier borrower has returned, wiped, or else a new one. A new one takes some
 * hundred files, too many for every contract test. `dropBorrowed` removes all of them.
 */
export async function borrowDatabase(): Promise<TestDatabase> {
  const database = wiped.pop() ?? (await createBorrowed());
  return {
    url: database.url,
    remove: async () => {
      await database.cleaner.query(WIPE);
      wiped.push(database);
    },
  };
}

export async function dropBorrowed(): Promise<void> {
  await Promise.all(wiped.splice(0).map((database) => database.remove()));
}

async function createBorrowed(): Promise<Borrowed> {
  const database = await createDatabase();
  const { url } = database;
  await keepRows(url);
  const cleaner = new Client({ connectionString: url });
  await cleaner.connect();
  return {
    ...{ url, cleaner },
    remove: async () => {
      await cleaner.end();
      await database.remove();
    },
  };
}

/** Remembers the rows of a database with no more than its tables. */
export const keepRows = (url: string) => query(url, KEEP);

/** Deletes all rows but those that `keepRows` has seen. */
export const wipe = (url: string) => query(url, WIPE);

/** Copies the rows that migrations insert, so that `WIPE` can restore them. */
const KEEP = `
  CREATE SCHEMA kept;
  DO $$
  DECLARE
    name text;
    found boolean;
  BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
      EXECUTE format('SELECT EXISTS (SELECT FROM public.%I)', name) INTO found;
      IF found THEN EXECUTE format('CREATE TABLE kept.%1$I AS TABLE public.%1$I', name); END IF;
    END LOOP;
  END $$`;

/** Deletes all rows without truncating, which would create new files. Triggers are off, and event positions restart at 1. */
const WIPE = `
  SET session_replication_role = replica;
  DO $$
  DECLARE name text;
  BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
      EXECUTE format('DELETE FROM public.%I', name);
    END LOOP;
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'kept' LOOP
      EXECUTE format('INSERT INTO public.%1$I OVERRIDING SYSTEM VALUE SELECT * FROM kept.%1$I', name);
    END LOOP;
    PERFORM setval('order_events_position_seq', 1, false);
  END $$`;

/** Copies a database to which no connection is open. `putBack` replaces the database with the copy. */
export async function copyDatabase(url: string): Promise<{ putBack(): Promise<void> }> {
  const name = new URL(url).pathname.slice(1);
  const copy = await onServer((client) => create(client, name));
  const copyName = new URL(copy.url).pathname.slice(1);
  return {
    putBack: () =>
      onServer(async (client) => {
        await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
        await client.query(`CREATE DATABASE ${name} TEMPLATE ${copyName}`);
        await client.query(`DROP DATABASE ${copyName}`);
      }),
  };
}

/** A new database without tables. */
export const createEmptyDatabase = (): Promise<TestDatabase> =>
  onServer((client) => create(client, 'template0'));

/** Comment of a template that a suite of this run has brought up to date. */
const freshMark = () => `of the run at ${process.env['TEST_PROVIDER_URL'] ?? ''}, ${process.ppid}`;

async function isFresh(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ mark: string | null }>(
    `SELECT shobj_description(oid, 'pg_database') AS mark FROM pg_database WHERE datname = $1`,
    [TEMPLATE],
  );
  return rows[0]?.mark === freshMark();
}

async function refreshTemplate(client: Client): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [TEMPLATE]);
  if (rowCount === 0) await client.query(`CREATE DATABASE ${TEMPLATE}`);
  const { openStorage } = await import('../../src/adapters/typeorm/index.js');
  const storage = await openStorage(await urlOf(TEMPLATE));
  await storage.close();
  // The row identifies the template, so a copy that contained it would be recognised as a copy.
  await query(await urlOf(TEMPLATE), 'DELETE FROM database_home');
  await client.query(`COMMENT ON DATABASE ${TEMPLATE} IS '${freshMark()}'`);
}

async function create(client: Client, from: string): Promise<TestDatabase> {
  const name = `sluice_test_${randomUUID().replaceAll('-', '')}`;
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${from}`);
  return {
    url: await urlOf(name),
    remove: () => onServer(async (other) => void (await other.query(`DROP DATABASE ${name} WITH (FORCE)`))),
  };
}

const query = (url: string, sql: string) => connected(url, (client) => client.query(sql));

const onServer = async <T>(work: (client: Client) => Promise<T>): Promise<T> =>
  connected(await provided('postgres'), work);

async function connected<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function urlOf(database: string): Promise<string> {
  const url = new URL(await provided('postgres'));
  url.pathname = `/${database}`;
  return url.href;
}
