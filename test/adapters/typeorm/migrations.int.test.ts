import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { MIGRATIONS, openStorage, parseDatabaseUrl } from '../../../src/adapters/typeorm/index.js';
import { anOpenOrder, uuidOf } from '../../support/builders.js';
import { temporarySqlite } from '../../support/harnesses.js';
import { createEmptyDatabase } from '../../support/postgres.js';

const ADAPTER = new URL('../../../dist/adapters/typeorm/index.js', import.meta.url).href;

/** A process that has loaded the built adapter and opens the storage on a message. */
async function waitingProcess(url: string) {
  const program = `
    const { openStorage } = await import(${JSON.stringify(ADAPTER)});
    process.once('message', async (url) => {
      const storage = await openStorage(url);
      await storage.ping();
      await storage.close();
      process.disconnect();
    });
    process.send('ready');`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  return {
    /** Returns the exit code of the process. */
    open: async (): Promise<number | null> => {
      const exit = once(child, 'exit');
      child.send(url);
      const [code] = (await exit) as [number | null];
      return code;
    },
  };
}

const databases = [
  { name: 'sqlite', create: temporarySqlite },
  { name: 'postgres', create: createEmptyDatabase },
];

describe.each(databases)('migrations on $name', ({ create }) => {
  it('create the tables in an empty database and leave a migrated one as it is', async () => {
    const database = await create();
    for (const expected of [1, 2]) {
      const storage = await openStorage(database.url);
      await storage.ports.orders.insert(anOpenOrder({ uuid: uuidOf(expected) }));
      const page = await storage.ports.orders.listPage({
        sortBy: 'status',
        sortOrder: 'asc',
        offset: 0,
        limit: 9,
      });
      expect(page.total).toBe(expected);
      await storage.close();
    }
    await database.remove();
  });

  it('run once when several processes open an empty database together', async () => {
    const database = await create();
    const processes = await Promise.all(Array.from({ length: 3 }, () => waitingProcess(database.url)));
    expect(await Promise.all(processes.map((opener) => opener.open()))).toEqual([0, 0, 0]);
    const dataSource = await new DataSource(parseDatabaseUrl(database.url)).initialize();
    const [row] = await dataSource.query<{ runs: number | string }[]>(
      'SELECT COUNT(*) AS runs FROM sluice_migrations',
    );
    expect(Number(row?.runs)).toBe(MIGRATIONS.length);
    await dataSource.destroy();
    await database.remove();
  });

  it('create every table, column and key that the entities describe', async () => {
    const database = await create();
    await (await openStorage(database.url)).close();
    const dataSource = await new DataSource(parseDatabaseUrl(database.url)).initialize();
    const runner = dataSource.createQueryRunner();
    for (const { tableName, columns } of dataSource.entityMetadatas) {
      const table = await runner.getTable(tableName);
      // Tables may have further columns that only SQL uses, and then another primary key.
      const found = columns.map(({ databaseName }) => table?.findColumnByName(databaseName));
      expect(found.map((column) => ({ name: column?.name, isNullable: column?.isNullable }))).toEqual(
        columns.map(({ databaseName, isNullable }) => ({ name: databaseName, isNullable })),
      );
      const isKey = (column: (typeof found)[number]) =>
        column?.isPrimary === true || column?.isUnique === true;
      const keys = found.filter((_, n) => columns[n]?.isPrimary);
      expect(keys.map(isKey)).toEqual(keys.map(() => true));
    }
    await runner.release();
    await dataSource.destroy();
    await database.remove();
  });

  it.each([
    ['ALTER TABLE order_events DROP COLUMN facts', 'order_events.facts is missing'],
    ['ALTER TABLE orders ADD COLUMN fate VARCHAR', 'orders.fate is unknown'],
    ['DROP TABLE price_open_runs', 'the table price_open_runs is missing'],
  ])('refuse a database after %s although they have run', async (statement, problem) => {
    const database = await create();
    await (await openStorage(database.url)).close();
    const dataSource = await new DataSource(parseDatabaseUrl(database.url)).initialize();
    await dataSource.query(statement);
    await dataSource.destroy();
    await expect(openStorage(database.url)).rejects.toThrow(
      `the database does not fit this release: ${problem}; restore`,
    );
    await database.remove();
  });

  it('allow tables of other programs beside their own', async () => {
    const database = await create();
    const dataSource = await new DataSource(parseDatabaseUrl(database.url)).initialize();
    await dataSource.query('CREATE TABLE guests (name VARCHAR)');
    await dataSource.destroy();
    const storage = await openStorage(database.url);
    await expect(storage.ping()).resolves.toBeUndefined();
    await storage.close();
    await database.remove();
  });

  it('leave no table behind when they are reverted one by one', async () => {
    const database = await create();
    await (await openStorage(database.url)).close();
    const dataSource = await new DataSource(parseDatabaseUrl(database.url)).initialize();
    for (let n = 0; n < MIGRATIONS.length; n++) await dataSource.undoLastMigration();
    const runner = dataSource.createQueryRunner();
    for (const { tableName } of dataSource.entityMetadatas)
      expect(await runner.hasTable(tableName)).toBe(false);
    await runner.release();
    await dataSource.destroy();
    await database.remove();
  });
});
