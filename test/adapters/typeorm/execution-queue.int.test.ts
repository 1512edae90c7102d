import { afterEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import {
  claimOf,
  firing,
  wakeOf,
} from '../../../src/adapters/typeorm/execution-queue/execution-queue-claim.js';
import { MIGRATIONS, openStorage, parseDatabaseUrl } from '../../../src/adapters/typeorm/index.js';
import { ExecutionQueue1790000500000 } from '../../../src/adapters/typeorm/migrations/1790000500000-execution-queue.js';
import { Queries } from '../../../src/adapters/typeorm/database/queries.js';
import { sql, type Sql } from '../../../src/adapters/typeorm/database/sql.js';
import type { Order } from '../../../src/domain/order/order.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import {
  A_ROUTER,
  A_TOKEN,
  aBroadcastedOrder,
  aCancelledOrder,
  txidOf,
  uuidOf,
} from '../../support/builders.js';
import { DATABASES } from '../../support/databases.js';
import { createDatabase } from '../../support/postgres.js';
import { aPriceCondition, aRatio, aWindowCondition, reachedAt } from '../../support/conditions.js';
import { ALWAYS, anOrderWith, at } from '../../support/queue.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function openDatabase(create: (typeof DATABASES)[number]['create']) {
  const database = await create();
  closing.push(() => database.remove());
  const storage = await openStorage(database.url);
  closing.push(() => storage.close());
  const dataSource = await new DataSource(parseDatabaseUrl(database.url)).initialize();
  closing.push(() => dataSource.destroy());
  return { ...database, ...storage.ports, dataSource };
}

const COMPLETE = {
  metadata: { odd: 'a \u0000 \\u0000 "sending"' },
  clientOrderId: 'x',
  strategy: { strategyId: 's' },
};

const ORDERS: readonly Order[] = [
  anOrderWith(1, undefined),
  anOrderWith(2, ALWAYS, COMPLETE),
  anOrderWith(3, aWindowCondition({ direction: 'lt', baseAsset: A_ROUTER })),
  anOrderWith(4, aPriceCondition('gt', '0.000000000000000001', { baseAsset: A_ROUTER })),
  anOrderWith(5, aPriceCondition('lt', '1234567890.0987', { baseAsset: A_TOKEN }), COMPLETE),
  anOrderWith(6, aPriceCondition('lt', '9'.repeat(39))),
  anOrderWith(7, aPriceCondition('gt', '0')),
  anOrderWith(8, aPriceCondition(), { validFrom: at(5_000), validTo: at(6_000) }),
  anOrderWith(9, aPriceCondition(), { validFrom: at(-5_000), validTo: at(10 ** 12) }),
  anOrderWith(10, undefined, { validFrom: at(5_000), validTo: at(6_000) }),
  { ...anOrderWith(11, aPriceCondition()), status: 'open', sending: txidOf(1) },
  { ...anOrderWith(12, aPriceCondition(), { validFrom: at(5_000) }), status: 'open', sending: txidOf(2) },
  aBroadcastedOrder({ uuid: uuidOf(13), trigger: aPriceCondition() }),
  aCancelledOrder({ uuid: uuidOf(14), trigger: aPriceCondition('gt', '1', { conditionToken: A_ROUTER }) }),
];

describe.each(DATABASES)('the execution queue on $name', ({ create }) => {
  it('holds after the migration what it would hold had it been there before', async () => {
    const { orders, dataSource } = await openDatabase(create);
    for (const order of ORDERS) unwrap(await orders.insert(order));
    const contents = () =>
      dataSource.query<object[]>(`
        SELECT q.uuid, level, state, due_at, expires_at, wake_at, claimant, attempts, reason,
          condition_token, base_asset, watch - 2 * id AS is_lt
        FROM order_queue q LEFT JOIN watched_pairs ON id = watch / 2 ORDER BY q.uuid`);
    const kept = await contents();
    for (let n = MIGRATIONS.length; n > MIGRATIONS.indexOf(ExecutionQueue1790000500000); n--)
      await dataSource.undoLastMigration();
    await dataSource.runMigrations();
    expect(kept).toHaveLength(12);
    expect(await contents()).toEqual(kept);
    const queries = new Queries(dataSource.createQueryRunner());
    const pairs = await queries.rows('SELECT id FROM watched_pairs WHERE condition_token = ?', [A_ROUTER]);
    expect(pairs).toEqual([]);
  });

  it('reads what fires, wakes and ends by index, however many orders are open', async () => {
    const { dataSource } = await openDatabase(create);
    const queries = new Queries(dataSource.createQueryRunner());
    await queries.execute(`
      INSERT INTO order_queue (uuid, watch, level, state, due_at, expires_at, wake_at)
      WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 20000)
      SELECT 'order ' || n, n % 200, '5', n % 2, '2026', '2027', CASE WHEN n % 2 = 1 THEN '2026' END FROM n`);
    await queries.execute('ANALYZE order_queue');
    const reached = new Map(Array.from({ length: 200 }, (_, watch) => [watch, '0']));
    const fired = firing(queries, reached, '2026');
    const plans: Record<string, Sql> = {
      order_queue_by_level: fired,
      order_queue_by_waking: wakeOf(queries, '2025', 100),
      order_queue_by_expiry: sql`SELECT uuid FROM order_queue WHERE expires_at <= ${'2026'} AND state < 2 ORDER BY expires_at, uuid`,
    };
    for (const [index, { text, values }] of Object.entries(plans))
      expect(await planOf(queries, text, values)).toContain(index);
    const claim = claimOf(queries, fired, { claimant: 'a', until: '2028', limit: 9 });
    for (const { text, values } of [...Object.values(plans), claim])
      expect(await planOf(queries, text, values)).not.toMatch(/Seq Scan on order_queue|SCAN order_queue/);
  });
});

async function planOf(queries: Queries, text: string, values: readonly unknown[]): Promise<string> {
  const explain = queries.isPostgres ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN';
  const rows = await queries.rows<Record<string, unknown>>(`${explain} ${text}`, values);
  return rows.map((row) => row['QUERY PLAN'] ?? row.detail).join('\n');
}

describe('executors on one Postgres', () => {
  const ask = { now: at(100), reached: reachedAt(aRatio('2')), limit: 10, leaseMs: 1_000 };

  it('pass over orders that a transaction is busy with, sleeping ones too', async () => {
    const { url, orders, executionQueue } = await openDatabase(createDatabase);
    unwrap(await orders.insert(anOrderWith(1, aPriceCondition())));
    unwrap(await orders.insert(anOrderWith(2, ALWAYS, { validFrom: at(50) })));
    unwrap(await orders.insert(anOrderWith(3, aPriceCondition(), { validFrom: at(50) })));
    const other = new Client({ connectionString: url });
    await other.connect();
    closing.push(() => other.end());
    await other.query('BEGIN');
    await other.query('SELECT 1 FROM order_queue WHERE uuid = ANY($1) FOR UPDATE', [[uuidOf(1), uuidOf(2)]]);
    const first = await executionQueue.claim({ ...ask, claimant: 'a' });
    expect(first.map(({ uuid }) => uuid)).toEqual([uuidOf(3)]);
    await other.query('ROLLBACK');
    const second = await executionQueue.claim({ ...ask, claimant: 'b' });
    expect(second.map(({ uuid }) => uuid)).toEqual([uuidOf(1), uuidOf(2)]);
  });

  it('share what fires between many connections, each order once', async () => {
    const { url, orders } = await openDatabase(createDatabase);
    const count = 300;
    for (let n = 0; n < count; n++)
      unwrap(await orders.insert(anOrderWith(n, n % 3 === 0 ? ALWAYS : aPriceCondition())));
    const executors = await Promise.all(Array.from({ length: 4 }, () => openStorage(url)));
    for (const executor of executors) closing.push(() => executor.close());
    const shares = await Promise.all(
      executors.map(async ({ ports }, n) => {
        const mine: string[] = [];
        let claims;
        do {
          claims = await ports.executionQueue.claim({ ...ask, now: at(count), claimant: `executor ${n}` });
          mine.push(...claims.map(({ uuid }) => uuid));
        } while (claims.length > 0);
        return mine;
      }),
    );
    expect(shares.flat().sort()).toEqual(Array.from({ length: count }, (_, n) => uuidOf(n)));
  });
});
