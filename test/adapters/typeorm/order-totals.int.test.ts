import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { openStorage, parseDatabaseUrl, type Storage } from '../../../src/adapters/typeorm/index.js';
import { OrderTotals1790000700000 } from '../../../src/adapters/typeorm/migrations/1790000700000-order-totals.js';
import { ORDER_STATUSES, type Order } from '../../../src/domain/order/order.js';
import { toSearchTerm } from '../../../src/domain/order/search.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import {
  aBroadcastedOrder,
  aCancelledOrder,
  aConfirmedOrder,
  anOpenOrder,
  AN_OWNER,
  ANOTHER_OWNER,
  txidOf,
  uuidOf,
} from '../../support/builders.js';
import { temporarySqlite } from '../../support/harnesses.js';
import { createDatabase } from '../../support/postgres.js';

const databases = [
  { name: 'sqlite', create: temporarySqlite },
  { name: 'postgres', create: createDatabase },
];

/** More than SQLite leaves uncounted. */
const MANY = 560;

const PAGE = { sortBy: 'createdAt', sortOrder: 'desc', offset: 0, limit: 1 } as const;

const totalOf = async ({ ports }: Storage, search?: string, statuses?: readonly Order['status'][]) => {
  const term = search === undefined ? undefined : toSearchTerm(search);
  const page = await ports.orders.listPage({
    ...PAGE,
    ...(term !== undefined && { search: term }),
    ...(statuses && { statuses }),
  });
  return page.total;
};

describe.each(databases)('order totals on $name', ({ create }) => {
  let storage: Storage;
  let byHand: DataSource;
  let close: () => Promise<void>;
  beforeEach(async () => {
    const database = await create();
    storage = await openStorage(database.url);
    byHand = await new DataSource(parseDatabaseUrl(database.url)).initialize();
    close = async () => {
      await byHand.destroy();
      await storage.close();
      await database.remove();
    };
  });
  afterEach(() => close());

  const insert = (...orders: readonly Order[]) =>
    Promise.all(orders.map(async (order) => unwrap(await storage.ports.orders.insert(order))));
  const countByHand = async (where: string) => {
    const [row] = await byHand.query<{ n: number | string }[]>(
      `SELECT COUNT(*) AS n FROM orders WHERE ${where}`,
    );
    return Number(row!.n);
  };
  const checkTotals = async () => {
    for (const status of ORDER_STATUSES) {
      const expected = await countByHand(`status = '${status}'`);
      expect([status, await totalOf(storage, undefined, [status])]).toEqual([status, expected]);
      expect([status, await totalOf(storage, 'charisma', [status])]).toEqual([status, expected]);
    }
    expect(await totalOf(storage)).toBe(await countByHand('1 = 1'));
    const ownersTail = ANOTHER_OWNER.slice(-12);
    expect(await totalOf(storage, ownersTail)).toBe(await countByHand(`owner = '${ANOTHER_OWNER}'`));
  };

  it('are those of the orders, whatever was counted together and whatever changed or was removed since', async () => {
    const owner = (n: number) => (n % 3 === 0 ? ANOTHER_OWNER : AN_OWNER);
    const order = (n: number) => anOpenOrder({ uuid: uuidOf(n), owner: owner(n) });
    await insert(...Array.from({ length: MANY }, (_, n) => order(n)));
    await checkTotals();
    // On SQLite the newest 60 are not counted yet. Their removal, and the orders after, pass the 500th once more.
    const changeable = Array.from({ length: 112 }, (_, n) => n * 5);
    await Promise.all(
      changeable.map(async (n) => {
        const terms = { uuid: uuidOf(n), owner: owner(n) };
        const sent = aBroadcastedOrder(terms, { version: 1, txid: txidOf(n) });
        const { version } = unwrap(await storage.ports.orders.update(sent));
        if (n % 2 === 1) return;
        const confirmed = aConfirmedOrder(terms, { version, txid: txidOf(n + MANY) });
        unwrap(await storage.ports.orders.update(confirmed));
      }),
    );
    unwrap(await storage.ports.orders.update(aCancelledOrder({ uuid: uuidOf(MANY - 1) }, { version: 1 })));
    await checkTotals();
    await byHand.query(`DELETE FROM orders WHERE uuid >= '${uuidOf(MANY - 100)}' OR uuid < '${uuidOf(9)}'`);
    await checkTotals();
    await insert(...Array.from({ length: 80 }, (_, n) => order(2 * MANY + n)));
    await expect(checkTotals()).resolves.toBeUndefined();
  });

  it('are not kept past a change, whoever made it', async () => {
    await insert(
      anOpenOrder({ uuid: uuidOf(1) }),
      aBroadcastedOrder({ uuid: uuidOf(2) }, { txid: txidOf(7) }),
    );
    const txid = txidOf(7).slice(-9);
    const totals = async () => [await totalOf(storage, 'charisma'), await totalOf(storage, txid)];
    expect([await totals(), await totals()]).toEqual([
      [2, 1],
      [2, 1],
    ]);
    await byHand.query(`UPDATE orders SET txid = '${txidOf(8)}' WHERE uuid = '${uuidOf(2)}'`);
    expect(await totals()).toEqual([2, 0]);
    await byHand.query(`UPDATE orders SET txid = '${txidOf(7)}' WHERE uuid = '${uuidOf(2)}'`);
    expect(await totals()).toEqual([2, 1]);
    await byHand.query(`DELETE FROM orders WHERE uuid = '${uuidOf(2)}'`);
    expect(await totals()).toEqual([1, 0]);
    await insert(aBroadcastedOrder({ uuid: uuidOf(3) }, { txid: txidOf(7) }));
    expect(await totals()).toEqual([2, 1]);
    unwrap(await storage.ports.orders.update(aCancelledOrder({ uuid: uuidOf(1) }, { version: 1 })));
    expect(await totalOf(storage, 'charisma', ['open'])).toBe(0);
  });

  it('survive the way back and forth of their migration', async () => {
    await insert(...Array.from({ length: 510 }, (_, n) => anOpenOrder({ uuid: uuidOf(n) })));
    const runner = byHand.createQueryRunner();
    await new OrderTotals1790000700000().down(runner);
    const counted = 'SELECT SUM(n0) AS n FROM order_counts WHERE tokens_id = 0';
    expect(Number(((await runner.query(counted)) as { n: number | string }[])[0]!.n)).toBe(510);
    await runner.query(`DELETE FROM orders WHERE uuid = '${uuidOf(3)}'`);
    await new OrderTotals1790000700000().up(runner);
    await runner.release();
    await checkTotals();
    await insert(anOpenOrder({ uuid: uuidOf(900), owner: ANOTHER_OWNER }));
    await checkTotals();
  });
});
