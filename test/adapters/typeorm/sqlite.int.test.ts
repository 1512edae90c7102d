import { access, copyFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { inspect } from 'node:util';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import {
  asOwnWork,
  openStorage,
  parseDatabaseUrl,
  StorageFailure,
} from '../../../src/adapters/typeorm/index.js';
import { positionOf } from '../../../src/domain/order/order.js';
import type { SearchTerm } from '../../../src/domain/order/lists/search.js';
import type { Address } from '../../../src/domain/shared/address.js';
import { ok, unwrap } from '../../../src/domain/shared/result.js';
import type { StorageAccess } from '../../../src/ports/index.js';
import { anEvent, anOpenOrder, aSwap, uuidOf } from '../../support/builders.js';
import { temporarySqlite } from '../../support/harnesses.js';

describe('openStorage on SQLite', () => {
  let file: Awaited<ReturnType<typeof temporarySqlite>>;
  beforeEach(async () => {
    file = await temporarySqlite();
  });
  afterEach(() => file.remove());

  it('opens the file with write-ahead logging, full sync and foreign keys', async () => {
    const dataSource = new DataSource(parseDatabaseUrl(file.url));
    const storage = await openStorage({ dataSource });
    expect(await dataSource.query('PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }]);
    expect(await dataSource.query('PRAGMA synchronous')).toEqual([{ synchronous: 2 }]);
    expect(await dataSource.query('PRAGMA foreign_keys')).toEqual([{ foreign_keys: 1 }]);
    await storage.close();
  });

  it('creates the folder of the file and finds the data after reopening', async () => {
    const url = `sqlite:${join(file.url.slice('sqlite:'.length), '../deep/er/sluice.db')}`;
    const first = await openStorage(url);
    unwrap(await first.ports.orders.insert(anOpenOrder()));
    await first.ports.events.append({ uuid: uuidOf(1), event: anEvent() });
    await first.close();
    await access(url.slice('sqlite:'.length));

    const second = await openStorage(url);
    expect(await second.ports.orders.findById(uuidOf(1))).toStrictEqual(anOpenOrder());
    expect(await second.ports.events.list(uuidOf(1))).toHaveLength(1);
    await second.close();
  });

  it('finishes 1,200 pending writes before it closes', async () => {
    const storage = await openStorage(file.url);
    const writes = Array.from({ length: 1200 }, (_, n) =>
      storage.ports.orders.insert(anOpenOrder({ uuid: uuidOf(n) })),
    );
    await storage.close();
    expect((await Promise.all(writes)).every((result) => result.ok)).toBe(true);
  });

  it('commits 50 waiting units of work with one COMMIT', async () => {
    const dataSource = await new DataSource(parseDatabaseUrl(file.url)).initialize();
    const storage = await openStorage({ dataSource });
    const statements: string[] = [];
    const runner = dataSource.createQueryRunner();
    const query = runner.query.bind(runner);
    runner.query = ((sql: string, ...rest: never[]) => {
      statements.push(sql);
      return query(sql, ...rest);
    }) as typeof runner.query;
    await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        storage.ports.unitOfWork.run((tx) => tx.orders.insert(anOpenOrder({ uuid: uuidOf(n) }))),
      ),
    );
    expect(statements.filter((sql) => sql === 'COMMIT')).toHaveLength(1);
    await storage.close();
    await dataSource.destroy();
  });

  it("commits the exchange's own work before the requests that wait, however many they are", async () => {
    const storage = await openStorage(file.url);
    const order: string[] = [];
    const placed = Array.from({ length: 1_500 }, (_, n) =>
      storage.ports.orders.insert(anOpenOrder({ uuid: uuidOf(n) })).then(() => order.push('request')),
    );
    await asOwnWork(() => storage.ping()).then(() => order.push('own'));
    expect(order.length).toBeLessThanOrEqual(501);
    await Promise.all(placed);
    await storage.close();
  });

  it('rejects every unit of a batch whose commit fails, and stays usable', async () => {
    const dataSource = await new DataSource(parseDatabaseUrl(file.url)).initialize();
    const storage = await openStorage({ dataSource });
    const runner = dataSource.createQueryRunner();
    const query = runner.query.bind(runner);
    runner.query = ((sql: string, ...rest: never[]) =>
      sql === 'COMMIT' ? Promise.reject(new Error('disk full')) : query(sql, ...rest)) as typeof runner.query;
    const units = [1, 2, 3].map((n) =>
      storage.ports.unitOfWork.run((tx) => tx.orders.insert(anOpenOrder({ uuid: uuidOf(n) }))),
    );
    for (const unit of units) await expect(unit).rejects.toThrow('disk full');
    runner.query = query;
    expect(await storage.ports.orders.findById(uuidOf(1))).toBeUndefined();
    expect(await storage.ports.orders.insert(anOpenOrder())).toEqual(ok());
    await storage.close();
    await dataSource.destroy();
  });

  it.each([
    ['deleted', (path: string) => rm(path)],
    [
      'replaced by a copy',
      (path: string) => copyFile(path, `${path}.copy`).then(() => rename(`${path}.copy`, path)),
    ],
  ])(
    'acknowledges no write after the file was %s, and says so until it is opened again',
    async (_, change) => {
      const path = file.url.slice('sqlite:'.length);
      const storage = await openStorage(file.url);
      unwrap(await storage.ports.orders.insert(anOpenOrder()));
      await change(path);
      const lost = {
        name: 'StorageFailure',
        isOutage: true,
        message: expect.stringMatching(/deleted or replaced/),
      };
      await expect(storage.ports.orders.insert(anOpenOrder({ uuid: uuidOf(2) }))).rejects.toMatchObject(lost);
      await expect(storage.ports.orders.findById(uuidOf(1))).rejects.toMatchObject(lost);
      await expect(storage.ports.plans.list({ owner: 'x' as Address, limit: 1 })).rejects.toMatchObject(lost);
      await expect(storage.ping()).rejects.toMatchObject(lost);
      await storage.close().catch(() => undefined);
    },
  );

  describe('with long reads in threads', () => {
    const owner = anOpenOrder().terms.owner;
    const list = { sortBy: 'createdAt', sortOrder: 'desc', offset: 0, limit: 10 } as const;
    const search = 'token' as SearchTerm;
    let storage: Awaited<ReturnType<typeof openStorage>>;
    let posted: jest.SpiedFunction<Worker['postMessage']>;
    beforeEach(async () => {
      storage = await openStorage(file.url);
      posted = jest.spyOn(Worker.prototype, 'postMessage');
    });
    afterEach(async () => {
      posted.mockRestore();
      await storage.close();
    });
    const insert = (count: number, size = 10) =>
      Promise.all(
        Array.from({ length: count }, (_, n) =>
          storage.ports.orders.insert(anOpenOrder({ uuid: uuidOf(n), metadata: { note: 'x'.repeat(size) } })),
        ),
      );

    it.each<[string, (ports: StorageAccess) => Promise<unknown>, boolean]>([
      ['a search', ({ orders }) => orders.listPage({ ...list, search }), true],
      ['a deep page', ({ orders }) => orders.listPage({ ...list, offset: 5_000 }), true],
      ['a page of a plan', ({ orders }) => orders.listPage({ ...list, strategyId: 'plan' }), true],
      ['a plan', ({ plans }) => plans.find(owner, 'plan'), true],
      ['the metadata records', ({ metadata }) => metadata.page({ limit: 10 }), true],
      ['the metadata saved since, when nothing was', ({ metadata }) => metadata.changesSince('0', 10), false],
      ['the first page', ({ orders }) => orders.listPage(list), false],
      [
        'the page after a position',
        async ({ orders }) => {
          const {
            orders: [first],
          } = await orders.listPage(list);
          return orders.listPage({ ...list, after: positionOf(first!) });
        },
        false,
      ],
      [
        'a search of an owner of few orders',
        ({ orders }) => orders.listPage({ ...list, search, owner }),
        false,
      ],
    ])('reads %s off the event loop only if it may take long', async (_, read, isThreaded) => {
      await insert(3);
      await read(storage.ports);
      expect(posted.mock.calls.length > 0).toBe(isThreaded);
    });

    it('reads an owner of many orders off the event loop', async () => {
      await insert(501);
      expect(await storage.ports.orders.listPage({ ...list, owner })).toMatchObject({ total: 501 });
      expect(posted).toHaveBeenCalled();
    });

    it('streams large orders in pages of a few, each read when the one before is used up', async () => {
      await insert(24, 24_000);
      const perRead: number[] = [];
      for await (const _ of storage.ports.orders.stream()) {
        const reads = posted.mock.calls.length;
        perRead[reads] = (perRead[reads] ?? 0) + 1;
      }
      expect(perRead.filter((orders) => orders > 0)).toEqual([3, 11, 10]);
    });
  });

  it('lets the event loop turn while another process holds the write lock, and writes once it is free', async () => {
    const storage = await openStorage(file.url);
    const other = await new DataSource(parseDatabaseUrl(file.url)).initialize();
    await other.query('BEGIN IMMEDIATE');
    let isWritten = false;
    const write = storage.ports.orders.insert(anOpenOrder()).then((result) => {
      isWritten = true;
      return result;
    });
    // Reads are served meanwhile, and the loop turns between the tries.
    for (let n = 0; n < 10; n++) {
      expect(await storage.ports.orders.findById(uuidOf(1))).toBeUndefined();
      await setImmediate();
    }
    expect(isWritten).toBe(false);
    await other.query('COMMIT');
    expect(await write).toEqual(ok());
    await other.destroy();
    await storage.close();
  });

  it('reports a full database as an outage, and writes again once it has room', async () => {
    const dataSource = await new DataSource(parseDatabaseUrl(file.url)).initialize();
    const storage = await openStorage({ dataSource });
    const [{ page_count: pages } = {}] =
      await dataSource.query<{ page_count: number }[]>('PRAGMA page_count');
    await dataSource.query(`PRAGMA max_page_count = ${pages}`);
    const insert = (n: number) =>
      storage.ports.orders.insert(anOpenOrder({ uuid: uuidOf(n), metadata: { note: 'x'.repeat(8_000) } }));
    await expect(Promise.all([1, 2, 3].map(insert))).rejects.toMatchObject({
      name: 'StorageFailure',
      code: 'SQLITE_FULL',
      isOutage: true,
    });
    await dataSource.query('PRAGMA max_page_count = 1000000');
    expect(await insert(4)).toEqual(ok());
    await storage.close();
    await dataSource.destroy();
  });

  it("leaves a caller's data source open after close", async () => {
    const dataSource = await new DataSource(parseDatabaseUrl(file.url)).initialize();
    const storage = await openStorage({ dataSource });
    await storage.ping();
    await storage.close();
    expect(await dataSource.query('SELECT COUNT(*) AS orders FROM orders')).toEqual([{ orders: 0 }]);
    await dataSource.destroy();
  });

  it('throws a StorageFailure without the stored values when a statement fails', async () => {
    const dataSource = await new DataSource(parseDatabaseUrl(file.url)).initialize();
    const storage = await openStorage({ dataSource });
    await dataSource.query('DROP TABLE swaps');
    const failure = await storage.ports.swaps.insert(aSwap()).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StorageFailure);
    expect((failure as Error).message).toContain('no such table: swaps');
    expect(inspect(failure, { depth: 9 })).not.toContain(aSwap().raw);
    await storage.close();
    await dataSource.destroy();
  });

  it('throws when it reads an order row with a malformed column', async () => {
    const dataSource = await new DataSource(parseDatabaseUrl(file.url)).initialize();
    const storage = await openStorage({ dataSource });
    unwrap(await storage.ports.orders.insert(anOpenOrder()));
    for (const [column, value] of [
      ['status', 'lost'],
      ['created_at', 'yesterday'],
      ['amount_in', '-1'],
      ['terms', '[]'],
      ['terms', '{}'],
      ['progress', 'null'],
    ] as const) {
      await dataSource.query('BEGIN');
      await dataSource.query(`UPDATE orders SET ${column} = '${value}'`);
      await dataSource.query('COMMIT');
      await expect(storage.ports.orders.findById(uuidOf(1))).rejects.toThrow(/^orders 0000.*the stored/);
      await dataSource.query('DELETE FROM orders');
      unwrap(await storage.ports.orders.insert(anOpenOrder()));
    }
    await storage.close();
    await dataSource.destroy();
  });
});

describe('parseDatabaseUrl', () => {
  it.each([
    ['sqlite:./data/sluice.db', { type: 'better-sqlite3', database: './data/sluice.db' }],
    ['sqlite:/var/lib/sluice.db', { type: 'better-sqlite3', database: '/var/lib/sluice.db' }],
    ['sqlite::memory:', { type: 'better-sqlite3', database: ':memory:' }],
    ['postgres://user:pass@host/db', { type: 'postgres', url: 'postgres://user:pass@host/db' }],
    ['postgresql://host/db', { type: 'postgres', url: 'postgresql://host/db' }],
  ])('returns data source options for %s', (url, options) => {
    expect(parseDatabaseUrl(url)).toMatchObject(options);
  });

  it.each(['', 'sqlite:', 'sluice.db', 'mysql://root:secret@host/db'])(
    'throws for %p without repeating it in the message',
    (url) => {
      expect(() => parseDatabaseUrl(url)).toThrow(
        /^a database is named sqlite:<path>, sqlite::memory: or postgres:\/\/…$/,
      );
    },
  );
});
