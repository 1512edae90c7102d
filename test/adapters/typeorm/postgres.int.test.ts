import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { Queries } from '../../../src/adapters/typeorm/database/queries.js';
import { sql } from '../../../src/adapters/typeorm/database/sql.js';
import {
  asOwnWork,
  openStorage,
  parseDatabaseUrl,
  StorageFailure,
  type Storage,
} from '../../../src/adapters/typeorm/index.js';
import type { RawTransaction } from '../../../src/domain/order/ids.js';
import type { SearchTerm } from '../../../src/domain/order/lists/search.js';
import { ok, unwrap } from '../../../src/domain/shared/result.js';
import type { OrderQuery } from '../../../src/ports/index.js';
import { anEvent, anOpenOrder, aSwap, txidOf, uuidOf } from '../../support/builders.js';
import { createDatabase, type TestDatabase } from '../../support/postgres.js';

const unstorable = aSwap({ raw: 'secret\u0000' as RawTransaction });

const END_OTHER_CONNECTIONS =
  'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';

const SEARCH: OrderQuery = {
  search: 'token' as SearchTerm,
  sortBy: 'createdAt',
  sortOrder: 'desc',
  offset: 0,
  limit: 10,
};

describe('openStorage on Postgres', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let storage: Storage;

  beforeEach(async () => {
    database = await createDatabase();
    dataSource = await new DataSource(parseDatabaseUrl(database.url)).initialize();
    storage = await openStorage({ dataSource });
  });
  afterEach(async () => {
    await storage.close();
    await dataSource.destroy();
    await database.remove();
  });

  it('throws a StorageFailure without the stored values when a statement fails', async () => {
    await dataSource.query('ALTER TABLE swaps ADD COLUMN more text NOT NULL DEFAULT NULL');
    const failure = await storage.ports.swaps.insert(aSwap()).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StorageFailure);
    expect(failure).toMatchObject({ code: '23502' });
    expect(inspect(failure, { depth: 9 })).not.toContain(aSwap().raw);
  });

  it('knows the age of the oldest transaction, of any connection but its own', async () => {
    expect(await storage.oldestTransaction()).toBe(0);
    const other = dataSource.createQueryRunner();
    await other.startTransaction();
    const age = await storage.oldestTransaction();
    await other.rollbackTransaction();
    await other.release();
    expect(age).toBeGreaterThan(0);
    expect(await storage.oldestTransaction()).toBe(0);
  });

  it('rejects a unit of work that swallowed a failed statement, and stores nothing of it', async () => {
    const work = storage.ports.unitOfWork.run(async (tx) => {
      unwrap(await tx.orders.insert(anOpenOrder()));
      await tx.swaps.insert(unstorable).catch(() => undefined);
      return ok();
    });
    await expect(work).rejects.toThrow(StorageFailure);
    expect(await storage.ports.orders.findById(uuidOf(1))).toBeUndefined();
  });

  it('rolls back and stays usable when the connection breaks inside a unit of work', async () => {
    const work = storage.ports.unitOfWork.run(async (tx) => {
      unwrap(await tx.orders.insert(anOpenOrder()));
      await dataSource.query(END_OTHER_CONNECTIONS);
      return tx.orders.insert(anOpenOrder({ uuid: uuidOf(2) }));
    });
    await expect(work).rejects.toMatchObject({ name: 'StorageFailure', isOutage: true });
    await storage.ping();
    expect(await storage.ports.orders.findById(uuidOf(1))).toBeUndefined();
    expect(await storage.ports.orders.insert(anOpenOrder())).toEqual(ok());
  });

  it('reports a statement that waits too long as an outage', async () => {
    const hasty = await new DataSource({
      ...parseDatabaseUrl(database.url),
      extra: { statement_timeout: 50 },
    }).initialize();
    const other = await openStorage({ dataSource: hasty });
    const waiting = storage.ports.unitOfWork.run(async (tx) => {
      await tx.lock('operator');
      const second = other.ports.unitOfWork.run(async (theirs) => {
        await theirs.lock('operator');
        return ok();
      });
      await expect(second).rejects.toMatchObject({ code: '57014', isOutage: true });
      return ok();
    });
    expect(await waiting).toEqual(ok());
    await other.close();
    await hasty.destroy();
  });

  describe('while every connection for callers is in use', () => {
    let release: () => Promise<unknown>;
    beforeEach(async () => {
      const runners = Array.from({ length: 10 }, () => dataSource.createQueryRunner());
      await Promise.all(runners.map((runner) => runner.connect()));
      release = () => Promise.all(runners.map((runner) => runner.release()));
    });

    it("runs the exchange's own reads and writes, and what they start later", async () => {
      let later: Promise<unknown> | undefined;
      await asOwnWork(async () => {
        unwrap(await storage.ports.orders.insert(anOpenOrder()));
        later = new Promise(setImmediate).then(() => storage.ports.orders.findById(uuidOf(1)));
      });
      expect(await later).toMatchObject({ status: 'open' });
      await release();
    });

    it('runs searches and streams, but no read of a caller', async () => {
      const order: string[] = [];
      const done = (name: string) => () => void order.push(name);
      const read = storage.ports.orders.findById(uuidOf(1)).then(done('read'));
      await storage.ports.orders.listPage(SEARCH).then(done('search'));
      for await (const _ of storage.ports.orders.stream()) throw new Error('there is no order');
      done('stream')();
      await release();
      await read;
      expect(order).toEqual(['search', 'stream', 'read']);
    });
  });

  it('ends a scan sooner than any other statement', async () => {
    const limit = () => sql`SELECT current_setting('statement_timeout') AS setting`;
    const [inScan, inRead] = [
      jest.spyOn(Queries.prototype, 'number'),
      jest.spyOn(Queries.prototype, 'select'),
    ];
    const settings: unknown[] = [];
    inScan.mockImplementationOnce(async function (this: Queries) {
      settings.push(await this.select(limit()));
      return 0;
    });
    await storage.ports.orders.listPage(SEARCH);
    inScan.mockRestore();
    inRead.mockImplementationOnce(async function (this: Queries) {
      inRead.mockRestore();
      settings.push(await this.select(limit()));
      return [];
    });
    await storage.ports.orders.findById(uuidOf(1));
    expect(settings).toEqual([[{ setting: '10s' }], [{ setting: '30s' }]]);
  });

  it('reports a database that takes no writes as an outage, although it can be read', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await dataSource.query(`ALTER DATABASE "${name}" SET default_transaction_read_only = on`);
    await dataSource.query(END_OTHER_CONNECTIONS);
    // The setting counts for new connections; the pool's only one is in use meanwhile.
    const runner = dataSource.createQueryRunner();
    await runner.connect();
    await expect(storage.ping()).rejects.toMatchObject({ code: '25006', isOutage: true });
    expect(await storage.ports.orders.findById(uuidOf(1))).toBeUndefined();
    await runner.release();
  });

  it('counts an order while another transaction that has counted one is still open', async () => {
    const { orders, unitOfWork } = storage.ports;
    const insert = (n: number, into = orders) => into.insert(anOpenOrder({ uuid: uuidOf(n) }));
    unwrap(await insert(1));
    const work = unitOfWork.run(async (tx) => {
      unwrap(await insert(2, tx.orders));
      return insert(3);
    });
    unwrap(await work);
    const page = await orders.listPage({ sortBy: 'status', sortOrder: 'asc', offset: 0, limit: 9 });
    expect(page).toMatchObject({ total: 3, orders: [1, 2, 3].map((n) => ({ terms: { uuid: uuidOf(n) } })) });
  });

  it('locks a name across two open storages of one database', async () => {
    const other = await openStorage(database.url);
    const sides = [storage, other, storage, other];
    await Promise.all(
      sides.map(({ ports }, n) =>
        ports.unitOfWork.run(async (tx) => {
          await tx.lock('operator');
          const held = (await tx.swaps.heldNonces(aSwap().sender)).get(aSwap().sender)!;
          await tx.swaps.insert(aSwap({ txid: txidOf(n), nonce: BigInt(held.length) }));
          await tx.events.append({ uuid: uuidOf(1), event: anEvent() });
          return ok();
        }),
      ),
    );
    const held = await storage.ports.swaps.heldNonces(aSwap().sender);
    expect(held.get(aSwap().sender)).toEqual([0n, 1n, 2n, 3n]);
    await other.close();
  });

  it('creates every text column with the byte-order collation C', async () => {
    const columns = await dataSource.query<{ collation: string | null }[]>(
      `SELECT DISTINCT collation_name AS collation FROM information_schema.columns
       WHERE table_name IN ('orders', 'order_events', 'swaps', 'signed_messages') AND data_type = 'text'`,
    );
    expect(columns).toEqual([{ collation: 'C' }]);
  });
});
