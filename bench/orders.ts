import { parseArgs } from 'node:util';
import type { Storage } from '../src/adapters/typeorm/index.js';
import { type Order, positionOf } from '../src/domain/order/order.js';
import { ok, unwrap } from '../src/domain/shared/result.js';
import { OrderBook } from './support/order-book.js';
import { pageCases, searchCases, type OrderCase } from './support/order-cases.js';
import { checkLoading } from './support/order-check.js';
import { newPostgres, newSqlite, type OrderDatabase } from './support/order-databases.js';
import { loadOrders } from './support/order-load.js';
import { measureStream } from './support/order-stream.js';
import { figure, printJson, printTable } from './support/report.js';
import { percentile } from './support/stats.js';

/** Reads of many orders, each beside a query written by hand for the same rows and run by the driver alone. */
const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    databases: { type: 'string', default: 'SQLite,Postgres' },
    inserts: { type: 'string', default: '4000' },
  },
});
const book = new OrderBook(Number(options.rows));
const [SAMPLES, SLOW_SAMPLES, WAVE, ROUND] = [60, 3, 100, 500];
/** Of one figure: where a query is slow, fewer samples have to do. */
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
  const uuids = found.orders.map(({ terms }) => terms.uuid).join();
  if (uuids !== rows.map(({ uuid }) => uuid).join() || found.total !== Number(counts[0]?.n))
    throw new Error(`${name}: the rows or the total differ from those found by hand`);
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

/** Stores orders with their first event, as placing one does; answers the time of one in microseconds. */
async function insertUs({ ports }: Storage, orders: readonly Order[]): Promise<number> {
  const from = performance.now();
  for (let n = 0; n < orders.length; n += WAVE) {
    await Promise.all(
      orders.slice(n, n + WAVE).map(async (order) =>
        unwrap(
          await ports.unitOfWork.run(async (storage) => {
            unwrap(await storage.orders.insert(order));
            await storage.events.append(order.terms.uuid, {
              type: 'created',
              at: order.createdAt,
              facts: {},
            });
            return ok();
          }),
        ),
      ),
    );
  }
  return ((performance.now() - from) * 1000) / orders.length;
}

/** Times the same orders on three copies in turn, so that what else the machine does falls on all alike. */
async function insertCost(database: OrderDatabase) {
  const copies = [await database.copyWithout('text index'), await database.copyWithout('all')];
  const storages = [database.storage, ...copies];
  const times = storages.map((): number[] => []);
  for (let n = -ROUND; n < Number(options.inserts); n += ROUND) {
    const orders = Array.from({ length: ROUND }, (_, i): Order => {
      const { terms, createdAt } = book.order(book.size + ROUND + n + i);
      return { terms, createdAt, version: 1, status: 'open' };
    });
    for (const [i, storage] of storages.entries()) {
      const us = await insertUs(storage, orders);
      if (n >= 0) times[i]!.push(us);
    }
  }
  for (const copy of copies) await copy.close();
  // The mean: the index catches up now and then, and that is part of its cost.
  const [all, noTextIndex, plain] = times.map((each) => each.reduce((sum, us) => sum + us, 0) / each.length);
  return {
    insertUs: figure(all!),
    withoutTextIndexUs: figure(noTextIndex!),
    withoutAllUs: figure(plain!),
    textIndexCost: figure(all! / noTextIndex! - 1),
    allCost: figure(all! / plain! - 1),
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
for (const name of names) await checkLoading(creators[name]);
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
