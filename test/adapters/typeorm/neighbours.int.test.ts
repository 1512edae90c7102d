import { afterEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { inspectDatabase, openStorage, parseDatabaseUrl } from '../../../src/adapters/typeorm/index.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { anOpenOrder, uuidOf } from '../../support/builders.js';
import { temporarySqlite } from '../../support/harnesses.js';
import { createEmptyDatabase } from '../../support/postgres.js';

const databases = [
  { name: 'SQLite', create: temporarySqlite },
  { name: 'Postgres', create: createEmptyDatabase },
];

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

describe.each(databases)('on $name', ({ create }) => {
  /** A database of this release on which migrations with these names have run, too. */
  async function upgraded(names: readonly string[], change?: string): Promise<string> {
    const database = await create();
    closing.push(() => database.remove());
    await (await openStorage(database.url)).close();
    const dataSource = await new DataSource(parseDatabaseUrl(database.url)).initialize();
    for (const [n, name] of names.entries())
      await dataSource.query(
        `INSERT INTO sluice_migrations (timestamp, name) VALUES (${1_900_000_000_000 + n}, '${name}')`,
      );
    if (change !== undefined) await dataSource.query(change);
    await dataSource.destroy();
    return database.url;
  }

  const EXPANDED = ['Expand020OrderNotes1900000000000', 'Contract020OldNotes1900000000001'];
  const NOTES = `ALTER TABLE orders ADD COLUMN notes text DEFAULT 'none' NOT NULL`;

  it('this release runs on the tables that the next one has expanded', async () => {
    const url = await upgraded(EXPANDED, NOTES);
    const storage = await openStorage(url);
    closing.push(() => storage.close());
    unwrap(await storage.ports.orders.insert(anOpenOrder()));
    expect(await storage.ports.orders.findById(uuidOf(1))).toBeDefined();
    expect(await inspectDatabase(url)).toMatchObject({
      unknown: EXPANDED,
      tooNew: undefined,
      difference: undefined,
    });
  });

  it.each([
    ['of a second release', 'Expand030More1900000000002'],
    ['that does not promise it', 'Release030At1900000000002'],
  ])('this release does not run after a migration %s', async (_which, name) => {
    const url = await upgraded([...EXPANDED, name], NOTES);
    const message = `the database was written by a newer release (${name}): start that one`;
    await expect(openStorage(url)).rejects.toThrow(message);
    expect(await inspectDatabase(url)).toMatchObject({ tooNew: name });
  });

  it('this release does not run without a column of its own, whatever the next one has done', async () => {
    const url = await upgraded(EXPANDED, 'ALTER TABLE write_checks RENAME COLUMN n TO m');
    await expect(openStorage(url)).rejects.toThrow('write_checks.n is missing');
    expect((await inspectDatabase(url)).difference).toContain('write_checks.n is missing');
  });

  it('this release does not run on a column that no migration has added', async () => {
    await expect(openStorage(await upgraded([], NOTES))).rejects.toThrow('orders.notes is unknown');
  });
});
