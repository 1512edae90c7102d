import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setInterval, setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { AttackOrder, Statuses } from './attack/attacker.js';
import { ATTACKS } from './attack/attacks.js';
import { startProbes, type Probed } from './attack/probes.js';
import { quietBook } from './attack/quiet-book.js';
import { startTarget, type Target } from './attack/target.js';
import { OrderBook } from './support/order-book.js';
import { newPostgres, newSqlite } from './support/order-databases.js';
import { loadOrders } from './support/order-load.js';
import { figure, printJson, printTable, type Row } from './support/report.js';
import { percentile } from './support/stats.js';

/**
 * What honest callers of a real server meet while strangers attack it: each attack runs for some seconds from addresses of
 * its own, beside a health check, a wallet that places orders and one whose orders are due at once. The first row, without
 * an attack, is the baseline. Ends with 1 if the server crashed or an honest caller got no answer.
 */
const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '300000' },
    databases: { type: 'string', default: 'SQLite,Postgres' },
    seconds: { type: 'string', default: '10' },
    /** Attacks whose name contains the text. */
    only: { type: 'string', default: '' },
  },
});
const MEMORY_EVERY_MS = 250;
const GOALS = { 'healthz p99': 100, 'create max': 500, 'sent max': 3_000, 'rss MB': 600 } as const;

const NEW_DATABASES = { SQLite: newSqlite, Postgres: newPostgres };

async function peakMb(target: Target, signal: AbortSignal): Promise<number> {
  let peak = 0;
  for await (const _tick of setInterval(MEMORY_EVERY_MS)) {
    if (signal.aborted || target.exitCode() !== undefined) break;
    peak = Math.max(peak, await target.residentMb());
  }
  return peak;
}

/** Runs an attack, -1 for none, in a process of its own. */
async function attacked(
  target: Target,
  attack: number,
): Promise<{ probed: Probed; statuses: Statuses; mb: number }> {
  const { url, market } = target;
  const stopping = new AbortController();
  const attacker = fork(new URL('./attack/attacker.js', import.meta.url), ['attack']);
  if (attack >= 0) {
    attacker.send({ attack, url, market } satisfies AttackOrder);
    await once(attacker, 'message');
  }
  const probes = startProbes(url, market);
  const memory = peakMb(target, stopping.signal);
  await pause(Number(options.seconds) * 1_000);
  const probed = await probes.stop();
  let statuses: Statuses = {};
  if (attack >= 0) {
    attacker.send('stop');
    [statuses] = (await once(attacker, 'message')) as [Statuses];
  }
  attacker.kill();
  stopping.abort();
  return { probed, statuses, mb: await memory };
}

function rowOf(name: string, { probed, statuses, mb }: Awaited<ReturnType<typeof attacked>>): Row {
  const { health, create, sent, failures } = probed;
  const at = (samples: number[], share: number) =>
    samples.length === 0 ? NaN : figure(percentile(samples, share));
  const told = Object.entries(statuses).map(([status, n]) => `${n}×${status}`);
  return {
    attack: name,
    'healthz p50': at(health, 0.5),
    'healthz p99': at(health, 0.99),
    'healthz max': at(health, 1),
    'create p50': at(create, 0.5),
    'create max': at(create, 1),
    'sent p50': at(sent, 0.5),
    'sent max': at(sent, 1),
    'rss MB': Math.round(mb),
    failures: failures.length,
    responses: told.join(' '),
  };
}

async function attackAll(name: keyof typeof NEW_DATABASES): Promise<{ rows: Row[]; isAlive: boolean }> {
  const created = await NEW_DATABASES[name]();
  const book = quietBook(new OrderBook(Number(options.orders)), Date.now());
  await loadOrders(book, [created.loader]);
  const database = await created.open();
  const target = await startTarget(database.url);
  const rows: Row[] = [];
  const measure = async (title: string, attack: number) => {
    const result = await attacked(target, attack);
    for (const failure of new Set(result.probed.failures)) console.error(`${name}, ${title}: ${failure}`);
    rows.push(rowOf(title, result));
    printTable(rows.slice(-1));
  };
  try {
    await measure('(none)', -1);
    for (const [n, attack] of ATTACKS.entries()) {
      if (!attack.name.includes(options.only) || target.exitCode() !== undefined) continue;
      await measure(`${attack.name} ×${attack.clients}`, n);
    }
    return { rows, isAlive: target.exitCode() === undefined };
  } finally {
    await target.stop();
    await database.close();
  }
}

const results: Record<string, Row[]> = {};
for (const name of options.databases.split(',') as (keyof typeof NEW_DATABASES)[]) {
  const { rows, isAlive } = await attackAll(name);
  results[name] = rows;
  console.log(
    `\n${name}, ${options.orders} orders, ${options.seconds} s each, milliseconds; goals: ${JSON.stringify(GOALS)}\n`,
  );
  printTable(rows);
  if (!isAlive || rows.some(({ failures }) => failures !== 0)) process.exitCode = 1;
}
const missed = Object.entries(results).flatMap(([database, rows]) =>
  rows.flatMap((row) =>
    Object.entries(GOALS).flatMap(([column, goal]) =>
      Number(row[column]) <= goal ? [] : [`${database}, ${row['attack']}: ${column} ${row[column]}`],
    ),
  ),
);
console.log(missed.length === 0 ? '\nall goals met' : `\ngoals missed:\n${missed.join('\n')}`);
printJson('attack', { orders: Number(options.orders), seconds: Number(options.seconds), results, missed });
