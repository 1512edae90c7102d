import { parseArgs } from 'node:util';
import { gridPointOf, reachedTrails } from '../src/domain/order/conditions/marks.js';
import { figure, printJson, printTable } from './support/report.js';
import { percentile } from './support/stats.js';
import { postgresQueues, sqliteQueues, type QueueDatabase } from './support/queue-databases.js';
import { PLACED_FROM, PRICE_WHEN_DUE, reachedAt, TRAILED_RUNS } from './support/trigger-book.js';

/** The cost of a tick that triggers 0, 100 or 10,000 of all open orders, compared with evaluating all in JavaScript. */
const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000000' },
    few: { type: 'string', default: '10000' },
    databases: { type: 'string', default: 'SQLite,Postgres' },
  },
});

const NOW = new Date(PLACED_FROM + 86_400_000);
const [DETECTIONS, CLAIMS, SCANS] = [41, 7, 3];

/** Calls each in turn, so that background load affects all of them equally. */
async function mediansMs(
  samples: number,
  calls: readonly (() => Promise<unknown>)[],
  between: readonly (() => Promise<unknown>)[] = [],
): Promise<number[]> {
  const times = calls.map(() => new Float64Array(samples));
  for (let n = -2; n < samples; n++) {
    for (const [i, call] of calls.entries()) {
      const from = performance.now();
      await call();
      if (n >= 0) times[i]![n] = performance.now() - from;
      await between[i]?.();
    }
  }
  return times.map((each) => percentile(each, 0.5));
}

async function measureTick(databases: readonly QueueDatabase[], due: keyof typeof PRICE_WHEN_DUE) {
  const reached = reachedAt(PRICE_WHEN_DUE[due]);
  const check = async (what: string, counting: Promise<number>) => {
    const found = await counting;
    if (found !== Number(due)) throw new Error(`${what} found ${found} orders, not ${due}`);
  };
  const request = { now: NOW, reached, limit: 20_000, leaseMs: 60_000, claimant: 'bench' };
  const claim = async ({ queue }: QueueDatabase) => (await queue.claim(request)).length;
  const detections = databases.map((each) => () => check('detection', each.detect(reached, NOW)));
  const claims = databases.map((each) => () => check('claim', claim(each)));
  const releases = databases.map((each) => () => each.releaseAll());
  const scans = databases.map((each) => () => check('scan', each.scan(reached)));
  const [detectOfFewMs, detectMs] = await mediansMs(DETECTIONS, detections);
  const [claimOfFewMs, claimMs] = await mediansMs(CLAIMS, claims, releases);
  const [scanOfFewMs, scanMs] = await mediansMs(SCANS, scans);
  const figures = { detectMs, detectOfFewMs, claimMs, claimOfFewMs, scanMs, scanOfFewMs };
  return { due: Number(due), ...(figures as Record<keyof typeof figures, number>) };
}

async function tickOf({ queue }: QueueDatabase): Promise<void> {
  const reached = reachedAt(PRICE_WHEN_DUE[0]);
  await queue.listExpired(NOW, 100);
  await queue.triggerPairs();
  await queue.claim({ now: NOW, reached, limit: 100, leaseMs: 60_000, claimant: 'bench' });
  await queue.nextWakeUp(NOW);
}

async function measure(name: string, [few, many]: readonly [QueueDatabase, QueueDatabase]) {
  const ticks = [];
  for (const due of [0, 100, 10_000] as const) ticks.push(await measureTick([few, many], due));
  const [tickMs, pairsMs, edgeMs, expiredMs] = (await mediansMs(DETECTIONS, [
    () => tickOf(many),
    () => many.queue.triggerPairs(),
    () => many.queue.nextWakeUp(NOW),
    () => many.queue.listExpired(NOW, 100),
  ])) as [number, number, number, number];
  console.log(`\n${name}, ${options.orders} open orders; medians in ms\n`);
  printTable(
    ticks.map((tick) => ({
      'orders due': tick.due,
      detection: figure(tick.detectMs),
      [`of ${options.few} orders`]: figure(tick.detectOfFewMs),
      ratio: figure(tick.detectMs / tick.detectOfFewMs),
      'detection and claim': figure(tick.claimMs),
      'evaluating all in JS': figure(tick.scanMs),
      times: figure(tick.scanMs / tick.detectMs),
    })),
  );
  console.log(
    `\nall statements of a tick without due orders ${figure(tickMs)}; trigger pairs ${figure(pairsMs)}, next wake-up ${figure(edgeMs)}, expired orders ${figure(expiredMs)}`,
  );
  return { ticks, tickMs, pairsMs, edgeMs, expiredMs };
}

/** Trailing orders, and what a price of the pairs falls to: about one in a hundred of their stops is reached. */
const [TRAILING, WALK, FALLS_TO] = [100_000, 60, 995n];
const NEWEST = gridPointOf(NOW);

/** Raises the marks of every group as a run at this price in thousandths does, and triggers what it reaches. Returns the number of reached spans. */
async function moveMarks({ watermarks }: QueueDatabase, run: number, thousandths: bigint): Promise<number> {
  const price = thousandths * 10n ** 15n;
  const groups = await watermarks.groups();
  await watermarks.raise(
    groups.map((group) => ({ group, mark: { at: run, level: price } })),
    NEWEST - TRAILED_RUNS,
  );
  const all = await watermarks.list();
  const reached = all.flatMap(({ group, marks }) =>
    reachedTrails(group, marks, { floor: price, ceiling: price }),
  );
  await watermarks.trigger(reached);
  return reached.length;
}

/**
 * Cost of a tick before and after orders trail, of its look at their groups (once in five seconds), and of a run that moves their marks.
 */
async function measureTrailing(name: string, database: QueueDatabase) {
  const { watermarks } = database;
  const [beforeMs] = (await mediansMs(DETECTIONS, [() => tickOf(database)])) as [number];
  await database.trail(TRAILING);
  // Prices fell for an hour, ten times as long ago, and rose since: some marks of each group are left.
  for (let n = 0; n < WALK; n++)
    await moveMarks(database, NEWEST - 10 * (WALK - n), 1_000n + BigInt(30 - n) / 10n);
  const [afterMs, lookMs] = (await mediansMs(DETECTIONS, [
    () => tickOf(database),
    () => watermarks.groups(),
  ])) as [number, number];
  let run = NEWEST;
  const [risesMs, fallsMs] = (await mediansMs(CLAIMS, [
    () => moveMarks(database, ++run, 1_000n + BigInt(run - NEWEST)),
    () => moveMarks(database, ++run, FALLS_TO),
  ])) as [number, number];
  console.log(`\n${name}, ${TRAILING} trailing orders more; medians in ms\n`);
  printTable([
    {
      'tick before': figure(beforeMs),
      'tick with them': figure(afterMs),
      ratio: figure(afterMs / beforeMs),
      'look at groups': figure(lookMs),
      'run that raises all marks': figure(risesMs),
      'run that reaches stops': figure(fallsMs),
    },
  ]);
  return { trailing: TRAILING, beforeMs, afterMs, lookMs, risesMs, fallsMs };
}

const sizes = [Number(options.few), Number(options.orders)] as const;
const openers = { SQLite: sqliteQueues, Postgres: postgresQueues };
const reports: Record<string, unknown> = {};
for (const name of String(options.databases).split(',') as (keyof typeof openers)[]) {
  const opened = await openers[name](sizes);
  try {
    const measured = await measure(name, opened.databases);
    reports[name] = { ...measured, trailing: await measureTrailing(name, opened.databases[1]) };
  } finally {
    await opened.close();
  }
}
printJson('executor', { unit: 'ms', orders: sizes[1], few: sizes[0], ...reports });
