import { EventEmitter, once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { memoryStorage } from '../../../../src/adapters/memory/index.js';
import { NodeHasher } from '../../../../src/adapters/system/index.js';
import { devnetRegistry } from '../../../../src/apps/devnet/genesis/devnet-registry.js';
import { startHistory } from '../../../../src/apps/server/history/history-module.js';
import { fixedClock } from '../../../support/fixed-clock.js';
import { logInMemory } from '../../../support/log-lines.js';

const NOW = new Date('2026-11-20T12:07:00Z');
const RECORDED_AT = new Date('2026-11-20T12:05:00Z');
const { sbtc } = devnetRegistry();

function aDevnet() {
  const { prices, priceArchive } = memoryStorage();
  const { log, lines } = logInMemory();
  const asked = new EventEmitter();
  const points: typeof prices.points = (...window) => {
    asked.emit('points');
    return prices.points(...window);
  };
  const ports = {
    ...{ priceArchive, hasher: new NodeHasher(), clock: fixedClock(NOW) },
    prices: Object.assign(Object.create(prices) as typeof prices, { points }),
  };
  const record = (at: Date) =>
    prices.record({
      at,
      btcUsd: 100_000,
      prices: new Map([[sbtc, { usd: 99_900, sbtc: 0.999, liquidityUsd: 1, roundTripLoss: null }]]),
    });
  return {
    asked,
    lines,
    record,
    start: () => startHistory(ports, { days: 1, log, lookMs: 1 }),
    points: () => prices.points(sbtc, 0, NOW.getTime() / 1_000 + 1),
  };
}

describe('the history of a new devnet', () => {
  it('leads up to the first recorded prices, as soon as they are recorded', async () => {
    const { start, record, points, lines, asked } = aDevnet();
    const stop = start();
    await record(RECORDED_AT);
    await once(asked, 'points');
    await stop();
    expect(await points()).toHaveLength(288 + 1);
    const since = new Date(RECORDED_AT.getTime() - 86_400_000).toISOString();
    expect(lines).toMatchObject([{ level: 30, added: 288, since }]);
  });

  it('is that of the grid point before, if the start took longer than the rest of its five minutes', async () => {
    const { start, record, points, asked } = aDevnet();
    await record(new Date(RECORDED_AT.getTime() - 300_000));
    const stop = start();
    await once(asked, 'points');
    await stop();
    expect((await points()).length).toBeGreaterThan(280);
  });

  it('is not made for a database with older prices, nor when the process stops before any is recorded', async () => {
    const old = aDevnet();
    const before = new Date(RECORDED_AT.getTime() - 40 * 86_400_000);
    await old.record(before);
    await old.record(RECORDED_AT);
    const stop = old.start();
    await once(old.asked, 'points');
    await stop();
    const stopped = aDevnet();
    await stopped.start()();
    expect([(await old.points()).length, (await stopped.points()).length]).toEqual([2, 0]);
    expect([...old.lines, ...stopped.lines]).toEqual([]);
  });
});
