import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { figure, printJson, printTable } from './support/report.js';
import { percentile } from './support/stats.js';
import type { ToServer } from './support/stream-server.js';

// Open event streams on one process: their memory, how soon an event reaches all of them, and what quotes and evaluations of
// orders, the executor's work, take beside them, in processor time. The baseline is the same process before any stream is open, in the same run.
const { values: options } = parseArgs({
  options: {
    streams: { type: 'string', default: '10000' },
    events: { type: 'string', default: '20' },
    calls: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '5' },
  },
});
/** File handles of each process beside its connections. */
const OTHER_FILES = 100;
const CALLS = ['quotes', 'evaluations'] as const;

const streams = affordable(Number(options.streams));
const server = start('stream-server', ['--expose-gc']);
const { port, owner } = await message<{ port: number; owner: string }>(server);

await costs();
const before = { ...(await costs()), ...(await ask<State>({ ask: 'state' })) };
const path = `/swap/api/v1/orders/stream?owner=${owner}`;
const readers = start('stream-readers', [], String(port), path, String(streams));
const openedFrom = performance.now();
await message(readers);
const openedS = (performance.now() - openedFrom) / 1000;
const open = await ask<State>({ ask: 'state' });
const after = { ...(await costs()), ...open };

const latencies: number[] = [];
const last: number[] = [];
for (let n = 0; n < Number(options.events); n++) {
  readers.send({});
  await message(readers);
  const arriving = message<{ times: number[] }>(readers);
  const { at } = await ask<{ at: number }>({ ask: 'append' });
  const times = (await arriving).times.map((time) => time - at);
  if (times.length !== streams) throw new Error(`${times.length} of ${streams} streams got the event`);
  latencies.push(...times);
  last.push(Math.max(...times));
}
readers.kill();
while ((await ask<State>({ ask: 'state' })).open > 0) await setTimeout(100);
const again = await costs();
server.kill();

const kbPerStream = (open.rss - before.rss) / 1024 / streams;
/** Without streams: before the first was opened and after the last was closed, since other programs may slow either down. */
const without = Object.fromEntries(CALLS.map((call) => [call, (before[call] + again[call]) / 2]));
const ratio = Object.fromEntries(CALLS.map((call) => [call, figure(after[call] / without[call]!)]));
printTable([
  ...CALLS.map((call) => ({
    what: call,
    'CPU µs without streams (baseline)': figure(without[call]!),
    [`CPU µs with ${streams}`]: figure(after[call]),
    ratio: ratio[call]!,
  })),
]);
printTable([
  {
    streams,
    'KB per stream': figure(kbPerStream),
    'opened in s': figure(openedS),
    'ms to half of them': figure(percentile(latencies, 0.5)),
    'to 99 %': figure(percentile(latencies, 0.99)),
    'to all, median event': figure(percentile([...last], 0.5)),
    'to all, slowest event': figure(Math.max(...last)),
  },
]);
printJson('streams', {
  streams,
  baseline: 'the same process without streams',
  cpuUs: { before, again, with: { quotes: after.quotes, evaluations: after.evaluations } },
  kbPerStream: figure(kbPerStream),
  latencyMs: { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99), all: Math.max(...last) },
  ratio,
});

interface State {
  readonly rss: number;
  readonly open: number;
}

/** As many streams as each process may have files for. */
function affordable(wanted: number): number {
  if (process.platform !== 'linux') return wanted;
  const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  const most = Number(soft ?? Infinity) - OTHER_FILES;
  if (most >= wanted) return wanted;
  console.log(`only ${most} streams: ulimit -n is ${soft}; raise it to ${wanted + OTHER_FILES} or more`);
  return most;
}

/** Median processor microseconds of each kind of call over the rounds, which take turns. */
async function costs(): Promise<Record<(typeof CALLS)[number], number>> {
  const samples = { quotes: [] as number[], evaluations: [] as number[] };
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const call of CALLS) {
      const { us } = await ask<{ us: number }>({ ask: call, count: Number(options.calls) });
      samples[call].push(us);
    }
  }
  return { quotes: percentile(samples.quotes, 0.5), evaluations: percentile(samples.evaluations, 0.5) };
}

function start(name: string, execArgv: string[], ...args: string[]): ChildProcess {
  return fork(new URL(`./support/${name}.js`, import.meta.url), args, { execArgv });
}

async function message<T>(from: ChildProcess): Promise<T> {
  return ((await once(from, 'message')) as [T])[0];
}

async function ask<T>(question: ToServer): Promise<T> {
  const response = message<T>(server);
  server.send(question);
  return response;
}
