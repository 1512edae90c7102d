import { describe, expect, it } from '@jest/globals';
import type { Candle } from '../../../src/sdk/client/index.js';
import { axisPlaces, axisText, clockShift, isBeside } from '../../../src/apps/page/token/chart-data.js';
import { chartChoice, chartQuery } from '../../../src/apps/page/token/chart-route.js';

const NOON = Date.parse('2026-11-22T12:00:00Z') / 1_000;
const candle = (low: number, high: number): Candle => ({
  ...{ time: NOON, open: low, close: high, low, high, points: 2, volumeUsd: null },
});

describe('the axis of a chart', () => {
  it('distinguishes prices that are close to each other', () => {
    const places = axisPlaces([candle(0.63181, 0.63184)], 'usd');
    expect([axisText(0.63181, places, 'usd'), axisText(0.63182, places, 'usd')]).toEqual([
      '$0.631810',
      '$0.631820',
    ]);
  });

  it('shows at least cents, four digits of the price, and no unit for sBTC, which the heading names', () => {
    expect(axisPlaces([candle(10_000, 90_000)], 'usd')).toBe(2);
    expect(axisText(0.6318, axisPlaces([candle(0.6318, 0.6318)], 'usd'), 'usd')).toBe('$0.6318');
    expect(axisText(0.002574, axisPlaces([candle(0.001, 0.0026)], 'usd'), 'usd')).toBe('$0.002574');
    expect(axisText(0.00001993, 8, 'sbtc')).toBe('0.00001993');
    expect(axisPlaces([], 'usd')).toBe(2);
    expect(axisPlaces([candle(0, 0)], 'sbtc')).toBe(0);
  });

  it('has no label that the tag of the last price would cover', () => {
    expect([isBeside(100, 110), isBeside(100, 90), isBeside(100, 140)]).toEqual([true, true, false]);
    expect([isBeside(null, 100), isBeside(100, null)]).toEqual([false, false]);
  });

  it('is shifted to the visitor’s time zone, except for candles of whole UTC days', () => {
    const shift = -new Date(NOON * 1_000).getTimezoneOffset() * 60;
    expect([clockShift([candle(1, 2)], '1h'), clockShift([candle(1, 2)], '1d')]).toEqual([shift, 0]);
  });
});

describe('the address of a chart', () => {
  const choiceOf = (query: string) => chartChoice(new URLSearchParams(query));

  it('names interval and currency, and those of a new visitor if it names none', () => {
    expect(choiceOf('interval=5m&in=sbtc')).toEqual({ interval: '5m', quote: 'sbtc' });
    expect(choiceOf('interval=2y&in=eur')).toEqual({ interval: '1h', quote: 'usd' });
    expect(chartQuery({ interval: '5m', quote: 'sbtc' })).toEqual({ interval: '5m', in: 'sbtc' });
    expect(chartQuery({ interval: '1h', quote: 'usd' })).toEqual({});
  });
});
