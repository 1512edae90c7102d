import { describe, expect, it } from '@jest/globals';
import { memoryStorage } from '../../../src/adapters/memory/index.js';
import { makeShare } from '../../../src/application/execution/tick/share.js';
import { levelOf } from '../../../src/domain/order/conditions/conditions.js';
import type { TriggerLevel } from '../../../src/domain/order/conditions/rules.js';
import { at, T0 } from '../../support/builders.js';
import { aWindowCondition } from '../../support/conditions.js';
import { coreHarness, WELSH, type CoreHarness } from '../../support/core-harness.js';
import { pass, recordPrices, whenAbove } from '../../support/executor-steps.js';
import { place } from '../../support/order-steps.js';

const LEVELS: readonly TriggerLevel[] = Array.from({ length: 100 }, (_, n) => ({
  conditionToken: `SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS.token-${Math.floor(n / 2)}`,
  baseAsset: 'USD',
  direction: n % 2 === 0 ? 'gt' : 'lt',
  level: 1n,
}));
const WINDOW = levelOf(aWindowCondition());
const ALL = [WINDOW, ...LEVELS];

/** Executors on one storage, and the clock that they share. */
function executors() {
  const { executionQueue } = memoryStorage();
  let [ms, checkIns] = [0, 0];
  const counting = {
    checkIn: (presence: Parameters<typeof executionQueue.checkIn>[0]) => {
      checkIns++;
      return executionQueue.checkIn(presence);
    },
  };
  return {
    named: (claimant: string) => {
      const lease = () => ({ now: at(ms), leaseMs: 30_000, claimant });
      const share = makeShare({ executionQueue: counting, lease });
      return () => share(ALL);
    },
    later: (byMs: number) => (ms += byMs),
    checkIns: () => checkIns,
  };
}

describe('the share of an executor', () => {
  it('is everything, in one part, while it is alone', async () => {
    expect(await executors().named('a')()).toEqual([ALL]);
  });

  it('begins with other pairs for each of two, both directions of a pair together, and ends with the rest', async () => {
    const { named, later } = executors();
    const [a, b] = [named('a'), named('b')];
    await a();
    await b();
    later(30_000);
    const [ofA, ofB] = [await a(), await b()];
    expect(ofA.map((part) => part.length).reduce((x, y) => x + y)).toBe(ALL.length);
    const firstOf = ([first]: typeof ofA) => new Set(first!.filter((level) => level !== WINDOW));
    expect(firstOf(ofA).size).toBeGreaterThan(30);
    expect(firstOf(ofB).size).toBeGreaterThan(30);
    expect(new Set([...firstOf(ofA), ...firstOf(ofB)]).size).toBe(LEVELS.length);
    const pairsOf = (levels: Set<TriggerLevel>) => new Set([...levels].map((level) => level.conditionToken));
    expect(pairsOf(firstOf(ofA)).size + pairsOf(firstOf(ofB)).size).toBe(LEVELS.length / 2);
  });

  it('begins with the orders that wait for the clock alone, for every executor', async () => {
    const { named, later } = executors();
    const [a, b] = [named('a'), named('b')];
    await a();
    await b();
    later(30_000);
    for (const share of [a, b]) expect((await share())[0]).toContain(WINDOW);
  });

  it('is everything again when the other has not checked in for 150 seconds', async () => {
    const { named, later } = executors();
    const a = named('a');
    await named('b')();
    expect(await a()).toHaveLength(2);
    later(149_999);
    expect(await a()).toHaveLength(2);
    later(30_000);
    expect(await a()).toEqual([ALL]);
  });

  it('is checked every 30 seconds, however many passes there are, and when the clock is set back', async () => {
    const { named, later, checkIns } = executors();
    const a = named('a');
    for (let n = 0; n < 7; n++) {
      await a();
      later(9_999);
    }
    expect(checkIns()).toBe(2);
    later(-60_000);
    await a();
    expect(checkIns()).toBe(3);
  });
});

describe('a pass beside another executor that does nothing', () => {
  it.each(['0', 'z'])(
    'sends the orders of every pair, whichever of them it begins with (%s)',
    async (other) => {
      const harness: CoreHarness = coreHarness();
      const { executionQueue } = harness.ports;
      await place(harness, 1, whenAbove(WELSH, '1.5'));
      await recordPrices(harness, { [WELSH]: 2 });
      const until = new Date(T0.getTime() + 1e9);
      for (let n = 0; n < 5; n++)
        await executionQueue.checkIn({ claimant: `${other}${n}`, now: harness.clock.now(), until });
      expect(await pass(harness)).toMatchObject({ attempts: { sent: 1 }, left: 'none' });
    },
  );
});
