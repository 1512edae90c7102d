import { readFile, rm, symlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { lockSqlite, sqliteHolder } from '../../../src/adapters/typeorm/database/sqlite-lock.js';
import {
  backUpSqlite,
  openStorage,
  parseDatabaseUrl,
  restoreSqlite,
} from '../../../src/adapters/typeorm/index.js';
import { ok } from '../../../src/domain/shared/result.js';
import { anOpenOrder } from '../../support/builders.js';
import { temporarySqlite } from '../../support/harnesses.js';
import { createDatabase } from '../../support/postgres.js';

describe('an SQLite file that a process has opened as exclusive', () => {
  let file: Awaited<ReturnType<typeof temporarySqlite>>;
  let path: string;
  beforeEach(async () => {
    file = await temporarySqlite();
    path = file.url.slice('sqlite:'.length);
  });
  afterEach(() => file.remove());

  const openExclusive = (url = file.url) => openStorage(url, { exclusive: true });
  const inUse = () => `${path} is in use by process ${process.pid} on ${hostname()}: stop it first`;

  it('refuses a second process that opens it so, names the first, and admits it once the first has closed', async () => {
    const first = await openExclusive();
    await expect(openExclusive()).rejects.toThrow(inUse());
    expect(await first.ports.orders.insert(anOpenOrder())).toEqual(ok());
    await first.close();
    const second = await openExclusive();
    await second.close();
  });

  it('tells who holds it, and that it is free before and after', async () => {
    expect(await sqliteHolder(path)).toBeUndefined();
    const first = await openExclusive();
    expect(await sqliteHolder(path)).toBe(`process ${process.pid} on ${hostname()}`);
    await first.close();
    expect(await sqliteHolder(path)).toBeUndefined();
  });

  it('is not written to by the process that is refused', async () => {
    const release = await lockSqlite(path);
    const dataSource = new DataSource(parseDatabaseUrl(file.url));
    await expect(openStorage({ dataSource }, { exclusive: true })).rejects.toThrow(inUse());
    expect(await readFile(path)).toHaveLength(0);
    await release();
  });

  it('refuses the same file under another name', async () => {
    const first = await openExclusive();
    await symlink(path, `${path}.link`);
    await expect(openExclusive(`${file.url}.link`)).rejects.toThrow('is in use');
    await first.close();
  });

  it('is shared with everything that does not ask for exclusive use, including backups', async () => {
    const first = await openExclusive();
    const command = await openStorage(file.url);
    expect(await command.ports.orders.insert(anOpenOrder())).toEqual(ok());
    expect(await backUpSqlite(path, `${path}.backup`)).toMatchObject({ orders: 1 });
    await command.close();
    await expect(openExclusive()).rejects.toThrow(inUse());
    await first.close();
  });

  it('is not replaced by a backup, even before its holder has opened it', async () => {
    await (await openStorage(file.url)).close();
    await backUpSqlite(path, `${path}.backup`);
    const release = await lockSqlite(path);
    await expect(restoreSqlite(`${path}.backup`, path, new Date())).rejects.toThrow(inUse());
    await release();
    expect(await restoreSqlite(`${path}.backup`, path, new Date())).toMatchObject({ orders: 0 });
    await (await openExclusive()).close();
  });

  it('is refused without the name of the holder if that was lost', async () => {
    const first = await openExclusive();
    await rm(`${path}.owner`);
    await expect(openExclusive()).rejects.toThrow('is in use by another process: stop it first');
    await first.close();
  });
});

it('lets any number of processes open a Postgres database, and each its own database in memory, as exclusive', async () => {
  const database = await createDatabase();
  for (const url of [database.url, 'sqlite::memory:']) {
    const opened = await Promise.all([1, 2].map(() => openStorage(url, { exclusive: true })));
    for (const storage of opened) {
      await expect(storage.ping()).resolves.toBeUndefined();
      await storage.close();
    }
  }
  await database.remove();
});
