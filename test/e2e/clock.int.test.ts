import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setInterval } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { onlyOn } from '../support/databases.js';
import type { Exchange } from '../support/exchange.js';
import { FIRES_AT_ONCE } from '../support/executor-runs.js';
import { useTestBed } from '../support/test-bed.js';
import { ask } from '../support/test-chain.js';

const HOUR = 3_600_000;
const DEADLINE_MS = 20_000;

describe.each(onlyOn('SQLite'))('a server whose clock is ahead for a moment, on $name', ({ create }) => {
  const bed = useTestBed(create, []);
  const folder = mkdtempSync(join(tmpdir(), 'sluice-clock-'));
  const file = join(folder, 'offset');
  afterAll(() => rmSync(folder, { recursive: true }));

  const setAhead = (ms: number) => {
    writeFileSync(`${file}.new`, String(ms));
    renameSync(`${file}.new`, file);
  };
  const faked = {
    NODE_OPTIONS: `--import=${new URL('../support/faked-clock.mjs', import.meta.url).href}`,
    FAKED_CLOCK_FILE: file,
  };
  const until = async (what: string, isTrue: () => Promise<boolean>) => {
    const from = performance.now();
    for await (const _tick of setInterval(50)) {
      if (await isTrue()) return;
      if (performance.now() - from > DEADLINE_MS) break;
    }
    throw new Error(`${what} did not happen`);
  };
  const readiness = async (server: Exchange) =>
    JSON.stringify((await ask(`${server.sluice().url}/readyz`)).body);
  const aheadBy = (server: Exchange, minutes: number) => async () =>
    (await readiness(server)).includes(`the clock is ${minutes} minutes ahead of the chain`);
  const lastRun = async (server: Exchange) => {
    const { body } = await ask<{ lastRecordedAt?: string }>(`${server.sluice().url}/prices/api/v1/health`);
    return Date.parse(body.lastRecordedAt ?? '');
  };

  it('shows the prices that it records once the clock is right, not those recorded before', async () => {
    setAhead(2 * HOUR);
    const server = await bed.open(faked);
    await until('a run of a time to come', async () => (await lastRun(server)) > Date.now() + HOUR);
    setAhead(0);
    await until('a run of now', async () => (await lastRun(server)) <= Date.now());
    const price = { conditionToken: bed.chain.devnet.registry.sbtc, targetPrice: '1', direction: 'gt' };
    const order = server.signedOrder({ ...price, confirm: { blocks: 0 } } as never);
    expect(await server.place(order)).toMatchObject({ status: 200 });
    await server.until(order.uuid, 'broadcasted');
    await server.end('SIGTERM');
  }, 60_000);

  it('ends and sends no order meanwhile, says so, and sends what is due once the clock is right', async () => {
    await bed.chain.control('/mine');
    const server = await bed.open({ ...faked, SLUICE_MAX_CLOCK_DRIFT_MS: '120000' });
    const waiting = server.signedOrder({
      ...FIRES_AT_ONCE,
      conditionToken: bed.chain.devnet.registry.sbtc,
      targetPrice: '1000000000',
    });
    expect(await server.place(waiting)).toMatchObject({ status: 200 });
    setAhead(2 * HOUR);
    await until('a doubt of the clock', aheadBy(server, 120));
    const due = server.signedOrder(FIRES_AT_ONCE);
    expect(await server.place(due)).toMatchObject({ status: 200 });
    await server.end('SIGKILL');

    setAhead(100 * 24 * HOUR);
    await server.start();
    await until('a doubt of the clock', aheadBy(server, 100 * 24 * 60));
    for (const { uuid } of [waiting, due]) expect(await server.eventTypes(uuid)).toEqual(['created']);
    // The newest is the first test's.
    expect(await lastRun(server)).toBeLessThanOrEqual(Date.now() + 2 * HOUR);

    await bed.chain.control('/mine');
    setAhead(0);
    await server.until(due.uuid, 'broadcasted');
    await until('readiness', async () => (await readiness(server)).includes('"status":"ready"'));
    expect(await server.eventTypes(waiting.uuid)).toEqual(['created']);
  }, 60_000);
});
