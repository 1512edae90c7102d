import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import secp256k1 from 'secp256k1';
import { devnetRegistry } from '../src/apps/devnet/index.js';
import { NO_QUOTAS } from '../test/support/no-quotas.js';
import { startDurablePostgres } from './support/durable-postgres.js';
import { figure, printJson, printTable } from './support/report.js';
import { someSignedOrders, type SignedSample } from './support/signed-orders.js';

/** New orders over HTTP, each durable on disk before its response, against bare signature recovery and a bare server. */
const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '10000' },
    connections: { type: 'string', default: '64' },
    databases: { type: 'string', default: 'SQLite,Postgres' },
  },
});
const registry = devnetRegistry();
const samples = someSignedOrders(Number(options.orders), {
  network: 'devnet',
  blaze: 'v1',
  router: registry.routers.find(({ payout }) => payout === 'signer')!.id,
  inputTokens: registry.tokens.filter(({ blaze }) => blaze === 'v1').map(({ contractId }) => contractId),
});
const bodies = samples.map(bodyOf);

function bodyOf({ order, owner, signature }: SignedSample): string {
  const { uuid, inputToken, router, amountIn } = order;
  const outputToken = registry.sbtc;
  return JSON.stringify({
    uuid,
    owner,
    recipient: owner,
    inputToken,
    outputToken,
    amountIn: amountIn.toString(),
    router,
    signature,
  });
}

/** Posts every body once over the given number of connections; returns how many per second got status 200. */
async function load(port: number, path: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: Number(options.connections) });
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < bodies.length; at = next++) {
      const status = await post(agent, port, path, bodies[at]!);
      if (status !== 200) throw new Error(`an order was answered ${status}`);
    }
  };
  const from = performance.now();
  await Promise.all(Array.from({ length: Number(options.connections) }, worker));
  agent.destroy();
  return (bodies.length * 1000) / (performance.now() - from);
}

function post(agent: Agent, port: number, path: string, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const call = request({ agent, port, path, method: 'POST', headers, host: '127.0.0.1' }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    call.on('error', reject).end(body);
  });
}

/** A server of node:http alone that reads the JSON and sends as many bytes as Sluice does. */
async function bareServer(): Promise<number> {
  const server = createServer((incoming, outgoing) => {
    let body = '';
    incoming.setEncoding('utf8').on('data', (text: string) => (body += text));
    incoming.on('end', () => {
      outgoing.setHeader('content-type', 'application/json');
      outgoing.end(JSON.stringify({ status: 'success', data: JSON.parse(body) as object }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const rate = await load((server.address() as AddressInfo).port, '/');
  await new Promise((resolve) => server.close(resolve));
  return rate;
}

interface Intake {
  readonly perSecond: number;
  /** CPU time of the server's process for one order, in all its threads, µs. */
  readonly cpuUs: number;
}

async function sluice(databaseUrl: string): Promise<Intake> {
  const env = {
    ...NO_QUOTAS,
    PORT: '0',
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'info',
    SLUICE_BLOCK_MS: '60000',
  };
  const server = spawn(process.execPath, ['dist/sluice.js', 'serve'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const port = await new Promise<number>((resolve) => {
      createInterface({ input: server.stdout }).on('line', (line) => {
        const { msg, url } = JSON.parse(line) as { msg: string; url?: string };
        if (msg === 'listening' && url !== undefined) resolve(Number(new URL(url).port));
      });
    });
    const before = await cpuSeconds(port);
    const perSecond = await load(port, '/swap/api/v1/orders/new');
    return { perSecond, cpuUs: ((await cpuSeconds(port)) - before) * (1e6 / bodies.length) };
  } finally {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
  }
}

/** CPU time that the server's process has used. */
async function cpuSeconds(port: number): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(metrics)![1]);
}

async function onSqlite(): Promise<Intake> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
  try {
    return await sluice(`sqlite:${join(folder, 'orders.db')}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function onPostgres(): Promise<Intake> {
  const postgres = await startDurablePostgres();
  try {
    return await sluice(postgres.url);
  } finally {
    await postgres.remove();
  }
}

function nativeRecovery(): number {
  const from = performance.now();
  for (const { compact, recoveryId, digest } of samples)
    secp256k1.ecdsaRecover(compact, recoveryId, digest, true);
  return (samples.length * 1000) / (performance.now() - from);
}

const DATABASES = { SQLite: onSqlite, Postgres: onPostgres };
/** Measured next to each contender, so that other load on the machine affects both alike. */
const natives = [nativeRecovery()];
const bare = await bareServer();
const rows = [{ name: 'bare node:http, nothing checked or stored', perSecond: bare, native: natives[0]! }];
const report: Record<string, object> = {};
for (const name of options.databases.split(',') as (keyof typeof DATABASES)[]) {
  const { perSecond, cpuUs } = await DATABASES[name]();
  natives.push(nativeRecovery());
  const native = (natives.at(-2)! + natives.at(-1)!) / 2;
  rows.push({ name: `Sluice on ${name}, each order durable`, perSecond, native });
  report[name] = {
    perSecond: figure(perSecond),
    serverCpuUs: figure(cpuUs),
    toNativeRecovery: figure(perSecond / native),
    toBareHttp: figure(perSecond / bare),
  };
}
printTable(
  rows.map(({ name, perSecond, native }) => ({
    'orders a second': name,
    rate: figure(perSecond),
    'ratio to native recovery': figure(perSecond / native),
    'ratio to bare http': figure(perSecond / bare),
  })),
);
printJson('order-intake', {
  orders: samples.length,
  connections: Number(options.connections),
  nativeRecovery: natives.map(figure),
  ...report,
});
