import { parseArgs } from 'node:util';
import { figure, printJson, printTable } from './support/report.js';
import { percentile } from './support/stats.js';
import { postgresQueue, sqliteQueue, type QueueDatabase } from './support/queue-databases.js';
import { PLACED_FROM, PRICE_AT_WHICH_FIRE, ratiosAt } from './support/trigger-book.js';

/** What a tick costs when 0, 100 or 10,000 of all open orders fire, beside comparing them all in JavaScript. */
const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000000' },
    few: { type: 'string', default: '10000' },
    databases: { type: 'string', default: 'SQLite,Postgres' },
  },
});

const NOW = new Date(PLACED_FROM + 86_400_000);
const [DETECTIONS, CLAIMS, SCANS] = [41, 7, 3];

async function medianMs(samples: number, call: () => Promise<void>, between?: () => Promise<void>) {
  const times = new Float64Array(samples);
  for (let n = -2; n < samples; n++) {
    const from = performance.now();
    await call();
    if (n >= 0) times[n] = performance.now() - from;
    await between?.();
  }
  return percentile(times, 0.5);
}

async function measureTick(database: QueueDatabase, fires: keyof typeof PRICE_AT_WHICH_FIRE) {
  const ratios = ratiosAt(PRICE_AT_WHICH_FIRE[fires]);
  const check = (what: string, found: number) => {
    if (found !== Number(fires)) throw new Error(`${database.name}: ${what} found ${found} for ${fires}`);
  };
  const detectMs = await medianMs(DETECTIONS, async () =>
    check('detection', await database.detect(ratios, NOW)),
  );
  const claim = () =>
    database.queue.claim({ now: NOW, ratios, limit: 20_000, leaseMs: 60_000, claimant: 'bench' });
  const claimMs = await medianMs(
    CLAIMS,
    async () => check('claim', (await claim()).length),
    () => database.releaseAll(),
  );
  const scanMs = await medianMs(SCANS, async () => check('scan', await database.scan(ratios)));
  return { fires: Number(fires), detectMs, claimMs, scanMs };
}

async function measure(open: typeof sqliteQueue, orders: number) {
  const from = performance.now();
  const database = await open(orders);
  try {
    const builtInSeconds = figure((performance.now() - from) / 1000);
    const pairsMs = await medianMs(DETECTIONS, async () => void (await database.queue.watchedPairs()));
    const edgeMs = await medianMs(DETECTIONS, async () => void (await database.queue.nextEdge(NOW)));
    const expiredMs = await medianMs(
      DETECTIONS,
      async () => void (await database.queue.listExpired(NOW, 100)),
    );
    const ticks = [];
    for (const fires of [0, 100, 10_000] as const) ticks.push(await measureTick(database, fires));
    return { orders, builtInSeconds, pairsMs, edgeMs, expiredMs, ticks };
  } finally {
    await database.close();
  }
}

const openers = { SQLite: sqliteQueue, Postgres: postgresQueue };
const reports: Record<string, unknown> = {};
for (const name of String(options.databases).split(',') as (keyof typeof openers)[]) {
  const few = await measure(openers[name], Number(options.few));
  const many = await measure(openers[name], Number(options.orders));
  console.log(`\n${name}, ${many.orders} open orders, built in ${many.builtInSeconds} s; medians in ms\n`);
  printTable(
    many.ticks.map((tick, n) => ({
      'a tick that fires': tick.fires,
      detection: figure(tick.detectMs),
      [`of ${few.orders}`]: figure(few.ticks[n]!.detectMs),
      ratio: figure(tick.detectMs / few.ticks[n]!.detectMs),
      'detection and claim': figure(tick.claimMs),
      'comparing all in JS': figure(tick.scanMs),
      times: figure(tick.scanMs / tick.detectMs),
    })),
  );
  const { pairsMs, edgeMs, expiredMs } = many;
  console.log(
    `\nwatched pairs ${figure(pairsMs)}, next edge ${figure(edgeMs)}, expired orders ${figure(expiredMs)}`,
  );
  reports[name] = { few, many };
}
printJson('executor', { unit: 'ms', ...reports });
