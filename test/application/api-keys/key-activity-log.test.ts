import { describe, expect, it } from '@jest/globals';
import { memoryStorage } from '../../../src/adapters/memory/index.js';
import { makeKeyActivityLog, type KeyOutcome } from '../../../src/application/api-keys/key-activity-log.js';
import type { KeyUsage } from '../../../src/domain/api-key/usage.js';
import type { ApiKeyActivity } from '../../../src/ports/index.js';
import { keyIdOf } from '../../support/api-keys.js';
import { T0 } from '../../support/builders.js';
import { fixedClock } from '../../support/fixed-clock.js';

const standing = { limit: 100, remaining: 99, resetsAt: new Date(T0.getTime() + 60_000) };
const executed: KeyOutcome = {
  action: 'execute',
  method: 'POST',
  endpoint: '/orders/x/execute',
  statusCode: 200,
  success: true,
};

function aLog() {
  const clock = fixedClock(T0);
  const { apiKeyActivity } = memoryStorage();
  const writes: (readonly KeyUsage[])[] = [];
  let broken = false;
  const port: ApiKeyActivity = {
    record: async (usages) => {
      writes.push(usages);
      if (broken) throw new Error('storage is away');
      await apiKeyActivity.record(usages);
    },
    listUsage: (ids) => apiKeyActivity.listUsage(ids),
    listRecent: (id) => apiKeyActivity.listRecent(id),
  };
  const log = makeKeyActivityLog({ apiKeyActivity: port, clock });
  const record = (n: number, outcome: KeyOutcome = executed) =>
    log.record({ keyId: keyIdOf(n), askedAt: clock.now(), standing }, outcome);
  const total = async (n: number) =>
    (await apiKeyActivity.listUsage([keyIdOf(n)])).get(keyIdOf(n))?.counts.totalRequests ?? 0;
  return {
    log,
    clock,
    writes,
    record,
    total,
    apiKeyActivity,
    setBroken: (to: boolean) => void (broken = to),
  };
}

describe('makeKeyActivityLog', () => {
  it('writes nothing before a flush, then each key’s usage once', async () => {
    const { log, record, writes, total } = aLog();
    for (let n = 0; n < 10; n++) record(1);
    record(2);
    expect(writes).toEqual([]);
    await log.flush();
    expect(writes).toHaveLength(1);
    expect(writes[0]).toHaveLength(2);
    expect([await total(1), await total(2)]).toEqual([10, 1]);
    await log.flush();
    expect(writes).toHaveLength(1);
  });

  it('records when a request arrived and how long it took', async () => {
    const { log, clock, apiKeyActivity } = aLog();
    const askedAt = clock.now();
    clock.advance(37);
    const failed = { ...executed, statusCode: 422, success: false, errorMessage: 'No route' };
    log.record({ keyId: keyIdOf(1), askedAt, standing }, failed);
    await log.flush();
    const { action: _, ...outcome } = failed;
    expect(await apiKeyActivity.listRecent(keyIdOf(1))).toEqual([{ ...outcome, at: T0, responseTimeMs: 37 }]);
  });

  it('keeps usage that could not be written, in order, for the next flush', async () => {
    const { log, clock, record, setBroken, total, apiKeyActivity } = aLog();
    setBroken(true);
    record(1);
    const failed = log.flush();
    clock.advance(1);
    record(1);
    await expect(failed).rejects.toThrow('storage is away');
    setBroken(false);
    await log.flush();
    expect(await total(1)).toBe(2);
    const times = (await apiKeyActivity.listRecent(keyIdOf(1))).map((request) => request.at.getTime());
    expect(times).toEqual([T0.getTime() + 1, T0.getTime()]);
  });

  it('writes each request once when several flushes overlap', async () => {
    const { log, record, total } = aLog();
    record(1);
    await Promise.all([log.flush(), log.flush(), log.flush()]);
    expect(await total(1)).toBe(1);
  });
});
