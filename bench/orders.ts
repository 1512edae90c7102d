import { parseArgs } from 'node:util';
import type { Storage } from '../src/adapters/typeorm/index.js';
import { positionOf, type Order } from '../src/domain/order/order.js';
import { MAX_SEARCH_TOTAL } from '../src/domain/order/lists/search.js';
import { ok, unwrap } from '../src/domain/shared/result.js';
import { OrderBook } from './support/order-book.js';
import { pageCases, searchCases, type OrderCase } from './support/order-cases.js';
import { newPostgres, newSqlite, type OrderDatabase } from './support/order-databases.js';
import { loadOrders } from './support/order-load.js';
import { measureStream } from './support/order-stream.js';
import { figure, printJson, printTable } from './support/report.js';
import { percentile } from './support/stats.js';

/** Order lists of Sluice beside a query by hand for the same rows, run by the bare driver. */
const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    databases: { type: 'string', default: 'SQLite,Postgres' },
    inserts: { type: 'string', default: '16000' },
  },
});
const book = new OrderBook(Number(options.rows));
const [SAMPLES, SLOW_SAMPLES, WAVE, ROUND] = [60, 3, 100, 500];
/** For one figure: a slow query is sampled fewer times. */
const TIME_LIMIT_MS = 5_000;

async function medianMs(samples: number, call: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  const deadline = performance.now() + TIME_LIMIT_MS;
  for (let n = -Math.ceil(samples / 5); n < samples; n++) {
    const from = performance.now();
    await call();
    if (n >= 0) times.push(performance.now() - from);
    if (times.length >= SLOW_SAMPLES && performance.now() > deadline) break;
  }
  return percentile(times, 0.5);
}

async function measure(database: OrderDatabase, { name, query, page, total, slow }: OrderCase) {
  const { orders } = database.storage.ports;
  const rows = await database.rows<{ uuid: string }>(page.sql, page.values);
  const counts = await database.rows<{ n: number | string }>(total.sql, total.values);
  const from = performance.now();
  const found = await orders.listPage(query);
  const first = performance.now() - from;
  const counted = Number(counts[0]?.n);
  const expectedTotal = query.search === undefined ? counted : Math.min(counted, MAX_SEARCH_TOTAL);
  const uuids = found.orders.map(({ terms }) => terms.uuid).join();
  if (uuids !== rows.map(({ uuid }) => uuid).join() || found.total !== expectedTotal)
    throw new Error(`${name}: the rows or the total differ from those read by hand`);
  const sluice = await medianMs(SAMPLES, () => orders.listPage(query));
  const samples = slow === true ? SLOW_SAMPLES : SAMPLES;
  const byHand = await medianMs(samples, async () => {
    await database.rows(page.sql, page.values);
    await database.rows(total.sql, total.values);
  });
  return {
    name,
    total: found.total,
    firstMs: figure(first),
    sluiceMs: figure(sluice),
    byHandMs: figure(byHand),
    ratio: figure(sluice / byHand),
  };
}

/** Stores orders with their first event, as placing one does. Returns microseconds per order. */
async function insertUs({ ports }: Storage, orders: readonly Order[]): Promise<number> {
  const from = performance.now();
  for (let n = 0; n < orders.length; n += WAVE) {
    await Promise.all(
      orders.slice(n, n + WAVE).map(async (order) =>
        unwrap(
          await ports.unitOfWork.run(async (storage) => {
            unwrap(await storage.orders.insert(order));
            const event = { type: 'created', at: order.createdAt, facts: {} } as const;
            await storage.events.begin([{ uuid: order.terms.uuid, event }]);
            return ok();
          }),
        ),
      ),
    );
  }
  return ((performance.now() - from) * 1000) / orders.length;
}

/** Times the same orders with and without search by turns, so that other load on the machine affects both alike. */
async function insertCost(database: OrderDatabase) {
  const copy = await database.copyWithoutSearch();
  const storages = [database.storage, copy];
  const times = storages.map((): number[] => []);
  for (let n = -ROUND; n < Number(options.inserts); n += ROUND) {
    const orders = Array.from({ length: ROUND }, (_, i): Order => {
      const { terms, createdAt } = book.order(book.size + ROUND + n + i);
      return { terms, createdAt, version: 1, status: 'open' };
    });
    // By turns the first too: it pays for what the engine does once for new values.
    const turns = n % (2 * ROUND) === 0 ? [0, 1] : [1, 0];
    for (const i of turns) {
      const us = await insertUs(storages[i]!, orders);
      if (n >= 0) times[i]!.push(us);
    }
  }
  await copy.close();
  // The mean: the text index is written once every few thousand orders, and that is part of its cost.
  const [all, plain] = times.map((each) => each.reduce((sum, us) => sum + us, 0) / each.length);
  return {
    insertUs: figure(all!),
    withoutSearchUs: figure(plain!),
    searchCost: figure(all! / plain! - 1),
  };
}

async function report(database: OrderDatabase) {
  const { orders } = database.storage.ports;
  const deepOffset = Math.min(9_989, Math.floor(book.size / 2));
  const { orders: before } = await orders.listPage({
    sortBy: 'createdAt',
    sortOrder: 'desc',
    offset: deepOffset,
    limit: 1,
  });
  const results = [];
  for (const each of [...pageCases(book, positionOf(before[0]!)), ...searchCases(book, database)])
    results.push(await measure(database, each));
  console.log(`\n${database.name}, ${book.size} orders; medians in ms\n`);
  printTable(
    results.map(({ name, total, firstMs, sluiceMs, byHandMs, ratio }) => ({
      'page of 10 with its total': name,
      orders: total,
      'first time': firstMs,
      Sluice: sluiceMs,
      'by hand': byHandMs,
      ratio,
    })),
  );
  const stream = await measureStream(database.url);
  const inserts = await insertCost(database);
  const facts = Object.entries({ ...inserts, ...stream }).map(([key, value]) => `${key} ${figure(value)}`);
  console.log(`\n${facts.join(', ')}`);
  return { results, inserts, stream };
}

const creators = { SQLite: newSqlite, Postgres: newPostgres };
const names = String(options.databases).split(',') as (keyof typeof creators)[];
const databases = await Promise.all(names.map((name) => creators[name]()));
const from = performance.now();
await loadOrders(
  book,
  databases.map(({ loader }) => loader),
);
const builtInSeconds = figure((performance.now() - from) / 1000);
console.log(`${book.size} orders in ${names.join(' and ')}, built in ${builtInSeconds} s`);
const reports: Record<string, unknown> = {};
for (const { open } of databases) {
  const database = await open();
  try {
    reports[database.name] = await report(database);
  } finally {
    await database.close();
  }
}
printJson('orders', { unit: 'ms', rows: book.size, builtInSeconds, ...reports });
