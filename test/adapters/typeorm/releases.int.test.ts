import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import Sqlite from 'better-sqlite3';
import { openStorage } from '../../../src/adapters/typeorm/index.js';
import { DATABASES } from '../../support/databases.js';
import { temporarySqlite } from '../../support/harnesses.js';
import { createEmptyDatabase } from '../../support/postgres.js';
import {
  dumpFilled,
  migrationHashes,
  readStorage,
  releasesWithMigrations,
} from '../../support/stored-release.js';

/** Each folder holds what one release stored: a dump per database, what the ports read from it, and hashes. */
const FOLDER = new URL('./releases/', import.meta.url);
const fileOf = (release: string, name: string) => new URL(`${release}/${name}`, FOLDER);
const json = async (release: string, name: string) =>
  JSON.parse(await readFile(fileOf(release, name), 'utf8')) as unknown;

const RELEASES = (await readdir(FOLDER)).sort();
const EMPTY = { SQLite: temporarySqlite, Postgres: createEmptyDatabase };

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function emptyDatabase(name: keyof typeof EMPTY): Promise<string> {
  const database = await EMPTY[name]();
  closing.push(() => database.remove());
  return database.url;
}

async function restore(url: string, dump: string): Promise<void> {
  if (url.startsWith('sqlite:')) {
    const db = new Sqlite(url.slice('sqlite:'.length));
    db.exec(dump);
    db.close();
    return;
  }
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(dump);
  await client.end();
}

// Freezes a release: RELEASE=0.2.0 npm test -- test/adapters/typeorm/releases
const FROZEN = process.env.RELEASE;
if (FROZEN !== undefined)
  it(`writes what release ${FROZEN} stores`, async () => {
    await mkdir(fileOf(FROZEN, ''), { recursive: true });
    for (const { name } of DATABASES) {
      const dump = await dumpFilled(await emptyDatabase(name));
      await writeFile(fileOf(FROZEN, `${name.toLowerCase()}.sql`), dump);
      const url = await emptyDatabase(name);
      await restore(url, dump);
      const storage = await openStorage(url);
      const contents = await readStorage(storage);
      await storage.close();
      await writeFile(fileOf(FROZEN, 'contents.json'), `${JSON.stringify(contents, null, 2)}\n`);
    }
    const hashes = await migrationHashes(FROZEN);
    await writeFile(fileOf(FROZEN, 'migrations.json'), `${JSON.stringify(hashes, null, 2)}\n`);
    expect(Object.keys(hashes)).not.toEqual([]);
  });

describe.each(RELEASES)('storage of release %s', (release) => {
  it('has the migrations that it was released with, byte for byte', async () => {
    expect(await migrationHashes(release)).toEqual(await json(release, 'migrations.json'));
  });

  it.each(DATABASES)('is upgraded on $name and read back in full', async ({ name }) => {
    const url = await emptyDatabase(name);
    await restore(url, await readFile(fileOf(release, `${name.toLowerCase()}.sql`), 'utf8'));
    const storage = await openStorage(url);
    closing.push(() => storage.close());
    expect(await readStorage(storage)).toEqual(await json(release, 'contents.json'));
  });
});

describe('migrations', () => {
  it('belong to a release that is stored here, or to the one that comes next', async () => {
    const unreleased = (await releasesWithMigrations()).filter((release) => !RELEASES.includes(release));
    expect(unreleased.length).toBeLessThanOrEqual(1);
  });
});

describe.each(DATABASES)('a $name database of a development version before 0.1.0', ({ name }) => {
  it.each(['Spine1790000000000', 'Storage1791000000000'])(
    'is refused by its %s and stays unchanged',
    async (first) => {
      const url = await emptyDatabase(name);
      await restore(
        url,
        `CREATE TABLE sluice_migrations (id integer, timestamp bigint, name text);
       INSERT INTO sluice_migrations VALUES (1, 1790000000000, '${first}');`,
      );
      const opening = () => openStorage(url);
      await expect(opening()).rejects.toThrow(
        'the database was created by a development version before 0.1.0 and cannot be upgraded: ' +
          'set DATABASE_URL to an empty database (this one stays unchanged)',
      );
      await expect(opening()).rejects.toThrow('before 0.1.0');
    },
  );
});
