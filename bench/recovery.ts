import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import pg from 'pg';
import { openStorage } from '../src/adapters/typeorm/index.js';
import { unwrap } from '../src/domain/shared/result.js';
import { coreHarness, HOST, signedInput } from '../test/support/core-harness.js';
import { uuidOf } from '../test/support/builders.js';
import { startOwnCluster } from '../test/support/own-cluster.js';
import { startReplicated } from '../test/support/replicated-postgres.js';
import { OrderBook } from './support/order-book.js';
import { loadOrders, postgresLoader } from './support/order-load.js';
import { figure, printJson, printTable } from './support/report.js';

/**
 * What an operator waits for on Postgres: a base backup, a recovery to a point in time, a promotion until the first write, and, with
 * `--dump`, pg_dump and pg_restore. Also the bytes of an order that was confirmed.
 */
const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '200000' },
    placed: { type: 'string', default: '1000' },
    // An empty database of a server as old as the pg_dump of the path.
    dump: { type: 'string' },
  },
});
const book = new OrderBook(Number(options.orders));
const rows: { step: string; seconds: number; megabytes: number }[] = [];
const run = promisify(execFile);

async function timed<T>(work: () => Promise<T>): Promise<{ seconds: number; value: T }> {
  const from = performance.now();
  const value = await work();
  return { seconds: (performance.now() - from) / 1000, value };
}

const note = (step: string, seconds: number, bytes: number): void =>
  void rows.push({ step, seconds: figure(seconds), megabytes: figure(bytes / 1e6) });

async function load(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await loadOrders(book, [await postgresLoader(url, client)]);
  const { rows } = await client.query<{ bytes: string }>(
    'SELECT pg_database_size(current_database()) AS bytes',
  );
  await client.end();
  return Number(rows[0]!.bytes);
}

/** Bytes of each order that is placed, broadcast and confirmed, with its events and its swap, indexes included. */
async function bytesOfAnOrder(url: string): Promise<number> {
  const storage = await openStorage(url);
  const { core, chain } = coreHarness({ storage: storage.ports, settings: { quotas: {} } });
  const count = Number(options.placed);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const size = async (): Promise<number> => {
    await client.query('VACUUM FULL');
    const { rows } = await client.query<{ bytes: string }>(
      'SELECT sum(pg_total_relation_size(oid)) AS bytes FROM pg_class WHERE relkind = $1 AND relnamespace = $2::regnamespace',
      ['r', 'public'],
    );
    return Number(rows[0]!.bytes);
  };
  const before = await size();
  for (let n = 0; n < count; n++) {
    const input = signedInput({ uuid: uuidOf(n) });
    unwrap(await core.orders.placeJson(input));
    const { txid } = unwrap(await core.orders.execute({ ref: input.uuid, authorization: HOST }));
    chain.mine(txid);
    await core.execution.settle();
  }
  const bytes = ((await size()) - before) / count;
  await client.end();
  await storage.close();
  return bytes;
}

const cluster = await startOwnCluster();
const bytes = await load(cluster.url);
const backup = await timed(() => cluster.baseBackup());
note('base backup', backup.seconds, bytes);
await cluster.sql(`SELECT pg_create_restore_point('then')`);
const recovery = await timed(() => backup.value('then'));
note('recovery to a point in time, until it serves', recovery.seconds, bytes);
await cluster.remove();

const pair = await startReplicated({ synchronous: true });
const orderBytes = await bytesOfAnOrder(pair.url);
const storage = await openStorage(pair.url);
await storage.ping();
const promotion = await timed(async () => {
  await pair.failOver();
  while (
    !(await storage.ping().then(
      () => true,
      () => false,
    ))
  );
});
note('promotion of a synchronous standby, from the kill to the next write', promotion.seconds, 0);
await storage.close();
await pair.remove();

if (options.dump !== undefined) {
  const size = await load(options.dump);
  const folder = await mkdtemp(join(tmpdir(), 'bench-recovery-'));
  const file = join(folder, 'orders.dump');
  const dump = await timed(() => run('pg_dump', ['--format=custom', `--file=${file}`, options.dump!]));
  note('pg_dump', dump.seconds, (await stat(file)).size);
  const restored = new URL(options.dump);
  restored.pathname += '_restored';
  const admin = new pg.Client({ connectionString: options.dump });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${restored.pathname.slice(1)}`);
  await admin.end();
  const restore = await timed(() =>
    run('pg_restore', ['--exit-on-error', '--no-owner', '--jobs=2', `--dbname=${restored.href}`, file]),
  );
  note('pg_restore', restore.seconds, size);
  await rm(folder, { recursive: true });
}

printTable(rows);
printJson('recovery', {
  orders: book.size,
  databaseBytes: bytes,
  bytesOfAConfirmedOrder: figure(orderBytes),
  rows,
});
