import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { parseArgs, promisify } from 'node:util';
import pg from 'pg';
import stopProvider from '../test/support/global-teardown.js';
import startProvider from '../test/support/global-setup.js';
import { NO_QUOTAS } from '../test/support/no-quotas.js';
import { createDatabase } from '../test/support/postgres.js';
import { startReplicated } from '../test/support/replicated-postgres.js';
import { startTarget, type Target } from './attack/target.js';
import { LoadCalls, MIXES } from './support/load-calls.js';
import { barChart, type Bar } from './support/load-chart.js';
import { runLoad } from './support/load-run.js';
import { openStreams } from './support/load-streams.js';
import { processorSeconds } from './support/processor-time.js';
import { figure, printJson, printTable, type Row } from './support/report.js';

/**
 * The calls of an exchange, as many as the server answers, against one process, two and four on Postgres. The baseline is one process in
 * the same run. Client and database share the machine: the processor time of each per request says what a machine with more cores would do.
 */
const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    workers: { type: 'string', default: '1,2,4' },
    connections: { type: 'string', default: '64' },
    streams: { type: 'string', default: '50' },
    svg: { type: 'string' },
  },
});
const MS = Number(options.seconds) * 1_000;
const WARM_UP_MS = 2_000;
const ORDERS = 20_000;
const CONNECTIONS = Number(options.connections);
const PROGRAM = new URL('../../dist/sluice.js', import.meta.url).pathname;

interface Database {
  readonly url: string;
  /** The replica that takes reads. */
  readonly readUrl?: string;
  remove(): Promise<void>;
}

/** Databases of a server, by the name in the table. */
const DATABASES: Readonly<Record<string, () => Promise<Database>>> = {
  primary: createDatabase,
  'with a replica': async () => {
    const pair = await startReplicated();
    return { url: pair.url, readUrl: pair.standby.url, remove: () => pair.remove() };
  },
};

type MixName = keyof typeof MIXES;

interface Measured {
  readonly database: string;
  readonly workers: number;
  readonly mix: MixName;
  readonly perSecond: number;
  readonly errors: number;
  readonly p50: number;
  readonly p99: number;
  /** Microseconds of processor time per request. */
  readonly serverUs: number;
  readonly databaseUs: number;
  readonly clientUs: number;
  readonly kinds: Awaited<ReturnType<typeof runLoad>>['kinds'];
  readonly streamEvents: number;
  /** Share of the reads for callers that the replica served; 0 without one. */
  readonly ofReplica: number;
}

async function postmasterOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: string }>(
    "SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid",
  );
  await client.end();
  return Number(rows[0]!.pid);
}

async function measureAll(database: string, workers: number): Promise<Measured[]> {
  const created = await DATABASES[database]!();
  const settings = {
    ...NO_QUOTAS,
    SLUICE_BLOCK_MS: '60000',
    SLUICE_WORKERS: String(workers),
    ...(created.readUrl !== undefined && { DATABASE_READ_URL: created.readUrl }),
  };
  const target = await startTarget(created.url, settings);
  try {
    // Candles of a month, as after some time of recording.
    await promisify(execFile)(process.execPath, [PROGRAM, 'demo', 'history'], {
      env: { DATABASE_URL: created.url },
    });
    const postmasters = await Promise.all(
      [created.url, created.readUrl].filter((url) => url !== undefined).map(postmasterOf),
    );
    const calls = await LoadCalls.prepare(target.url, target.market, ORDERS);
    const port = Number(new URL(target.url).port);
    const load = { port, calls, connections: CONNECTIONS };
    await runLoad({ ...load, mix: MIXES.mixed, ms: WARM_UP_MS });
    const found: Measured[] = [];
    for (const mix of Object.keys(MIXES) as MixName[]) {
      const streams = await openStreams(port, calls.owners, mix === 'mixed' ? Number(options.streams) : 0);
      const before = await processors(target, postmasters);
      const readsBefore = await replicaReads(target.url);
      const { total, kinds, seconds } = await runLoad({ ...load, mix: MIXES[mix], ms: MS });
      const after = await processors(target, postmasters);
      const reads = await replicaReads(target.url);
      const streamEvents = streams.events();
      const [ended] = streams.ended();
      if (ended !== undefined) throw new Error(`${streams.ended().length} streams were ended: ${ended}`);
      streams.close();
      const us = (part: keyof typeof before) => ((after[part] - before[part]) * 1e6) / total.calls;
      found.push({
        ...{ database, workers, mix, kinds, streamEvents },
        ...{ perSecond: total.calls / seconds, errors: total.errors, p50: total.p50, p99: total.p99 },
        ofReplica: shareOf(reads, readsBefore),
        ...{ serverUs: us('server'), databaseUs: us('database'), clientUs: us('client') },
      });
    }
    return found;
  } finally {
    await target.stop();
    await created.remove();
  }
}

/** Processor seconds used so far. The embedded devnet counts as the server's. */
async function processors({ pid }: Target, postmasters: readonly number[]) {
  const { user, system } = process.cpuUsage();
  return {
    server: await processorSeconds(pid),
    database: (await Promise.all(postmasters.map(processorSeconds))).reduce(
      (sum, seconds) => sum + seconds,
      0,
    ),
    client: (user + system) / 1e6,
  };
}

type Reads = Readonly<Record<'replica' | 'primary', number>>;

/** Reads for callers so far, by the server that served them. */
async function replicaReads(url: string): Promise<Reads> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const of = (server: keyof Reads) =>
    Number(new RegExp(`^sluice_replica_reads_total\\{.*"${server}".*\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  return { replica: of('replica'), primary: of('primary') };
}

function shareOf(after: Reads, before: Reads): number {
  const [replica, primary] = [after.replica - before.replica, after.primary - before.primary];
  return replica === 0 ? 0 : replica / (replica + primary);
}

await startProvider();
const all: Measured[] = [];
try {
  for (const database of Object.keys(DATABASES))
    for (const workers of options.workers.split(',').map(Number))
      all.push(...(await measureAll(database, workers)));
} finally {
  await stopProvider();
}

const one = ({ database, mix }: Measured) =>
  all.find((other) => other.database === database && other.mix === mix && other.workers === 1) ?? all[0]!;
const share = ({ clientUs, serverUs, databaseUs }: Measured) => clientUs / (clientUs + serverUs + databaseUs);
printTable(
  all.map((each): Row => ({
    load: each.mix,
    database: each.database,
    processes: each.workers,
    'requests/s': figure(each.perSecond),
    'ratio to one': figure(each.perSecond / one(each).perSecond),
    'p50 ms': figure(each.p50),
    'p99 ms': figure(each.p99),
    errors: each.errors,
    'server µs': figure(each.serverUs),
    'database µs': figure(each.databaseUs),
    'client µs': figure(each.clientUs),
    'client %': figure(share(each) * 100),
    'replica %': figure(each.ofReplica * 100),
  })),
);
console.log();
printTable(
  all.flatMap((each) =>
    Object.entries(each.kinds).map(([kind, { calls, errors, p50, p99 }]): Row => ({
      load: `${each.mix}, ${kind}`,
      database: each.database,
      processes: each.workers,
      calls,
      'p50 ms': figure(p50),
      'p99 ms': figure(p99),
      errors,
    })),
  ),
);
const bars = all.map(({ mix, database, workers, perSecond }): Bar => ({
  group: database === 'primary' ? mix : `${mix}, ${database}`,
  name: `${workers} ${workers === 1 ? 'process' : 'processes'}`,
  perSecond,
}));
const byMix = Object.keys(MIXES).flatMap((mix) => bars.filter(({ group }) => group.startsWith(mix)));
if (options.svg !== undefined) await writeFile(options.svg, barChart('Requests a second', byMix));
printJson('load', {
  cores: availableParallelism(),
  seconds: Number(options.seconds),
  connections: CONNECTIONS,
  runs: all,
});
