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
import { figure, printJson, printTable } from './support/report.js';
import { someSignedOrders, type SignedSample } from './support/signed-orders.js';

/** New orders over HTTP, each durable on disk before its response, against bare signature recovery and a bare server. */
const { values: options } = parseArgs({
  options: { orders: { type: 'string', default: '10000' }, connections: { type: 'string', default: '64' } },
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

async function sluice(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
  const env = {
    ...NO_QUOTAS,
    PORT: '0',
    DATABASE_URL: `sqlite:${join(folder, 'orders.db')}`,
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
    return await load(port, '/swap/api/v1/orders/new');
  } finally {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true });
  }
}

function nativeRecovery(): number {
  const from = performance.now();
  for (const { compact, recoveryId, digest } of samples)
    secp256k1.ecdsaRecover(compact, recoveryId, digest, true);
  return (samples.length * 1000) / (performance.now() - from);
}

const rates = {
  'native recovery alone, no server': nativeRecovery(),
  'bare node:http, nothing checked or stored': await bareServer(),
  'Sluice on SQLite, synchronous=FULL': await sluice(),
};
const [native, bare, intake] = Object.values(rates) as [number, number, number];
printTable(
  Object.entries(rates).map(([name, rate]) => ({
    'orders a second': name,
    rate: figure(rate),
    'ratio to native': figure(rate / native),
    'ratio to bare http': figure(rate / bare),
  })),
);
printJson('order-intake', {
  orders: samples.length,
  connections: Number(options.connections),
  perSecond: figure(intake),
  toNativeRecovery: figure(intake / native),
  toBareHttp: figure(intake / bare),
});
