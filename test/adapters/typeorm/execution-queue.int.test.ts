import { afterEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { CLAIM_STATEMENTS } from '../../../src/adapters/typeorm/execution-queue/execution-queue-claim.js';
import { openStorage, parseDatabaseUrl } from '../../../src/adapters/typeorm/index.js';
import { engineOf } from '../../../src/adapters/typeorm/database/engines.js';
import { Queries } from '../../../src/adapters/typeorm/database/queries.js';
import { joined, sql, type Sql } from '../../../src/adapters/typeorm/database/sql.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { at, uuidOf } from '../../support/builders.js';
import { DATABASES } from '../../support/databases.js';
import { createDatabase } from '../../support/postgres.js';
import { aPriceCondition, aRatio, reachedAt } from '../../support/conditions.js';
import { ALWAYS, anOrderWith } from '../../support/queue.js';

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

describe.each(DATABASES)('TypeOrmExecutionQueue on $name', ({ create }) => {
  it('finds triggered, waking and expired orders through an index when 20,000 orders are open', async () => {
    const { dataSource } = await openDatabase(create);
    const queries = queriesOf(dataSource);
    await queries.execute(sql`
      INSERT INTO order_queue (uuid, watch, level, state, due_at, expires_at, wake_at)
      WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 20000)
      SELECT 'order ' || n, n % 200, '5', n % 2, '2026', '2027', CASE WHEN n % 2 = 1 THEN '2026' END FROM n`);
    await queries.execute(sql`INSERT INTO watched_levels SELECT DISTINCT watch, '5' FROM order_queue`);
    await queries.execute(sql`ANALYZE order_queue`);
    const reached = new Map(Array.from({ length: 200 }, (_, watch) => [watch, '0']));
    const { claim, triggered, wake } = CLAIM_STATEMENTS[queries.dialect.name];
    const due = triggered(reached, '2026');
    const plans: Record<string, Sql> = {
      order_queue_by_level: due,
      order_queue_by_waking: wake('2025', 100),
      order_queue_by_expiry: sql`SELECT uuid FROM order_queue WHERE expires_at <= ${'2026'} AND state < 2 ORDER BY expires_at, uuid`,
    };
    for (const [index, statement] of Object.entries(plans))
      expect(await planOf(queries, statement)).toContain(index);
    const claiming = claim(due, { claimant: 'a', until: '2028', limit: 9 });
    for (const statement of [...Object.values(plans), claiming])
      expect(await planOf(queries, statement)).not.toMatch(/Seq Scan on order_queue|SCAN order_queue/);
  });
});

const queriesOf = (dataSource: DataSource) =>
  new Queries(dataSource.createQueryRunner(), engineOf(dataSource));

async function planOf(queries: Queries, statement: Sql): Promise<string> {
  const explain = { postgres: sql`EXPLAIN`, sqlite: sql`EXPLAIN QUERY PLAN` }[queries.dialect.name];
  const rows = await queries.select<Record<string, unknown>>(joined([explain, statement], ' '));
  return rows.map((row) => row['QUERY PLAN'] ?? row.detail).join('\n');
}

describe('claim by several executors on one Postgres', () => {
  const ask = { now: at(100), reached: reachedAt(aRatio('2')), limit: 10, leaseMs: 1_000 };

  it('skips orders that another transaction has locked, whether they wait for a price or for the clock', async () => {
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

  it('claims each order once when four executors claim at the same time', async () => {
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
