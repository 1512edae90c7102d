import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isAllowed, standingAfter, windowStart } from '../../../src/domain/api-key/rate-window.js';
import { T0 } from '../../support/builders.js';

describe('windowStart', () => {
  it.each([
    ['2026-11-20T12:00:00.000Z', '2026-11-20T12:00:00.000Z'],
    ['2026-11-20T12:00:59.999Z', '2026-11-20T12:00:00.000Z'],
    ['2026-11-20T12:01:00.000Z', '2026-11-20T12:01:00.000Z'],
  ])('given %s, returns %s', (at, start) => {
    expect(windowStart(new Date(at)).toISOString()).toBe(start);
  });

  it('returns a whole minute of the epoch, at most a minute before the time', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('2000-01-01'), noInvalidDate: true }), (at) => {
        const start = windowStart(at).getTime();
        expect(start % 60_000).toBe(0);
        expect(at.getTime() - start).toBeGreaterThanOrEqual(0);
        expect(at.getTime() - start).toBeLessThan(60_000);
      }),
    );
  });
});

describe('isAllowed and standingAfter', () => {
  it.each([
    ['first', 0, true, 99],
    ['99th', 98, true, 1],
    ['100th', 99, true, 0],
    ['101st', 100, false, 0],
    ['1000th', 999, false, 0],
  ])(
    'return, for the %s request of a window, whether it is allowed and how many remain',
    (_, before, expected, remaining) => {
      expect(isAllowed(before)).toBe(expected);
      expect(standingAfter(T0, before)).toEqual({
        limit: 100,
        remaining,
        resetsAt: new Date(T0.getTime() + 60_000),
      });
    },
  );
});
