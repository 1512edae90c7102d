import { afterEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { openStorage, parseDatabaseUrl } from '../../../src/adapters/typeorm/index.js';
import { ok, unwrap } from '../../../src/domain/shared/result.js';
import { aCancelledOrder, at, uuidOf } from '../../support/builders.js';
import { DATABASES } from '../../support/databases.js';
import { createDatabase } from '../../support/postgres.js';
import { aPriceCondition, aRatio, reachedAt } from '../../support/conditions.js';
import { anOrderWith } from '../../support/queue.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const A_MINUTE = 60_000;
const above = (n: number, target: string) => anOrderWith(n, aPriceCondition('gt', target));

async function openDatabase(create: (typeof DATABASES)[number]['create']) {
  const database = await create();
  closing.push(() => database.remove());
  const storage = await openStorage(database.url);
  closing.push(() => storage.close());
  const dataSource = await new DataSource(parseDatabaseUrl(database.url)).initialize();
  closing.push(() => dataSource.destroy());
  const { orders, executionQueue, unitOfWork } = storage.ports;
  return {
    url: database.url,
    orders,
    unitOfWork,
    pairs: () => executionQueue.triggerPairs(),
    store: async (...all: Parameters<typeof orders.insert>[0][]) => {
      for (const order of all) unwrap(await orders.insert(order));
    },
    cancel: async (n: number, target: string) => {
      const { terms, createdAt, version } = above(n, target);
      unwrap(await orders.update({ ...aCancelledOrder(), terms, createdAt, version }));
    },
    claimed: async (ms: number, ratio: string) => {
      const request = { now: at(ms), reached: reachedAt(aRatio(ratio)), limit: 9, leaseMs: 1, claimant: 'a' };
      return (await executionQueue.claim(request)).map(({ uuid }) => uuid);
    },
    /** The lowest level known of the only key, as the number that its target is. */
    lowest: async () => {
      const [row] = await dataSource.query<{ level: string }[]>('SELECT level FROM watched_levels');
      return row && Number(row.level) / 1e18;
    },
    set: (level: string) => dataSource.query(`UPDATE watched_levels SET level = '${level}'`),
    forget: () => dataSource.query('DELETE FROM watched_levels'),
  };
}

describe.each(DATABASES)('the lowest level of a trigger key on $name', ({ create }) => {
  it('is lowered by the order that waits below it, and by no other', async () => {
    const { store, lowest } = await openDatabase(create);
    const found = [];
    for (const [n, target] of ['5', '7', '3', '4'].entries()) {
      await store(above(n, target));
      found.push(await lowest());
    }
    expect(found).toEqual([5, 5, 3, 3]);
  });

  it('is raised a minute later when that order has ended', async () => {
    const { store, cancel, claimed, lowest } = await openDatabase(create);
    await store(above(1, '3'), above(2, '5'));
    expect(await claimed(10, '1')).toEqual([]);
    await cancel(1, '3');
    await claimed(20, '1');
    expect(await lowest()).toBe(3);
    await claimed(10 + A_MINUTE, '1');
    expect(await lowest()).toBe(5);
    expect(await claimed(20 + A_MINUTE, '5')).toEqual([uuidOf(2)]);
  });

  it('stays below an order that is claimed or waits for its window', async () => {
    const { store, claimed, lowest } = await openDatabase(create);
    await store(above(1, '3'), anOrderWith(2, aPriceCondition('gt', '2'), { validFrom: at(2 * A_MINUTE) }));
    await claimed(10, '3');
    await claimed(10 + A_MINUTE, '1');
    expect(await lowest()).toBe(2);
    expect(await claimed(3 * A_MINUTE, '2')).toEqual([uuidOf(2)]);
  });

  it('is dropped with its pair when no order waits any longer', async () => {
    const { store, cancel, claimed, pairs } = await openDatabase(create);
    await store(above(1, '3'));
    await cancel(1, '3');
    await claimed(10, '1');
    expect(await pairs()).toEqual([]);
    await store(above(2, '4'));
    expect(await pairs()).toHaveLength(1);
    expect(await claimed(20, '4')).toEqual([uuidOf(2)]);
  });

  it.each<['above its orders' | 'missing']>([['above its orders'], ['missing']])(
    'is corrected within a minute if it is %s, as an import by SQL leaves it',
    async (state) => {
      const { store, claimed, set, forget } = await openDatabase(create);
      await store(above(1, '3'));
      await claimed(10, '1');
      await (state === 'missing' ? forget() : set('9'.repeat(57)));
      expect(await claimed(20, '3')).toEqual([]);
      expect(await claimed(10 + A_MINUTE, '3')).toEqual([uuidOf(1)]);
    },
  );
});

describe('the lowest level of a trigger key, corrected beside the insert of an order on Postgres', () => {
  it('stays as it is while the insert is not committed', async () => {
    const { store, unitOfWork, cancel, claimed, lowest } = await openDatabase(createDatabase);
    await store(above(1, '3'), above(2, '9'));
    await cancel(1, '3');
    await unitOfWork.run(async (storage) => {
      unwrap(await storage.orders.insert(above(3, '4')));
      await claimed(10, '1');
      expect(await lowest()).toBe(3);
      return ok();
    });
    expect(await claimed(20, '4')).toEqual([uuidOf(3)]);
    await claimed(10 + A_MINUTE, '1');
    expect(await lowest()).toBe(4);
  });

  it('is read by an insert that began before the correction was committed', async () => {
    const { url, store, orders, claimed, lowest } = await openDatabase(createDatabase);
    await store(above(1, '3'));
    const corrector = new Client({ connectionString: url });
    await corrector.connect();
    closing.push(() => corrector.end());
    await corrector.query('BEGIN; LOCK TABLE watched_levels IN ACCESS EXCLUSIVE MODE');
    const inserting = orders.insert(above(2, '4'));
    const waiting = `SELECT 1 FROM pg_locks WHERE relation = 'watched_levels'::regclass AND NOT granted`;
    while ((await corrector.query(waiting)).rowCount === 0);
    await corrector.query(`UPDATE watched_levels SET level = '${'9'.repeat(57)}'`);
    await corrector.query('COMMIT');
    unwrap(await inserting);
    expect(await lowest()).toBe(4);
    expect(await claimed(20, '4')).toEqual([uuidOf(1), uuidOf(2)]);
  });
});
