import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openStorage } from '../src/adapters/typeorm/index.js';
import { makeReadHistory } from '../src/application/prices/read-history.js';
import { makeReadVolumes } from '../src/application/trades/read-volumes.js';
import type { VolumeCandle } from '../src/domain/price-series/candle-volumes.js';
import type { Txid } from '../src/domain/order/ids.js';
import { GRID_SECONDS } from '../src/domain/price-series/price.js';
import { unwrap } from '../src/domain/shared/result.js';
import { DAY, dailyPrices, END, tokenOf } from './support/price-series.js';
import { figure, printJson, printTable } from './support/report.js';
import { percentile } from './support/stats.js';

// Candles with volumes, compared with the same candles without, and what packed volumes take. On SQLite, with a trade in every slot.

const { values: options } = parseArgs({ options: { days: { type: 'string', default: '31' } } });
const DAYS = Number(options.days);
const READS = 400;

const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-volumes-'));
const path = join(folder, 'sluice.db');
const storage = await openStorage(`sqlite:${path}`);
const { priceArchive, trades } = storage.ports;
for (const batch of dailyPrices({ tokens: 2, days: DAYS })) await priceArchive.importPrices(batch);

const START = END - DAYS * DAY;
const slots = DAYS * (DAY / GRID_SECONDS);
for (let n = 0; n < slots; n++) {
  const trade = {
    txid: n.toString(16).padStart(64, '0') as Txid,
    place: 0,
    vault: tokenOf(2),
    tokenIn: tokenOf(0),
    amountIn: 1_000_000n,
    tokenOut: tokenOf(1),
    amountOut: 2_000_000n,
    usd: 1 + n / 7,
  };
  const [height, time] = [n + 1, START + n * GRID_SECONDS + 7];
  unwrap(
    await trades.append({
      height,
      hash: `${height}`,
      parentHash: `${height - 1}`,
      time,
      trades: n % 2 === 0 ? [trade] : [trade],
    }),
  );
}
await storage.close();
const before = await openStorage(`sqlite:${path}`);
await before.ports.trades.pack({ until: END, deleteBefore: END });
await before.close();
const opened = await openStorage(`sqlite:${path}`);

const clock = { now: () => new Date(END * 1_000) };
const cache = { list: async () => ({ tokens: [] }), everPriced: () => tokenOf(0) };
const ports = { clock, prices: opened.ports.prices, trades: opened.ports.trades };
const none = {
  of: async (_token: unknown, candles: readonly object[]) => ({
    candles: candles as unknown as readonly VolumeCandle[],
    isFinal: true,
  }),
};
const withVolumes = makeReadHistory(ports, cache, makeReadVolumes(ports));
const without = makeReadHistory(ports, cache, none);

const rows = [];
for (const [interval, limit] of [
  ['5m', 2_000],
  ['1h', 500],
  ['1d', 365],
] as const) {
  const query = { interval, limit: String(limit) };
  const times = { with: [] as number[], without: [] as number[] };
  for (let n = 0; n < READS; n++)
    for (const [name, read] of [
      ['without', without],
      ['with', withVolumes],
    ] as const) {
      const start = performance.now();
      const { candles } = unwrap(await read('', query));
      times[name].push(performance.now() - start);
      // A response is made of the candles.
      if (n === 0) JSON.stringify(candles);
    }
  const [withMs, withoutMs] = [percentile(times.with, 0.5), percentile(times.without, 0.5)];
  rows.push({
    read: `${limit} x ${interval}`,
    withoutMs: figure(withoutMs),
    withMs: figure(withMs),
    ratio: figure(withMs / withoutMs),
  });
}
printTable(rows);
const { size } = await stat(path);
const { numbers } = await (async () => {
  const { default: Sqlite } = await import('better-sqlite3');
  const db = new Sqlite(path, { readonly: true });
  const bytes = db.prepare('SELECT SUM(LENGTH(usd)) AS n FROM trade_volumes').get() as { n: number };
  const days = db.prepare('SELECT COUNT(*) AS n FROM trade_volume_days').get() as { n: number };
  db.close();
  return { numbers: { packed: bytes.n, days: days.n } };
})();
const bytesPerPrice = (numbers.packed + 16 * numbers.days) / (2 * slots);
console.log(
  `packed volumes: ${figure(bytesPerPrice)} bytes per price with keys of days; the file has ${size} bytes`,
);
printJson('volumes', { rows, bytesPerPrice });
await opened.close();
await rm(folder, { recursive: true, force: true });
