import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { devnetRegistry } from '../src/apps/devnet/index.js';
import { figure, printJson, printTable, type Row } from './support/report.js';
import { ask, start, type Server } from './support/served.js';
import { someSignedOrders } from './support/signed-orders.js';
import { percentile } from './support/stats.js';

/**
 * Quotes and new orders with traces, compared with the same server without. Requests are sent at fixed times, in turn to the one and
 * the other, so that background load affects both equally.
 */
const { values: options } = parseArgs({
  options: {
    quotes: { type: 'string', default: '6000' },
    creates: { type: 'string', default: '6000' },
    perSecond: { type: 'string', default: '200' },
  },
});
const EVERY_MS = 1_000 / Number(options.perSecond);
const WARM_UP = 0.2;

const folder = mkdtempSync(join(tmpdir(), 'bench-tracing-'));
const sink = await start('span-sink');
const without = await start('traced-server', join(folder, 'without.db'));
const traced = await start('traced-server', join(folder, 'traced.db'), `http://127.0.0.1:${sink.port}`);
const servers = { without, traced };
type Name = keyof typeof servers;
const agent = new Agent({ keepAlive: true });

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

function timeOf({ port }: Server, { method, path, body }: Call): Promise<number> {
  const from = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    request({ agent, host: '127.0.0.1', port, method, path, headers }, (res) => {
      if (res.statusCode !== 200) reject(new Error(`${path} was answered ${res.statusCode}`));
      res.resume().on('end', () => resolve(performance.now() - from));
    })
      .on('error', reject)
      .end(body);
  });
}

const cpuOf = async ({ child }: Server): Promise<number> => {
  const { user, system } = await ask<NodeJS.CpuUsage>(child, 'cpu');
  return user + system;
};

/** Milliseconds of each call and processor time per call in microseconds, by server, without the first calls, which warm up. */
async function measure(calls: readonly Call[]) {
  const times: Record<Name, number[]> = { without: [], traced: [] };
  const cpu: Record<Name, number> = { without: 0, traced: 0 };
  const names = Object.keys(servers) as Name[];
  const warm = Math.ceil(calls.length * WARM_UP);
  const running: Promise<void>[] = [];
  const from = performance.now();
  for (const [at, call] of calls.entries()) {
    const dueMs = from + at * EVERY_MS - performance.now();
    if (dueMs > 0) await setTimeout(dueMs);
    if (at === warm) for (const name of names) cpu[name] = -(await cpuOf(servers[name]));
    const name = names[at % names.length]!;
    running.push(
      timeOf(servers[name], call).then((ms) => {
        if (at >= warm) times[name].push(ms);
      }),
    );
  }
  await Promise.all(running);
  for (const name of names)
    cpu[name] = (cpu[name] + (await cpuOf(servers[name]))) / Math.max(1, times[name].length);
  return { times, cpu };
}

const registry = devnetRegistry();
const [tokenIn, tokenOut] = registry.tokens.map(({ contractId }) => contractId);
const quotes = Array.from({ length: Number(options.quotes) }, (_, n) => {
  const query = new URLSearchParams({ tokenIn: tokenIn!, tokenOut: tokenOut!, amount: `${1_000_000 + n}` });
  return { method: 'GET', path: `/swap/api/v1/quote?${query.toString()}` };
});
const creates = someSignedOrders(Number(options.creates), {
  network: 'devnet',
  blaze: 'v1',
  router: registry.routers.find(({ payout }) => payout === 'signer')!.id,
  inputTokens: registry.tokens.filter(({ blaze }) => blaze === 'v1').map(({ contractId }) => contractId),
}).map(({ order, owner, signature }) => ({
  method: 'POST',
  path: '/swap/api/v1/orders/new',
  body: JSON.stringify({
    ...{
      uuid: order.uuid,
      owner,
      recipient: owner,
      inputToken: order.inputToken,
      outputToken: registry.sbtc,
    },
    ...{ amountIn: order.amountIn.toString(), router: order.router, signature },
  }),
}));

const rows: Row[] = [];
for (const [name, calls] of Object.entries({ quotes, creates })) {
  const { times, cpu } = await measure(calls);
  const [p50, p99] = [0.5, 0.99].map((share) => ({
    without: percentile([...times.without], share),
    traced: percentile([...times.traced], share),
  }));
  rows.push({
    call: name,
    'p50 ms': figure(p50!.without),
    'traced, p50 ms': figure(p50!.traced),
    'p99 ms': figure(p99!.without),
    'traced, p99 ms': figure(p99!.traced),
    'p99 ratio': figure(p99!.traced / p99!.without),
    'processor µs': figure(cpu.without),
    'traced, processor µs': figure(cpu.traced),
  });
}
await setTimeout(6_000);
const sentBytes = await ask<number>(sink.child, 'bytes');
if (sentBytes === 0) throw new Error('no span was received');
printTable(rows);
printJson('tracing', { perSecond: Number(options.perSecond), spanBytes: sentBytes, rows });
for (const { child } of [sink, without, traced]) child.disconnect();
agent.destroy();
rmSync(folder, { recursive: true });
