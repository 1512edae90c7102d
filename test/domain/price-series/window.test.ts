import { describe, expect, it } from '@jest/globals';
import type { Interval } from '../../../src/domain/price-series/candle.js';
import { isPast, parseHistoryRequest, priceTimes } from '../../../src/domain/price-series/window.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { seconds } from './series.js';

const NOW = new Date('2026-03-04T12:32:10Z');
const parse = (raw: Parameters<typeof parseHistoryRequest>[0], now = NOW) => parseHistoryRequest(raw, now);
const windowOf = (raw: Parameters<typeof parseHistoryRequest>[0], now = NOW) => {
  const { from, to } = unwrap(parse(raw, now)).window;
  return [from, to].map((time) => new Date(time * 1000).toISOString().slice(0, 16));
};

describe('parseHistoryRequest', () => {
  it('applies a default to each absent parameter', () => {
    expect(parse({})).toEqual({
      ok: true,
      value: {
        interval: '1h',
        quote: 'usd',
        window: { from: seconds('2026-02-25T13:00:00Z'), to: seconds('2026-03-04T13:00:00Z') },
        limit: 500,
        fill: false,
      },
    });
  });

  it.each([
    ['5m', ['2026-03-03T12:35', '2026-03-04T12:35']],
    ['1h', ['2026-02-25T13:00', '2026-03-04T13:00']],
    ['4h', ['2026-02-02T13:00', '2026-03-04T13:00']],
    ['1d', ['1970-01-01T00:00', '2026-03-04T13:00']],
    ['1w', ['1970-01-01T00:00', '2026-03-04T13:00']],
  ])('covers the default window for %s candles, including the open candle', (interval, expected) => {
    expect(windowOf({ interval })).toEqual(expected);
  });

  it('includes the candle that opens this second in the default window', () => {
    const now = new Date('2026-03-04T12:00:00Z');
    expect(windowOf({ interval: '5m' }, now)).toEqual(['2026-03-03T12:05', '2026-03-04T12:05']);
    expect(windowOf({ from: '2026-03-04' }, now)).toEqual(['2026-03-04T00:00', '2026-03-04T13:00']);
  });

  it.each([
    ['5m', '2026-03-04T10:07:01Z', '2026-03-04T10:12:01Z', ['2026-03-04T10:05', '2026-03-04T10:15']],
    ['5m', '2026-03-04T10:05:00Z', '2026-03-04T10:10:00Z', ['2026-03-04T10:05', '2026-03-04T10:10']],
    ['1h', '2026-03-04T10:59:59Z', '2026-03-04T11:00:01Z', ['2026-03-04T10:00', '2026-03-04T12:00']],
    ['1w', '2026-02-04T10:30:00+01:00', '2026-03-01', ['2026-02-04T09:00', '2026-03-01T00:00']],
  ])('snaps a window of %s candles outward to the grid: %s to %s', (interval, from, to, expected) => {
    expect(windowOf({ interval, from, to })).toEqual(expected);
  });

  it('reads from and to given as Unix seconds', () => {
    const from = String(seconds('2026-03-04T10:00:00Z'));
    expect(windowOf({ from, to: '2026-03-04T11:00:00Z' })).toEqual(['2026-03-04T10:00', '2026-03-04T11:00']);
  });

  it('uses the default window before `to` when `from` is absent', () => {
    expect(windowOf({ interval: '1h', to: '2026-02-10T10:30:00Z' })).toEqual([
      '2026-02-03T11:00',
      '2026-02-10T11:00',
    ]);
    expect(windowOf({ interval: '1w', to: '2026-02-10' })).toEqual(['1970-01-01T00:00', '2026-02-10T00:00']);
  });

  it.each([
    ['5m', '2026-02-25T12:32:10Z', '2026-02-25T12:32:09Z', 7],
    ['1h', '2025-12-04T12:32:10Z', '2025-12-04T12:32:09Z', 90],
    ['4h', '2025-03-04T12:32:10Z', '2025-03-04T12:32:09Z', 365],
  ])(
    'accepts the longest window of %s candles and refuses one second more',
    (interval, from, tooEarly, days) => {
      expect(parse({ interval, from }).ok).toBe(true);
      expect(parse({ interval, from: tooEarly })).toEqual({
        ok: false,
        error: {
          kind: 'invalid-history-request',
          parameter: 'from',
          reason: `must be at most ${days} days before to for ${interval} candles`,
        },
      });
    },
  );

  it.each(['1d', '1w'])('accepts a window of any length for %s candles', (interval) => {
    expect(parse({ interval, from: '2000-01-01' }).ok).toBe(true);
  });

  it.each([
    ['interval', { interval: '2h' }],
    ['interval', { interval: '' }],
    ['interval', { interval: ['1h', '1d'] }],
    ['interval', { interval: 'constructor' }],
    ['quote', { quote: 'eur' }],
    ['from', { from: 'yesterday' }],
    ['from', { from: '2026-02-30' }],
    ['from', { from: '-1' }],
    ['from', { from: '1772600000000' }],
    ['from', { from: '' }],
    ['to', { to: '2026-03-04 10:00:00' }],
    ['to', { to: '0' }],
    ['from', { from: '2026-03-04', to: '2026-03-04' }],
    ['from', { from: '2026-03-05', to: '2026-03-04' }],
    ['from', { from: '2026-03-04T12:32:10Z' }],
    ['limit', { limit: '0' }],
    ['limit', { limit: '2001' }],
    ['limit', { limit: '1.5' }],
    ['limit', { limit: '1e3' }],
    ['limit', { limit: '' }],
    ['fill', { fill: 'next' }],
  ])('reports %s as the invalid parameter of %j', (parameter, raw) => {
    expect(parse(raw)).toMatchObject({ ok: false, error: { kind: 'invalid-history-request', parameter } });
  });

  it('accepts limits from 1 to 2000, sBTC and filled gaps', () => {
    expect(parse({ limit: '1', quote: 'sbtc', fill: 'previous' })).toMatchObject({
      value: { limit: 1, quote: 'sbtc', fill: true },
    });
    expect(parse({ limit: '2000' })).toMatchObject({ value: { limit: 2000 } });
  });
});

describe('priceTimes', () => {
  const times = (interval: Interval, from: string, to: string) => {
    const range = priceTimes({ from: seconds(from), to: seconds(to) }, interval);
    return [range.from, range.to].map((time) => new Date(time * 1000).toISOString().slice(0, 16));
  };

  it('covers every candle that starts in the window completely, and no other', () => {
    expect(times('4h', '2026-03-04T09:00:00Z', '2026-03-04T13:00:00Z')).toEqual([
      '2026-03-04T12:00',
      '2026-03-04T16:00',
    ]);
    expect(times('1w', '2026-03-02T00:00:00Z', '2026-03-09T00:00:00Z')).toEqual([
      '2026-03-02T00:00',
      '2026-03-09T00:00',
    ]);
    expect(times('1w', '2026-03-02T01:00:00Z', '2026-03-09T00:00:00Z')).toEqual([
      '2026-03-09T00:00',
      '2026-03-09T00:00',
    ]);
  });
});

describe('isPast', () => {
  const past = (interval: Interval, to: string, now: string) =>
    isPast({ from: 0, to: seconds(to) }, interval, new Date(now));

  it('returns true only when the last candle has ended and a late run of it has passed', () => {
    expect(past('5m', '2026-03-04T12:00:00Z', '2026-03-04T12:04:59Z')).toBe(false);
    expect(past('5m', '2026-03-04T12:00:00Z', '2026-03-04T12:05:00Z')).toBe(true);
    expect(past('1d', '2026-03-04T01:00:00Z', '2026-03-04T12:00:00Z')).toBe(false);
    expect(past('1d', '2026-03-04T00:00:00Z', '2026-03-04T12:00:00Z')).toBe(true);
    expect(past('1w', '2026-03-04T00:00:00Z', '2026-03-08T23:00:00Z')).toBe(false);
    expect(past('1w', '2026-03-04T00:00:00Z', '2026-03-09T00:05:00Z')).toBe(true);
  });

  it('returns false for a window that ends now', () => {
    for (const interval of ['5m', '1h', '4h', '1d', '1w'] as const) {
      expect(isPast(unwrap(parse({ interval })).window, interval, NOW)).toBe(false);
    }
  });
});
