import { beforeEach, describe, expect, it } from '@jest/globals';
import type { PriceHistory } from '../../../src/application/prices/read-history.js';
import type { RawHistoryRequest } from '../../../src/domain/price-series/window.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { aMarket, DOLLAR, HOUR, MINUTE, REGISTRY, SBTC, WELSH, type Market } from './a-market.js';

const seconds = (iso: string) => Date.parse(iso) / 1000;
const NOW = '2026-11-20T12:00:00Z';

/** Prices of the dollar token, with the bitcoin price of their runs. */
const PRICES = [
  ['2026-10-01T00:00:00Z', 8, 100_000],
  ['2026-11-16T00:00:00Z', 10, 100_000],
  ['2026-11-19T23:55:00Z', 12, 60_000],
  ['2026-11-20T09:05:00Z', 14, 100_000],
  ['2026-11-20T09:55:00Z', 13, 50_000],
  ['2026-11-20T12:00:00Z', 16, 100_000],
] as const;

describe('makeReadHistory', () => {
  let market: Market;
  beforeEach(async () => {
    market = aMarket();
    await market.archive.importPrices(
      PRICES.map(([time, usd, btcUsd]) => ({ token: DOLLAR, time: seconds(time), usd, btcUsd })),
    );
  });

  const read = async (raw: RawHistoryRequest): Promise<PriceHistory> =>
    unwrap(await market.prices.history(DOLLAR, raw));
  const closes = async (raw: RawHistoryRequest) =>
    (await read(raw)).candles.map(({ time, close }) => [new Date(time * 1000).toISOString(), close]);

  it('leaves out prices that were recorded for future times while the clock was ahead', async () => {
    const [token, ahead] = [DOLLAR, seconds(NOW) + 600];
    await market.archive.importPrices([{ token, time: ahead, usd: 99, btcUsd: 100_000 }]);
    for (const interval of ['5m', '1h', '4h'])
      expect((await closes({ interval, to: '2026-11-20T16:00:00Z' })).at(-1)![1]).toBe(16);
    market.clock.advance(10 * MINUTE);
    expect((await closes({ interval: '1h' })).at(-1)![1]).toBe(99);
  });

  it('returns hourly candles of seven days by default', async () => {
    const history = await read({});
    expect(history).toMatchObject({ token: DOLLAR, interval: '1h', quote: 'usd', isPast: false });
    expect(history.candles).toEqual([
      {
        time: seconds('2026-11-16T00:00:00Z'),
        open: 10,
        high: 10,
        low: 10,
        close: 10,
        points: 1,
        volumeUsd: null,
      },
      {
        time: seconds('2026-11-19T23:00:00Z'),
        open: 12,
        high: 12,
        low: 12,
        close: 12,
        points: 1,
        volumeUsd: null,
      },
      {
        time: seconds('2026-11-20T09:00:00Z'),
        open: 14,
        high: 14,
        low: 13,
        close: 13,
        points: 2,
        volumeUsd: null,
      },
      { time: seconds(NOW), open: 16, high: 16, low: 16, close: 16, points: 1, volumeUsd: null },
    ]);
  });

  it.each([
    ['5m', 4, '2026-11-19T23:55:00.000Z', 12],
    ['4h', 4, '2026-11-16T00:00:00.000Z', 10],
    ['1d', 4, '2026-10-01T00:00:00.000Z', 8],
    ['1w', 2, '2026-09-28T00:00:00.000Z', 8],
  ] as const)('gives %s candles of their default window', async (interval, count, time, close) => {
    const candles = await closes({ interval });
    expect(candles).toHaveLength(count);
    expect(candles[0]).toEqual([time, close]);
    expect(candles.at(-1)![1]).toBe(16);
  });

  it.each(['5m', '1h', '4h', '1d', '1w'])(
    'converts %s candles to sBTC by the bitcoin price of each run',
    async (interval) => {
      const { candles } = await read({ interval, quote: 'sbtc', from: '2026-11-20T00:00:00Z' });
      if (interval === '1w') return expect(candles).toEqual([]);
      expect(Math.max(...candles.map(({ high }) => high))).toBe(13 / 50_000);
      expect(Math.min(...candles.map(({ low }) => low))).toBe(14 / 100_000);
    },
  );

  it('returns the newest candles when the limit cuts them', async () => {
    expect(await closes({ limit: '2' })).toEqual([
      ['2026-11-20T09:00:00.000Z', 13],
      ['2026-11-20T12:00:00.000Z', 16],
    ]);
  });

  it('includes the candle that starts at from and excludes the one that starts at to', async () => {
    const window = { interval: '5m', from: '2026-11-20T09:05:00Z', to: '2026-11-20T09:55:00Z' };
    expect(await closes(window)).toEqual([['2026-11-20T09:05:00.000Z', 14]]);
  });

  it('fills gaps with the previous close, also from before the window, and never beyond now', async () => {
    market.clock.advance(MINUTE);
    const { candles } = await read({
      from: '2026-11-20T08:00:00Z',
      to: '2026-11-21T00:00:00Z',
      fill: 'previous',
    });
    expect(candles.map(({ close, points, filled }) => [close, points, filled === true])).toEqual([
      [12, 0, true],
      [13, 2, false],
      [13, 0, true],
      [13, 0, true],
      [16, 1, false],
    ]);
  });

  it('fills in the quote currency, from earlier days when the day has no earlier price', async () => {
    const day = { quote: 'sbtc', from: '2026-11-18T22:00:00Z', to: '2026-11-19T00:00:00Z', fill: 'previous' };
    expect((await read(day)).candles.map(({ close }) => close)).toEqual([10 / 100_000, 10 / 100_000]);
    const evening = {
      quote: 'sbtc',
      from: '2026-11-20T10:00:00Z',
      to: '2026-11-20T11:00:00Z',
      fill: 'previous',
    };
    expect((await read(evening)).candles.map(({ close }) => close)).toEqual([13 / 50_000]);
  });

  it('fills daily and weekly candles from the first price on', async () => {
    const days = (await read({ interval: '1d', fill: 'previous' })).candles;
    expect(days).toHaveLength(51);
    expect(days.filter(({ filled }) => filled)).toHaveLength(47);
    const weeks = (await read({ interval: '1w', from: '2020-01-01', fill: 'previous' })).candles;
    expect(weeks).toHaveLength(8);
  });

  it('reports a window as past when no run can change it', async () => {
    const window = { from: '2026-11-19T00:00:00Z', to: '2026-11-20T00:00:00Z' };
    expect((await read(window)).isPast).toBe(true);
    expect((await read({ ...window, to: '2026-11-20T12:00:00Z' })).isPast).toBe(false);
    market.clock.advance(5 * MINUTE);
    expect((await read({ ...window, to: '2026-11-20T12:00:00Z' })).isPast).toBe(true);
  });

  it('returns a run as soon as it is recorded', async () => {
    await market.prices.list();
    market.clock.advance(HOUR);
    await market.another().record();
    expect((await read({})).candles.at(-1)?.time).toBe(seconds('2026-11-20T13:00:00Z'));
  });

  it.each([
    [{ interval: '2h' }, 'interval'],
    [{ quote: 'eur' }, 'quote'],
    [{ from: 'yesterday' }, 'from'],
    [{ to: '2026-02-30' }, 'to'],
    [{ limit: '2001' }, 'limit'],
    [{ fill: 'next' }, 'fill'],
    [{ from: '2026-11-21T00:00:00Z', to: '2026-11-20T00:00:00Z' }, 'from'],
    [{ interval: '5m', from: '2026-11-01T00:00:00Z' }, 'from'],
  ])('refuses %j and names the parameter', async (raw, parameter) => {
    expect(await market.prices.history(DOLLAR, raw)).toMatchObject({
      ok: false,
      error: { kind: 'invalid-history-request', parameter },
    });
  });

  it('reports a token as not priced when it never was', async () => {
    for (const token of [SBTC, 'nonsense', '.stx'])
      expect(await market.prices.history(token, {})).toEqual({
        ok: false,
        error: { kind: 'token-not-priced', token },
      });
  });

  it('returns the history of a token that left the registry, but not of a blocked one', async () => {
    market.setRegistry({ ...REGISTRY, tokens: [], blocked: [WELSH] });
    expect(await market.prices.history(DOLLAR, {})).toMatchObject({ ok: true });
    market.setRegistry({ ...REGISTRY, tokens: [], blocked: [DOLLAR] });
    expect(await market.prices.history(DOLLAR, {})).toMatchObject({ ok: false });
  });
});
