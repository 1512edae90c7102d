import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import {
  MIGRATIONS,
  openStorage,
  parseDatabaseUrl,
  type Storage,
} from '../../../src/adapters/typeorm/index.js';
import { OrderSearch1790000200000 } from '../../../src/adapters/typeorm/migrations/1790000200000-order-search.js';
import { toSearchTerm } from '../../../src/domain/order/search.js';
import { parseTargetPrice } from '../../../src/domain/order/conditions/price-ratio.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { aConfirmedOrder, anOpenOrder, A_TOKEN, AN_OWNER, txidOf, uuidOf } from '../../support/builders.js';
import { temporarySqlite } from '../../support/harnesses.js';
import { createEmptyDatabase } from '../../support/postgres.js';

const found = async ({ ports }: Storage, text: string) => {
  const search = toSearchTerm(text)!;
  const page = await ports.orders.listPage({
    search,
    sortBy: 'createdAt',
    sortOrder: 'asc',
    offset: 0,
    limit: 50,
  });
  expect(page.total).toBe(page.orders.length);
  return page.orders.map(({ terms }) => terms.uuid);
};

const databases = [
  { name: 'sqlite', create: temporarySqlite },
  { name: 'postgres', create: createEmptyDatabase },
];

describe.each(databases)('order search on $name', ({ create }) => {
  let cleanUp: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const each of cleanUp.reverse()) await each();
    cleanUp = [];
  });

  const emptyDatabase = async () => {
    const database = await create();
    cleanUp.push(() => database.remove());
    return database.url;
  };
  const opened = async (url: string) => {
    const storage = await openStorage(url);
    cleanUp.push(() => storage.close());
    return storage;
  };

  it('finds the orders that were there before it, by each field', async () => {
    const url = await emptyDatabase();
    const dataSource = await new DataSource({
      ...parseDatabaseUrl(url),
      migrations: MIGRATIONS.slice(0, MIGRATIONS.indexOf(OrderSearch1790000200000)),
    }).initialize();
    await dataSource.runMigrations();
    const terms = JSON.stringify({
      recipient: AN_OWNER,
      router: A_TOKEN,
      signature: 'a1'.repeat(65),
      strategy: {},
      extra: { note: '\u0000 \ud83d \\u0000' },
      trigger: {
        conditionToken: `${AN_OWNER}.condition`,
        targetPrice: '1',
        direction: 'gt',
        baseAsset: 'USD',
      },
    });
    const values = [
      uuidOf(10),
      AN_OWNER,
      A_TOKEN,
      '.stx',
      '1'.padStart(39, '0'),
      '2026-11-20T12:00:00.000Z',
      terms,
    ];
    const quoted = values.map((value) => `'${value}'`);
    await dataSource.query(`INSERT INTO orders
      (uuid, owner, input_token, output_token, amount_in, created_at, terms, status, status_rank, version, progress)
      VALUES (${quoted.join(', ')}, 'open', 0, 1, '{}')`);
    await dataSource.destroy();

    const storage = await opened(url);
    for (const text of ['8000-00000000000a', AN_OWNER.slice(3, 9), 'CHARISMA', '.stx', '.condition'])
      expect([text, await found(storage, text)]).toEqual([text, [uuidOf(10)]]);
    expect(await found(storage, 'no-such-thing')).toEqual([]);
  });

  it('finds orders by their newest ids, however many came since, and no longer by others', async () => {
    const storage = await opened(await emptyDatabase());
    const order = (n: number) =>
      aConfirmedOrder({ uuid: uuidOf(n) }, { txid: txidOf(n + 0xabc000), version: 1 });
    await Promise.all(Array.from({ length: 1100 }, (_, n) => storage.ports.orders.insert(order(n))));
    for (const n of [0, 499, 500, 1000, 1099]) {
      const txid = txidOf(n + 0xabc000).slice(-10);
      expect(await found(storage, txid)).toEqual([uuidOf(n)]);
      unwrap(await storage.ports.orders.update({ ...order(n), txid: txidOf(n + 0xdef000) }));
      expect(await found(storage, txid)).toEqual([]);
      expect(await found(storage, txidOf(n + 0xdef000).slice(-10))).toEqual([uuidOf(n)]);
    }
    expect(await found(storage, `00000000${uuidOf(1099).slice(8)}`)).toEqual([uuidOf(1099)]);
  });

  it('keeps its counts when orders are removed by hand', async () => {
    const url = await emptyDatabase();
    const storage = await opened(url);
    const trigger = {
      kind: 'price',
      conditionToken: A_TOKEN,
      targetPrice: unwrap(parseTargetPrice('1')),
      direction: 'gt',
      baseAsset: 'USD',
    } as const;
    for (let n = 1; n <= 4; n++) await storage.ports.orders.insert(anOpenOrder({ uuid: uuidOf(n), trigger }));
    const dataSource = await new DataSource(parseDatabaseUrl(url)).initialize();
    cleanUp.push(() => dataSource.destroy());
    await dataSource.query(`DELETE FROM orders WHERE uuid = '${uuidOf(4)}'`);
    expect(await found(storage, 'charisma')).toEqual([1, 2, 3].map(uuidOf));
    await storage.ports.orders.insert(anOpenOrder({ uuid: uuidOf(5) }));
    expect(await found(storage, '0005')).toEqual([uuidOf(5)]);
    expect(await found(storage, '0004')).toEqual([]);
  });

  it('names owners one by one only while they are few', async () => {
    const storage = await opened(await emptyDatabase());
    const owners = Array.from(
      { length: 1003 },
      (_, n) => `ST${n.toString().padStart(6, '0')}OWNER` as typeof AN_OWNER,
    );
    await Promise.all(
      owners.map((owner, n) => storage.ports.orders.insert(anOpenOrder({ uuid: uuidOf(n), owner }))),
    );
    const page = await storage.ports.orders.listPage({
      search: toSearchTerm('Owner')!,
      sortBy: 'status',
      sortOrder: 'desc',
      offset: 1000,
      limit: 2,
    });
    expect(page.total).toBe(1003);
    expect(page.orders.map(({ terms }) => terms.uuid)).toEqual([uuidOf(2), uuidOf(1)]);
    expect(await found(storage, '000777owner')).toEqual([uuidOf(777)]);
  });
});

describe('a Postgres without pg_trgm', () => {
  it('is said to be one, and finds the same', async () => {
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
    await storage.ports.orders.insert(anOpenOrder({ uuid: uuidOf(10) }));
    for (const text of ['00000000000a', AN_OWNER.slice(2, 8), 'welsh', '-'])
      expect(await found(storage, text)).toEqual([uuidOf(10)]);
    expect(await found(storage, '00000000000b')).toEqual([]);
    await storage.close();
    await admin.query(`DROP OWNED BY ${role}`);
    await admin.query(`DROP ROLE ${role}`);
    await admin.destroy();
    await database.remove();
  });
});
