import { jest, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import type { Price } from '../../../src/domain/price-series/price.js';
import { T0 } from '../../support/builders.js';
import { expectDescribed } from './described.js';
import {
  ask,
  aPricedService,
  BTC_USD,
  CHA,
  NEVER_PRICED,
  PRICES_API,
  type PriceService,
} from './price-service.js';

const HISTORY = `${PRICES_API}/prices/${CHA}/history`;
const timestamp = T0.toISOString();
const T0_SECONDS = T0.getTime() / 1000;
const HOUR_MS = 3_600_000;

const cha = (usd: number): ReadonlyMap<typeof CHA, Price> =>
  new Map([[CHA, { usd, sbtc: usd / BTC_USD, liquidityUsd: 1, roundTripLoss: null }]]);

/** A run at T0 and one five minutes later, at 0.25 and 0.5 dollars. */
async function twoRuns(): Promise<PriceService> {
  const service = await aPricedService();
  service.clock.advance(300_000);
  await service.record(cha(0.5));
  return service;
}

const candle = { time: T0_SECONDS, open: 0.25, high: 0.5, low: 0.25, close: 0.5, points: 2, volumeUsd: null };

describe('GET /prices/{contractId}/history', () => {
  it('returns hourly candles in dollars by default', async () => {
    const { app } = await twoRuns();
    const response = await request(app).get(HISTORY);
    expect(response.status).toBe(200);
    expectDescribed('priceHistory', response);
    expect(response.body).toEqual({ token: CHA, interval: '1h', quote: 'usd', count: 1, candles: [candle] });
  });

  it('returns every price as a candle at 5m, oldest first, and drops the oldest beyond the limit', async () => {
    const { app } = await twoRuns();
    const at = (seconds: number, usd: number) => ({
      time: seconds,
      open: usd,
      high: usd,
      low: usd,
      close: usd,
      points: 1,
    });
    const all = [at(T0_SECONDS, 0.25), at(T0_SECONDS + 300, 0.5)];
    expect((await request(app).get(`${HISTORY}?interval=5m`)).body).toMatchObject({ count: 2, candles: all });
    expect((await request(app).get(`${HISTORY}?interval=5m&limit=1`)).body).toMatchObject({
      count: 1,
      candles: all.slice(1),
    });
  });

  it('returns candles in sBTC with quote=sbtc', async () => {
    const { app } = await twoRuns();
    const response = await request(app).get(`${HISTORY}?quote=sbtc&interval=1d`);
    expectDescribed('priceHistory', response);
    expect(response.body).toMatchObject({
      quote: 'sbtc',
      interval: '1d',
      candles: [{ open: 0.25 / BTC_USD, close: 0.5 / BTC_USD }],
    });
  });

  it('accepts times as ISO 8601 and as Unix seconds', async () => {
    const { app } = await twoRuns();
    for (const from of [T0.toISOString(), String(T0_SECONDS)]) {
      const response = await request(app).get(`${HISTORY}?from=${from}`);
      expect(response.body).toMatchObject({ candles: [candle] });
    }
  });

  it.each([
    ['interval=2h', 'interval'],
    ['interval=1h&interval=1d', 'interval'],
    ['quote=eur', 'quote'],
    ['limit=0', 'limit'],
    ['limit=2001', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=x', 'limit'],
    ['from=yesterday', 'from'],
    ['from=1&from=2', 'from'],
    ['to=x', 'to'],
    [`from=${T0_SECONDS}&to=${T0_SECONDS}`, 'from'],
    [`from=${T0_SECONDS + 1e6}`, 'from'],
    ['fill=next', 'fill'],
  ])('returns 400 naming the parameter for ?%s', async (query, parameter) => {
    const { app } = await aPricedService();
    const response = await request(app).get(`${HISTORY}?${query}`);
    expect(response.status).toBe(400);
    expectDescribed('priceHistory', response);
    expect(response.body).toMatchObject({
      error: expect.stringContaining(parameter),
      timestamp,
      code: 'invalid-history-request',
    });
    expect(response.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['5m', 7],
    ['1h', 90],
    ['4h', 365],
  ])('returns 400 for %s candles over more than %d days', async (interval, days) => {
    const { app } = await aPricedService();
    const from = T0_SECONDS - days * 86_400;
    expect((await request(app).get(`${HISTORY}?interval=${interval}&from=${from}`)).status).toBe(200);
    const response = await request(app).get(`${HISTORY}?interval=${interval}&from=${from - 1}`);
    expect(response.status).toBe(400);
    expectDescribed('priceHistory', response);
    expect((response.body as { error: string }).error).toContain(String(days));
  });

  it.each([NEVER_PRICED, 'x', '__proto__'])(
    'returns 404 for a token that was never priced: %s',
    async (token) => {
      const { app } = await aPricedService();
      const response = await request(app).get(`${PRICES_API}/prices/${token}/history`);
      expect(response.status).toBe(404);
      expectDescribed('priceHistory', response);
      expect(response.body).toMatchObject({ code: 'token-not-priced' });
    },
  );
});

describe('the caching of a history', () => {
  const past = `${HISTORY}?from=${T0_SECONDS - 7200}&to=${T0_SECONDS - 3600}`;

  it('keeps a window in the past for a day, in the process and in clients', async () => {
    const { app, clock, record, core } = await aPricedService();
    const read = jest.spyOn(core.prices, 'history');
    expectDescribed('priceHistory', await request(app).get(past));
    expect((await ask(app, past)).headers['cache-control']).toBe('public, max-age=86400, immutable');
    clock.advance(300_000);
    await record();
    clock.advance(23 * HOUR_MS);
    await ask(app, past);
    expect(read).toHaveBeenCalledTimes(1);
    clock.advance(HOUR_MS);
    await ask(app, past);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('keeps any other window for a minute in clients and until the next run in the process', async () => {
    const { app, clock, record, core } = await aPricedService();
    const read = jest.spyOn(core.prices, 'history');
    for (let n = 0; n < 3; n++)
      expect((await ask(app, HISTORY)).headers['cache-control']).toBe('public, max-age=60');
    expect(read).toHaveBeenCalledTimes(1);
    clock.advance(300_000);
    await record(cha(0.5));
    expect(JSON.parse((await ask(app, HISTORY)).body.toString())).toMatchObject({ candles: [candle] });
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('moves the window with the grid when runs stop', async () => {
    const { app, clock } = await aPricedService();
    const filled = async () =>
      (
        JSON.parse((await ask(app, `${HISTORY}?interval=5m&fill=previous`)).body.toString()) as {
          count: number;
        }
      ).count;
    expect(await filled()).toBe(1);
    clock.advance(299_999);
    expect(await filled()).toBe(1);
    clock.advance(1);
    expect(await filled()).toBe(2);
  });
});
