import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import {
  openStorage,
  parseDatabaseUrl,
  StorageFailure,
  type Storage,
} from '../../../src/adapters/typeorm/index.js';
import type { RawTransaction } from '../../../src/domain/order/ids.js';
import { ok, unwrap } from '../../../src/domain/shared/result.js';
import { anEvent, anOpenOrder, aSwap, txidOf, uuidOf } from '../../support/builders.js';
import { createDatabase, type TestDatabase } from '../../support/postgres.js';

const unstorable = aSwap({ raw: 'secret\u0000' as RawTransaction });

const END_OTHER_CONNECTIONS =
  'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';

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
          const held = await tx.swaps.listHeldNonces(aSwap().sender);
          await tx.swaps.insert(aSwap({ txid: txidOf(n), nonce: BigInt(held.length) }));
          await tx.events.append(uuidOf(1), anEvent());
          return ok();
        }),
      ),
    );
    expect(await storage.ports.swaps.listHeldNonces(aSwap().sender)).toEqual([0n, 1n, 2n, 3n]);
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
