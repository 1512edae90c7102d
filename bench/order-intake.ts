import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import secp256k1 from 'secp256k1';
import { devnetRegistry } from '../src/apps/devnet/index.js';
import { INTAKE_SERVERS } from './support/intake-server.js';
import { threadSeconds } from './support/processor-time.js';
import { figure, printJson, printTable } from './support/report.js';
import { someSignedOrders, type SignedSample } from './support/signed-orders.js';
import { percentile } from './support/stats.js';
import { requestBytes, ThinConnection } from './support/thin-connection.js';

/** New orders over HTTP, each durable on disk before its response, against bare signature recovery and a bare server. */
const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '20000' },
    /** Orders placed before the clock starts, while the compiler works. */
    warmUp: { type: 'string', default: '10000' },
    connections: { type: 'string', default: '64' },
    databases: { type: 'string', default: 'SQLite,Postgres' },
    /** Numbers of threads that check signatures. */
    threads: { type: 'string', default: '0,1' },
  },
});
const PATH = '/swap/api/v1/orders/new';
const [measured, warmUp, connections] = [options.orders, options.warmUp, options.connections].map(Number);
const registry = devnetRegistry();
const samples = someSignedOrders(measured! + warmUp!, {
  network: 'devnet',
  blaze: 'v1',
  router: registry.routers.find(({ payout }) => payout === 'signer')!.id,
  inputTokens: registry.tokens.filter(({ blaze }) => blaze === 'v1').map(({ contractId }) => contractId),
});
const requests = samples.map((sample) => requestBytes('POST', PATH, { json: bodyOf(sample) }));

function bodyOf({ order, owner, signature }: SignedSample): object {
  const { uuid, inputToken, router, amountIn } = order;
  const outputToken = registry.sbtc;
  return {
    uuid,
    owner,
    recipient: owner,
    inputToken,
    outputToken,
    amountIn: amountIn.toString(),
    router,
    signature,
  };
}

interface Rate {
  readonly perSecond: number;
  /** Milliseconds from a request to its response: the median, and what 99 of 100 stay below. */
  readonly p50: number;
  readonly p99: number;
}

/** Sends every request once over the connections, and fails unless each is answered 200. */
async function load(port: number, all: readonly string[]): Promise<Rate> {
  const waits: number[] = [];
  const unsent = all.values();
  const worker = async () => {
    const connection = await ThinConnection.open(port);
    for (const request of unsent) {
      const sent = performance.now();
      const status = await connection.send(request);
      if (status !== 200) throw new Error(`an order was answered ${status}`);
      waits.push(performance.now() - sent);
    }
    connection.close();
  };
  const from = performance.now();
  await Promise.all(Array.from({ length: connections! }, worker));
  const perSecond = (all.length * 1000) / (performance.now() - from);
  return { perSecond, p50: percentile(waits, 0.5), p99: percentile(waits, 0.99) };
}

/** A server of node:http alone that reads the JSON and sends as many bytes as Sluice does. */
async function bareServer(): Promise<Rate> {
  const server = createServer((incoming, outgoing) => {
    let body = '';
    incoming.setEncoding('utf8').on('data', (text: string) => (body += text));
    incoming.on('end', () => {
      outgoing.setHeader('content-type', 'application/json');
      outgoing.end(JSON.stringify({ status: 'success', data: JSON.parse(body) as object }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const rate = await load((server.address() as AddressInfo).port, requests);
  await new Promise((resolve) => server.close(resolve));
  return rate;
}

interface Intake extends Rate {
  /** Processor time of the server for one order, µs: of the thread that runs JavaScript, and of all others. */
  readonly mainUs: number;
  readonly othersUs: number;
}

const intake = (database: keyof typeof INTAKE_SERVERS, threads: string): Promise<Intake> =>
  INTAKE_SERVERS[database]({ SLUICE_SIGNATURE_THREADS: threads }, async ({ port, pid }) => {
    await load(port, requests.slice(0, warmUp));
    const before = await threadSeconds(pid);
    const rate = await load(port, requests.slice(warmUp));
    const after = await threadSeconds(pid);
    const each = (seconds: number) => (seconds * 1e6) / measured!;
    return { ...rate, mainUs: each(after.main - before.main), othersUs: each(after.others - before.others) };
  });

/** Bare recovery: how many a second, and the processor time of each in µs. */
interface Recovery {
  readonly perSecond: number;
  readonly us: number;
}

function nativeRecovery(): Recovery {
  const [from, used] = [performance.now(), process.cpuUsage()];
  for (const { compact, recoveryId, digest } of samples)
    secp256k1.ecdsaRecover(compact, recoveryId, digest, true);
  const { user, system } = process.cpuUsage(used);
  return {
    perSecond: (samples.length * 1000) / (performance.now() - from),
    us: (user + system) / samples.length,
  };
}

/** Measured next to each contender, so that other load on the machine affects both alike. */
const natives = [nativeRecovery()];
const bare = await bareServer();
const table = [
  { 'orders a second': 'bare node:http, nothing checked or stored', rate: figure(bare.perSecond) },
] as Record<string, string | number>[];
const report: Record<string, object> = {};
for (const database of options.databases.split(',') as (keyof typeof INTAKE_SERVERS)[]) {
  for (const threads of options.threads.split(',')) {
    const { perSecond, p50, p99, mainUs, othersUs } = await intake(database, threads);
    natives.push(nativeRecovery());
    const [before, after] = natives.slice(-2) as [Recovery, Recovery];
    const native = (before.perSecond + after.perSecond) / 2;
    const name = `${database}, ${threads} signature threads`;
    const facts = {
      perSecond: figure(perSecond),
      toNativeRecovery: figure(perSecond / native),
      toBareHttp: figure(perSecond / bare.perSecond),
      p50Ms: figure(p50),
      p99Ms: figure(p99),
      mainUs: figure(mainUs),
      othersUs: figure(othersUs),
      /** The ratio if the main thread had a core of its own and never waited. */
      byMainThread: figure((before.us + after.us) / 2 / mainUs),
    };
    report[name] = facts;
    table.push({
      'orders a second': name,
      rate: facts.perSecond,
      'to native recovery': facts.toNativeRecovery,
      'p50 ms': facts.p50Ms,
      'p99 ms': facts.p99Ms,
      'main thread µs': facts.mainUs,
      'other threads µs': facts.othersUs,
      'to native by main thread': facts.byMainThread,
    });
  }
}
printTable(table);
printJson('order-intake', {
  orders: measured,
  connections,
  nativeRecovery: natives.map(({ perSecond, us }) => ({ perSecond: figure(perSecond), us: figure(us) })),
  bareHttp: figure(bare.perSecond),
  ...report,
});
