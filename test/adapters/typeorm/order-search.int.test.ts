import { afterEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { memoryStorage } from '../../../src/adapters/memory/index.js';
import { openStorage, parseDatabaseUrl } from '../../../src/adapters/typeorm/index.js';
import { ORDER_STATUSES, type Order } from '../../../src/domain/order/order.js';
import { toSearchTerm } from '../../../src/domain/order/search.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import type { OrderQuery, OrderRepository } from '../../../src/ports/index.js';
import { aConfirmedOrder, AN_OWNER, anOpenOrder, handleFor, txidOf, uuidOf } from '../../support/builders.js';
import { DATABASES } from '../../support/databases.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function openDatabase(create: (typeof DATABASES)[number]['create']) {
  const database = await create();
  closing.push(() => database.remove());
  const { ports, ...storage } = await openStorage(database.url);
  closing.push(() => storage.close());
  const byHand = await new DataSource(parseDatabaseUrl(database.url)).initialize();
  closing.push(() => byHand.destroy());
  return { orders: ports.orders, byHand };
}

const list = (orders: OrderRepository, search: string, query: Partial<OrderQuery> = {}) => {
  const term = toSearchTerm(search);
  const sort = { sortBy: 'createdAt', sortOrder: 'asc', offset: 0, limit: 50 } as const;
  return orders.listPage({ ...sort, ...(term !== undefined && { search: term }), ...query });
};
const found = async (...query: Parameters<typeof list>) =>
  (await list(...query)).orders.map(({ terms }) => terms.handle);

describe.each(DATABASES)('order lists on $name', ({ create }) => {
  it('find and count what is stored, whether or not the text index has been written since', async () => {
    const { orders, byHand } = await openDatabase(create);
    const placed = (n: number) => ({ uuid: uuidOf(n), owner: `ST${n}OWNER` as typeof AN_OWNER });
    const sent = (n: number, txid: number) =>
      aConfirmedOrder(placed(n), { txid: txidOf(txid + n), version: 1 });
    const insert = async (order: Order) => unwrap(await orders.insert(order));
    const checkTotals = async () => {
      const rows: { status: string }[] = await byHand.query('SELECT status FROM orders');
      for (const status of ORDER_STATUSES)
        for (const search of ['', 'charisma'])
          expect([status, (await list(orders, search, { statuses: [status] })).total]).toEqual([
            status,
            rows.filter((row) => row.status === status).length,
          ]);
    };
    const first = Array.from({ length: 2100 }, (_, n) =>
      n < 60 ? anOpenOrder(placed(n)) : sent(n, 0xabc000),
    );
    await Promise.all(first.map(insert));
    for (const n of [60, 1998, 1999, 2099]) {
      const [before, after] = [0xabc000, 0xdef000].map((txid) => txidOf(txid + n).slice(-10));
      expect(await found(orders, before!)).toEqual([handleFor(uuidOf(n))]);
      unwrap(await orders.update(sent(n, 0xdef000)));
      expect([await found(orders, before!), await found(orders, after!)]).toEqual([
        [],
        [handleFor(uuidOf(n))],
      ]);
    }
    expect(await found(orders, handleFor(uuidOf(2099)))).toEqual([handleFor(uuidOf(2099))]);
    expect(await found(orders, 'st77owner')).toEqual([handleFor(uuidOf(77))]);
    await checkTotals();
    // What an operator changes by hand counts too; SQLite then numbers the next order as the deleted last one.
    await byHand.query(`DELETE FROM orders WHERE uuid >= '${uuidOf(40)}' OR uuid < '${uuidOf(9)}'`);
    await byHand.query(`UPDATE orders SET txid = '${txidOf(8)}' WHERE uuid = '${uuidOf(10)}'`);
    await insert(anOpenOrder(placed(2500)));
    expect(await found(orders, txidOf(8))).toEqual([handleFor(uuidOf(10))]);
    expect(await found(orders, handleFor(uuidOf(2500)).slice(-5))).toEqual([handleFor(uuidOf(2500))]);
    for (const gone of [handleFor(uuidOf(59)), 'abc', 'def']) expect(await found(orders, gone)).toEqual([]);
    await checkTotals();
  });
});

/** Copies of an order, numbered in decimal digits as the databases do it. */
const copyOf = (n: number) =>
  `00000000-0000-4000-8000-${n.toString().padStart(12, '0')}` as ReturnType<typeof uuidOf>;
const copies = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => handleFor(copyOf(from + n)));

async function memoryWithCopies() {
  const { orders } = memoryStorage();
  const copy = async (terms: Order['terms'], from: number, to: number) => {
    for (let n = from; n <= to; n++)
      unwrap(await orders.insert(anOpenOrder({ ...terms, uuid: copyOf(n), handle: handleFor(copyOf(n)) })));
  };
  return { orders, copy };
}

async function databaseWithCopies(create: (typeof DATABASES)[number]['create']) {
  const { orders, byHand } = await openDatabase(create);
  const same =
    'owner, input_token, output_token, amount_in, status, status_rank, created_at, version, terms, progress, tokens_id';
  const copy = async (terms: Order['terms'], from: number, to: number) => {
    unwrap(await orders.insert(anOpenOrder(terms)));
    const digits = 'substr(CAST(1000000000000 + n AS text), 2)';
    await byHand.query(`
      INSERT INTO orders (uuid, handle, ${same})
      WITH RECURSIVE numbers (n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${to})
      SELECT '${copyOf(0).slice(0, 24)}' || ${digits}, '${handleFor(copyOf(0)).slice(0, 24)}' || ${digits}, ${same}
      FROM numbers, orders WHERE uuid = '${terms.uuid}'`);
    await byHand.query(`DELETE FROM orders WHERE uuid = '${terms.uuid}'`);
  };
  return { orders, copy };
}

describe.each([
  { name: 'memory', open: memoryWithCopies },
  ...DATABASES.map(({ name, create }) => ({ name, open: () => databaseWithCopies(create) })),
])('a search of orders in $name', ({ open }) => {
  const { terms: common } = anOpenOrder({ uuid: uuidOf(0xaaa), inputToken: `${AN_OWNER}.common` as never });
  const { terms: other } = anOpenOrder({ uuid: uuidOf(0xbbb), inputToken: `${AN_OWNER}.other` as never });

  it('counts exactly up to 10,000 matches, then reports 10,000 as a lower bound and leads on by cursor only', async () => {
    const { orders, copy } = await open();
    await copy(common, 1, 10_000);
    expect(await list(orders, 'common', { offset: 9_999 })).toEqual({
      total: 10_000,
      orders: [expect.anything()],
    });
    await copy(common, 10_001, 10_003);
    const bound = { total: 10_000, totalIsLowerBound: true };
    const { next, ...last } = await list(orders, 'common', { offset: 9_998, limit: 2 });
    expect(last).toMatchObject(bound);
    expect(last.orders.map(({ terms }) => terms.handle)).toEqual(copies(9_999, 10_000));
    expect(await list(orders, 'common', { offset: 10_000, limit: 2 })).toEqual({ ...bound, orders: [] });
    expect(await found(orders, 'common', { after: next! })).toEqual(copies(10_001, 10_003));
    expect((await list(orders, '', { offset: 10_002 })).orders).toHaveLength(1);
  });

  it('sorts more than 10,000 matches that all lie behind more than 5,000 other orders', async () => {
    const { orders, copy } = await open();
    await copy(common, 1, 10_002);
    await copy(other, 20_001, 25_010);
    const scopes: Partial<OrderQuery>[] = [
      {},
      { sortBy: 'status' },
      { statuses: ['open', 'failed'] },
      { owner: AN_OWNER },
    ];
    for (const scope of scopes)
      expect(await found(orders, '.common', { ...scope, sortOrder: 'desc', offset: 1, limit: 2 })).toEqual(
        copies(10_000, 10_001).reverse(),
      );
    expect(await found(orders, '.common', { statuses: ['failed'] })).toEqual([]);
  });
});
