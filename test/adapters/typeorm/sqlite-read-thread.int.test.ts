import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import Sqlite from 'better-sqlite3';
import {
  ReadThread,
  type ReadThreadOptions,
} from '../../../src/adapters/typeorm/database/sqlite-read-thread.js';
import { temporarySqlite } from '../../support/harnesses.js';

/** Counts in SQLite, without a row until the end: a million take more than 50 ms. */
const counting = (to: number) =>
  `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${to})
   SELECT MAX(n) AS n FROM numbers`;
const SLOW = counting(5_000_000);
/** Time in which a thread starts and reads a row, also on a busy machine. */
const STARTED_MS = 1_500;

const outage = (message: RegExp) => ({
  name: 'StorageFailure',
  isOutage: true,
  message: expect.stringMatching(message),
});

describe('a thread for reads', () => {
  let file: Awaited<ReturnType<typeof temporarySqlite>>;
  const opened: ReadThread[] = [];
  const open = (options: Partial<ReadThreadOptions> = {}) => {
    const path = file.url.slice('sqlite:'.length);
    const thread = new ReadThread({ path, busyMs: 100, limitMs: 60_000, maxWaiting: 10, ...options });
    opened.push(thread);
    return thread;
  };
  beforeEach(async () => {
    file = await temporarySqlite();
    const database = new Sqlite(file.url.slice('sqlite:'.length));
    database.exec("CREATE TABLE things (name TEXT, bytes BLOB); INSERT INTO things VALUES ('a', x'0102')");
    database.close();
  });
  /** Another process's exclusive lock, for which reads wait without the thread being able to end. */
  const lock = () => {
    const database = new Sqlite(file.url.slice('sqlite:'.length));
    database.exec('BEGIN EXCLUSIVE');
    return { release: () => database.close() };
  };
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((thread) => thread.close()));
    await file.remove();
  });

  it('returns rows as the driver does, bytes as a Buffer', async () => {
    const rows = await open().rows('SELECT * FROM things WHERE name = ?', ['a']);
    expect(rows).toEqual([{ name: 'a', bytes: Buffer.from([1, 2]) }]);
    expect(Buffer.isBuffer(rows[0]?.['bytes'])).toBe(true);
  });

  it('leaves the event loop and other threads free while a read takes long', async () => {
    const [slow, other] = [open(), open()];
    const order: string[] = [];
    const done = (name: string) => () => void order.push(name);
    const reads = [
      slow.rows(SLOW, []).then(done('slow')),
      slow.rows('SELECT 1', []).then(done('behind it')),
      other.rows('SELECT 1', []).then(done('other thread')),
    ];
    for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
    order.push('100 turns of the loop');
    await Promise.all(reads);
    expect(order.slice(0, 2).sort()).toEqual(['100 turns of the loop', 'other thread']);
    expect(order.slice(2)).toEqual(['slow', 'behind it']);
  });

  it('reports what SQLite refuses, including a write, and stays usable', async () => {
    const thread = open();
    const refused = thread.rows('SELECT * FROM missing', []);
    await expect(refused).rejects.toThrow('no such table: missing');
    await expect(refused).rejects.toMatchObject({ code: 'SQLITE_ERROR' });
    await expect(thread.rows('DELETE FROM things RETURNING *', [])).rejects.toMatchObject({
      code: 'SQLITE_READONLY',
    });
    expect(await thread.rows('SELECT name FROM things', [])).toEqual([{ name: 'a' }]);
  });

  it('rejects the read of a thread that dies, and runs the waiting ones in a new thread', async () => {
    const posted = jest.spyOn(Worker.prototype, 'postMessage');
    const thread = open();
    const slow = thread.rows(SLOW, []);
    const waiting = thread.rows('SELECT 1 AS n', []);
    void (posted.mock.contexts[0] as Worker).terminate();
    await expect(slow).rejects.toMatchObject(outage(/thread ended/));
    expect(await waiting).toEqual([{ n: 1 }]);
    expect(new Set(posted.mock.contexts).size).toBe(2);
    posted.mockRestore();
  });

  it('refuses a read that runs out of time and runs the next one at once, in a new thread', async () => {
    const posted = jest.spyOn(Worker.prototype, 'postMessage');
    const thread = open({ limitMs: STARTED_MS });
    const slow = thread.rows(counting(60_000_000), []);
    await expect(slow).rejects.toMatchObject(outage(/not finished within 1500 ms/));
    const ended = new Promise((resolve) => (posted.mock.contexts[0] as Worker).once('exit', resolve));
    const first = await Promise.race([ended, thread.rows('SELECT 1 AS n', [])]);
    expect(first).toEqual([{ n: 1 }]);
    posted.mockRestore();
    await ended;
  });

  it('refuses all reads while two that ran out of time still run', async () => {
    const posted = jest.spyOn(Worker.prototype, 'postMessage');
    const thread = open({ limitMs: STARTED_MS, busyMs: 60_000 });
    const { release } = lock();
    for (let n = 0; n < 2; n++)
      await expect(thread.rows('SELECT 1 AS n', [])).rejects.toMatchObject(outage(/not finished/));
    await expect(thread.rows('SELECT 1 AS n', [])).rejects.toMatchObject(outage(/too many long reads/));
    const exits = posted.mock.contexts.map(
      (worker) => new Promise((resolve) => (worker as Worker).once('exit', resolve)),
    );
    posted.mockRestore();
    release();
    await Promise.all(exits);
    expect(await thread.rows('SELECT 1 AS n', [])).toEqual([{ n: 1 }]);
  });

  it('refuses a read when too many wait', async () => {
    const thread = open({ maxWaiting: 2 });
    const reads = [1, 2, 3].map((n) => thread.rows(`SELECT ${n} AS n`, []));
    await expect(thread.rows('SELECT 4 AS n', [])).rejects.toMatchObject(outage(/too many long reads/));
    expect(await Promise.all(reads)).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]]);
  });

  it('waits for pending reads when it closes, and refuses later ones', async () => {
    const thread = open();
    const reads = [1, 2, 3].map((n) => thread.rows(`SELECT ${n} AS n`, []));
    await thread.close();
    expect(await Promise.all(reads)).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]]);
    await expect(thread.rows('SELECT 1', [])).rejects.toMatchObject(outage(/closed/));
  });
});
