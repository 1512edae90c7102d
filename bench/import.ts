import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { accountsIn } from '../src/apps/devnet/vm/accounts.js';
import { devnetRegistry } from '../src/apps/devnet/index.js';
import startProvider from '../test/support/global-setup.js';
import stopProvider from '../test/support/global-teardown.js';
import { provided } from '../test/support/provided.js';
import { figure, printJson, printTable } from './support/report.js';
import { someSignedOrders, type SignedSample } from './support/signed-orders.js';

// How long `orders:import` takes for open orders, which it verifies one by one. Postgres runs on the same machine, and its
// processor time is not counted.
const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '100000' },
    databases: { type: 'string', default: 'SQLite,Postgres' },
  },
});
const count = Number(options.orders);
const PROGRAM = fileURLToPath(new URL('../../dist/sluice.js', import.meta.url));
const PRINT_CPU = 'process.on("exit", () => process.stderr.write(JSON.stringify(process.cpuUsage())))';
const CREATED = new Date(Date.now() - 5 * 86_400_000);

const registry = devnetRegistry();
const { wallets } = accountsIn('devnet');
const keys = wallets.map(({ privateKey }) => Buffer.from(privateKey, 'hex').subarray(0, 32));
const market = {
  network: 'devnet',
  blaze: 'v1',
  router: registry.routers.find(({ legacyDefault }) => legacyDefault)!.id,
  inputTokens: registry.tokens.filter(({ blaze }) => blaze === 'v1').map(({ contractId }) => contractId),
} as const;

function recordOf({ order, owner, signature }: SignedSample, n: number): string {
  const { uuid, inputToken, router, amountIn } = order;
  const createdAt = new Date(CREATED.getTime() + n);
  const terms = { uuid, owner, recipient: owner, inputToken, outputToken: registry.sbtc, router };
  return JSON.stringify({ ...terms, amountIn: amountIn.toString(), signature, status: 'open', createdAt });
}

async function run(path: string, databaseUrl: string) {
  const from = performance.now();
  const child = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(PRINT_CPU)}`, PROGRAM, 'import', 'orders', path],
    {
      env: { DATABASE_URL: databaseUrl, SLUICE_NETWORK: 'devnet' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const exit = once(child, 'exit');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await exit) as [number | null];
  const seconds = (performance.now() - from) / 1_000;
  const cpu = /\{"user":(\d+),"system":(\d+)\}$/.exec(stderr);
  if (code !== 0 || cpu === null || !stdout.includes(`${count} open`))
    throw new Error(`the import ended with ${code}: ${stdout}${stderr}`);
  const cpuSeconds = (Number(cpu[1]) + Number(cpu[2])) / 1e6;
  return { seconds, cpuSeconds, ordersPerSecond: count / seconds };
}

const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-import-'));
const path = join(folder, 'orders.jsonl');
try {
  const samples = someSignedOrders(count, market, (n) => keys[n % keys.length]!);
  await writeFile(path, samples.map(recordOf).join('\n'));
  const results: Record<string, Awaited<ReturnType<typeof run>>> = {};
  const names = options.databases.split(',');
  if (names.includes('SQLite')) results['SQLite'] = await run(path, `sqlite:${join(folder, 'orders.db')}`);
  if (names.includes('Postgres')) {
    await startProvider();
    try {
      results['Postgres'] = await run(path, await provided('postgres'));
    } finally {
      await stopProvider();
    }
  }
  printTable(
    Object.entries(results).map(([database, { seconds, cpuSeconds, ordersPerSecond }]) => ({
      [`import of ${count} open orders`]: database,
      seconds: figure(seconds),
      'CPU seconds': figure(cpuSeconds),
      'orders a second': figure(ordersPerSecond),
    })),
  );
  printJson('import', { orders: count, results });
} finally {
  await rm(folder, { recursive: true, force: true });
}
