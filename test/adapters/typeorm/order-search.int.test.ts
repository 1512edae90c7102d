import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { memoryStorage } from '../../../src/adapters/memory/index.js';
import { openStorage, parseDatabaseUrl } from '../../../src/adapters/typeorm/index.js';
import { ORDER_STATUSES, type Order } from '../../../src/domain/order/order.js';
import { positionOf } from '../../../src/domain/order/order.js';
import { toSearchTerm } from '../../../src/domain/order/search.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import type { OrderQuery, OrderRepository } from '../../../src/ports/index.js';
import {
  aBroadcastedOrder,
  aConfirmedOrder,
  anOpenOrder,
  AN_OWNER,
  ANOTHER_OWNER,
  txidOf,
  uuidOf,
} from '../../support/builders.js';
import { DATABASES } from '../../support/databases.js';
import { createEmptyDatabase } from '../../support/postgres.js';

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

const insertAll = (orders: OrderRepository, all: readonly Order[]) =>
  Promise.all(all.map(async (order) => unwrap(await orders.insert(order))));

const list = (orders: OrderRepository, search?: string, query: Partial<OrderQuery> = {}) => {
  const term = search === undefined ? undefined : toSearchTerm(search);
  const sort = { sortBy: 'createdAt', sortOrder: 'asc', offset: 0, limit: 50 } as const;
  return orders.listPage({ ...sort, ...(term !== undefined && { search: term }), ...query });
};

const found = async (orders: OrderRepository, search: string, query: Partial<OrderQuery> = {}) =>
  (await list(orders, search, query)).orders.map(({ terms }) => terms.uuid);

describe.each(DATABASES)('order lists on $name', ({ create }) => {
  it('find and count what is stored, whether or not the text index has been written since', async () => {
    const { orders, byHand } = await openDatabase(create);
    const owner = (n: number) => (n % 3 === 0 ? ANOTHER_OWNER : (`ST${n}OWNER` as typeof AN_OWNER));
    const terms = (n: number) => ({ uuid: uuidOf(n), owner: owner(n) });
    const confirmed = (n: number, offset: number, version: number) =>
      aConfirmedOrder(terms(n), { txid: txidOf(n + offset), version });
    const checkTotals = async () => {
      const rows: { status: Order['status'] }[] = await byHand.query('SELECT status FROM orders');
      for (const status of ORDER_STATUSES) {
        const expected = rows.filter((row) => row.status === status).length;
        for (const search of [undefined, 'charisma'])
          expect([status, (await list(orders, search, { statuses: [status] })).total]).toEqual([
            status,
            expected,
          ]);
      }
      expect((await list(orders)).total).toBe(rows.length);
    };
    const first = Array.from({ length: 2100 }, (_, n) => n);
    await insertAll(
      orders,
      first.map((n) => (n < 60 ? anOpenOrder(terms(n)) : confirmed(n, 0xabc000, 1))),
    );
    await checkTotals();
    for (const n of [60, 1999, 2000, 2099]) {
      const [before, after] = [0xabc000, 0xdef000].map((offset) => txidOf(n + offset).slice(-10));
      expect(await found(orders, before!)).toEqual([uuidOf(n)]);
      unwrap(await orders.update(confirmed(n, 0xdef000, 1)));
      expect(await found(orders, before!)).toEqual([]);
      expect(await found(orders, after!)).toEqual([uuidOf(n)]);
    }
    expect(await found(orders, `00000000${uuidOf(2099).slice(8)}`)).toEqual([uuidOf(2099)]);
    expect(await found(orders, 'st77owner')).toEqual([uuidOf(77)]);
    for (let n = 0; n < 30; n += 5) {
      const sent = unwrap(await orders.update(aBroadcastedOrder(terms(n), { version: 1, txid: txidOf(n) })));
      if (n % 2 === 0) unwrap(await orders.update(confirmed(n, 99, sent.version)));
    }
    await checkTotals();
    // What an operator changes by hand counts too.
    await byHand.query(`DELETE FROM orders WHERE uuid >= '${uuidOf(40)}' OR uuid < '${uuidOf(9)}'`);
    await byHand.query(`UPDATE orders SET txid = '${txidOf(8)}' WHERE uuid = '${uuidOf(10)}'`);
    await checkTotals();
    expect(await found(orders, txidOf(8))).toEqual([uuidOf(10)]);
    await insertAll(orders, [anOpenOrder(terms(200))]);
    expect(await found(orders, uuidOf(200))).toEqual([uuidOf(200)]);
    for (const gone of [uuidOf(59), 'abc', 'def']) expect(await found(orders, gone)).toEqual([]);
    await checkTotals();
  });
});

/** An order's uuid with the number in decimal digits, as the databases copy it. */
const copyOf = (n: number) => `00000000-0000-4000-8000-${n.toString().padStart(12, '0')}`;

async function databaseWithCopies(create: (typeof DATABASES)[number]['create']) {
  const { orders, byHand } = await openDatabase(create);
  const copied =
    'owner, input_token, output_token, amount_in, status, status_rank, created_at, version, terms, progress, tokens_id';
  const copy = async (order: Order, from: number, to: number) => {
    unwrap(await orders.insert(order));
    await byHand.query(`
      INSERT INTO orders (uuid, ${copied})
      WITH RECURSIVE numbers (n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${to})
      SELECT '00000000-0000-4000-8000-' || substr(CAST(1000000000000 + n AS text), 2), ${copied}
      FROM numbers, orders WHERE uuid = '${order.terms.uuid}'`);
    await byHand.query(`DELETE FROM orders WHERE uuid = '${order.terms.uuid}'`);
  };
  return { orders, copy };
}

async function memoryWithCopies() {
  const { orders } = memoryStorage();
  const copy = async (order: Order, from: number, to: number) => {
    for (let n = from; n <= to; n++)
      unwrap(await orders.insert({ ...order, terms: { ...order.terms, uuid: copyOf(n) as never } }));
  };
  return { orders, copy };
}

describe.each([
  { name: 'memory', open: memoryWithCopies },
  ...DATABASES.map(({ name, create }) => ({ name, open: () => databaseWithCopies(create) })),
])('a search of orders in $name', ({ open }) => {
  const common = anOpenOrder({ uuid: uuidOf(0xaaa), inputToken: `${AN_OWNER}.common` as ContractId });
  const other = anOpenOrder({ uuid: uuidOf(0xbbb), inputToken: `${AN_OWNER}.other` as ContractId });
  const copies = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, n) => copyOf(from + n));

  it('counts exactly up to 10,000 matches, then reports 10,000 as a lower bound and leads on by cursor only', async () => {
    const { orders, copy } = await open();
    await copy(common, 1, 10_000);
    const exact = await list(orders, 'common', { limit: 1 });
    expect(exact).toMatchObject({ total: 10_000 });
    expect(exact).not.toHaveProperty('totalIsLowerBound');
    await copy(common, 10_001, 10_003);
    const bound = { total: 10_000, totalIsLowerBound: true };
    expect(await list(orders, 'common', { limit: 1 })).toMatchObject(bound);
    const last = await list(orders, 'common', { offset: 9_998, limit: 2 });
    expect(last).toMatchObject({ ...bound, next: positionOf(last.orders[1]!) });
    expect(last.orders.map(({ terms }) => terms.uuid)).toEqual(copies(9_999, 10_000));
    expect(await list(orders, 'common', { offset: 10_000, limit: 2 })).toEqual({ ...bound, orders: [] });
    expect(await found(orders, 'common', { after: last.next!, limit: 50 })).toEqual(copies(10_001, 10_003));
    expect((await list(orders, undefined, { limit: 1 })).total).toBe(10_003);
    expect((await list(orders, undefined, { offset: 10_002, limit: 1 })).orders).toHaveLength(1);
  });

  it('sorts more than 10,000 matches that all lie behind more than 5,000 other orders', async () => {
    const { orders, copy } = await open();
    await copy(common, 1, 10_002);
    await copy(other, 20_001, 25_010);
    for (const query of [
      { sortBy: 'createdAt' },
      { sortBy: 'status' },
      { statuses: ['open', 'failed'] },
      { owner: AN_OWNER },
    ] as const)
      expect(await found(orders, '.common', { ...query, sortOrder: 'desc', offset: 1, limit: 2 })).toEqual(
        copies(10_000, 10_001).reverse(),
      );
    expect(await found(orders, '.common', { sortOrder: 'desc', statuses: ['failed'] })).toEqual([]);
  });
});

describe('a Postgres without pg_trgm', () => {
  it('is reported by a warning with the statements to run later, and searches find the same', async () => {
    const database = await createEmptyDatabase();
    const admin = await new DataSource({ type: 'postgres', url: database.url }).initialize();
    const role = `sluice_test_${process.pid}`;
    await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'test'`);
    await admin.query(`GRANT USAGE, CREATE ON SCHEMA public TO ${role}`);
    const url = Object.assign(new URL(database.url), { username: role, password: 'test' });
    const warn = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const storage = await openStorage(url.href);
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('pg_trgm'), {
      code: 'SLUICE_NO_PG_TRGM',
      detail: expect.stringContaining('CREATE EXTENSION IF NOT EXISTS pg_trgm; CREATE INDEX'),
    });
    warn.mockRestore();
    const { orders } = storage.ports;
    await orders.insert(anOpenOrder({ uuid: uuidOf(10) }));
    for (const text of ['00000000000a', AN_OWNER.slice(2, 8), 'welsh', '-'])
      expect(await found(orders, text)).toEqual([uuidOf(10)]);
    expect(await found(orders, '00000000000b')).toEqual([]);
    await storage.close();
    await admin.query(`DROP OWNED BY ${role}`);
    await admin.query(`DROP ROLE ${role}`);
    await admin.destroy();
    await database.remove();
  });
});
