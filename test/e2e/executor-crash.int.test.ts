import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { CaughtCall } from '../support/chain-proxy.js';
import { onlyOn } from '../support/databases.js';
import type { Exchange } from '../support/exchange.js';
import {
  endClaims,
  FIRES_AT_ONCE,
  IN_AGREEMENT,
  mineUntilSettled,
  ONE_ACCOUNT,
  openBooks,
  readOrders,
  TWO_ACCOUNTS,
  type Books,
} from '../support/executor-runs.js';
import { useTestBed } from '../support/test-bed.js';

/** More by `npm run test:crash`; another seed gives other points. */
const RUNS = Number(process.env.CRASH_RUNS ?? 1);
const SEED = Number(process.env.CRASH_SEED ?? 5);
/** For orders to end after a restart: some wait for a nonce to be filled or for a pause to be over. */
const DEADLINE_MS = 120_000;

/** The node's paths. Each order takes nonces, a fee, a broadcast and at least two quotes; settlement polls. */
const PATHS = [
  '/',
  '/v2/contracts',
  '/v2/fees',
  '/v2/accounts',
  '/v2/transactions',
  '/extended/v1/tx',
] as const;
const callsAt = (path: string, orders: number): number =>
  path === '/' ? 60 : path === '/extended/v1/tx' ? 10 : path === '/v2/contracts' ? 2 * orders : orders;

/** The point at which servers are killed while they send orders. */
interface CrashPoint {
  readonly orders: number;
  /** Which call of this kind, counted from when the orders were placed. */
  readonly path: (typeof PATHS)[number];
  readonly call: number;
  /** `before` the node receives it, `after` that but before its response, or `laterMs` after it was `answered`. */
  readonly moment: 'before' | 'after' | 'answered';
  readonly laterMs: number;
  /** Whether a call that the node had not received still reaches it after the restart. */
  readonly late: boolean;
  readonly blocks: number;
  readonly victims: 'first' | 'second' | 'both';
}

const crashPoints = fc.record<CrashPoint>({
  orders: fc.integer({ min: 1, max: 6 }),
  path: fc.constantFrom(...PATHS),
  call: fc.integer({ min: 0, max: 59 }),
  moment: fc.constantFrom('before', 'after', 'answered'),
  laterMs: fc.integer({ min: 0, max: 30 }),
  late: fc.boolean(),
  blocks: fc.integer({ min: 0, max: 2 }),
  victims: fc.constantFrom('first', 'second', 'both'),
});

const POINTS = fc.sample(crashPoints, { numRuns: RUNS, seed: SEED });

const SETTINGS = { SLUICE_STUCK_MS: '500', SLUICE_BTC_SOURCES: 'fixed:100000' };
/** Two executors where the database can be shared; the first also accepts orders. */
const SERVERS = [
  { ...SETTINGS, SLUICE_ROLES: 'api,executor' },
  { ...SETTINGS, SLUICE_ROLES: 'executor' },
];

/** With a single server, that one is killed. */
const killed = ([first, second]: readonly Exchange[], victims: CrashPoint['victims']): readonly Exchange[] =>
  second === undefined || victims === 'first' ? [first!] : victims === 'second' ? [second] : [first!, second];

async function letPass(call: CaughtCall): Promise<void> {
  await call.forward();
  // Its caller may have been killed.
  await call.answer();
}

/** Kills the servers at the point. Returns what is left to do once they run again. */
async function crashAt(
  { moment, laterMs, late, victims }: CrashPoint,
  caught: CaughtCall,
  servers: readonly Exchange[],
): Promise<() => Promise<void>> {
  if (moment !== 'before') await caught.forward();
  if (moment === 'answered') {
    await caught.answer();
    // The crash point is a delay after the response, whatever the server is doing by then.
    await setTimeout(laterMs);
  }
  await Promise.all(killed(servers, victims).map((server) => server.end('SIGKILL')));
  if (moment === 'answered') return () => Promise.resolve();
  // On Postgres the call may belong to the server that survives.
  return moment === 'after' ? () => caught.answer() : late ? () => letPass(caught) : () => caught.cut();
}

/** A single run has two accounts, which is the harder case. */
const OPERATORS = RUNS === 1 ? [TWO_ACCOUNTS] : [ONE_ACCOUNT, TWO_ACCOUNTS];
const ROWS = onlyOn('Postgres').flatMap((database) =>
  OPERATORS.map((operator) => ({ ...database, ...operator })),
);

describe.each(ROWS)(
  'executors that are killed while they send from $title, on $name',
  ({ name, create, title, accounts, settings }) => {
    const servers = SERVERS.map((server) => ({ ...server, ...settings }));
    const bed = useTestBed(create, name === 'SQLite' ? servers.slice(0, 1) : servers);
    let books: Books;

    beforeAll(async () => {
      books = await openBooks(bed.chain, bed.exchange.signedOrder(), accounts);
    });

    async function crashOnce(point: CrashPoint): Promise<{ readonly uuids: readonly string[]; at: string }> {
      const { chain, exchange, exchanges } = bed;
      const orders = Array.from({ length: point.orders }, () =>
        exchange.signedOrder({ ...FIRES_AT_ONCE, amountIn: '1000000' }),
      );
      // Two hosts of different ages take turns, so that a restarted server meets an older chain.
      await chain.control('/lag', { path: '/', blocks: 3, every: 2 });
      const nth = 1 + (point.call % callsAt(point.path, point.orders));
      const reached = chain.proxy.catchNth(nth, point.path);
      const placed = Promise.allSettled(orders.map((order) => exchange.place(order)));
      const caught = await reached;
      const letGo = await crashAt(point, caught, exchanges);
      await placed;
      await endClaims(bed.databaseUrl);
      await chain.control('/mine', { blocks: point.blocks + 1 });
      await Promise.all(killed(exchanges, point.victims).map((server) => server.start()));
      await letGo();
      // A client without a response retries.
      for (const order of orders) expect(await exchange.place(order)).toMatchObject({ status: 200 });
      const uuids = orders.map(({ uuid }) => uuid);
      await mineUntilSettled(chain, exchange, uuids, DEADLINE_MS);
      await chain.control('/lag', { path: '/', blocks: 0 });
      return { uuids, at: caught.name };
    }

    it(
      'lose no order and send none twice',
      async () => {
        const uuids: string[] = [];
        const calls: Record<string, number> = {};
        for (const point of POINTS) {
          const run = await crashOnce(point).catch((error: unknown) => {
            throw new Error(`crash point ${JSON.stringify(point)}`, { cause: error });
          });
          uuids.push(...run.uuids);
          const kind = `${point.moment} ${run.at.replace(/S[0-9A-Z]{20,}\S*/, '…')}`;
          calls[kind] = (calls[kind] ?? 0) + 1;
        }
        const report = await books.close(await readOrders(bed.exchange, uuids));
        process.stdout.write(
          `${name}, ${title}: ${RUNS} crashes, ${report.orders} orders, ${JSON.stringify(report.statuses)}, ` +
            `lost ${report.lost.length}, doubled ${report.doubled.length}; points ${JSON.stringify(calls)}\n`,
        );
        expect(report).toMatchObject(IN_AGREEMENT);
        expect(report.orders).toBe((report.statuses['confirmed'] ?? 0) + (report.statuses['failed'] ?? 0));
      },
      DEADLINE_MS * (RUNS + 1),
    );
  },
);
