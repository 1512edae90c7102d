import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { openStorage } from '../src/adapters/typeorm/index.js';
import { GRID_SECONDS, type PriceRun } from '../src/domain/price-series/price.js';
import type { ContractId } from '../src/domain/shared/contract-id.js';
import { unwrap } from '../src/domain/shared/result.js';
import type { ImportedPrice, PriceStore } from '../src/ports/index.js';
import { figure, printJson, printTable } from './support/report.js';
import { percentile } from './support/stats.js';

const DAY = 86_400;
const END = Date.parse('2026-11-20T00:00:00Z') / 1000;
const READS = 300;

const { values: options } = parseArgs({
  options: {
    tokens: { type: 'string', default: '500' },
    days: { type: 'string', default: '30' },
    runs: { type: 'string', default: '600' },
  },
});
const tokens = Array.from(
  { length: Number(options.tokens) },
  (_, n) => `SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS.token-${n}` as ContractId,
);
const days = Number(options.days);

/** Any fixed series that moves: no two prices alike, all of full precision. */
const priceOf = (token: number, time: number) =>
  ((token + 1) / 7) * (2 + Math.sin(time / 40_000 + token) + Math.sin(time * 12.9898 + token) / 50);
const btcUsdAt = (time: number) => 90_000 + 5_000 * Math.sin(time / 300_000);

const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-prices-'));
const file = join(folder, 'prices.db');
const storage = await openStorage(`sqlite:${file}`);
const raw = new Database(join(folder, 'raw.db'));
try {
  await benchmark();
} finally {
  await storage.close();
  raw.close();
  await rm(folder, { recursive: true });
}

async function benchmark(): Promise<void> {
  const points = await load();
  const bytes = (await stat(file)).size / points;
  const { prices } = storage.ports;
  const recorded = await timeRecording(prices);
  const reads = {
    '500 x 1h': await time(() => prices.points(tokens[0]!, END - 500 * 3600, END)),
    '365 x 1d': await time(() => prices.days(tokens[0]!, 'usd', END - 365 * DAY, END)),
    '2000 x 5m': await time(() => prices.points(tokens[0]!, END - 2000 * GRID_SECONDS, END)),
    latest: await time(() => prices.latest()),
  };
  const grouped: Record<string, number> = {
    '500 x 1h': await time(() => groupBy(3600, END - 500 * 3600)),
    '365 x 1d': await time(() => groupBy(DAY, END - 365 * DAY)),
    '2000 x 5m': await time(() => groupBy(GRID_SECONDS, END - 2000 * GRID_SECONDS)),
  };
  printTable(
    Object.entries(reads).map(([read, ms]) => ({
      read,
      'median ms': figure(ms),
      'GROUP BY ms': grouped[read] === undefined ? '' : figure(grouped[read]),
      ratio: grouped[read] === undefined ? '' : figure(grouped[read] / ms),
    })),
  );
  console.log(
    `\na run of ${tokens.length} tokens: median ${figure(recorded.medianMs)} ms, p99 ${figure(recorded.p99Ms)} ms, ` +
      `the first of a day ${figure(recorded.newDayMs)} ms; one commit of as many bytes ${figure(recorded.commitMs)} ms` +
      `\n${points} prices, ${figure(bytes)} bytes each`,
  );
  printJson('prices', { unit: 'ms', reads, grouped, recorded, bytesPerPrice: bytes, points });
}

/** A year of the first token and some days of all. */
async function load(): Promise<number> {
  let points = 0;
  raw.exec(
    'PRAGMA journal_mode = WAL; CREATE TABLE prices (time INTEGER, usd REAL, btc REAL, PRIMARY KEY (time))',
  );
  const insert = raw.prepare('INSERT INTO prices VALUES (?, ?, ?)');
  for (let day = 365; day > 0; day--) {
    const batch: ImportedPrice[] = [];
    const some = day <= days ? tokens : tokens.slice(0, 1);
    for (let time = END - day * DAY; time < END - (day - 1) * DAY; time += GRID_SECONDS) {
      const btcUsd = btcUsdAt(time);
      some.forEach((token, n) => batch.push({ token, time, usd: priceOf(n, time), btcUsd }));
    }
    raw.transaction(() =>
      batch.forEach(({ token, time, usd, btcUsd }) => token === tokens[0] && insert.run(time, usd, btcUsd)),
    )();
    points += (await storage.ports.priceArchive.importPrices(batch)).added;
  }
  return points;
}

async function timeRecording(prices: PriceStore) {
  const times: number[] = [];
  let newDayMs = 0;
  for (let n = 0; n < Number(options.runs); n++) {
    const time = END + n * GRID_SECONDS;
    const btcUsd = btcUsdAt(time);
    const found = tokens.map((token, index) => {
      const usd = priceOf(index, time);
      return [token, { usd, sbtc: usd / btcUsd, liquidityUsd: 1e6 * usd, roundTripLoss: 1.5 }] as const;
    });
    const run: PriceRun = { at: new Date(time * 1000), btcUsd, prices: new Map(found) };
    const start = performance.now();
    unwrap(await prices.record(run));
    const ms = performance.now() - start;
    if (n > 0 && time % DAY === 0) newDayMs = ms;
    times.push(ms);
  }
  return { medianMs: percentile(times, 0.5), p99Ms: percentile(times, 0.99), newDayMs, commitMs: commitMs() };
}

/** What the disk asks for a durable commit of as many bytes as a run has. */
function commitMs(): number {
  raw.exec('PRAGMA synchronous = FULL; CREATE TABLE blobs (bytes BLOB)');
  const insert = raw.prepare('INSERT INTO blobs VALUES (?)');
  const bytes = Buffer.alloc(36 * tokens.length, 7);
  const times = Array.from({ length: READS }, () => {
    const start = performance.now();
    insert.run(bytes);
    return performance.now() - start;
  });
  return percentile(times, 0.5);
}

/** What hand-written SQL answers from a row per price. */
function groupBy(interval: number, from: number): unknown {
  return raw
    .prepare(
      `SELECT time / ${interval} * ${interval} AS start, MIN(usd), MAX(usd), COUNT(*), MIN(time), MAX(time) FROM prices
       WHERE time >= ? AND time < ? GROUP BY start ORDER BY start`,
    )
    .all(from, END);
}

async function time(read: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < READS; n++) {
    const start = performance.now();
    await read();
    times.push(performance.now() - start);
  }
  return percentile(times, 0.5);
}
