import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { figure, printJson, printTable } from './support/report.js';
import {
  ask,
  bytesOf,
  fetchOnce,
  headerIn,
  measure,
  start,
  type Case,
  type Measured,
  type Server,
} from './support/served.js';
import { percentile } from './support/stats.js';

/**
 * Prepared responses compared with a bare node:http server that sends the same headers and bytes: each server in its own
 * process, the load from another one, the servers in turn within each round. Requests per second depend on background
 * load; ratios are medians of the ratios within a round, for requests per second and for processor time.
 */
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    requests: { type: 'string', default: '4000' },
    connections: { type: 'string', default: '32' },
    pipelining: { type: 'string', default: '4' },
  },
});
const SERVERS = ['bare', 'warn', 'info'] as const;
type ServerName = (typeof SERVERS)[number];

const directory = mkdtempSync(join(tmpdir(), 'bench-http-'));

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
const tag = headerIn(await fetchOnce(warn.port, { path: list, headers: {} }), 'etag')!;
const pressure = {
  requests: Number(options.requests),
  connections: Number(options.connections),
  pipelining: Number(options.pipelining),
};
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
  // From the second request on, the response is prepared in the requested encoding.
  for (const { port } of [warn, info]) await fetchOnce(port, asked);
  const answer = await fetchOnce(warn.port, asked);
  await ask(bare.child, answer);
  const bytes = bytesOf(answer);
  const rounds: Record<ServerName, Measured>[] = [];
  for (let round = -1; round < Number(options.rounds); round++) {
    const measured = {} as Record<ServerName, Measured>;
    // The first server changes each round: background load changes by the second.
    for (const at of SERVERS.keys()) {
      const name = SERVERS[(at + round + 1) % SERVERS.length]!;
      measured[name] = await measure(load.child, servers[name], asked, pressure, bytes);
    }
    if (round >= 0) rounds.push(measured);
  }
  const ratio = (name: ServerName) => median(rounds.map((r) => r[name].perSecond / r.bare.perSecond));
  const cpu = (name: ServerName) => median(rounds.map((r) => r[name].cpuUs));
  const cpuRatio = (name: ServerName) => median(rounds.map((r) => r.bare.cpuUs / r[name].cpuUs));
  facts.push({
    case: asked.name,
    bytes,
    'bare /s': Math.round(median(rounds.map((r) => r.bare.perSecond))),
    'warn /s': Math.round(median(rounds.map((r) => r.warn.perSecond))),
    'ratio, warn': figure(ratio('warn')),
    'ratio, info': figure(ratio('info')),
    'bare cpu µs': figure(cpu('bare')),
    'cpu ratio, warn': figure(cpuRatio('warn')),
    'cpu ratio, info': figure(cpuRatio('info')),
  });
}
for (const { child } of [load, ...Object.values(servers)]) child.kill();
rmSync(directory, { recursive: true });
printTable(facts as Record<string, string | number>[]);
printJson('http', { cores: availableParallelism(), ...options, cases: facts });
