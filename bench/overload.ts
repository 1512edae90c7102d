import { fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { Caller } from './attack/caller.js';
import type { Flooded, FloodOrder } from './attack/flood.js';
import { startTarget, type Target } from './attack/target.js';
import { newWallet, orderBody, signed } from './attack/wallets.js';
import { newPostgres, newSqlite } from './support/order-databases.js';
import { figure, printJson, printTable, type Row } from './support/report.js';
import { percentile } from './support/stats.js';

/**
 * What cancels and reads meet while clients ask for quotes without a pause: as many as the server serves without turning any away, and a
 * multiple of them. The first row, without quotes, is the baseline. Ends with 1 if a cancel failed or their p99 is 100 ms or more.
 */
const { values: options } = parseArgs({
  options: {
    databases: { type: 'string', default: 'SQLite,Postgres' },
    clients: { type: 'string', default: '16' },
    times: { type: 'string', default: '1,20' },
    seconds: { type: 'string', default: '2' },
  },
});
const GOAL_MS = 100;
const SWAP = '/swap/api/v1';
const PROBE_EVERY_MS = 20;
/** Cancels before the first measurement, which open the connections. */
const WARM_UP = 20;
const NEW_DATABASES = { SQLite: newSqlite, Postgres: newPostgres };

const quotePath = ({ market }: Target): string => {
  const [from, to] = market.tokens
    .filter(({ type }) => type !== 'SUBNET')
    .map(({ contractId }) => contractId);
  return `${SWAP}/quote?tokenIn=${from}&tokenOut=${to}&amount=$N`;
};

/** Open orders of one wallet with their signed cancels, so that neither is part of what is measured. */
async function cancelsOf({ url, market }: Target, count: number) {
  const caller = new Caller(url, '127.0.2.1');
  const wallet = newWallet();
  const cancels: { readonly path: string; readonly headers: Readonly<Record<string, string>> }[] = [];
  for (let n = 0; n < count; n++) {
    const order = orderBody(market, wallet);
    const json = { ...order, conditionToken: order.outputToken, targetPrice: '999999999', direction: 'gt' };
    const { status, body } = await caller.send(`${SWAP}/orders/new`, { method: 'POST', json });
    if (status !== 200) throw new Error(`an order was not placed: ${status} ${body}`);
    const headers = { ...signed(url, wallet, { action: 'cancel_order', uuid: order.uuid }) };
    cancels.push({ path: `${SWAP}/orders/${order.uuid}/cancel`, headers });
  }
  caller.close();
  return cancels;
}

async function measure(target: Target, order: FloodOrder | undefined): Promise<Row> {
  const cancels = await cancelsOf(target, (Number(options.seconds) * 1000) / PROBE_EVERY_MS);
  const flooder = fork(new URL('./attack/flood.js', import.meta.url), ['flood']);
  const flooded = order && (once(flooder, 'message') as Promise<[Flooded]>).then(([result]) => result);
  if (order !== undefined) flooder.send(order);
  const callers = [1, 2].map((n) => new Caller(target.url, `127.0.3.${n}`, Infinity));
  const [canceller, reader] = callers as [Caller, Caller];
  const times = { cancel: [] as number[], read: [] as number[] };
  const failed: number[] = [];
  let refused = 0;
  const timed = async (into: number[], send: () => Promise<{ readonly status: number }>) => {
    const from = performance.now();
    const { status } = await send();
    into.push(performance.now() - from);
    return status;
  };
  const probes: Promise<void>[] = [];
  for (const { path, headers } of cancels) {
    const sendCancel = () => canceller.send(path, { method: 'PATCH', headers, json: {} });
    const sendRead = () => reader.send(`${SWAP}/orders?limit=1`);
    probes.push(
      timed(times.cancel, sendCancel).then((status) => void (status !== 200 && failed.push(status))),
      timed(times.read, sendRead).then((status) => void (status === 503 && refused++)),
    );
    await pause(PROBE_EVERY_MS);
  }
  await Promise.all(probes);
  const statuses = (await flooded) ?? {};
  flooder.kill();
  for (const caller of callers) caller.close();
  const at = (samples: number[], share: number) => figure(percentile(samples, share));
  return {
    'quotes/s': Math.round((statuses['200'] ?? 0) / Number(options.seconds)),
    '503/s': Math.round((statuses['503'] ?? 0) / Number(options.seconds)),
    'cancel p50': at(times.cancel, 0.5),
    'cancel p99': at(times.cancel, 0.99),
    'cancel max': at(times.cancel, 1),
    'cancels failed': failed.length,
    'read p50': at(times.read, 0.5),
    'read p99': at(times.read, 0.99),
    'reads 503': `${refused} of ${times.read.length}`,
  };
}

const results: Record<string, Row[]> = {};
for (const name of options.databases.split(',') as (keyof typeof NEW_DATABASES)[]) {
  const database = await (await NEW_DATABASES[name]()).open();
  const target = await startTarget(database.url);
  try {
    const path = quotePath(target);
    const caller = new Caller(target.url, '127.0.2.2', Infinity);
    const warmUp = await cancelsOf(target, WARM_UP);
    await Promise.all(
      warmUp.map((cancel) => caller.send(cancel.path, { method: 'PATCH', ...cancel, json: {} })),
    );
    caller.close();
    const rows: Row[] = [{ load: 'none', ...(await measure(target, undefined)) }];
    for (const times of options.times.split(',').map(Number)) {
      const clients = Number(options.clients) * times;
      const order = { url: target.url, path, clients, seconds: Number(options.seconds) };
      rows.push({ load: `×${times}`, ...(await measure(target, order)) });
    }
    results[name] = rows;
    console.log(`\n${name}, ${options.clients} clients ×1, milliseconds\n`);
    printTable(rows);
  } finally {
    await target.stop();
    await database.close();
  }
}
const missed = Object.values(results)
  .flat()
  .filter((row) => Number(row['cancel p99']) >= GOAL_MS || row['cancels failed'] !== 0);
if (missed.length > 0) process.exitCode = 1;
printJson('overload', { ...options, results, goalMs: GOAL_MS, missed: missed.length });
