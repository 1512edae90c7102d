import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { cuttableLink } from '../support/cuttable-link.js';
import { temporarySqlite } from '../support/harnesses.js';
import { createDatabase } from '../support/postgres.js';

/** A database that can fail on demand and be looked into. */
export interface FailingDatabase {
  readonly url: string;
  /** Settings of a server whose database this is. */
  readonly settings: Readonly<Record<string, string>>;
  /** Flags of Node of such a server. */
  readonly preload: readonly string[];
  outage: (work: () => Promise<void>) => Promise<void>;
  contains: (text: string) => Promise<boolean>;
  remove(): Promise<void>;
}

export async function failingSqlite(): Promise<FailingDatabase> {
  const database = await temporarySqlite();
  const { url } = database;
  const folder = dirname(url.slice('sqlite:'.length));
  const failing = join(folder, 'failing');
  return {
    url,
    settings: { FAILING_SQLITE_FILE: failing },
    preload: ['--import', new URL('../support/failing-sqlite.mjs', import.meta.url).href],
    outage: async (work) => {
      await writeFile(failing, '');
      await work().finally(() => rm(failing));
    },
    contains: async (text) => {
      const names = (await readdir(folder)).filter((name) => name.startsWith('sluice.db'));
      const files = await Promise.all(names.map((name) => readFile(join(folder, name))));
      return files.some((file) => file.includes(text));
    },
    remove: () => database.remove(),
  };
}

export async function failingPostgres(): Promise<FailingDatabase> {
  const database = await createDatabase();
  const { hostname, port } = new URL(database.url);
  const link = await cuttableLink(hostname, Number(port));
  const url = Object.assign(new URL(database.url), { port: String(link.port) }).href;
  return {
    url,
    settings: {},
    preload: [],
    outage: async (work) => {
      link.cut();
      await work().finally(() => link.mend());
    },
    contains: (text) => isInSomeTable(database.url, text),
    remove: async () => {
      await link.close();
      await database.remove();
    },
  };
}

async function isInSomeTable(url: string, text: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "SELECT format('%I', tablename) AS name FROM pg_tables WHERE schemaname = 'public'",
    );
    for (const { name } of rows) {
      const sql = `SELECT 1 FROM ${name} AS row WHERE strpos(row::text, $1) > 0 LIMIT 1`;
      if ((await client.query(sql, [text])).rowCount) return true;
    }
    return false;
  } finally {
    await client.end();
  }
}
