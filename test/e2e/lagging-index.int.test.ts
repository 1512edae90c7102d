import { describe, expect, it } from '@jest/globals';
import { onlyOn } from '../support/databases.js';
import { FIRES_AT_ONCE, IN_AGREEMENT, mineUntilSettled, openBooks } from '../support/executor-runs.js';
import { minedTransactions } from '../support/swaps-on-chain.js';
import { useTestBed } from '../support/test-bed.js';

/** `npm run test:lag` runs 200 orders over every lag from 1 to 20 blocks; otherwise one lag is met, longer than a death takes. */
const FULL = process.env.LAG === 'full';
const LAGS = FULL ? Array.from({ length: 20 }, (_, n) => n + 1) : [8];
const ORDERS = 5;
const DEADLINE_MS = 120_000;

/** Who is behind: the index alone, or every second request of any kind, as if two hosts took turns. */
const HOSTS = [
  { who: 'the index', path: '/extended', every: 1 },
  { who: 'one of two hosts', path: '/', every: 2 },
];
/** Whether the index has its deprecated endpoints, or only those of version 3, without results that are not asked for. */
const APIS = [
  { api: 'with deprecated endpoints', gone: [] },
  { api: 'without deprecated endpoints', gone: 'all' },
];
const TABLE = LAGS.flatMap((blocks) =>
  HOSTS.flatMap((host) => APIS.map((api) => ({ ...host, ...api, blocks }))),
);

describe.each(onlyOn('SQLite'))('orders while hosts of the chain disagree, on $name', ({ create }) => {
  const bed = useTestBed(create, [{ SLUICE_ROLES: 'api,executor', SLUICE_STUCK_MS: '2000' }]);

  it.each(TABLE)(
    'are paid once and recorded as the chain has them while $who is $blocks blocks behind, $api',
    async ({ who, api, gone, ...lag }) => {
      const orders = Array.from({ length: ORDERS }, () =>
        bed.exchange.signedOrder({ ...FIRES_AT_ONCE, amountIn: '1000000' }),
      );
      const uuids = orders.map(({ uuid }) => uuid);
      const books = await openBooks(bed.chain, orders[0]!);
      // A chain that is older than the lag.
      await bed.chain.control('/mine', { blocks: lag.blocks });
      await bed.chain.control('/lag', lag);
      await bed.chain.control('/api', { gone });
      const placed = await Promise.all(orders.map((order) => bed.exchange.place(order)));
      expect(placed.map(({ status }) => status)).toEqual(orders.map(() => 200));
      await mineUntilSettled(bed.chain, bed.exchange, uuids, DEADLINE_MS);
      await bed.chain.control('/lag', { ...lag, blocks: 0 });
      const settled = await mineUntilSettled(bed.chain, bed.exchange, uuids, DEADLINE_MS);
      await bed.chain.control('/api');
      const report = await books.close(settled);
      expect(report).toMatchObject(IN_AGREEMENT);
      expect(report.statuses).toEqual({ confirmed: ORDERS });
      const own = (await minedTransactions(bed.chain)).filter(({ uuid }) => uuids.includes(uuid ?? ''));
      expect(own.map(({ succeeded }) => succeeded)).toEqual(orders.map(() => true));
      if (FULL)
        process.stdout.write(`${who} ${lag.blocks} behind ${api}: ${JSON.stringify(report.statuses)}\n`);
    },
    DEADLINE_MS + 60_000,
  );
});
