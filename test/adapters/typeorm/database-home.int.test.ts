import { copyFile, cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { openStorage, parseDatabaseUrl } from '../../../src/adapters/typeorm/index.js';
import type { DatabaseHome, Displacement } from '../../../src/ports/index.js';
import { temporarySqlite } from '../../support/harnesses.js';
import { startOwnCluster, until, type OwnCluster } from '../../support/own-cluster.js';
import { copyDatabase, createDatabase } from '../../support/postgres.js';
import { startReplicated } from '../../support/replicated-postgres.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** What a program sees that opens the database, does the work and closes it. */
async function opened<T>(url: string, work: (home: DatabaseHome) => Promise<T>): Promise<T> {
  const storage = await openStorage(url);
  try {
    return await work(storage.ports.databaseHome);
  } finally {
    await storage.close();
  }
}

const seen = (url: string): Promise<Displacement | undefined> => opened(url, (home) => home.displaced());

/** In use for some tens of seconds. */
const use = (url: string) =>
  opened(url, async (home) => {
    for (let n = 0; n < 3; n++) await home.beat();
  });

async function run(url: string, ...statements: readonly string[]): Promise<void> {
  const dataSource = await new DataSource(parseDatabaseUrl(url)).initialize();
  for (const statement of statements) await dataSource.query(statement);
  await dataSource.destroy();
}

describe('the line of commits of a Postgres database', () => {
  it('is another one once a standby takes over for which commits waited', async () => {
    const servers = await startReplicated({ synchronous: true });
    closing.push(() => servers.remove());
    const storage = await openStorage(servers.url);
    closing.push(() => storage.close());
    const read = () => storage.ports.databaseHome.history();
    expect(await read()).toEqual({ name: '00000001', isSynchronous: true });
    await servers.failOver();
    await until(async () => (await read().catch(() => undefined)) !== undefined);
    expect(await read()).toEqual({ name: '00000002', isSynchronous: false });
  });
});

describe('a Postgres database that is where it was', () => {
  let url: string;
  beforeEach(async () => {
    const database = await createDatabase();
    closing.push(() => database.remove());
    ({ url } = database);
    await use(url);
  });

  it.each(['VACUUM FULL', 'VACUUM FREEZE', 'VACUUM FULL FREEZE', 'REINDEX TABLE database_home', 'ANALYZE'])(
    'is not displaced by %s',
    async (statement) => {
      await run(url, statement);
      expect(await seen(url)).toBeUndefined();
      await use(url);
      expect(await seen(url)).toBeUndefined();
    },
  );

  it('is restored once it was dropped, made again under its name and filled from a copy', async () => {
    const copy = await copyDatabase(url);
    await use(url);
    await copy.putBack();
    expect(await seen(url)).toMatchObject({ kind: 'restored' });
  });

  it('is restored once its rows were replaced by the rows of a dump', async () => {
    await run(
      url,
      'CREATE TABLE dump AS TABLE database_home',
      'DELETE FROM database_home',
      'INSERT INTO database_home SELECT * FROM dump',
      'DROP TABLE dump',
    );
    expect(await seen(url)).toMatchObject({ kind: 'restored' });
  });
});

const POINT = 'before_the_fault';

describe('a Postgres cluster', () => {
  let cluster: OwnCluster;
  beforeEach(async () => {
    cluster = await startOwnCluster();
    closing.push(() => cluster.remove());
    await use(cluster.url);
  });

  const lastUsed = async (minutes: number) => {
    await cluster.sql(`UPDATE database_home SET written_by = (pg_current_xact_id()::xid)::text,
      seen_at = to_char((clock_timestamp() - interval '${minutes} minutes') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
    expect(await seen(cluster.url)).toBeUndefined();
  };

  it('a Postgres cluster that was stopped for ten minutes, or has crashed, has the same database', async () => {
    await lastUsed(10);
    await cluster.restart();
    expect(await seen(cluster.url)).toBeUndefined();
    await cluster.crash();
    expect(await seen(cluster.url)).toBeUndefined();
    await use(cluster.url);
    expect(await seen(cluster.url)).toBeUndefined();
  });

  it.each([
    { minutes: 1, kind: 'went-back' },
    { minutes: 10, kind: 'restored' },
  ])(
    'a Postgres cluster that was recovered to a point $minutes minutes ago has a database that is $kind',
    async ({ minutes, kind }) => {
      const recover = await cluster.baseBackup();
      await lastUsed(minutes);
      await cluster.sql(`SELECT pg_create_restore_point('${POINT}')`);
      await use(cluster.url);
      await recover(POINT);
      expect(await seen(cluster.url)).toMatchObject({ kind, asOf: expect.any(Date) });
      await opened(cluster.url, (home) => home.settle());
      expect(await seen(cluster.url)).toBeUndefined();
    },
  );

  it('a Postgres cluster whose folder was replaced by an earlier copy of it has a database that no one can tell from the original by its rows', async () => {
    const putBack = await cluster.coldCopy();
    await use(cluster.url);
    await putBack();
    expect(await seen(cluster.url)).toBeUndefined();
  });
});

describe('an SQLite database', () => {
  let file: string;
  let url: string;
  beforeEach(async () => {
    const sqlite = await temporarySqlite();
    closing.push(() => sqlite.remove());
    ({ url } = sqlite);
    file = url.slice('sqlite:'.length);
    await use(url);
  });
  const moved = () => join(dirname(file), 'elsewhere', 'sluice.db');

  it('is the same after VACUUM, and after a stop of any length', async () => {
    await run(url, 'VACUUM');
    expect(await seen(url)).toBeUndefined();
    await use(url);
    expect(await seen(url)).toBeUndefined();
  });

  it('is restored once an earlier copy was written over it', async () => {
    await copyFile(file, `${file}.copy`);
    await use(url);
    await copyFile(`${file}.copy`, file);
    expect(await seen(url)).toMatchObject({ kind: 'restored' });
  });

  it('is restored in the place to which VACUUM INTO copied it', async () => {
    await mkdir(dirname(moved()));
    await run(url, `VACUUM INTO '${moved()}'`);
    expect(await seen(`sqlite:${moved()}`)).toMatchObject({ kind: 'restored' });
    expect(await seen(url)).toBeUndefined();
  });

  it('is the same after a move with its side files, and restored after a move without them', async () => {
    await mkdir(dirname(moved()));
    for (const name of await readdir(dirname(file)))
      if (name.startsWith('sluice.db')) await rename(join(dirname(file), name), join(dirname(moved()), name));
    expect(await seen(`sqlite:${moved()}`)).toBeUndefined();
    await rm(`${moved()}.home`);
    expect(await seen(`sqlite:${moved()}`)).toMatchObject({ kind: 'restored' });
  });

  it('is restored as a copy of its whole folder, while the original stays the same', async () => {
    const copy = `${dirname(file)}.copy`;
    closing.push(() => rm(copy, { recursive: true, force: true }));
    await cp(dirname(file), copy, { recursive: true });
    expect(await seen(`sqlite:${join(copy, 'sluice.db')}`)).toMatchObject({ kind: 'restored' });
    expect(await seen(url)).toBeUndefined();
  });
});
