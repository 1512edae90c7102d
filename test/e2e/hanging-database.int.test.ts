import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { Caller } from '../../bench/attack/caller.js';
import { orderBody, type Market } from '../../bench/attack/wallets.js';
import { parseDatabaseUrl } from '../../src/adapters/typeorm/index.js';
import { hangingProxy, type HangingProxy } from '../support/hanging-proxy.js';
import { createDatabase, type TestDatabase } from '../support/postgres.js';
import { startSluice, type SluiceProcess } from '../support/sluice-process.js';
import { ask } from '../support/test-chain.js';

// Callers get their response within five seconds. The machine of a test may be slow, and before it was 30 to 39.
const LIMIT_MS = 20_000;

describe('a server whose database', () => {
  let database: TestDatabase;
  let direct: DataSource;
  let proxy: HangingProxy;
  let sluice: SluiceProcess;
  let market: Market;
  let callers: Caller;

  beforeAll(async () => {
    database = await createDatabase();
    direct = await new DataSource(parseDatabaseUrl(database.url)).initialize();
    proxy = await hangingProxy(database.url);
    sluice = await startSluice({ DATABASE_URL: proxy.url, SLUICE_BLOCK_MS: '200' });
    callers = new Caller(sluice.url, '127.0.0.1', Infinity);
    market = (await ask<Market>(`${sluice.url}/devnet`)).body;
  });
  afterAll(async () => {
    callers.close();
    proxy.hang(false);
    await sluice.end('SIGTERM');
    await proxy.close();
    await direct.destroy();
    await database.remove();
  });

  const anOrder = () => orderBody(market, market.accounts[1]!);
  const status = async (path: string, json?: object) => {
    const options = { timeoutMs: LIMIT_MS, ...(json && { method: 'POST', json }) };
    return (await callers.send(path, options)).status;
  };
  const place = (order: object) => status('/swap/api/v1/orders/new', order);
  const isReady = async () => (await status('/readyz')) === 200;
  const until = async (isTrue: () => Promise<boolean>) => {
    while (!(await isTrue())) await pause(100);
  };

  const faults: Readonly<Record<string, () => Promise<() => Promise<void>>>> = {
    'has its orders locked': async () => {
      const locker = direct.createQueryRunner();
      await locker.startTransaction();
      await locker.query('LOCK TABLE orders IN ACCESS EXCLUSIVE MODE');
      return async () => {
        await locker.commitTransaction();
        await locker.release();
      };
    },
    hangs: async () => {
      proxy.hang(true);
      return async () => proxy.hang(false);
    },
  };

  it.each(Object.entries(faults))(
    '%s says so in time to all callers and in its readiness, and stores what is sent again once',
    async (_name, begin) => {
      await until(isReady);
      expect(await place(anOrder())).toBe(200);
      const orders = Array.from({ length: 25 }, anOrder);
      const end = await begin();
      const reads = ['/swap/api/v1/orders', '/swap/api/v1/orders?limit=5', '/swap/api/v1/orders?search=abc'];
      const statuses = await Promise.all([...orders.map(place), ...reads.map((path) => status(path))]);
      expect(new Set(statuses)).toEqual(new Set([503]));
      expect(await status('/healthz')).toBe(200);
      expect(await isReady()).toBe(false);
      await end();
      await until(isReady);
      for (const order of orders) expect(await place(order)).toBe(200);
      const uuids = orders.map(({ uuid }) => uuid);
      const stored = await direct.query<{ n: string }[]>(
        'SELECT COUNT(*) AS n FROM orders WHERE uuid = ANY($1)',
        [uuids],
      );
      expect(stored).toEqual([{ n: '25' }]);
    },
  );
});
