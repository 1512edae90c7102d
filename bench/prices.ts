import { deepStrictEqual } from 'node:assert';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Sqlite from 'better-sqlite3';
import { packedCandles, type Candle } from '../src/domain/price-series/candle.js';
import { GRID_SECONDS, type PriceRun } from '../src/domain/price-series/price.js';
import { unwrap } from '../src/domain/shared/result.js';
import type { PriceStore } from '../src/ports/index.js';
import { duckdbBaseline, type PriceBaseline } from './support/price-baselines.js';
import { postgresPrices, sqlitePrices, type PriceDatabase } from './support/price-databases.js';
import { btcUsdAt, DAY, END, priceOf, tokenOf, type Load } from './support/price-series.js';
import { figure, printJson, printTable } from './support/report.js';
import { percentile } from './support/stats.js';

// A year of five-minute prices of one token and 30 days of 500 tokens, on both databases, compared with one row per price.

const { values: options } = parseArgs({
  options: {
    tokens: { type: 'string', default: '500' },
    days: { type: 'string', default: '30' },
    runs: { type: 'string', default: '600' },
    databases: { type: 'string', default: 'SQLite,Postgres' },
  },
});
const load: Load = { tokens: Number(options.tokens), days: Number(options.days) };
const points = (365 + (load.tokens - 1) * load.days) * (DAY / GRID_SECONDS);
const MOST_READS = 200;
const FEWEST_READS = 25;
/** Reads per comparison: fewer where a baseline is slow. */
const TIME_LIMIT_MS = 15_000;

const token = tokenOf(0);
const READS_OF_CANDLES = [
  { name: '500 x 1h', seconds: 3600, from: END - 500 * 3600 },
  { name: '365 x 1d', seconds: DAY, from: END - 365 * DAY },
  { name: '2000 x 5m', seconds: GRID_SECONDS, from: END - 2000 * GRID_SECONDS },
] as const;

async function candles(prices: PriceStore, seconds: number, from: number): Promise<readonly Candle[]> {
  if (seconds === DAY) return prices.days(token, 'usd', from, END);
  return packedCandles(await prices.slots(token, 'usd', from, END), seconds === 3600 ? '1h' : '5m');
}

/** Medians in milliseconds. The contenders take turns, so that background load affects all of them equally. */
async function timeTogether<Name extends string>(
  reads: Readonly<Record<Name, () => Promise<unknown>>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(reads) as Name[];
  const times = names.map((): number[] => []);
  const deadline = performance.now() + TIME_LIMIT_MS;
  for (let n = 0; n < MOST_READS && (n < FEWEST_READS || performance.now() < deadline); n++) {
    for (const [index, name] of names.entries()) {
      const start = performance.now();
      await reads[name]();
      times[index]!.push(performance.now() - start);
    }
  }
  return Object.fromEntries(names.map((name, index) => [name, percentile(times[index]!, 0.5)])) as Record<
    Name,
    number
  >;
}

async function report(database: PriceDatabase, duckdb: PriceBaseline) {
  const { name, storage, baseline } = database;
  const { prices } = storage.ports;
  const reads = [];
  for (const { name: read, seconds, from } of READS_OF_CANDLES) {
    const expected = await baseline.candles(seconds, from);
    deepStrictEqual(await candles(prices, seconds, from), expected);
    deepStrictEqual(await duckdb.candles(seconds, from), expected);
    const { sluiceMs, groupByMs, duckdbMs } = await timeTogether({
      sluiceMs: () => candles(prices, seconds, from),
      groupByMs: () => baseline.candles(seconds, from),
      duckdbMs: () => duckdb.candles(seconds, from),
    });
    const ratios = { xGroupBy: figure(groupByMs / sluiceMs), xDuckdb: figure(duckdbMs / sluiceMs) };
    reads.push({
      read,
      sluiceMs: figure(sluiceMs),
      groupByMs: figure(groupByMs),
      duckdbMs: figure(duckdbMs),
      ...ratios,
    });
  }
  const stored = (await database.bytes()) / points;
  const inRows = (await baseline.bytes()) / points;
  const recording = await timeRecording(prices);
  const others = await timeTogether({
    list: () => prices.latest(new Date((END + DAY) * 1000)),
    token: () => prices.slots(token, 'usd', END, END + DAY),
    sbtc: async () => packedCandles(await prices.slots(token, 'sbtc', END - 500 * 3600, END), '1h'),
  });
  const bytesPerPrice = {
    stored: figure(stored),
    inRows: figure(inRows),
    duckdb: figure((await duckdb.bytes()) / points),
  };
  console.log(`\n${name}, ${points} prices; medians in ms\n`);
  printTable(reads);
  const facts = {
    'a run': recording.medianMs,
    'its p99': recording.p99Ms,
    'first of a day': recording.newDayMs,
    'list of all tokens': others.list,
    'one token, open day': others.token,
    '500 x 1h in sBTC': others.sbtc,
  };
  console.log(
    `\n${Object.entries(facts)
      .map(([fact, ms]) => `${fact} ${figure(ms)} ms`)
      .join(', ')}`,
  );
  console.log(
    Object.entries(bytesPerPrice)
      .map(([where, each]) => `${where} ${each} bytes per price`)
      .join(', '),
  );
  return { reads, recording, others, bytesPerPrice };
}

async function timeRecording(prices: PriceStore) {
  const times: number[] = [];
  let newDayMs = 0;
  for (let n = 0; n < Number(options.runs); n++) {
    const time = END + n * GRID_SECONDS;
    const btcUsd = btcUsdAt(time);
    const found = Array.from({ length: load.tokens }, (_, index) => {
      const usd = priceOf(index, time);
      return [
        tokenOf(index),
        { usd, sbtc: usd / btcUsd, liquidityUsd: 1e6 * usd, roundTripLoss: 1.5 },
      ] as const;
    });
    const run: PriceRun = { at: new Date(time * 1000), btcUsd, prices: new Map(found) };
    const start = performance.now();
    unwrap(await prices.record(run));
    const ms = performance.now() - start;
    if (n > 0 && time % DAY === 0) newDayMs = ms;
    times.push(ms);
  }
  return { medianMs: percentile(times, 0.5), p99Ms: percentile(times, 0.99), newDayMs };
}

/** The cost of a durable commit of as many bytes as a run has, on this disk. */
function commitMs(folder: string): number {
  const db = new Sqlite(join(folder, 'commits.db'));
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE blobs (bytes BLOB)');
  const insert = db.prepare('INSERT INTO blobs VALUES (?)');
  const bytes = Buffer.alloc(36 * load.tokens, 7);
  const times = Array.from({ length: MOST_READS }, () => {
    const start = performance.now();
    insert.run(bytes);
    return performance.now() - start;
  });
  db.close();
  return percentile(times, 0.5);
}

const openers = { SQLite: sqlitePrices, Postgres: postgresPrices };
const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-prices-'));
const duckdb = await duckdbBaseline(folder, load);
const reports: Record<string, unknown> = { commitMs: commitMs(folder) };
try {
  for (const name of options.databases.split(',') as (keyof typeof openers)[]) {
    const database = await openers[name](folder, load);
    try {
      reports[name] = await report(database, duckdb);
    } finally {
      await database.close();
    }
  }
} finally {
  await duckdb.close();
  await rm(folder, { recursive: true });
}
printJson('prices', { unit: 'ms', points, ...reports });
