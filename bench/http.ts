import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BareAnswer } from './support/bare-server.js';
import type { Load, LoadResult } from './support/http-load.js';
import { figure, printJson, printTable } from './support/report.js';
import { percentile } from './support/stats.js';

/**
 * Answers that are at hand, against a bare node:http server that sends the same headers and bytes: each server in a
 * process of its own, the load from another, the servers in turn within each round. Requests a second depend on what
 * else the machine does; the servers' processor time for a request, of the least disturbed round, does so less.
 */
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    requests: { type: 'string', default: '20000' },
    connections: { type: 'string', default: '32' },
    pipelining: { type: 'string', default: '4' },
  },
});
const SERVERS = ['bare', 'warn', 'info'] as const;
type ServerName = (typeof SERVERS)[number];

interface Server {
  readonly child: ChildProcess;
  readonly port: number;
}

interface Case {
  readonly name: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Measured {
  readonly perSecond: number;
  /** Processor time of the server, microseconds for a request. */
  readonly cpuUs: number;
}

const directory = mkdtempSync(join(tmpdir(), 'bench-http-'));

async function start(file: string, ...args: string[]) {
  const child = fork(new URL(`./support/${file}.js`, import.meta.url), args);
  const [told] = (await once(child, 'message')) as [Record<string, unknown>];
  return { child, told, port: told['port'] as number };
}

async function ask<T>(child: ChildProcess, message: unknown): Promise<T> {
  child.send(message as object);
  return ((await once(child, 'message')) as [T])[0];
}

const cpuOf = async ({ child }: Server): Promise<number> => {
  const { user, system } = await ask<NodeJS.CpuUsage>(child, 'cpu');
  return user + system;
};

/** Headers that node:http writes by itself. */
const BY_NODE = ['date', 'connection', 'keep-alive', 'transfer-encoding'];

function fetchOnce(port: number, { path, headers }: Case): Promise<BareAnswer> {
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path, headers, agent: false }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () => {
        const pairs = res.rawHeaders.flatMap((name, n) =>
          n % 2 === 0 && !BY_NODE.includes(name.toLowerCase()) ? [name, res.rawHeaders[n + 1]!] : [],
        );
        resolve({
          status: res.statusCode!,
          headers: pairs,
          body: Buffer.concat(chunks).toString('base64'),
        });
      });
    })
      .on('error', reject)
      .end();
  });
}

/** Large bodies are asked for less often. */
const MAX_BYTES = 5e8;

async function measure(server: Server, { path, headers }: Case, bytes: number): Promise<Measured> {
  const before = await cpuOf(server);
  const { requests, seconds } = await ask<LoadResult>(load.child, {
    url: `http://127.0.0.1:${server.port}${path}`,
    headers,
    amount: Math.round(Math.min(Number(options.requests), MAX_BYTES / Math.max(1, bytes))),
    connections: Number(options.connections),
    pipelining: Number(options.pipelining),
  } satisfies Load);
  return { perSecond: requests / seconds, cpuUs: ((await cpuOf(server)) - before) / requests };
}

const median = (values: number[]) => percentile([...values], 0.5);

const [load, bare, warn, info] = await Promise.all([
  start('http-load'),
  start('bare-server'),
  start('http-server', 'warn'),
  start('http-server', 'info', join(directory, 'requests.log')),
]);
const servers: Record<ServerName, Server> = { bare, warn, info };
const { token, quote } = warn.told as { token: string; quote: Record<string, string> };
const list = '/prices/api/v1/prices';
const etag = (await fetchOnce(warn.port, { name: '', path: list, headers: {} })).headers;
const tag = etag[etag.findIndex((name) => name.toLowerCase() === 'etag') + 1]!;
const cases: Case[] = [
  { name: 'list', path: list, headers: {} },
  { name: 'list, gzip', path: list, headers: { 'accept-encoding': 'gzip' } },
  { name: 'list, br', path: list, headers: { 'accept-encoding': 'gzip, deflate, br' } },
  { name: 'list, 304', path: list, headers: { 'if-none-match': tag } },
  { name: 'one token', path: `${list}/${token}`, headers: {} },
  { name: 'legacy list', path: '/invest/api/v1/prices', headers: { 'accept-encoding': 'br' } },
  {
    name: 'hot quote',
    path: `/swap/api/v1/quote?${new URLSearchParams({ ...quote, amount: '1000000' }).toString()}`,
    headers: {},
  },
];

const facts: Record<string, unknown>[] = [];
for (const asked of cases) {
  // The second time it is at hand, in the encoding that was asked for.
  for (const { port } of [warn, info]) await fetchOnce(port, asked);
  const answer = await fetchOnce(warn.port, asked);
  await ask(bare.child, answer);
  const bytes = Buffer.from(answer.body, 'base64').length;
  const rounds: Record<ServerName, Measured>[] = [];
  for (let round = -1; round < Number(options.rounds); round++) {
    const measured = {} as Record<ServerName, Measured>;
    for (const name of SERVERS) measured[name] = await measure(servers[name], asked, bytes);
    if (round >= 0) rounds.push(measured);
  }
  const ratio = (name: ServerName) => median(rounds.map((r) => r[name].perSecond / r.bare.perSecond));
  const cpu = (name: ServerName) => Math.min(...rounds.map((r) => r[name].cpuUs));
  facts.push({
    case: asked.name,
    bytes,
    'bare /s': Math.round(median(rounds.map((r) => r.bare.perSecond))),
    'warn /s': Math.round(median(rounds.map((r) => r.warn.perSecond))),
    'ratio, warn': figure(ratio('warn')),
    'ratio, info': figure(ratio('info')),
    'bare cpu µs': figure(cpu('bare')),
    'cpu ratio, warn': figure(cpu('bare') / cpu('warn')),
    'cpu ratio, info': figure(cpu('bare') / cpu('info')),
  });
}
for (const { child } of [load, ...Object.values(servers)]) child.kill();
rmSync(directory, { recursive: true });
printTable(facts as Record<string, string | number>[]);
printJson('http', { cores: availableParallelism(), ...options, cases: facts });
