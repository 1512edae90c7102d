import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get } from 'node:http';
import { setInterval } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { signRequest } from '../../src/adapters/stacks/signatures/wallet.js';
import { openHostileBed, STREAMS, type HostileBed } from '../support/hostile/bed.js';
import { Coverage, DECLARED } from '../support/hostile/coverage.js';
import { leakIn } from '../support/hostile/check-answer.js';
import { sendHostile, type HostileReport, type Load } from '../support/hostile/load.js';
import { UNREACHED } from '../support/hostile/unreached.js';
import { World } from '../support/hostile/world.js';
import type { SluiceProcess } from '../support/sluice-process.js';
import { ask } from '../support/test-chain.js';
import type { TestWallet } from '../support/signing.js';

/** Requests of the attack: `npm run attack:requests` sends more. */
const REQUESTS = Number(process.env['HOSTILE_REQUESTS'] ?? 1_000);
const SEED = Number(process.env['HOSTILE_SEED'] ?? 16);
/** Further ones at most, in each phase that looks for what was not reached. */
const SEARCH = 20_000;
/** The same while something fails: some responses come from memory for a while. */
const FAULTY = 5_000;
/** Further ones that may reach nothing new while something fails: what is pending then fails in another way. */
const PATIENCE = 1_000;
/** Caches fill up within the first half. */
const MAX_GROWTH_MB = 20;
/** Orders that nothing may change. */
const KEPT_ORDERS = 5;
const READY_LIMIT_MS = 30_000;

let bed: HostileBed;
let world: World;
const coverage = new Coverage(UNREACHED);
const reports: HostileReport[] = [];

/** Operations that make what others need. */
const MAKERS = [
  'placeOrder',
  'createApiKey',
  'createWebhook',
  'createAlert',
  'saveMetadata',
  'signInOperator',
  'resumeSending',
];
const missing = () => {
  const pending = coverage.pending();
  return pending.length === 0 ? [] : [...pending, ...MAKERS];
};

const failing = () => coverage.pending((status) => status >= 500);
/** Operations that need a place for a stream, and those that fail without the chain. */
const STREAMING = ['followOrders', 'followOrder', 'followPrices', 'followAlerts', 'followQuote'];
const ON_CHAIN = [
  'isReady',
  'quoteRoute',
  'quoteSplit',
  'readDepth',
  'readPortfolio',
  'getBalances',
  'listVaults',
  'vaultFigures',
  'listTickers',
  'saveMetadata',
];

/** Operations that only an API key can call too often. */
const BY_KEY = ['getOrder', 'getOrderReport', 'listOrderEvents'];
const limited = () => coverage.pending((status) => status === 429);

async function send(
  load: Pick<Load, 'choice'> & Partial<Load>,
  target = { url: bed.open.url, world },
): Promise<void> {
  const seed = SEED + reports.length;
  reports.push(await sendHostile({ ...target, coverage }, { count: SEARCH, seed, ...load }));
}

/** Headers of a signed message for one of the servers. */
const signed = (
  { privateKey }: TestWallet,
  fields: Readonly<Record<string, string | readonly string[]>>,
  { url } = bed.open,
) => {
  const network = url === bed.open.url ? 'devnet' : 'testnet';
  const message = { ...fields, timestamp: Date.now(), nonce: randomUUID() };
  return signRequest(message, { privateKey, network, audience: url });
};

/** The first prices can take longer than the start. */
async function untilReady(): Promise<void> {
  const from = performance.now();
  for await (const _tick of setInterval(50)) {
    if ((await ask(`${bed.open.url}/readyz`)).status === 200) return;
    if (performance.now() - from > READY_LIMIT_MS) break;
  }
  throw new Error(`the server did not become ready:\n${bed.open.log.slice(-20).join('\n')}`);
}

/** What is left of the heap without garbage, MB. */
async function liveHeapMb(server: SluiceProcess): Promise<number> {
  const read = async () => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    return Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(text)![1]) / 1024 / 1024;
  };
  server.collectGarbage();
  // The signal may arrive after the first request.
  return Math.min(await read(), await read());
}

type Shown = Readonly<Record<string, unknown>>;

const placeKept = async (n: number): Promise<Shown> => {
  const terms = world.order(world.keeper, n);
  const { status, body } = await ask<{ data: Shown }>(`${bed.open.swap}/orders/new`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...terms, signature: world.sign(terms, world.keeper) }),
  });
  expect([status, body]).toEqual([200, expect.anything()]);
  world.secrets.add(terms.uuid);
  return body.data;
};

/** The order as its owner sees it. */
const read = async (uuid: string, wallet: TestWallet): Promise<Shown> => {
  const headers = { ...signed(wallet, { action: 'read_orders', uuid: '*' }) };
  return (await ask<{ data: Shown }>(`${bed.open.swap}/orders/${uuid}`, { headers })).body.data;
};

/** What an order's life may add or change; the rest are its terms. */
const LIFE = new Set([
  ...[
    'status',
    'txid',
    'broadcastedAt',
    'confirmedAt',
    'failedAt',
    'cancelledAt',
    'blockHeight',
    'blockTime',
  ],
  ...[
    'executedAmountIn',
    'executedAmountOut',
    'feeUstx',
    'failureReason',
    'ending',
    'cancelReason',
    'evaluation',
  ],
  'metadata',
]);
const termsOf = (order: Shown) =>
  Object.fromEntries(Object.entries(order).filter(([name]) => !LIFE.has(name)));

/** Creates what a signed message describes, in the swap area of one of the servers. */
async function create<T>(
  server: SluiceProcess,
  path: string,
  owner: TestWallet,
  fields: Readonly<Record<string, string | readonly string[]>>,
) {
  const { 'x-message': message, 'x-wallet-address': walletAddress, ...proof } = signed(owner, fields, server);
  return ask<T>(`${server.swap}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...proof },
    body: JSON.stringify({ message, walletAddress }),
  });
}

async function createKey(owner: TestWallet): Promise<string> {
  const fields = { action: 'create_api_key', keyName: 'hot', permissions: ['execute', 'cancel'] };
  const { body } = await create<{ apiKey: string }>(bed.open, '/api-keys', owner, fields);
  world.secrets.add(body.apiKey);
  return body.apiKey;
}

/** Creates a webhook where there are none: a draw rarely makes a whole request before the strict server's limit. */
async function createWhereOff(owner: TestWallet): Promise<void> {
  const fields = { action: 'create_webhook', url: 'https://hooks.example.com/a' };
  const { status } = await create(bed.strict, '/webhooks', owner, fields);
  expect(status).toBe(404);
  coverage.count('createWebhook', status);
}

/** Streams that are open until they are closed, as many as the server serves. */
async function holdStreams(): Promise<() => void> {
  const held = Array.from({ length: STREAMS }, () => get(`${bed.open.url}/prices/api/v1/prices/stream`));
  for (const one of held) one.on('error', () => {}).on('response', (response) => response.resume());
  await Promise.all(held.map((one) => once(one, 'response')));
  return () => held.forEach((one) => one.destroy());
}

beforeAll(async () => {
  bed = await openHostileBed();
  world = new World(bed.view, 'devnet', bed.open.url, bed.receivers);
  await untilReady();
});
afterAll(() => bed.close());

it('answers signed hostile requests as its description says, reaches every declared status, and keeps its orders', async () => {
  await createWhereOff(world.owners[0]!);
  const kept = await Promise.all(Array.from({ length: KEPT_ORDERS }, (_, n) => placeKept(n)));
  const everything = () => [...DECLARED.keys()];
  await send({ count: REQUESTS / 2, choice: everything });
  const before = await liveHeapMb(bed.open);
  await send({ count: REQUESTS / 2, choice: everything });
  const grownMb = (await liveHeapMb(bed.open)) - before;

  const faults = { choice: failing, count: FAULTY, patience: PATIENCE };
  const release = await holdStreams();
  await send({ ...faults, choice: () => failing().filter((id) => STREAMING.includes(id)) });
  release();
  bed.chain.cut();
  await send({ ...faults, choice: () => failing().filter((id) => ON_CHAIN.includes(id)) });
  bed.chain.mend();
  await bed.databases.open.outage(() => send({ ...faults, isOutage: true }));
  await untilReady();

  const stranger = new World(bed.view, 'testnet', bed.strict.url, ['https://hooks.example.com/a']);
  const strict = { url: bed.strict.url, world: stranger };
  await bed.databases.strict.outage(() => send({ ...faults, isOutage: true }, strict));
  await send({ choice: () => coverage.pending((status) => status === 404), count: 400 }, strict);
  await send({ choice: () => limited().filter((id) => !BY_KEY.includes(id)) }, strict);

  world.hotKey = { value: await createKey(world.owners[0]!), wallet: world.owners[0] };
  await send({ choice: () => limited().filter((id) => BY_KEY.includes(id)) });
  world.hotKey = undefined;
  await send({ choice: missing });

  const { unreached, reached } = coverage.wrong();
  const statuses: Record<string, number> = {};
  for (const report of reports)
    for (const [status, n] of Object.entries(report.statuses)) statuses[status] = (statuses[status] ?? 0) + n;
  const requests = reports.map(({ statuses: by }) => Object.values(by).reduce((sum, n) => sum + n, 0));
  console.info(
    `${coverage.table()}\n${JSON.stringify({ seed: SEED, requests, statuses, grownMb, unreached, reached })}`,
  );

  expect(reports.flatMap(({ problems }) => problems)).toEqual([]);
  expect(reports.flatMap(({ unanswered }) => unanswered)).toEqual([]);
  expect(await ask(`${bed.open.url}/healthz`)).toMatchObject({ status: 200 });
  for (const order of kept) expect(await read(String(order['uuid']), world.keeper)).toMatchObject(order);
  for (const [uuid, order] of world.placed) {
    const wallet = world.owners.find(({ address }) => address === order['owner'])!;
    expect(termsOf(await read(uuid, wallet))).toEqual(termsOf(order));
  }
  expect(grownMb).toBeLessThan(MAX_GROWTH_MB);
  for (const { log } of [bed.open, bed.strict])
    expect(log.filter((line) => leakIn(line, world) !== undefined)).toEqual([]);
  expect({ unreached, reached }).toEqual({ unreached: [], reached: [] });
}, 3_600_000);
