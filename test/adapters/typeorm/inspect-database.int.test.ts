import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { inspectDatabase, openStorage, parseDatabaseUrl } from '../../../src/adapters/typeorm/index.js';
import { temporarySqlite } from '../../support/harnesses.js';
import { createEmptyDatabase } from '../../support/postgres.js';

const databases = [
  { name: 'SQLite', create: temporarySqlite },
  { name: 'Postgres', create: createEmptyDatabase },
];

async function change(url: string, statement: string): Promise<void> {
  const dataSource = await new DataSource(parseDatabaseUrl(url)).initialize();
  await dataSource.query(statement);
  await dataSource.destroy();
}

describe.each(databases)('a look at a database on $name', ({ create }) => {
  it('finds all migrations pending before the first start and none after it, and creates no table', async () => {
    const database = await create();
    const before = await inspectDatabase(database.url);
    expect(before).toMatchObject({ applied: [], unknown: [], difference: undefined });
    expect(await inspectDatabase(database.url)).toEqual(before);
    await (await openStorage(database.url)).close();
    const after = { applied: before.pending, pending: [], unknown: [], difference: undefined };
    expect(await inspectDatabase(database.url)).toMatchObject({ exists: true, ...after });
    await database.remove();
  });

  it('names a table that differs, and migrations of a newer release', async () => {
    const database = await create();
    await (await openStorage(database.url)).close();
    await change(database.url, 'ALTER TABLE write_checks RENAME COLUMN n TO m');
    expect((await inspectDatabase(database.url)).difference).toContain('write_checks.n is missing');
    await change(database.url, `INSERT INTO sluice_migrations (timestamp, name) VALUES (1, 'Later')`);
    expect(await inspectDatabase(database.url)).toMatchObject({ unknown: ['Later'], difference: undefined });
    await database.remove();
  });
});

it('looks into the schema that it is given, and does not create it', async () => {
  const database = await createEmptyDatabase();
  const inSchema = { schema: 'kept_apart' };
  await (await openStorage(database.url)).close();
  const before = await inspectDatabase(database.url, inSchema);
  expect(before.applied).toEqual([]);
  expect(await inspectDatabase(database.url, inSchema)).toEqual(before);
  await (await openStorage(database.url, inSchema)).close();
  expect(await inspectDatabase(database.url, inSchema)).toMatchObject({
    applied: before.pending,
    pending: [],
  });
  await database.remove();
});

describe('a look at an SQLite file', () => {
  it('leaves the folder as it is, also a log that a killed server has left', async () => {
    const database = await temporarySqlite();
    const path = database.url.slice('sqlite:'.length);
    const folder = dirname(path);
    await inspectDatabase(database.url);
    const storage = await openStorage(database.url);
    const [file, log] = await Promise.all([readFile(path), readFile(`${path}-wal`)]);
    await storage.close();
    const clean = await readdir(folder);
    await inspectDatabase(database.url);
    expect(await readdir(folder)).toEqual(clean);

    await Promise.all([writeFile(path, file), writeFile(`${path}-wal`, log)]);
    expect((await inspectDatabase(database.url)).pending).toEqual([]);
    expect((await readFile(path)).equals(file)).toBe(true);
    expect((await readFile(`${path}-wal`)).equals(log)).toBe(true);
    await database.remove();
  });
});
