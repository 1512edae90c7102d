import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { openStorage } from '../../src/adapters/typeorm/index.js';

export interface TestDatabase {
  readonly url: string;
  /** Drops the database, whoever is still connected. */
  remove(): Promise<void>;
}

const TEMPLATE = 'sluice_test_template';
let templateIsFresh = false;

/** A new database with every table, copied from a template. */
export function createDatabase(): Promise<TestDatabase> {
  return onServer(async (client) => {
    // Several workers may come here together, and a template can be copied only while nobody is connected to it.
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [TEMPLATE]);
    if (!templateIsFresh) await refreshTemplate(client);
    templateIsFresh = true;
    return create(client, TEMPLATE);
  });
}

/** A new database without a table. */
export const createEmptyDatabase = (): Promise<TestDatabase> =>
  onServer((client) => create(client, 'template0'));

async function refreshTemplate(client: Client): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [TEMPLATE]);
  if (rowCount === 0) await client.query(`CREATE DATABASE ${TEMPLATE}`);
  const storage = await openStorage(urlOf(TEMPLATE));
  await storage.close();
}

async function create(client: Client, from: string): Promise<TestDatabase> {
  const name = `sluice_test_${randomUUID().replaceAll('-', '')}`;
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${from}`);
  return {
    url: urlOf(name),
    remove: () => onServer(async (other) => void (await other.query(`DROP DATABASE ${name} WITH (FORCE)`))),
  };
}

async function onServer<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: serverUrl().href });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function urlOf(database: string): string {
  const url = serverUrl();
  url.pathname = `/${database}`;
  return url.href;
}

function serverUrl(): URL {
  const url = process.env.TEST_POSTGRES_URL;
  if (url === undefined)
    throw new Error('jest.config.js starts Postgres in its globalSetup; run the tests through it');
  return new URL(url);
}
