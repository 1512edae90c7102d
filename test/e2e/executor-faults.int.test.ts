import { describe, expect, it } from '@jest/globals';
import { onlyOn } from '../support/databases.js';
import { FIRES_AT_ONCE, IN_AGREEMENT, mineUntilSettled, openBooks } from '../support/executor-runs.js';
import { useTestBed } from '../support/test-bed.js';

/** `npm run test:faults` runs one burst per fault and call; otherwise a single burst meets all of them in turn. */
const FULL = process.env.FAULT_TABLE === 'full';
const ORDERS = FULL ? 100 : 10;
/** Enough to outlast the retries of a read and to open the circuit breaker. */
const STRIKES = 12;
const DEADLINE_MS = 180_000;

const CALLS = [
  '/v2/info',
  '/v2/accounts/',
  '/v2/contracts/call-read/',
  '/v2/fees/transaction',
  '/v2/transactions',
  '/extended/v1/tx/',
  '/nonces',
];
const FAULTS = [
  { mode: 'refuse' },
  { mode: 'delay', ms: FULL ? 1_000 : 200 },
  { mode: 'cut' },
  { mode: 'accept-then-cut' },
  { mode: 'status', status: 429 },
  { mode: 'status', status: 500 },
];
const TABLE = CALLS.flatMap((path) => FAULTS.map((fault) => ({ path, ...fault })));
/** An index behind its node, and two hosts of different ages behind one address. */
const LAGS = [
  { path: '/extended', blocks: 4, every: 1 },
  { path: '/', blocks: 4, every: 2 },
];
const nameOf = ({ path, mode, status }: { path: string; mode: string; status?: number }) =>
  `${mode} ${status ?? ''} on ${path}`;
const BURSTS = FULL
  ? TABLE.flatMap((fault) =>
      [undefined, ...LAGS].map((lag) => ({
        name: `${nameOf(fault)}${lag === undefined ? '' : `, ${lag.path} ${lag.blocks} blocks behind`}`,
        faults: [{ ...fault, count: STRIKES }],
        lag,
      })),
    )
  : [undefined, ...LAGS].map((lag) => ({
      name: `each fault on each call${lag === undefined ? '' : ` while ${lag.path} is ${lag.blocks} blocks behind`}`,
      faults: TABLE.map((fault) => ({ ...fault, count: 1 })),
      lag,
    }));

describe.each(onlyOn('Postgres'))(
  'a burst of orders while the node fails, on $name',
  ({ name: database, create }) => {
    const bed = useTestBed(create, [{ SLUICE_ROLES: 'api,executor', SLUICE_STUCK_MS: '2000' }]);

    it.each(BURSTS)(
      'confirms every order exactly once despite $name',
      async ({ name, faults, lag }) => {
        const orders = Array.from({ length: ORDERS }, () =>
          bed.exchange.signedOrder({ ...FIRES_AT_ONCE, amountIn: '1000000' }),
        );
        const books = await openBooks(bed.chain, orders[0]!);
        for (const fault of faults)
          expect(await bed.chain.control('/fault', fault)).toMatchObject({ status: 200 });
        if (lag !== undefined) {
          await bed.chain.control('/mine', { blocks: lag.blocks });
          await bed.chain.control('/lag', lag);
        }
        const from = performance.now();
        const placed = await Promise.all(orders.map((order) => bed.exchange.place(order)));
        expect(placed.map(({ status }) => status)).toEqual(orders.map(() => 200));
        const uuids = orders.map(({ uuid }) => uuid);
        const settled = await mineUntilSettled(bed.chain, bed.exchange, uuids, DEADLINE_MS);
        if (lag !== undefined) await bed.chain.control('/lag', { ...lag, blocks: 0 });
        const tookMs = Math.round(performance.now() - from);
        const report = await books.close(settled);
        process.stdout.write(`${database}, ${name}: ${JSON.stringify(report.statuses)} in ${tookMs} ms\n`);
        expect(report).toMatchObject(IN_AGREEMENT);
        expect(report.statuses).toEqual({ confirmed: ORDERS });
      },
      DEADLINE_MS + 60_000,
    );
  },
);
