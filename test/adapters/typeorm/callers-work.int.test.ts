import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import {
  asCallersWork,
  asOwnWork,
  asUrgentWork,
  openStorage,
  parseDatabaseUrl,
  type Storage,
} from '../../../src/adapters/typeorm/index.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { anOpenOrder, uuidOf } from '../../support/builders.js';
import { temporarySqlite } from '../../support/harnesses.js';
import { hangingProxy, type HangingProxy } from '../../support/hanging-proxy.js';
import { createDatabase, type TestDatabase } from '../../support/postgres.js';

const OUTAGE = { name: 'StorageFailure', isOutage: true };
/** How long callers of these tests wait, ms. */
const SOON = 200;

const place = (storage: Storage, n: number) => storage.ports.orders.insert(anOpenOrder({ uuid: uuidOf(n) }));
const find = (storage: Storage, n: number) => storage.ports.orders.findById(uuidOf(n));

describe('work of callers on Postgres', () => {
  let database: TestDatabase;
  let direct: DataSource;
  let proxy: HangingProxy;
  let storage: Storage;

  beforeEach(async () => {
    database = await createDatabase();
    direct = await new DataSource(parseDatabaseUrl(database.url)).initialize();
    proxy = await hangingProxy(database.url);
    storage = await openStorage(proxy.url);
    unwrap(await asCallersWork(() => place(storage, 1)));
  });
  afterEach(async () => {
    proxy.hang(false);
    await storage.close();
    await proxy.close();
    await direct.destroy();
    await database.remove();
  });

  /** Keeps everyone else out of the orders meanwhile. */
  async function whileLocked(work: () => Promise<void>): Promise<void> {
    const locker = direct.createQueryRunner();
    await locker.startTransaction();
    await locker.query('LOCK TABLE orders IN ACCESS EXCLUSIVE MODE');
    await work();
    await locker.commitTransaction();
    await locker.release();
  }

  /** Waits until no connection waits for a lock, or is in a transaction. */
  async function settled(): Promise<void> {
    for (;;) {
      const [row] = await direct.query<{ n: string }[]>(
        `SELECT COUNT(*) AS n FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`,
      );
      if (row!.n === '0') return;
    }
  }

  it('fails as an outage while a table is locked, even if there is more of it than connections, and stores nothing later', async () => {
    await whileLocked(async () => {
      const numbers = Array.from({ length: 30 }, (_, n) => n + 2);
      const placing = numbers.map((n) => asCallersWork(() => place(storage, n), SOON));
      const reading = asCallersWork(() => find(storage, 1), SOON);
      for (const work of [...placing, reading]) await expect(work).rejects.toMatchObject(OUTAGE);
    });
    await settled();
    expect(await direct.query('SELECT uuid FROM orders')).toEqual([{ uuid: uuidOf(1) }]);
    expect(await asCallersWork(() => find(storage, 1))).toMatchObject({ status: 'open' });
  });

  it('leaves the exchange’s own work, and that of commands, waiting for the lock', async () => {
    const waiting: Promise<unknown>[] = [];
    await whileLocked(async () => {
      waiting.push(
        asOwnWork(() => place(storage, 2)),
        place(storage, 3),
      );
      await expect(asCallersWork(() => place(storage, 4), SOON)).rejects.toMatchObject(OUTAGE);
    });
    await Promise.all(waiting);
    expect(await find(storage, 2)).toBeDefined();
    expect(await find(storage, 3)).toBeDefined();
    expect(await find(storage, 4)).toBeUndefined();
  });

  it('does urgent work at once while more waits than there are connections', async () => {
    const locker = direct.createQueryRunner();
    await locker.startTransaction();
    await locker.query('LOCK TABLE order_queue IN ACCESS EXCLUSIVE MODE');
    const placing = Array.from({ length: 30 }, (_, n) => asCallersWork(() => place(storage, n + 2)));
    expect(await asUrgentWork(() => find(storage, 1))).toMatchObject({ status: 'open' });
    await expect(asCallersWork(() => find(storage, 1), SOON)).rejects.toMatchObject(OUTAGE);
    await locker.commitTransaction();
    await locker.release();
    await Promise.allSettled(placing);
  });

  it.each(['orders', 'order_events', 'order_queue', 'owner_days'])(
    'finds the database unavailable while %s is locked, which orders are placed into',
    async (table) => {
      const locker = direct.createQueryRunner();
      await locker.startTransaction();
      await locker.query(`LOCK TABLE ${table} IN SHARE MODE`);
      await expect(asCallersWork(() => storage.ping(), SOON)).rejects.toMatchObject(OUTAGE);
      await locker.commitTransaction();
      await locker.release();
      await asCallersWork(() => storage.ping());
    },
  );

  it('fails as an outage while the database hangs, and succeeds again as soon as it responds', async () => {
    proxy.hang(true);
    const works = Array.from({ length: 15 }, () => asCallersWork(() => find(storage, 1), SOON));
    works.push(asCallersWork(() => storage.ping().then(() => undefined), SOON));
    for (const work of works) await expect(work).rejects.toMatchObject(OUTAGE);
    proxy.hang(false);
    expect(await asCallersWork(() => find(storage, 1))).toMatchObject({ status: 'open' });
  });

  it('ends a scan of a database that hangs, but not of one that is only slow', async () => {
    const list = () =>
      storage.ports.orders.listPage({
        owner: anOpenOrder().terms.owner,
        sortBy: 'createdAt',
        sortOrder: 'asc',
        offset: 0,
        limit: 1,
      });
    expect((await asCallersWork(list)).total).toBe(1);
    proxy.hang(true);
    await expect(asCallersWork(list)).rejects.toMatchObject(OUTAGE);
    proxy.hang(false);
    await direct.query('ALTER TABLE orders RENAME TO slow_orders');
    await direct.query('CREATE VIEW orders AS SELECT o.* FROM slow_orders o, pg_sleep(2.5)');
    expect((await asCallersWork(list)).total).toBe(1);
  });
});

describe('work of callers on SQLite', () => {
  it('fails as an outage while another process holds the lock, and stores nothing later', async () => {
    const file = await temporarySqlite();
    const storage = await openStorage(file.url);
    const other = await new DataSource(parseDatabaseUrl(file.url)).initialize();
    await other.query('BEGIN IMMEDIATE');
    const placing = asCallersWork(() => place(storage, 1), SOON);
    const later = asOwnWork(() => place(storage, 2));
    await expect(placing).rejects.toMatchObject(OUTAGE);
    await other.query('COMMIT');
    unwrap(await later);
    unwrap(await asCallersWork(() => place(storage, 3)));
    expect(await find(storage, 1)).toBeUndefined();
    expect(await find(storage, 3)).toBeDefined();
    await other.destroy();
    await storage.close();
    await file.remove();
  });

  it('writes urgent work before other callers’ that waits', async () => {
    const file = await temporarySqlite();
    const storage = await openStorage(file.url);
    const written: number[] = [];
    const noted = (n: number) => place(storage, n).then(() => written.push(n));
    await Promise.all([...[1, 2].map((n) => asCallersWork(() => noted(n))), asUrgentWork(() => noted(3))]);
    expect(written).toEqual([3, 1, 2]);
    await storage.close();
    await file.remove();
  });
});
