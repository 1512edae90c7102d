import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { figure, printJson, printTable } from './support/report.js';
import { percentile } from './support/stats.js';
import type { ToServer, Work } from './support/stream-server.js';

// Open event streams on one process: their memory, how soon an event reaches all of them, and what quotes, evaluations of orders
// and passes of the executor take beside them, in processor time. Two servers work by turns, one of them with streams and its twin
// without; then the streams move to the other. So load of other programs, and luck of one process, affect both sides alike.
const { values: options } = parseArgs({
  options: {
    streams: { type: 'string', default: '10000' },
    events: { type: 'string', default: '20' },
    ms: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '5' },
  },
});
/** File handles of each process beside its connections. */
const OTHER_FILES = 100;
const WORK: readonly Work[] = ['quotes', 'evaluations', 'passes'];

const streams = affordable(Number(options.streams));
const servers = [await startServer(), await startServer()] as const;
const control = await compare(servers[0], servers[1]);
const [first, second] = [await measure(...servers), await measure(servers[1], servers[0])];
for (const { child } of servers) child.kill();

const kbPerStream = Math.max(first.kbPerStream, second.kbPerStream);
const latencies = [...first.latencies, ...second.latencies];
const last = [...first.last, ...second.last];
const costs = WORK.map((work) => {
  const samples = [...first.samples[work], ...second.samples[work]];
  return {
    work,
    without: percentile(
      samples.map(({ without }) => without),
      0.5,
    ),
    beside: percentile(
      samples.map(({ beside }) => beside),
      0.5,
    ),
    ratio: ratioOf(samples),
    control: ratioOf(control[work]),
  };
});
printTable(
  costs.map(({ work, without, beside, ratio, control }) => ({
    what: work,
    'CPU µs without streams (baseline)': figure(without),
    [`CPU µs beside ${streams}`]: figure(beside),
    ratio: figure(ratio),
    'without streams on either': figure(control),
  })),
);
printTable([
  {
    streams,
    'KB per stream': figure(kbPerStream),
    'opened in s': figure(first.openedS),
    'ms to half of them': figure(percentile(latencies, 0.5)),
    'to 99 %': figure(percentile(latencies, 0.99)),
    'to all, median event': figure(percentile([...last], 0.5)),
    'to all, slowest event': figure(Math.max(...last)),
  },
]);
printJson('streams', {
  streams,
  baseline: 'a twin process without streams',
  cpuUs: Object.fromEntries(costs.map(({ work, ...figures }) => [work, figures])),
  kbPerStream: figure(kbPerStream),
  latencyMs: {
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    all: { median: percentile([...last], 0.5), slowest: Math.max(...last) },
  },
  ratio: Object.fromEntries(costs.map(({ work, ratio }) => [work, figure(ratio)])),
});

interface Server {
  readonly child: ChildProcess;
  readonly port: number;
  readonly owner: string;
}

/** Processor microseconds a call, measured one right after the other. */
interface Sample {
  readonly beside: number;
  readonly without: number;
}
type Samples = Readonly<Record<Work, readonly Sample[]>>;

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

/** Opens the streams on a server, compares it with its idle twin, sends events and closes the streams. */
async function measure(server: Server, twin: Server) {
  const before = await ask<State>(server, { ask: 'state' });
  const path = `/swap/api/v1/orders/stream?owner=${server.owner}`;
  const readers = start('stream-readers', [], String(server.port), path, String(streams));
  const openedFrom = performance.now();
  await message(readers);
  const openedS = (performance.now() - openedFrom) / 1000;
  const open = await ask<State>(server, { ask: 'state' });
  const samples = await compare(server, twin);
  const latencies: number[] = [];
  const last: number[] = [];
  for (let n = 0; n < Number(options.events); n++) {
    const times = await latenciesOf(server, readers);
    latencies.push(...times);
    last.push(Math.max(...times));
  }
  readers.kill();
  while ((await ask<State>(server, { ask: 'state' })).open > 0) await setTimeout(100);
  return { kbPerStream: (open.rss - before.rss) / 1024 / streams, openedS, samples, latencies, last };
}

/** Milliseconds from an event to each of the readers. */
async function latenciesOf(server: Server, readers: ChildProcess): Promise<readonly number[]> {
  readers.send({});
  await message(readers);
  const arriving = message<{ times: number[] }>(readers);
  const { at } = await ask<{ at: number }>(server, { ask: 'append' });
  const times = (await arriving).times.map((time) => time - at);
  if (times.length !== streams) throw new Error(`${times.length} of ${streams} streams got the event`);
  return times;
}

/** Lets both servers work by turns. The first round warms up, and its samples are dropped. */
async function compare(server: Server, twin: Server): Promise<Samples> {
  const samples = { quotes: [] as Sample[], evaluations: [] as Sample[], passes: [] as Sample[] };
  for (let round = -1; round < Number(options.rounds); round++) {
    for (const work of WORK) {
      const question = { ask: work, ms: Number(options.ms) } as const;
      const order = round % 2 === 0 ? [server, twin] : [twin, server];
      const took = new Map<Server, number>();
      for (const each of order) took.set(each, (await ask<{ us: number }>(each, question)).us);
      if (round >= 0) samples[work].push({ beside: took.get(server)!, without: took.get(twin)! });
    }
  }
  return samples;
}

/** The median of the samples' ratios. */
function ratioOf(samples: readonly Sample[]): number {
  return percentile(
    samples.map(({ beside, without }) => beside / without),
    0.5,
  );
}

async function startServer(): Promise<Server> {
  const child = start('stream-server', ['--expose-gc']);
  return { child, ...(await message<Omit<Server, 'child'>>(child)) };
}

function start(name: string, execArgv: string[], ...args: string[]): ChildProcess {
  return fork(new URL(`./support/${name}.js`, import.meta.url), args, { execArgv });
}

async function message<T>(from: ChildProcess): Promise<T> {
  return ((await once(from, 'message')) as [T])[0];
}

async function ask<T>({ child }: Server, question: ToServer): Promise<T> {
  const response = message<T>(child);
  child.send(question);
  return response;
}
