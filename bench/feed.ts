import { parseArgs } from 'node:util';
import type { Order } from '../src/domain/order/order.js';
import { ok, unwrap } from '../src/domain/shared/result.js';
import type { StorageAccess } from '../src/ports/index.js';
import { postgresPair, sqlitePair, type FeedPair } from './support/feed-databases.js';
import { OrderBook } from './support/order-book.js';
import { figure, printJson, printTable } from './support/report.js';
import { percentile } from './support/stats.js';

/** What the positions of the feed add to storing an order with its first event: the baseline is a log of events without them. */
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '30' },
    databases: { type: 'string', default: 'SQLite,Postgres' },
  },
});
/** Orders of a round, and how many of them are stored at a time. */
const [ROUND, WAVE] = [500, 50];
const book = new OrderBook(ROUND);

let made = 0;
function newOrders(): readonly Order[] {
  return Array.from({ length: ROUND }, (): Order => {
    const { terms, createdAt } = book.order(made++);
    return { terms, createdAt, version: 1, status: 'open' };
  });
}

/** Stores orders with their first event, as placing one does. Returns microseconds per order. */
async function insertUs({ unitOfWork }: StorageAccess, orders: readonly Order[]): Promise<number> {
  const from = performance.now();
  for (let n = 0; n < orders.length; n += WAVE)
    await Promise.all(
      orders.slice(n, n + WAVE).map(async (order) =>
        unwrap(
          await unitOfWork.run(async (storage) => {
            unwrap(await storage.orders.insert(order));
            const { uuid } = order.terms;
            await storage.events.append({ uuid, event: { type: 'created', at: order.createdAt, facts: {} } });
            return ok();
          }),
        ),
      ),
    );
  return ((performance.now() - from) * 1000) / orders.length;
}

/** Stores the same orders with and without positions by turns, so that other load on the machine affects both alike. */
async function measure({ withPositions, without }: FeedPair) {
  const times = { positions: [] as number[], plain: [] as number[] };
  for (let round = -2; round < Number(options.rounds); round++) {
    const orders = newOrders();
    const turns = [
      { ports: withPositions.ports, into: times.positions },
      { ports: without.ports, into: times.plain },
    ];
    if (round % 2 !== 0) turns.reverse();
    for (const { ports, into } of turns) {
      const us = await insertUs(ports, orders);
      if (round >= 0) into.push(us);
    }
  }
  const ratios = times.positions.map((us, n) => us / times.plain[n]!);
  return {
    positionsUs: figure(percentile([...times.positions], 0.5)),
    plainUs: figure(percentile([...times.plain], 0.5)),
    ratio: figure(percentile(ratios, 0.5)),
    spread: [figure(percentile(ratios, 0.25)), figure(percentile(ratios, 0.75))],
  };
}

const creators = { SQLite: sqlitePair, Postgres: postgresPair };
const reports: Record<string, Awaited<ReturnType<typeof measure>>> = {};
for (const name of String(options.databases).split(',') as (keyof typeof creators)[]) {
  const pair = await creators[name]();
  try {
    reports[name] = await measure(pair);
  } finally {
    await pair.close();
  }
}
printTable(
  Object.entries(reports).map(([name, { positionsUs, plainUs, ratio, spread }]) => ({
    database: name,
    'µs an order with positions': positionsUs,
    'without (baseline)': plainUs,
    ratio,
    'half of the rounds within': spread.join(' to '),
  })),
);
printJson('feed', { unit: 'µs', ...reports });
