import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CHANGE_PERIODS, priceChange, type ChangePeriod } from '../../../src/domain/price-series/change.js';
import type { PricePoint } from '../../../src/domain/price-series/price.js';
import { seconds, seriesArbitrary } from './series.js';

const NOW = new Date('2026-03-04T12:00:00Z');
const HOUR = 3600;
const ago = (age: number, usd: number) => ({ time: NOW.getTime() / 1000 - age, usd });

/** One search per period, straight from the rule. */
function naiveChange(points: readonly PricePoint[], usd: number, now: Date, period: ChangePeriod) {
  const length = CHANGE_PERIODS[period];
  const oldest = length + Math.max(HOUR, length / 10);
  const age = ({ time }: PricePoint) => now.getTime() / 1000 - time;
  const reference = points.filter((point) => age(point) >= length && age(point) <= oldest).at(-1);
  return reference === undefined ? null : (100 * (usd - reference.usd)) / reference.usd;
}

describe('priceChange', () => {
  it('compares with the newest price at or before each period', () => {
    const points = [
      ago(30 * 24 * HOUR, 1),
      ago(7 * 24 * HOUR + 300, 2),
      ago(7 * 24 * HOUR - 300, 99),
      ago(24 * HOUR + 300, 99),
      ago(24 * HOUR, 5),
      ago(HOUR + 600, 8),
      ago(HOUR - 300, 99),
      ago(0, 10),
    ];
    expect(priceChange(points, 10, NOW)).toEqual({ '1h': 25, '24h': 100, '7d': 400, '30d': 900 });
  });

  it.each([
    ['1h', 2 * HOUR],
    ['24h', 26.4 * HOUR],
    ['7d', 7.7 * 24 * HOUR],
    ['30d', 33 * 24 * HOUR],
  ] as const)('takes for %s no price that is too old', (period, oldest) => {
    expect(priceChange([ago(oldest, 4)], 3, NOW)[period]).toBe(-25);
    expect(priceChange([ago(oldest + 1, 4)], 3, NOW)[period]).toBeNull();
  });

  it('returns null for every period without history', () => {
    expect(priceChange([], 3, NOW)).toEqual({ '1h': null, '24h': null, '7d': null, '30d': null });
    expect(priceChange([ago(0, 3)], 3, NOW)['1h']).toBeNull();
  });

  it('agrees with a separate search per period for any series', () => {
    const later = fc.integer({ min: 0, max: 40 * 24 * HOUR });
    fc.assert(
      fc.property(seriesArbitrary(200), later, (points, delay) => {
        const now = new Date(((points[0]?.time ?? seconds('2026-01-01')) + delay) * 1000);
        const change = priceChange(points, 7, now);
        for (const period of Object.keys(CHANGE_PERIODS) as ChangePeriod[]) {
          expect(change[period]).toBe(naiveChange(points, 7, now, period));
        }
      }),
      { numRuns: 300 },
    );
  });
});
