import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  candleStart,
  fillGaps,
  INTERVALS,
  mergeCandles,
  packedCandles,
  resample,
  type Candle,
  type Interval,
} from '../../../src/domain/price-series/candle.js';
import { clipDay } from '../../../src/domain/price-series/day.js';
import type { PricePoint } from '../../../src/domain/price-series/price.js';
import { packed, seconds, seriesArbitrary } from './series.js';

const interval = fc.constantFrom(...(Object.keys(INTERVALS) as Interval[]));
const quote = fc.constantFrom('usd' as const, 'sbtc' as const);

/** Where a candle starts, by way of the calendar. */
function naiveStart(time: number, of: Interval): number {
  const date = new Date(time * 1000);
  if (of === '5m') date.setUTCMinutes(date.getUTCMinutes() - (date.getUTCMinutes() % 5), 0, 0);
  else if (of === '1h') date.setUTCMinutes(0, 0, 0);
  else if (of === '4h') date.setUTCHours(date.getUTCHours() - (date.getUTCHours() % 4), 0, 0, 0);
  else date.setUTCHours(0, 0, 0, 0);
  if (of === '1w') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.getTime() / 1000;
}

function naiveCandles(points: readonly PricePoint[], of: Interval, by: 'usd' | 'sbtc'): Candle[] {
  return [...new Set(points.map(({ time }) => naiveStart(time, of)))].map((time) => {
    const prices = points
      .filter((point) => naiveStart(point.time, of) === time)
      .map(({ usd, btcUsd }) => (by === 'usd' ? usd : usd / btcUsd));
    return {
      time,
      open: prices[0]!,
      high: Math.max(...prices),
      low: Math.min(...prices),
      close: prices.at(-1)!,
      points: prices.length,
    };
  });
}

describe('candleStart', () => {
  it.each([
    ['5m', '2026-03-04T13:57:59Z', '2026-03-04T13:55:00Z'],
    ['1h', '2026-03-04T13:57:59Z', '2026-03-04T13:00:00Z'],
    ['4h', '2026-03-04T13:57:59Z', '2026-03-04T12:00:00Z'],
    ['1d', '2026-03-04T23:59:59Z', '2026-03-04T00:00:00Z'],
    ['1w', '2026-03-08T23:59:59Z', '2026-03-02T00:00:00Z'],
    ['1w', '2026-03-09T00:00:00Z', '2026-03-09T00:00:00Z'],
    ['1w', '2026-01-01T00:00:00Z', '2025-12-29T00:00:00Z'],
  ] as const)('puts into a %s candle what is from %s', (of, time, start) => {
    expect(candleStart(seconds(time), of)).toBe(seconds(start));
  });
});

describe('resample', () => {
  it('returns no candle for no prices and one for one price', () => {
    const time = seconds('2026-03-04T13:55:00Z');
    expect(resample([], '1d', 'usd')).toEqual([]);
    expect(resample([{ time, usd: 3, btcUsd: 6 }], '1d', 'sbtc')).toEqual([
      { time: seconds('2026-03-04'), open: 0.5, high: 0.5, low: 0.5, close: 0.5, points: 1 },
    ]);
  });

  it('computes high and low in sBTC by the bitcoin price of each run', () => {
    const time = seconds('2026-03-04T13:00:00Z');
    const points = [
      { time, usd: 10, btcUsd: 100 },
      { time: time + 300, usd: 12, btcUsd: 200 },
    ];
    expect(resample(points, '1h', 'sbtc')).toEqual([
      { time, open: 0.1, high: 0.1, low: 0.06, close: 0.06, points: 2 },
    ]);
  });

  it('agrees with a naive implementation for any series', () => {
    fc.assert(
      fc.property(seriesArbitrary(), interval, quote, (points, of, by) => {
        expect(resample(points, of, by)).toEqual(naiveCandles(points, of, by));
      }),
      { numRuns: 500 },
    );
  });
});

describe('packedCandles', () => {
  it('returns no candle for no day and for an empty one', () => {
    expect(packedCandles([], '5m')).toEqual([]);
    expect(packedCandles([{ time: 0, prices: new Float64Array(288) }], '1w')).toEqual([]);
  });

  it('agrees with a naive implementation for any series', () => {
    fc.assert(
      fc.property(seriesArbitrary(), interval, quote, (points, of, by) => {
        // A slot holds one price: the last of two at one time.
        const slots = [...new Map(points.map((point) => [point.time, point])).values()];
        expect(packedCandles(packed(slots, by), of)).toEqual(naiveCandles(slots, of, by));
      }),
      { numRuns: 500 },
    );
  });

  it('returns the candles of the window for a clipped day', () => {
    const slot = fc.integer({ min: -300, max: 600 });
    fc.assert(
      fc.property(seriesArbitrary(), interval, slot, slot, (points, of, start, length) => {
        const slots = [...new Map(points.map((point) => [point.time, point])).values()];
        const from = (slots[0]?.time ?? 0) + start * 300;
        const to = from + Math.max(0, length) * 300;
        const clipped = packed(slots, 'usd').map((day) => clipDay(day, from, to));
        const within = slots.filter(({ time }) => time >= from && time < to);
        expect(packedCandles(clipped, of)).toEqual(naiveCandles(within, of, 'usd'));
      }),
      { numRuns: 300 },
    );
  });
});

describe('mergeCandles', () => {
  it('returns from shorter candles what resampling the prices returns', () => {
    const whole = fc.constantFrom(['5m', '1h'], ['1h', '4h'], ['4h', '1d'], ['1d', '1w'] as const);
    fc.assert(
      fc.property(seriesArbitrary(), whole, quote, (points, pair, by) => {
        const [short, long] = pair as [Interval, Interval];
        expect(mergeCandles(resample(points, short, by), long)).toEqual(resample(points, long, by));
      }),
      { numRuns: 300 },
    );
  });

  it('does not change its input', () => {
    const day = { time: seconds('2026-03-03'), open: 1, high: 2, low: 1, close: 2, points: 3 };
    const next = { ...day, time: seconds('2026-03-04'), high: 9 };
    mergeCandles([day, next], '1w');
    expect(day.high).toBe(2);
  });
});

describe('fillGaps', () => {
  const hour = (n: number) => seconds('2026-03-04') + n * 3600;
  const candle = (n: number, close: number): Candle => ({
    time: hour(n),
    open: close,
    high: close,
    low: close,
    close,
    points: 12,
  });
  const flat = (n: number, close: number): Candle => ({ ...candle(n, close), points: 0, filled: true });

  it('repeats the previous close, from the first price on', () => {
    const window = { from: hour(0), to: hour(6) };
    expect(fillGaps([candle(2, 5), candle(4, 7)], '1h', window)).toEqual([
      candle(2, 5),
      flat(3, 5),
      candle(4, 7),
      flat(5, 7),
    ]);
  });

  it('starts with the window when the price before it is given', () => {
    const window = { from: hour(0), to: hour(3) };
    expect(fillGaps([candle(1, 5)], '1h', window, 4)).toEqual([flat(0, 4), candle(1, 5), flat(2, 5)]);
    expect(fillGaps([], '1h', { from: hour(1), to: hour(9) }, 4).length).toBe(8);
    expect(fillGaps([], '4h', { from: hour(1), to: hour(9) }, 4)).toEqual([flat(4, 4), flat(8, 4)]);
  });

  it('fills nothing without any price', () => {
    expect(fillGaps([], '1h', { from: hour(0), to: hour(6) })).toEqual([]);
  });

  it('keeps every candle and leaves no gap for any series', () => {
    fc.assert(
      fc.property(seriesArbitrary(20), interval, (points, of) => {
        const candles = resample(points, of, 'usd');
        const [first, last] = [candles[0], candles.at(-1)];
        fc.pre(first !== undefined && last !== undefined);
        const filled = fillGaps(candles, of, { from: first.time, to: last.time + 1 });
        expect(filled.filter(({ filled: isFilled }) => isFilled === undefined)).toEqual(candles);
        expect(filled.map(({ time }) => time)).toEqual(filled.map((_, i) => first.time + i * INTERVALS[of]));
      }),
      { numRuns: 100 },
    );
  });
});
