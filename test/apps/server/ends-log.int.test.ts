import { execFileSync } from 'node:child_process';
import { mkdir, open as openFile, readFile, rm } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { openStorage, parseDatabaseUrl } from '../../../src/adapters/typeorm/index.js';
import { StorageFailure } from '../../../src/ports/index.js';
import { openEndsLog, type OpenedEndsLog } from '../../../src/apps/server/ends-log.js';
import { handleFor, T0, uuidOf } from '../../../src/testing/builders.js';
import { endsFolder } from '../../support/ends-logs.js';
import { hangingProxy } from '../../support/hanging-proxy.js';
import { temporarySqlite } from '../../support/harnesses.js';
import { createDatabase, createEmptyDatabase } from '../../support/postgres.js';

const CANCEL = { kind: 'cancel', at: T0, hash: handleFor(uuidOf(1)) } as const;
/** Callers have their response within five seconds; a test's machine may be slow. */
const LIMIT_MS = 15_000;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const open = async (endsLog: string, databaseUrl = 'sqlite:/data/sluice.db'): Promise<OpenedEndsLog> => {
  const log = (await openEndsLog({ endsLog, databaseUrl }))!;
  closing.push(() => log.close());
  return log;
};

const isOutage = async (work: Promise<unknown>): Promise<boolean> => {
  const began = performance.now();
  const failure = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(performance.now() - began).toBeLessThan(LIMIT_MS);
  return failure instanceof StorageFailure && failure.isOutage;
};

describe('SLUICE_ENDS_LOG', () => {
  let sqlite: Awaited<ReturnType<typeof temporarySqlite>>;
  beforeEach(async () => {
    sqlite = await temporarySqlite();
    closing.push(() => sqlite.remove());
  });

  it('refuses the database itself, however its URL is written', async () => {
    const file = sqlite.url.slice('sqlite:'.length);
    const other = `sqlite:${relative(process.cwd(), file)}`;
    for (const url of [sqlite.url, other, `sqlite:${dirname(file)}/./sluice.db`])
      await expect(open(url, sqlite.url)).rejects.toThrow('must not be the database itself');
    const postgres = 'postgres://sluice:secret@db.example/sluice';
    for (const url of [postgres, 'postgresql://other@db.example/sluice?sslmode=require'])
      await expect(open(url, postgres)).rejects.toThrow('must not be the database itself');
  });

  it('refuses any database that is a Sluice database, by its tables', async () => {
    const database = await createDatabase();
    closing.push(() => database.remove());
    await (await openStorage(sqlite.url)).close();
    const inSchema = await createEmptyDatabase();
    closing.push(() => inSchema.remove());
    await (await openStorage(inSchema.url, { schema: 'sluice' })).close();
    for (const url of [database.url, sqlite.url, inSchema.url])
      await expect(open(url)).rejects.toThrow('it names a Sluice database');
  });

  it('refuses a database in memory, which ends with the process', async () => {
    await expect(open('sqlite::memory:')).rejects.toThrow('must outlive the process');
  });

  it('refuses the file of the database as a path, and leaves it unchanged', async () => {
    await (await openStorage(sqlite.url)).close();
    const file = sqlite.url.slice('sqlite:'.length);
    const before = await readFile(file);
    await expect(open(file, sqlite.url)).rejects.toThrow('is no log of ends');
    expect(await readFile(file)).toEqual(before);
  });

  it('names what keeps it from being opened, and repeats no password', async () => {
    const refused = open('postgres://sluice:secret@127.0.0.1:1/ends').catch((error: Error) => error.message);
    expect(await refused).toMatch(/^SLUICE_ENDS_LOG cannot be opened: .*ECONNREFUSED/);
    expect(await refused).not.toContain('secret');
  });
});

describe('a log of ends that does not answer', () => {
  it('rejects in time on a disk that hangs, and accepts ends again when it responds', async () => {
    const folder = await endsFolder();
    closing.push(() => folder.remove());
    const log = await open(folder.path);
    await mkdir(dirname(folder.path), { recursive: true });
    const segment = `${folder.path}.${new Date().toISOString().slice(0, 7)}`;
    // The open of a pipe waits until its other end is opened.
    execFileSync('mkfifo', [segment]);
    expect(await isOutage(log.append([CANCEL]))).toBe(true);
    const other = await openFile(segment, 'r');
    await other.read();
    await rm(segment);
    await other.close();
    await log.append([CANCEL]);
    expect(await readFile(segment, 'utf8')).toContain(CANCEL.hash);
  });

  it('rejects in time on a Postgres that hangs or is gone, and accepts ends again when it is back', async () => {
    const database = await createEmptyDatabase();
    closing.push(() => database.remove());
    const proxy = await hangingProxy(database.url);
    const log = await open(proxy.url);
    await log.append([CANCEL]);
    proxy.hang(true);
    const many = Array.from({ length: 25 }, () => isOutage(log.append([CANCEL])));
    expect(new Set(await Promise.all([...many, isOutage(log.check())]))).toEqual(new Set([true]));
    proxy.hang(false);
    await log.append([CANCEL]);
    await log.check();
    await proxy.close();
    expect(await isOutage(log.append([CANCEL]))).toBe(true);
  });

  it('rejects in time on an SQLite file that another process has locked, and serves others meanwhile', async () => {
    const sqlite = await temporarySqlite();
    closing.push(() => sqlite.remove());
    const log = await open(sqlite.url);
    const other = await new DataSource(parseDatabaseUrl(sqlite.url)).initialize();
    closing.push(() => other.destroy());
    await other.query('BEGIN IMMEDIATE');
    let ticks = 0;
    const ticking = setInterval(() => (ticks += 1), 50);
    expect(await isOutage(log.append([CANCEL]))).toBe(true);
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(5);
    await other.query('ROLLBACK');
    await log.append([CANCEL]);
  });
});
