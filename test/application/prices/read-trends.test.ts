import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { memoryStorage } from '../../../src/adapters/memory/index.js';
import { readTrends } from '../../../src/application/prices/read-trends.js';
import { GRID_SECONDS } from '../../../src/domain/price-series/price.js';
import { LATER, tokenNo } from '../../support/price-runs.js';
import { runs } from '../../support/properties.js';

const HOUR = 3600;
const DAY = 24 * HOUR;
const MOMENT = Date.parse('2026-11-20T12:00:00Z') / 1000;

interface Point {
  readonly time: number;
  readonly usd: number;
}

/** Slots before the moment, close together around the edges of the periods and far apart elsewhere. */
const slotsBack = fc.oneof(
  fc.integer({ min: 0, max: 40 }),
  ...[HOUR, 2 * HOUR, DAY, 7 * DAY, 30 * DAY, 33 * DAY].map((edge) =>
    fc.integer({ min: edge / GRID_SECONDS - 4, max: edge / GRID_SECONDS + 4 }),
  ),
  fc.integer({ min: 0, max: (7.5 * DAY) / GRID_SECONDS }),
  fc.integer({ min: 0, max: (40 * DAY) / GRID_SECONDS }),
);
const series = fc
  .uniqueArray(fc.record({ back: slotsBack, usd: fc.double({ min: 1e-9, max: 1e6, noNaN: true }) }), {
    selector: ({ back }) => back,
    minLength: 1,
    maxLength: 60,
  })
  .map((points) =>
    points.map(({ back, usd }) => ({ time: -back * GRID_SECONDS, usd })).sort((a, b) => a.time - b.time),
  );
/** The newest run, anywhere in its day. */
const moments = fc.integer({ min: 0, max: 287 }).map((slot) => MOMENT + slot * GRID_SECONDS);

function naiveChange(points: readonly Point[], now: number, period: number): number | null {
  const usd = points.at(-1)!.usd;
  const oldest = now - period - Math.max(HOUR, period / 10);
  const before = points.filter(({ time }) => time <= now - period && time >= oldest).at(-1);
  return before === undefined ? null : (100 * (usd - before.usd)) / before.usd;
}

function naiveSparkline(points: readonly Point[], now: number): (number | null)[] {
  const open = Math.floor(now / (4 * HOUR)) * 4 * HOUR;
  return Array.from({ length: 42 }, (_, index) => {
    const end = open - (41 - index) * 4 * HOUR + 4 * HOUR;
    return points.filter(({ time }) => time < end).at(-1)?.usd ?? null;
  });
}

/** Whole days of the week before. Where they hold no price, the newest price is known nevertheless. */
function readOf(points: readonly Point[], now: number): readonly Point[] {
  const start = Math.floor((now - 7.7 * DAY) / DAY) * DAY;
  const week = points.filter(({ time }) => time >= start);
  return week.length === 0 ? points.slice(-1) : week;
}

async function trendOf(all: readonly (readonly Point[])[], now: number) {
  const { prices, priceArchive } = memoryStorage();
  await priceArchive.importPrices(
    all.flatMap((points, n) => points.map((point) => ({ ...point, token: tokenNo(n), btcUsd: 1 }))),
  );
  return readTrends(prices, await prices.latest(LATER), new Date(now * 1000));
}

describe('readTrends', () => {
  it('returns what a calculation over every price returns', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(series, { minLength: 1, maxLength: 4 }), moments, async (backs, now) => {
        const all = backs.map((points) => points.map(({ time, usd }) => ({ time: now + time, usd })));
        const trends = await trendOf(all, now);
        for (const [n, points] of all.entries()) {
          const { change, sparkline } = trends.get(tokenNo(n))!;
          expect(change).toEqual({
            '1h': naiveChange(points, now, HOUR),
            '24h': naiveChange(points, now, DAY),
            '7d': naiveChange(points, now, 7 * DAY),
            '30d': naiveChange(points, now, 30 * DAY),
          });
          expect(sparkline).toEqual(naiveSparkline(readOf(points, now), now));
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it('returns a flat sparkline for a token whose last price is older than it', async () => {
    const trends = await trendOf(
      [
        [
          { time: MOMENT - 31 * DAY, usd: 3 },
          { time: MOMENT - 20 * DAY, usd: 5 },
        ],
        [{ time: MOMENT, usd: 1 }],
      ],
      MOMENT,
    );
    expect(trends.get(tokenNo(0))?.sparkline).toEqual(Array<number>(42).fill(5));
    expect(trends.get(tokenNo(0))?.change).toMatchObject({ '30d': (100 * 2) / 3, '7d': null });
  });
});
