import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { engineOf } from '../../../src/adapters/typeorm/database/engines.js';
import { Queries } from '../../../src/adapters/typeorm/database/queries.js';
import { joined, sql, type Sql } from '../../../src/adapters/typeorm/database/sql.js';
import { openStorage, parseDatabaseUrl } from '../../../src/adapters/typeorm/index.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { AN_OWNER, anOpenOrder, ANOTHER_OWNER, uuidOf } from '../../support/builders.js';
import { DATABASES } from '../../support/databases.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  jest.restoreAllMocks();
  for (const close of closing.splice(0).reverse()) await close();
});

/** Orders in the plan. */
const COUNT = 200;
/** Copies of an order, by the SQL of their owner and plan. */
const COPIES = [
  { owner: 'owner', plan: 'strategy_id', count: COUNT - 1 },
  { owner: 'owner', plan: "'other'", count: 500 },
  { owner: `'${ANOTHER_OWNER}'`, plan: 'strategy_id', count: 500 },
  { owner: "'owner ' || n % 100", plan: "'plan ' || n % 100", count: 8_000 },
];

async function databaseWithPlans(create: (typeof DATABASES)[number]['create']) {
  const database = await create();
  closing.push(() => database.remove());
  const { ports, ...storage } = await openStorage(database.url);
  closing.push(() => storage.close());
  const dataSource = await new DataSource(parseDatabaseUrl(database.url)).initialize();
  closing.push(() => dataSource.destroy());
  const strategy = { strategyId: 'shared', strategyPosition: 1 };
  unwrap(await ports.orders.insert(anOpenOrder({ strategy })));
  const same =
    'input_token, output_token, amount_in, status, status_rank, created_at, version, plan_run, terms, bytes, progress, tokens_id';
  for (const [k, { owner, plan, count }] of COPIES.entries())
    await dataSource.query(`
      INSERT INTO orders (uuid, handle, ${same}, owner, strategy_id)
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
      SELECT 'copy ${k} ' || n, 'copy ${k} ' || n, ${same}, ${owner}, ${plan}
      FROM numbers, orders WHERE uuid = '${uuidOf(1)}'`);
  const queries = new Queries(dataSource.createQueryRunner(), engineOf(dataSource));
  await queries.execute(sql`ANALYZE orders`);
  return { plans: ports.plans, queries };
}

/** Postgres reads the index alone once a vacuum has seen the pages. */
const ADDS_UP = { postgres: /orders_by_plan/, sqlite: /COVERING INDEX orders_by_plan/ };

async function planOf(queries: Queries, statement: Sql): Promise<string> {
  const explain = { postgres: sql`EXPLAIN`, sqlite: sql`EXPLAIN QUERY PLAN` }[queries.dialect.name];
  const rows = await queries.select<Record<string, unknown>>(joined([explain, statement], ' '));
  return rows.map((row) => row['QUERY PLAN'] ?? row.detail).join('\n');
}

describe.each(DATABASES)('TypeOrmPlanReader on $name', ({ create }) => {
  it('adds up a plan from its index, without reading other plans of the owner or of owners who share the id', async () => {
    const { plans, queries } = await databaseWithPlans(create);
    const select = jest.spyOn(Queries.prototype, 'select');
    const plan = await plans.find(AN_OWNER, 'shared');
    expect(plan).toMatchObject({
      counts: { open: COUNT },
      amounts: [{ amountIn: BigInt(COUNT) * 1_000_000n }],
    });
    await plans.list({ owner: AN_OWNER, limit: 50 });
    const statements = select.mock.calls.map(([statement]) => statement);
    for (const statement of statements) {
      const steps = await planOf(queries, statement);
      expect(steps).not.toMatch(/Seq Scan on orders|SCAN orders|orders_by_(owner|creation|strategy)/);
      if (statement.texts.join().includes('COUNT(*)')) expect(steps).toMatch(ADDS_UP[queries.dialect.name]);
    }
  });
});
