import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  candleOf,
  candleStart,
  fillGaps,
  INTERVALS,
  mergeCandles,
  packedCandles,
  type Candle,
  type Interval,
} from '../../../src/domain/price-series/candle.js';
import { clipDay, emptyDay, inQuote, type PricePoint } from '../../../src/domain/price-series/price.js';
import { packed, seconds, seriesArbitrary } from './series.js';
import { runs } from '../../support/properties.js';

const interval = fc.constantFrom(...(Object.keys(INTERVALS) as Interval[]));
const quote = fc.constantFrom('usd' as const, 'sbtc' as const);

/** The start of the candle that contains the time, computed with calendar functions. */
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
  ] as const)('candleStart of %s at %s is %s', (of, time, start) => {
    expect(candleStart(seconds(time), of)).toBe(seconds(start));
  });
});

describe('candleOf', () => {
  const midnight = seconds('2026-03-04');
  const slots = (...prices: number[]) => {
    const day = emptyDay();
    day.set(prices);
    return day;
  };

  it('returns undefined for a day without a price', () => {
    expect(candleOf(emptyDay(), midnight)).toBeUndefined();
  });

  it('computes high and low in sBTC by the bitcoin price of each run', () => {
    const sbtc = inQuote(slots(0, 10, 12), slots(0, 100, 200), 'sbtc');
    expect(candleOf(sbtc, midnight)).toEqual({
      time: midnight,
      open: 0.1,
      high: 0.1,
      low: 0.06,
      close: 0.06,
      points: 2,
    });
  });
});

describe('packedCandles', () => {
  it('returns no candle when there is no day, or only an empty one', () => {
    expect(packedCandles([], '5m')).toEqual([]);
    expect(packedCandles([{ time: 0, prices: new Float64Array(288) }], '1w')).toEqual([]);
  });

  it('returns the candles that a naive implementation returns, for any series', () => {
    fc.assert(
      fc.property(seriesArbitrary(), interval, quote, (points, of, by) => {
        // A slot holds one price: the last of two at one time.
        const slots = [...new Map(points.map((point) => [point.time, point])).values()];
        expect(packedCandles(packed(slots, by), of)).toEqual(naiveCandles(slots, of, by));
      }),
      { numRuns: runs(500) },
    );
  });

  it('returns the candles of the window when the days are clipped to it, for any series', () => {
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
      { numRuns: runs(300) },
    );
  });
});

describe('mergeCandles', () => {
  it('returns the same candles from shorter ones as from the prices, for any series', () => {
    const whole = fc.constantFrom(['5m', '1h'], ['1h', '4h'], ['4h', '1d'], ['1d', '1w'] as const);
    fc.assert(
      fc.property(seriesArbitrary(), whole, quote, (points, pair, by) => {
        const [short, long] = pair as [Interval, Interval];
        expect(mergeCandles(naiveCandles(points, short, by), long)).toEqual(naiveCandles(points, long, by));
      }),
      { numRuns: runs(300) },
    );
  });

  it('leaves its input unchanged', () => {
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

  it('repeats the previous close in each gap after the first candle', () => {
    const window = { from: hour(0), to: hour(6) };
    expect(fillGaps([candle(2, 5), candle(4, 7)], '1h', window)).toEqual([
      candle(2, 5),
      flat(3, 5),
      candle(4, 7),
      flat(5, 7),
    ]);
  });

  it('fills from the start of the window when the price before it is given', () => {
    const window = { from: hour(0), to: hour(3) };
    expect(fillGaps([candle(1, 5)], '1h', window, 4)).toEqual([flat(0, 4), candle(1, 5), flat(2, 5)]);
    expect(fillGaps([], '1h', { from: hour(1), to: hour(9) }, 4).length).toBe(8);
    expect(fillGaps([], '4h', { from: hour(1), to: hour(9) }, 4)).toEqual([flat(4, 4), flat(8, 4)]);
  });

  it('returns no candle when there is no price before or inside the window', () => {
    expect(fillGaps([], '1h', { from: hour(0), to: hour(6) })).toEqual([]);
  });

  it('keeps every candle and leaves no gap, for any series', () => {
    fc.assert(
      fc.property(seriesArbitrary(20), interval, (points, of) => {
        const candles = naiveCandles(points, of, 'usd');
        const [first, last] = [candles[0], candles.at(-1)];
        fc.pre(first !== undefined && last !== undefined);
        const filled = fillGaps(candles, of, { from: first.time, to: last.time + 1 });
        expect(filled.filter(({ filled: isFilled }) => isFilled === undefined)).toEqual(candles);
        expect(filled.map(({ time }) => time)).toEqual(filled.map((_, i) => first.time + i * INTERVALS[of]));
      }),
      { numRuns: runs(100) },
    );
  });
});
