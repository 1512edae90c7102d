import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { PricePoint } from '../../../src/domain/price-series/price.js';
import {
  CHANGE_PERIODS,
  priceChange,
  sparkline,
  sparklineStart,
  type ChangePeriod,
} from '../../../src/domain/price-series/trend.js';
import { seconds, seriesArbitrary } from './series.js';
import { runs } from '../../support/properties.js';

const NOW = new Date('2026-03-04T12:00:00Z');
const HOUR = 3600;
const ago = (age: number, usd: number) => ({ time: NOW.getTime() / 1000 - age, usd });

/** Searches each period separately, as the rule is worded. */
function naiveChange(points: readonly PricePoint[], usd: number, now: Date, period: ChangePeriod) {
  const length = CHANGE_PERIODS[period];
  const oldest = length + Math.max(HOUR, length / 10);
  const age = ({ time }: PricePoint) => now.getTime() / 1000 - time;
  const reference = points.filter((point) => age(point) >= length && age(point) <= oldest).at(-1);
  return reference === undefined ? null : (100 * (usd - reference.usd)) / reference.usd;
}

describe('priceChange', () => {
  it('compares with the newest price at or before the start of each period', () => {
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
  ] as const)(
    'priceChange of %s is null when the newest price is more than %s seconds old',
    (period, oldest) => {
      expect(priceChange([ago(oldest, 4)], 3, NOW)[period]).toBe(-25);
      expect(priceChange([ago(oldest + 1, 4)], 3, NOW)[period]).toBeNull();
    },
  );

  it('returns null for each period without a price at or before its start', () => {
    expect(priceChange([], 3, NOW)).toEqual({ '1h': null, '24h': null, '7d': null, '30d': null });
    expect(priceChange([ago(0, 3)], 3, NOW)['1h']).toBeNull();
  });

  it('returns what a separate search per period returns, for any series', () => {
    const later = fc.integer({ min: 0, max: 40 * 24 * HOUR });
    fc.assert(
      fc.property(seriesArbitrary(200), later, (points, delay) => {
        const now = new Date(((points[0]?.time ?? seconds('2026-01-01')) + delay) * 1000);
        const change = priceChange(points, 7, now);
        for (const period of Object.keys(CHANGE_PERIODS) as ChangePeriod[]) {
          expect(change[period]).toBe(naiveChange(points, 7, now, period));
        }
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('sparkline', () => {
  const now = new Date('2026-03-04T13:10:00Z');

  it('returns 42 closes, one for each four hours, the current one last', () => {
    expect(sparklineStart(now)).toBe(seconds('2026-02-25T16:00:00Z'));
    const points = Array.from({ length: 7 * 288 }, (_, i) => {
      const time = seconds('2026-02-25T13:10:00Z') + i * 300;
      return { time, usd: time };
    });
    const closes = sparkline(points, now);
    expect(closes).toHaveLength(42);
    expect(closes[0]).toBe(seconds('2026-02-25T19:55:00Z'));
    expect(closes[40]).toBe(seconds('2026-03-04T11:55:00Z'));
    expect(closes[41]).toBe(seconds('2026-03-04T13:05:00Z'));
  });

  it('returns null before the first price and repeats the last one after it', () => {
    const closes = sparkline([{ time: seconds('2026-03-04T03:00:00Z'), usd: 5 }], now);
    expect(closes).toEqual([...new Array<null>(38).fill(null), 5, 5, 5, 5]);
    expect(sparkline([], now)).toEqual(new Array(42).fill(null));
  });

  it('repeats the newest earlier price in the first closes', () => {
    expect(sparkline([{ time: seconds('2026-01-01'), usd: 5 }], now)).toEqual(new Array(42).fill(5));
  });

  it('returns the newest price before the end of each four hours, for any series', () => {
    const delays = fc.integer({ min: 0, max: 20 * 24 * HOUR });
    fc.assert(
      fc.property(seriesArbitrary(), delays, (points, delay) => {
        const later = new Date(((points[0]?.time ?? 0) + delay) * 1000);
        const start = sparklineStart(later);
        const closes = Array.from({ length: 42 }, (_, i) => {
          const end = start + (i + 1) * 4 * HOUR;
          return points.filter(({ time }) => time < end).at(-1)?.usd ?? null;
        });
        expect(sparkline(points, later)).toEqual(closes);
      }),
      { numRuns: runs(200) },
    );
  });
});
