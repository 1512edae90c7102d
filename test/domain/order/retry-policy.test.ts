import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  afterDryRun,
  afterFailure,
  afterLimit,
  afterMiss,
  afterOutage,
  afterRefusedAccount,
  afterSibling,
  afterUnread,
  LONGEST_OUTAGE_MS,
  isCheckedInFull,
} from '../../../src/domain/order/evaluation/retry-policy.js';
import { T0 } from '../../support/builders.js';

const moment = { now: T0, jitter: 0.5 };
const pause = (at: Date) => at.getTime() - T0.getTime();

describe('afterFailure', () => {
  it.each([
    [0, 1, 10_000],
    [1, 2, 20_000],
    [2, 3, 40_000],
    [3, 4, 80_000],
    [4, 5, 900_000],
    [5, 6, 900_000],
    [1_000, 1_001, 900_000],
  ])(
    'after %d failures counts the next one as number %d and pauses for %d ms',
    (before, attempts, pauseMs) => {
      const failed = afterFailure(before, 'no-route', moment);
      expect(failed).toEqual({ attempts, reason: 'no-route', at: new Date(T0.getTime() + pauseMs) });
    },
  );

  it('spreads the pauses by 25% in both directions', () => {
    const at = (jitter: number) => pause(afterFailure(4, 'no-route', { now: T0, jitter }).at);
    expect([at(0), at(0.25), at(0.999_999_999)]).toEqual([675_000, 787_500, 1_125_000]);
  });
});

describe('afterMiss', () => {
  it.each([
    [0.000_001, 10_001],
    [0.01, 22_000],
    [0.1, 130_000],
    [0.5, 610_000],
    [0.75, 900_000],
    [1, 900_000],
  ])('when the market lacks the share %d of the price, pauses for %d ms', (gap, pauseMs) => {
    const missed = afterMiss('below-minimum', gap, moment);
    expect(missed).toMatchObject({ attempts: 0, reason: 'below-minimum' });
    expect(pause(missed.at)).toBeCloseTo(pauseMs, -1);
  });

  it('leaves out a full attempt at exactly the share of 15 minutes for which it pauses', () => {
    expect(isCheckedInFull(0.5, { now: T0, jitter: 610 / 900 })).toBe(false);
  });

  it('lets an order be attempted in full about every 15 minutes, whatever the gap', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (gap) => {
        const chance = pause(afterMiss('any', gap, moment).at) / 900_000;
        expect(isCheckedInFull(gap, { now: T0, jitter: chance * 0.999 })).toBe(true);
        expect(isCheckedInFull(gap, { now: T0, jitter: chance * 1.001 })).toBe(false);
      }),
    );
  });
});

describe('afterOutage', () => {
  it('never pauses for more than LONGEST_OUTAGE_MS', () => {
    expect(LONGEST_OUTAGE_MS).toBe(75_000);
  });

  it.each([
    [1, 'unreachable', 1_000],
    [2, 'unreachable', 2_000],
    [4, 'unreachable', 8_000],
    [5, 'unreachable', 15_000],
    [10_000, 'unreachable', 15_000],
    [1, 'refusing', 1_000],
    [6, 'refusing', 32_000],
    [7, 'refusing', 60_000],
    [10_000, 'refusing', 60_000],
  ] as const)('after %d outages in a row (%s) pauses for %d ms', (failures, outage, pauseMs) => {
    expect(pause(afterOutage(failures, outage, moment))).toBe(pauseMs);
  });

  it.each([
    ['unreachable', 18_750],
    ['refusing', 75_000],
  ] as const)(
    'never pauses for less than 750 ms or, while the chain is %s, for more than %d ms',
    (outage, longest) => {
      fc.assert(
        fc.property(
          fc.integer({ min: 1, max: 1e6 }),
          fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
          (failures, jitter) => {
            const ms = pause(afterOutage(failures, outage, { now: T0, jitter }));
            return ms >= 750 && ms <= longest;
          },
        ),
      );
    },
  );
});

describe('afterUnread', () => {
  it.each([
    [1, 3_000],
    [2, 6_000],
    [5, 48_000],
    [6, 60_000],
    [10_000, 60_000],
  ])('after %d reads in vain pauses for %d ms', (times, pauseMs) => {
    expect(pause(afterUnread(times, moment))).toBe(pauseMs);
  });
});

describe('afterLimit and afterDryRun', () => {
  it('leave the number of attempts unchanged', () => {
    const at = (ms: number) => new Date(T0.getTime() + ms);
    expect(afterLimit(3, 'owner-in-flight', moment)).toEqual({
      attempts: 3,
      reason: 'owner-in-flight',
      at: at(10_000),
    });
    expect(afterLimit(3, 'too-many-failures', moment)).toEqual({
      attempts: 3,
      reason: 'too-many-failures',
      at: at(900_000),
    });
    expect(afterDryRun(3, moment)).toEqual({ attempts: 3, reason: 'dry-run', at: at(60_000) });
  });
});

describe('afterRefusedAccount', () => {
  it('pauses for a second, as after the first outage, and leaves the number of attempts unchanged', () => {
    const at = new Date(T0.getTime() + 1_000);
    expect(afterRefusedAccount(3, moment)).toEqual({ attempts: 3, reason: 'broadcast-refused', at });
  });
});

describe('afterSibling', () => {
  it('pauses for 30 s and leaves the number of attempts unchanged', () => {
    expect(afterSibling(3, moment)).toEqual({
      attempts: 3,
      reason: 'sibling-sent',
      at: new Date(T0.getTime() + 30_000),
    });
  });
});
