import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sparkline, sparklineStart } from '../../../src/domain/price-series/sparkline.js';
import { seconds, seriesArbitrary } from './series.js';

const FOUR_HOURS = 4 * 3600;
const NOW = new Date('2026-03-04T13:10:00Z');

describe('sparkline', () => {
  it('returns 42 closes of four hours, the current one last', () => {
    expect(sparklineStart(NOW)).toBe(seconds('2026-02-25T16:00:00Z'));
    const points = Array.from({ length: 7 * 288 }, (_, i) => {
      const time = seconds('2026-02-25T13:10:00Z') + i * 300;
      return { time, usd: time };
    });
    const closes = sparkline(points, NOW);
    expect(closes).toHaveLength(42);
    expect(closes[0]).toBe(seconds('2026-02-25T19:55:00Z'));
    expect(closes[40]).toBe(seconds('2026-03-04T11:55:00Z'));
    expect(closes[41]).toBe(seconds('2026-03-04T13:05:00Z'));
  });

  it('returns null before the first price and repeats the last one after it', () => {
    const closes = sparkline([{ time: seconds('2026-03-04T03:00:00Z'), usd: 5 }], NOW);
    expect(closes).toEqual([...new Array<null>(38).fill(null), 5, 5, 5, 5]);
    expect(sparkline([], NOW)).toEqual(new Array(42).fill(null));
  });

  it('takes its first closes from an earlier price', () => {
    expect(sparkline([{ time: seconds('2026-01-01'), usd: 5 }], NOW)).toEqual(new Array(42).fill(5));
  });

  it('returns the newest price before each close for any series', () => {
    const later = fc.integer({ min: 0, max: 20 * 24 * 3600 });
    fc.assert(
      fc.property(seriesArbitrary(), later, (points, delay) => {
        const now = new Date(((points[0]?.time ?? 0) + delay) * 1000);
        const start = sparklineStart(now);
        const closes = Array.from({ length: 42 }, (_, i) => {
          const end = start + (i + 1) * FOUR_HOURS;
          return points.filter(({ time }) => time < end).at(-1)?.usd ?? null;
        });
        expect(sparkline(points, now)).toEqual(closes);
      }),
      { numRuns: 200 },
    );
  });
});
