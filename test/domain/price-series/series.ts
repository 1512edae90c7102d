import fc from 'fast-check';
import {
  DAY_SECONDS,
  dayOf,
  emptyDay,
  slotOf,
  type PackedDay,
  type PriceQuote,
  GRID_SECONDS,
  type PricePoint,
} from '../../../src/domain/price-series/price.js';

export const seconds = (iso: string): number => Date.parse(iso) / 1000;

/** The last points of a Sunday, a month and a year, and the first of the next, among others. */
const EDGES = [
  '2025-12-28T23:50:00Z',
  '2026-01-31T23:55:00Z',
  '2025-12-31T23:45:00Z',
  '2026-03-29T00:55:00Z',
  '2026-03-02T00:00:00Z',
].map(seconds);

const gap = fc.oneof(
  { weight: 1, arbitrary: fc.constant(0) },
  { weight: 6, arbitrary: fc.constant(1) },
  { weight: 3, arbitrary: fc.integer({ min: 2, max: 60 }) },
  { weight: 2, arbitrary: fc.integer({ min: 100, max: 5_000 }) },
);
const price = fc.double({ min: 1e-12, max: 1e9, noNaN: true });

/** 0 to `most` points, oldest first, with gaps of all sizes and sometimes two at one time. */
export const seriesArbitrary = (most = 80): fc.Arbitrary<PricePoint[]> =>
  fc
    .record({
      start: fc.constantFrom(...EDGES),
      steps: fc.array(fc.record({ gap, usd: price, btcUsd: price }), { maxLength: most }),
    })
    .map(({ start, steps }) => {
      let time = start;
      return steps.map(({ gap: slots, usd, btcUsd }) => {
        time += slots * GRID_SECONDS;
        return { time, usd, btcUsd };
      });
    });

/** The prices packed by UTC day, each day with at least one. */
export function packed(points: readonly PricePoint[], quote: PriceQuote): PackedDay[] {
  const days = new Map<number, PackedDay>();
  for (const { time, usd, btcUsd } of points) {
    const day = days.get(dayOf(time)) ?? { time: dayOf(time) * DAY_SECONDS, prices: emptyDay() };
    days.set(dayOf(time), day);
    day.prices[slotOf(time)] = quote === 'usd' ? usd : usd / btcUsd;
  }
  return [...days.values()];
}
