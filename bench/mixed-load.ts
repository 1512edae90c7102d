import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Caller } from './attack/caller.js';
import { startTarget } from './attack/target.js';
import { keyRequest, orderBody, type Wallet } from './attack/wallets.js';
import { figure, printJson, printTable, type Row } from './support/report.js';
import { percentile } from './support/stats.js';

/**
 * The traffic of a small exchange, for as long as memory needs to show whether it grows: orders placed, executed and
 * cancelled by a bot, quotes, lists, prices. The baseline is the memory after a third of the time.
 */
const { values: options } = parseArgs({ options: { minutes: { type: 'string', default: '15' } } });
const MINUTE_MS = 60_000;
const HALF_MS = MINUTE_MS / 2;

const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-mixed-'));
const file = join(folder, 'sluice.db');
const target = await startTarget(`sqlite:${file}`);
const { url, market } = target;
const [wallet] = market.accounts as readonly [Wallet];
const caller = new Caller(url, '127.0.0.1', 64);
const SWAP = '/swap/api/v1';

const apiKey = await createKey();
const placed: string[] = [];
const responses: Record<string, number> = {};
let latencies: number[] = [];

async function createKey(): Promise<string> {
  const request = keyRequest(url, wallet, 'mixed load');
  const { body } = await caller.send(`${SWAP}/api-keys`, { method: 'POST', ...request });
  return (JSON.parse(body) as { apiKey: string }).apiKey;
}

async function send(path: string, call: Parameters<Caller['send']>[1] = {}): Promise<void> {
  const from = performance.now();
  const { status } = await caller.send(path, call);
  latencies.push(performance.now() - from);
  responses[status] = (responses[status] ?? 0) + 1;
}

const some = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)]!;
const asBot = { 'x-api-key': apiKey };

/** Each with how often it is called in a second. */
const CALLS: readonly (readonly [perSecond: number, call: () => Promise<void>])[] = [
  [
    2,
    async () => {
      const order = orderBody(market, wallet);
      await send(`${SWAP}/orders/new`, { method: 'POST', json: order });
      placed.push(order.uuid);
    },
  ],
  [
    1.1,
    () =>
      send(`${SWAP}/orders/${placed.shift() ?? randomUUID()}/execute`, { method: 'POST', headers: asBot }),
  ],
  [
    0.3,
    () =>
      send(`${SWAP}/orders/${placed.shift() ?? randomUUID()}/cancel`, { method: 'PATCH', headers: asBot }),
  ],
  [
    10,
    () =>
      send(
        `${SWAP}/quote?tokenIn=${some(market.tokens).contractId}&tokenOut=${some(market.tokens).contractId}&amount=1000000`,
      ),
  ],
  [4, () => send(`${SWAP}/orders?limit=20`)],
  [2, () => send(`${SWAP}/orders?limit=20&search=${wallet.address.slice(0, 6)}`)],
  [1, () => send(`/prices/api/v1/prices/${some(market.tokens).contractId}/history?interval=5m`)],
  [1, () => send('/app/api/v0/vaults')],
  [5, () => send('/prices/api/v1/prices')],
  [0.5, () => send('/metrics')],
];

const timers = CALLS.map(([perSecond, call]) =>
  setInterval(() => {
    call().catch((error: unknown) => {
      responses[String(error)] = (responses[String(error)] ?? 0) + 1;
    });
  }, 1_000 / perSecond),
);

/** The growth of a line through the points, per step. */
function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const sum = (of: (value: number, n: number) => number) =>
    values.reduce((total, value, n) => total + of(value, n), 0);
  return sum((value, n) => (n - middle) * value) / sum((_value, n) => (n - middle) ** 2);
}

async function gauge(name: string): Promise<number> {
  const { body } = await caller.send('/metrics');
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1]);
}

const MB = 1024 * 1024;
const rows: Row[] = [];
try {
  for (let half = 1; half <= Number(options.minutes) * 2; half++) {
    await pause(HALF_MS);
    const times = latencies;
    latencies = [];
    rows.push({
      minute: half / 2,
      'rss MB': figure(await target.residentMb()),
      'heap MB': figure((await gauge('nodejs_heap_size_used_bytes')) / MB),
      'external MB': figure((await gauge('nodejs_external_memory_bytes')) / MB),
      handles: await gauge('process_open_fds'),
      'p50 ms': figure(percentile(times, 0.5)),
      'p99 ms': figure(percentile(times, 0.99)),
      'database MB': figure((await stat(file)).size / MB),
    });
  }
} finally {
  timers.forEach(clearInterval);
  caller.close();
  await target.stop();
  await rm(folder, { recursive: true });
}
printTable(rows);
const resident = rows.slice(Math.floor(rows.length / 3)).map((row) => Number(row['rss MB']));
const growth = slope(resident) * 2;
console.log(
  `\nresident memory in the last two thirds: ${figure(growth)} MB a minute, ${figure(resident.at(-1)! / resident[0]!)} times the first`,
);
printJson('mixed-load', {
  minutes: Number(options.minutes),
  growthMbPerMinute: figure(growth),
  responses,
  rows,
});
