import { afterEach, describe, expect, it } from '@jest/globals';
import { DataSource, type Logger } from 'typeorm';
import { openStorage, parseDatabaseUrl } from '../../../src/adapters/typeorm/index.js';
import { SILENT_LOGGER } from '../../../src/adapters/typeorm/silent-logger.js';
import { ORDER_STATUSES } from '../../../src/domain/order/order.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import { toSearchTerm } from '../../../src/domain/order/lists/search.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import type { OrderPage, OrderQuery } from '../../../src/ports/index.js';
import { AN_OWNER, aConfirmedOrder, anOpenOrder, handleFor, txidOf, uuidOf } from '../../support/builders.js';
import { DATABASES } from '../../support/databases.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A new database, through Sluice and by hand. */
async function openDatabase(wanted: 'SQLite' | 'Postgres') {
  const database = await DATABASES.find(({ name }) => name === wanted)!.create();
  closing.push(() => database.remove());
  const { ports, ...storage } = await openStorage(database.url);
  closing.push(() => storage.close());
  const byHand = await new DataSource(parseDatabaseUrl(database.url)).initialize();
  closing.push(() => byHand.destroy());
  return { ports, byHand };
}

describe.each(DATABASES)('order lists on $name', ({ name }) => {
  it('find and count what is stored or changed, also by hand, before and after it is in the text index', async () => {
    const { ports, byHand } = await openDatabase(name);

    const placed = (n: number) => ({ uuid: uuidOf(n), owner: `ST${n}OWNER` as typeof AN_OWNER });
    const sent = (n: number, txid: number) => aConfirmedOrder(placed(n), { txid: txidOf(txid), version: 1 });
    const list = (query: Partial<OrderQuery>): Promise<OrderPage> =>
      ports.orders.listPage({ sortBy: 'createdAt', sortOrder: 'asc', offset: 0, limit: 50, ...query });
    const check = async (expected: Readonly<Record<string, readonly number[]>>) => {
      for (const [term, numbers] of Object.entries(expected)) {
        const { orders } = await list({ search: toSearchTerm(term)! });
        const handles = orders.map(({ terms }) => terms.handle);
        expect([term, handles]).toEqual([term, numbers.map((n) => handleFor(uuidOf(n)))]);
      }
      for (const status of ORDER_STATUSES) {
        const stored = await byHand.query<unknown[]>(`SELECT 1 FROM orders WHERE status = '${status}'`);
        expect([status, (await list({ statuses: [status] })).total]).toEqual([status, stored.length]);
      }
    };
    const checkTwice = async (expected: Parameters<typeof check>[0]) => {
      await check(expected);
      if (name === 'Postgres') return; // It indexes each order at once.
      await byHand.query('INSERT INTO order_ids_pending VALUES (4000)');
      expect(await byHand.query('SELECT seq FROM order_ids_pending')).toEqual([]);
      await check(expected);
    };

    for (const order of [sent(1, 0xabc001), sent(2, 0xabc002), anOpenOrder(placed(3))])
      unwrap(await ports.orders.insert(order));
    await checkTwice({ abc001: [1], abc00: [1, 2], st2owner: [2], [handleFor(uuidOf(3))]: [3] });
    unwrap(await ports.orders.update(sent(1, 0xdef001)));
    unwrap(await ports.orders.update(sent(3, 0xabc003)));
    await checkTwice({ abc001: [], def001: [1], abc00: [2, 3] });
    // What an operator changes by hand counts too; SQLite then numbers the next order as the deleted last one.
    await byHand.query(`DELETE FROM orders WHERE uuid = '${uuidOf(3)}'`);
    await byHand.query(`UPDATE orders SET txid = '${txidOf(0xfed002)}' WHERE uuid = '${uuidOf(2)}'`);
    unwrap(await ports.orders.insert(anOpenOrder(placed(4))));
    await checkTwice({
      abc00: [],
      fed002: [2],
      [handleFor(uuidOf(3))]: [],
      st4owner: [4],
      '-000000000004': [4],
    });
  });
});

describe('order lists on SQLite', () => {
  it('count and find new orders in the same way before and after the text index takes in 4,000 of them', async () => {
    const { ports, byHand } = await openDatabase('SQLite');
    unwrap(await ports.orders.insert(anOpenOrder({ uuid: uuidOf(1) })));
    const columns = await byHand.query<{ name: string }[]>(
      "SELECT name FROM pragma_table_info('orders') WHERE name NOT IN ('seq', 'uuid', 'handle')",
    );
    const copied = columns.map(({ name }) => name).join();
    const copyUpTo = (count: number) =>
      byHand.query(`INSERT INTO orders (uuid, handle, ${copied})
        WITH RECURSIVE numbers (n) AS (SELECT max(seq) + 1 FROM orders UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
        SELECT 'copy ' || n, printf('feed%08d', n), ${copied} FROM numbers JOIN orders ON seq = 1`);
    const total = async (query: Partial<OrderQuery>) => {
      const page = { sortBy: 'createdAt', sortOrder: 'asc', offset: 0, limit: 1 } as const;
      return (await ports.orders.listPage({ ...page, ...query })).total;
    };
    const found = (term: string) => total({ search: toSearchTerm(term)! });
    const totals = async () => [await total({ statuses: ['open'] }), await found('feed0000')];
    const indexed = () => byHand.query('SELECT up_to FROM order_ids_indexed');

    await copyUpTo(3_999);
    expect([await totals(), await indexed()]).toEqual([[3_999, 3_998], [{ up_to: 0 }]]);
    await copyUpTo(4_002);
    expect([await totals(), await indexed()]).toEqual([[4_002, 4_001], [{ up_to: 4_000 }]]);
    expect([await found('feed00003999'), await found('feed00004001')]).toEqual([1, 1]);
    await byHand.query('DELETE FROM orders WHERE seq = 17 OR seq > 3990');
    await copyUpTo(3_995);
    expect([await totals(), await found('feed00003994')]).toEqual([[3_994, 3_993], 1]);
  });

  it('read the total of every status without reading the orders', async () => {
    const database = await DATABASES.find(({ name }) => name === 'SQLite')!.create();
    closing.push(() => database.remove());
    await (await openStorage(database.url)).close();
    const byHand = await new DataSource(parseDatabaseUrl(database.url)).initialize();
    closing.push(() => byHand.destroy());
    const statement = 'SELECT SUM(n) FROM order_totals WHERE status_rank IN (0)';
    const plan = await byHand.query<{ detail: string }[]>(`EXPLAIN QUERY PLAN ${statement}`);
    const reads = plan.map(({ detail }) => detail).filter((detail) => /\borders\b/.test(detail));
    expect(reads).toEqual([expect.stringMatching(/^SEARCH orders/)]);
  });
});

const HANDLES: Readonly<Record<string, string>> = { SPALPHA: 'ca1fa', SPBETA: 'cbe7a', SPGAMMA: 'c6a33a' };

describe('order lists on Postgres', () => {
  it('count and find orders in the same way before and after the changes are folded, while others write', async () => {
    const { ports, byHand } = await openDatabase('Postgres');
    const total = async (query: Partial<OrderQuery>) => {
      const page = { sortBy: 'createdAt', sortOrder: 'asc', offset: 0, limit: 1 } as const;
      return (await ports.orders.listPage({ ...page, ...query })).total;
    };
    const found = (term: string) => total({ search: toSearchTerm(term)! });
    // By owner and by a part of the handle, which each way of storing them must find alike.
    const both = async (owner: string) => {
      const counts = [await found(owner.slice(2).toLowerCase()), await found(HANDLES[owner]!.slice(1))];
      expect([owner, counts]).toEqual([owner, [counts[0], counts[0]]]);
      return counts[0];
    };
    const totals = async () => [
      await total({ statuses: ['open'] }),
      await both('SPALPHA'),
      await both('SPBETA'),
      await both('SPGAMMA'),
    ];
    const unfolded = async () => (await byHand.query<unknown[]>('SELECT 1 FROM order_changes')).length;

    unwrap(await ports.orders.insert(anOpenOrder({ uuid: uuidOf(1) })));
    const columns = await byHand.query<{ name: string }[]>(
      `SELECT column_name AS name FROM information_schema.columns
       WHERE table_name = 'orders' AND column_name NOT IN ('uuid', 'handle', 'owner')`,
    );
    const copied = columns.map(({ name }) => name).join();
    // A statement with more rows than are left unfolded on average always folds, unless another transaction is at it.
    const copies = (owner: string) => `INSERT INTO orders (uuid, handle, owner, ${copied})
      SELECT '${owner} ' || n, '${HANDLES[owner]!}-' || n, '${owner}', ${copied}
      FROM generate_series(1, 600) AS numbers (n), orders WHERE uuid = '${uuidOf(1)}'`;

    const open = byHand.createQueryRunner();
    await open.startTransaction();
    await open.query(copies('SPALPHA'));
    await byHand.query(copies('SPBETA'));
    expect([await totals(), (await unfolded()) > 600]).toEqual([[601, 0, 600, 0], true]);
    await open.commitTransaction();
    expect(await totals()).toEqual([1_201, 600, 600, 0]);
    await open.startTransaction();
    await open.query(copies('SPGAMMA'));
    await open.rollbackTransaction();
    await open.release();
    expect(await totals()).toEqual([1_201, 600, 600, 0]);
    await byHand.query(copies('SPGAMMA'));
    expect([await totals(), await unfolded()]).toEqual([[1_801, 600, 600, 600], 1]);
    const space = "SELECT pg_relation_size('order_changes') / 8192 < 20 AS is_small";
    expect(await byHand.query(space)).toEqual([{ is_small: true }]);
    await byHand.query("UPDATE orders SET status_rank = 4 WHERE owner = 'SPBETA'");
    await byHand.query("DELETE FROM orders WHERE owner = 'SPALPHA'");
    expect(await totals()).toEqual([601, 0, 600, 600]);
  });

  it('find an order by each part of its handle and of its txid, of any length, folded or not', async () => {
    const { ports, byHand } = await openDatabase('Postgres');
    const order = aConfirmedOrder({ uuid: uuidOf(1) }, { txid: txidOf(0xabc001) });
    unwrap(await ports.orders.insert(order));
    const { handle } = order.terms;
    const parts = (id: string, longest: number) =>
      Array.from({ length: longest - 2 }, (_, n) => [id.slice(0, n + 3), id.slice(-n - 3)]).flat();
    const terms = [...parts(handle, 36), ...parts(order.txid, 64)].filter((term) => !term.includes('--'));
    const missed = async () => {
      const query = { sortBy: 'createdAt', sortOrder: 'asc', offset: 0, limit: 1, countTo: 1 } as const;
      const without: string[] = [];
      for (const term of terms) {
        const { total } = await ports.orders.listPage({ ...query, search: toSearchTerm(term)! });
        if (total === 0) without.push(term);
      }
      return without;
    };
    expect(await missed()).toEqual([]);
    await byHand.query(`INSERT INTO orders SELECT (copy).* FROM (SELECT jsonb_populate_record(orders,
      jsonb_build_object('uuid', 'copy ' || n, 'handle', 'copy ' || n, 'txid', null)) AS copy FROM orders, generate_series(1, 600) n) copies`);
    expect(await byHand.query('SELECT 1 FROM order_changes WHERE handle IS NOT NULL')).toEqual([]);
    expect(await missed()).toEqual([]);
  });

  it('read the few orders of a pair, not the whole list in search of them', async () => {
    const database = await DATABASES.find(({ name }) => name === 'Postgres')!.create();
    closing.push(() => database.remove());
    const statements: Parameters<Logger['logQuery']>[] = [];
    const logger: Logger = {
      ...SILENT_LOGGER,
      logQuery: (...statement) => void statements.push(statement),
    };
    const byHand = await new DataSource({ ...parseDatabaseUrl(database.url), logger }).initialize();
    closing.push(() => byHand.destroy());
    const { ports, ...storage } = await openStorage({ dataSource: byHand });
    closing.push(() => storage.close());

    const retired = `${AN_OWNER}.relic` as ContractId;
    const old = anOpenOrder({ uuid: uuidOf(1), outputToken: retired });
    for (const order of [old, anOpenOrder({ uuid: uuidOf(2) })]) unwrap(await ports.orders.insert(order));
    const columns = await byHand.query<{ name: string }[]>(
      `SELECT column_name AS name FROM information_schema.columns
       WHERE table_name = 'orders' AND column_name NOT IN ('uuid', 'handle', 'created_at', 'tokens_id')`,
    );
    const copied = columns.map(({ name }) => name).join();
    const copy = (n: number, count: number, { year, pairs }: { year: number; pairs: number }) =>
      byHand.query(`INSERT INTO orders (uuid, handle, created_at, tokens_id, ${copied})
        SELECT '${n} ' || n, '${n} ' || n,
          to_char(timestamp '${year}-01-01' + n * interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS.000Z'),
          tokens_id + n % ${pairs}, ${copied}
        FROM generate_series(1, ${count}) AS numbers (n), orders WHERE uuid = '${uuidOf(n)}'`);
    await copy(1, 500, { year: 2025, pairs: 1 });
    await copy(2, 20_000, { year: 2035, pairs: 20 });
    await byHand.query('VACUUM ANALYZE');
    statements.length = 0;
    const { inputToken, outputToken } = old.terms;
    const page = await ports.orders.listPage({
      pair: [inputToken, outputToken],
      sortBy: 'createdAt',
      sortOrder: 'desc',
      offset: 0,
      limit: 10,
    });
    expect(page).toMatchObject({ total: 501, orders: { length: 10 } });
    const [text, values] = statements.find(([each]) => each.includes('OFFSET'))!;
    const plan = await byHand.query<{ 'QUERY PLAN': string }[]>(`EXPLAIN ${text}`, values);
    const lines = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(lines).toContain('orders_by_tokens');
    expect(lines).not.toContain('orders_by_creation');
  });
});
