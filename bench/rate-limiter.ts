import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openStorage } from '../src/adapters/typeorm/index.js';
import { makeRateLimiter } from '../src/application/api-keys/limit-rate.js';
import type { ApiKeyId } from '../src/domain/api-key/api-key.js';
import { isAllowed, windowStart } from '../src/domain/api-key/rate-window.js';
import type { RateCounter } from '../src/ports/index.js';
import startProvider from '../test/support/global-setup.js';
import stopProvider from '../test/support/global-teardown.js';
import { provided } from '../test/support/provided.js';
import { figure, printJson, printTable, type Row } from './support/report.js';
import { percentile } from './support/stats.js';

// The cost of one request against a key's limit: by Sluice's limiter, by one upsert per request, and by a Map in a single
// process. Each key is new, and used by several concurrent callers. Postgres is a temporary one that does not sync to disk,
// which flatters the upserts; pass another with --postgres.
const { values: options } = parseArgs({
  options: { keys: { type: 'string', default: '15' }, postgres: { type: 'string' } },
});
const KEYS = Number(options.keys);
const CONCURRENCY = [1, 10, 100];
const LOADS = { 'to the limit': 100, 'ten times the limit': 1000 } as const;
const AT = new Date();

/** Whether the key's next request passes. */
type Limiter = (keyId: ApiKeyId) => Promise<boolean>;

/** Counts the statements that reach the storage. */
class Watched implements RateCounter {
  questions = 0;

  constructor(private readonly inner: RateCounter) {}

  add(keyId: ApiKeyId, start: Date, count: number): Promise<number> {
    this.questions++;
    return this.inner.add(keyId, start, count);
  }

  deleteBefore(start: Date): Promise<void> {
    return this.inner.deleteBefore(start);
  }
}

function limiters(rates: RateCounter): Readonly<Record<string, Limiter>> {
  const consume = makeRateLimiter({ rates });
  const counts = new Map<ApiKeyId, number>();
  return {
    'a Map': async (keyId) => {
      const before = counts.get(keyId) ?? 0;
      counts.set(keyId, before + 1);
      return isAllowed(before);
    },
    Sluice: async (keyId) => (await consume(keyId, AT)).allowed,
    'one upsert each': async (keyId) => isAllowed(await rates.add(keyId, windowStart(AT), 1)),
  };
}

/** Sends a new key's requests, a fixed number at a time, and returns the microseconds per request. */
async function runKey(limiter: Limiter, requests: number, concurrency: number): Promise<number> {
  const keyId = randomBytes(16).toString('hex') as ApiKeyId;
  let left = requests;
  let passed = 0;
  const caller = async () => {
    while (left-- > 0) if (await limiter(keyId)) passed++;
  };
  const from = performance.now();
  await Promise.all(Array.from({ length: concurrency }, caller));
  const elapsedMs = performance.now() - from;
  if (passed !== 100) throw new Error(`${passed} requests passed instead of 100`);
  return (elapsedMs * 1000) / requests;
}

async function measure(database: string, inner: RateCounter): Promise<Row[]> {
  const rates = new Watched(inner);
  const rows: Row[] = [];
  for (const [load, requests] of Object.entries(LOADS)) {
    for (const concurrency of CONCURRENCY) {
      const contenders = Object.entries(limiters(rates));
      const times = new Map<string, number[]>(contenders.map(([name]) => [name, []]));
      const questions = new Map<string, number>();
      // The contenders take turns, so that background load affects all of them equally.
      for (let key = -1; key < KEYS; key++) {
        for (const [name, limiter] of contenders) {
          const before = rates.questions;
          const time = await runKey(limiter, requests, concurrency);
          if (key < 0) continue;
          times.get(name)!.push(time);
          questions.set(name, (questions.get(name) ?? 0) + rates.questions - before);
        }
      }
      for (const [name] of contenders) {
        rows.push({
          limiter: name,
          database,
          load,
          'at a time': concurrency,
          'µs a request': figure(percentile(times.get(name)!, 0.5)),
          'round trips per request': figure(questions.get(name)! / (KEYS * requests)),
        });
      }
    }
  }
  return rows;
}

async function onDatabase(name: string, url: string): Promise<Row[]> {
  const storage = await openStorage(url);
  try {
    return await measure(name, storage.ports.rates);
  } finally {
    await storage.close();
  }
}

async function onPostgres(): Promise<Row[]> {
  if (options.postgres !== undefined) return onDatabase('Postgres', options.postgres);
  await startProvider();
  try {
    return await onDatabase('Postgres', await provided('postgres'));
  } finally {
    await stopProvider();
  }
}

const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-rates-'));
const rows = [...(await onDatabase('SQLite', `sqlite:${join(folder, 'rates.db')}`)), ...(await onPostgres())];
await rm(folder, { recursive: true });
printTable(rows);
printJson('rate-limiter', { keys: KEYS, rows });
