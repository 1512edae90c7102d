import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { DataSource, type Logger } from 'typeorm';
import { openStorage, parseDatabaseUrl, type Storage } from '../../src/adapters/typeorm/index.js';
import { anAlert } from '../../src/testing/alerts.js';
import { claimFor } from '../../src/domain/idempotency/idempotency.js';
import type { SessionHash } from '../../src/domain/operator/session.js';
import { unwrap } from '../../src/domain/shared/result.js';
import { aKey, aSpending, aUsage, keyIdOf } from './api-keys.js';
import {
  aBroadcastedOrder,
  aCancelledOrder,
  aConfirmedOrder,
  aFailedOrder,
  anOpenOrder,
  AN_OWNER,
  ANOTHER_OWNER,
  aSwap,
  T0,
  txidOf,
  uuidOf,
  at,
} from './builders.js';
import { aRun, LATER, seconds, tokenNo } from './price-runs.js';
import { aPriceCondition, aRatio, reachedAt } from './conditions.js';
import { ALWAYS } from './queue.js';
import {
  aDelivery,
  aPing,
  aSecret,
  aWebhook,
  deliveryIdOf,
  webhookIdOf,
} from '../../src/testing/webhooks.js';

const DAY = 86_400;
const MIDNIGHT = seconds('2026-11-20T00:00:00Z');
const WINDOW = [MIDNIGHT - DAY, MIDNIGHT + 3 * DAY] as const;
const [REQUEST, MESSAGE] = ['a'.repeat(64), 'c'.repeat(64)];
const SESSION = 'e'.repeat(64) as SessionHash;

/** Stores some data of every kind through the ports. All values are made up. */
export async function fillStorage({ ports }: Storage): Promise<void> {
  const orders = [
    anOpenOrder({ uuid: uuidOf(1), trigger: aPriceCondition('lt', '7'), clientOrderId: 'mine' }),
    anOpenOrder({ uuid: uuidOf(2), trigger: ALWAYS, validFrom: at(5_000), validTo: at(9_000) }),
    anOpenOrder({
      uuid: uuidOf(3),
      strategy: { strategyId: 'ladder', strategyType: 'dca' },
      metadata: { a: 'ü "' },
    }),
    aBroadcastedOrder({ uuid: uuidOf(4), owner: ANOTHER_OWNER }, { txid: txidOf(4) }),
    aConfirmedOrder({ uuid: uuidOf(5) }, { txid: txidOf(5) }),
    aFailedOrder({ uuid: uuidOf(6) }, { txid: txidOf(6) }),
    aCancelledOrder({ uuid: uuidOf(7) }),
  ];
  for (const order of orders) {
    unwrap(await ports.orders.insert(order));
    await ports.events.append({
      uuid: order.terms.uuid,
      event: { type: 'created', at: T0, facts: { n: 1 } },
    });
  }
  await ports.swaps.insert(aSwap({ txid: txidOf(4), orderUuid: uuidOf(4), nonce: 1n }));
  await ports.swaps.insert(aSwap({ txid: txidOf(5), orderUuid: uuidOf(5), nonce: 2n, replaces: txidOf(9) }));
  await ports.apiKeys.insert(aKey(1));
  const limits = { plans: ['ladder'], addresses: ['203.0.113.0/24'] };
  await ports.apiKeys.insert(
    aKey(2, { revokedAt: at(7), terms: { name: 'limited', permissions: ['read', 'webhooks'], limits } }),
  );
  await ports.keySpending.begin(aSpending(2));
  await ports.cancelTimers.save({
    scope: { owner: AN_OWNER, keyId: keyIdOf(1) },
    armed: { seconds: 5, since: T0, firesAt: at(5_000) },
    fired: { at: T0, isEnding: true },
  });
  await ports.apiKeyActivity.record([aUsage(1, 5)]);
  await ports.rates.add(keyIdOf(1), T0, 3);
  unwrap(await ports.signedMessages.insert(MESSAGE, at(60_000)));
  unwrap(await ports.idempotency.insert(claimFor(REQUEST, '1'.repeat(64), T0)));
  await ports.webhooks.insert(
    aWebhook(1, {
      terms: { url: 'https://example.org/', eventTypes: ['order.failed'], strategyId: 'ladder' },
      previous: { secret: aSecret(2), until: at(9) },
      failingSince: at(7),
    }),
  );
  await ports.webhooks.insert(aWebhook(2, { disabled: { at: at(8), reason: 'gone' } }));
  const alert = { ...anAlert(1), state: 'fired', firing: { at: at(4), value: '1.5' } } as const;
  await ports.alerts.insert(alert);
  await ports.alerts.insert(anAlert(2, { note: 'later' }));
  const firing = aDelivery(4, { type: 'alert.fired', event: { alert, position: at(4).getTime() } });
  await ports.webhookDeliveries.add([aDelivery(1), aDelivery(2), aPing(3), firing]);
  const claim = { id: deliveryIdOf(1), webhookId: webhookIdOf(1), claimant: 'sender' };
  await ports.webhookDeliveries.claim(claim, { now: T0, until: at(9) });
  const last = { at: at(5), tookMs: 3, failure: 'tls-failed' } as const;
  await ports.webhookDeliveries.finish(claim, { state: 'dead', attempts: 1, last, endedAt: at(5) });
  await ports.webhookDeliveries.moveCursor(2);
  await ports.sendingSwitch.set({ isPaused: true, at: at(8), by: 'alice@host', reason: 'why' });
  await ports.operatorSessions.insert({ hash: SESSION, wallet: AN_OWNER, expiresAt: at(9) });
  await ports.metadata.save(`${AN_OWNER}.token-0`, { name: 'Made up', decimals: 6 });
  await ports.tokenUris.save({
    contractId: `${AN_OWNER}.token-0`,
    uri: 'https://example.org/0.json',
    facts: { image: 'https://example.org/0.png' },
    failures: 1,
    dueAt: new Date(MIDNIGHT * 1_000),
  });
  await ports.metadata.save(`${AN_OWNER}.token-1`, { name: 'To come' }, new Date(MIDNIGHT * 1_000));
  const newest = { ...aRun(MIDNIGHT + DAY, [4.5]), unpriced: new Map([[tokenNo(1), 'no-route' as const]]) };
  for (const run of [aRun(MIDNIGHT - 600, [1, 2]), aRun(MIDNIGHT, [3]), newest])
    unwrap(await ports.prices.record(run));
}

/** Everything that `fillStorage` stored, read back through the ports as plain JSON. */
export async function readStorage({ ports }: Storage): Promise<unknown> {
  const sort = { sortBy: 'createdAt', sortOrder: 'asc', offset: 0, limit: 50 } as const;
  const { orders, total } = await ports.orders.listPage(sort);
  const uuids = orders.map(({ terms }) => terms.uuid);
  const search = { ...sort, search: uuidOf(5).slice(-9) as never };
  const claims = { reached: reachedAt(aRatio('5')), limit: 9, leaseMs: 1_000, claimant: 'reader' };
  const { run: { unpriced = [], ...run } = {}, prices } = await ports.prices.latest(LATER);
  const contents = {
    orders,
    total,
    found: (await ports.orders.listPage(search)).orders.map(({ terms }) => terms.uuid),
    events: await Promise.all(uuids.map((uuid) => ports.events.list(uuid))),
    feed: await ports.feed.read({ after: 0, limit: 99 }),
    swaps: await Promise.all(uuids.map((uuid) => ports.swaps.listByOrder(uuid))),
    keys: await ports.apiKeys.listByOwner(AN_OWNER),
    usage: [...(await ports.apiKeyActivity.listUsage([keyIdOf(1)]))],
    spending: await ports.keySpending.list([keyIdOf(2)], aSpending(2).day),
    timer: await ports.cancelTimers.find(keyIdOf(1)),
    requests: await ports.apiKeyActivity.listRecent(keyIdOf(1)),
    rate: await ports.rates.add(keyIdOf(1), T0, 1),
    messageIsUsed: !(await ports.signedMessages.insert(MESSAGE, at(60_000))).ok,
    idempotency: await ports.idempotency.find(REQUEST),
    sendingSwitch: await ports.sendingSwitch.position(),
    displaced: (await ports.databaseHome.displaced())?.kind,
    session: await ports.operatorSessions.find(SESSION),
    webhooks: await ports.webhooks.listByOwner(AN_OWNER),
    alerts: await ports.alerts.listByOwner(AN_OWNER),
    deliveries: await ports.webhookDeliveries.list({ webhookId: webhookIdOf(1), limit: 9 }),
    cursor: await ports.webhookDeliveries.cursor(),
    spent: (await ports.swaps.spentSince([T0]))[0],
    metadata: await ports.metadata.page({ limit: 9 }),
    tokenUris: await ports.tokenUris.all(),
    latest: {
      run,
      unpriced: [...unpriced],
      prices: [...prices].sort((a, b) => (a.token < b.token ? -1 : 1)),
    },
    points: await ports.prices.points(tokenNo(0), ...WINDOW),
    days: await ports.prices.days(tokenNo(0), 'usd', ...WINDOW),
    differences: (await ports.priceArchive.check()).differences,
    pairs: await ports.executionQueue.triggerPairs(),
    claimed: await ports.executionQueue.claim({ ...claims, now: at(6_000) }),
  };
  return JSON.parse(
    JSON.stringify(contents, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)),
  ) as unknown;
}

/** Tables that a dump omits: migrations fill them, as do triggers when the dump's orders are inserted. */
const DERIVED = ['order_owners', 'order_counts', 'order_changes', 'order_ids_indexed', 'order_ids_pending'];

/** Sequences of Postgres, by table. */
const COUNTERS: Readonly<Record<string, string>> = {
  sluice_migrations: 'sluice_migrations_id_seq',
  order_tokens: 'order_tokens_id_seq',
  watched_pairs: 'watched_pairs_id_seq',
  order_events: 'order_events_position_seq',
};

/** The migrations' statements and the rows of a newly filled database, as SQL text. */
export async function dumpFilled(url: string): Promise<string> {
  const statements: string[] = [];
  const ignore = () => {};
  const logger: Logger = {
    logQuery: (query, parameters = []) => {
      // The row that identifies the database is written when it is opened, and is dumped with the other rows.
      if (parameters.length === 0 && /^\s*(CREATE|ALTER|INSERT(?! INTO database_home))\b/.test(query))
        statements.push(query.trim());
    },
    logQueryError: ignore,
    logQuerySlow: ignore,
    logSchemaBuild: ignore,
    logMigration: ignore,
    log: ignore,
  };
  const options = Object.assign(parseDatabaseUrl(url), { logger });
  const dataSource = await new DataSource(options).initialize();
  const storage = await openStorage({ dataSource });
  const schema = [...new Set(statements)];
  await fillStorage(storage);
  await storage.close();
  const tables = schema.flatMap((text) => /^CREATE TABLE "?(\w+)"?/.exec(text)?.[1] ?? []);
  for (const table of tables.filter((name) => !DERIVED.includes(name))) {
    const rows: Record<string, string | number | Buffer | null>[] = await dataSource.query(
      `SELECT * FROM ${table}`,
    );
    for (const row of rows) {
      const values = Object.values(row).map((value) => literal(value, options.type === 'postgres'));
      schema.push(`INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${values.join(', ')})`);
    }
    const counter = COUNTERS[table];
    if (options.type === 'postgres' && rows.length > 0 && counter !== undefined)
      schema.push(`SELECT setval('${counter}', ${rows.length})`);
  }
  await dataSource.destroy();
  return schema.map((text) => `${text};\n`).join('\n');
}

function literal(value: string | number | Buffer | null, onPostgres: boolean): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number') return String(value);
  if (Buffer.isBuffer(value))
    return onPostgres ? `'\\x${value.toString('hex')}'` : `x'${value.toString('hex')}'`;
  return `'${value.replaceAll("'", "''")}'`;
}

const MIGRATIONS_FOLDER = new URL('../../src/adapters/typeorm/migrations/', import.meta.url);

/** SHA-256 of each file of a release's migrations, by file name. */
export async function migrationHashes(release: string): Promise<Record<string, string>> {
  const folder = new URL(`v${release.replaceAll('.', '_')}/`, MIGRATIONS_FOLDER);
  const names = (await readdir(folder)).sort();
  const hashed = names.map(async (name) => {
    const text = await readFile(new URL(name, folder));
    return [name, createHash('sha256').update(text).digest('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(hashed));
}

/** The releases that have migrations, such as `0.1.0`. */
export const releasesWithMigrations = async (): Promise<readonly string[]> =>
  (await readdir(MIGRATIONS_FOLDER))
    .filter((name) => name !== 'index.ts')
    .map((name) => name.slice(1).replaceAll('_', '.'));
