import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { T0 } from '../../support/builders.js';
import { expectDescribed } from './described.js';
import { aPricedService, aPriceService, BTC_USD, LEGACY_API } from './price-service.js';

const HEALTH = '/invest/api/health';
const parts = (btcOracle: string, prices: string, database: string) => ({
  btcOracle: { status: btcOracle },
  prices: { status: prices },
  cache: { status: 'healthy' },
  database: { status: database },
});

describe('GET /api/health', () => {
  it('returns healthy when every part is', async () => {
    const { app } = await aPricedService();
    const response = await request(app).get(HEALTH);
    expect(response.status).toBe(200);
    expectDescribed('legacyHealth', response);
    expect(response.get('cache-control')).toBe('no-store');
    expect(response.body).toEqual({
      status: 'healthy',
      components: parts('healthy', 'healthy', 'healthy'),
      timestamp: T0.toISOString(),
    });
  });

  it('returns degraded when the bitcoin sources fail and prices are stale', async () => {
    const { app, clock, world } = await aPricedService();
    world.btcAnswers = false;
    clock.advance(15 * 60_000 + 1);
    const response = await request(app).get(HEALTH);
    expect(response.status).toBe(200);
    expectDescribed('legacyHealth', response);
    expect(response.body).toMatchObject({
      status: 'degraded',
      components: parts('down', 'degraded', 'healthy'),
    });
  });

  it('returns 503 and down when the database fails, without its error text', async () => {
    const { app, world } = await aPricedService();
    world.databaseAnswers = false;
    const response = await request(app).get(HEALTH);
    expect(response.status).toBe(503);
    expectDescribed('legacyHealth', response);
    expect(response.body).toMatchObject({ status: 'down', components: parts('healthy', 'healthy', 'down') });
    expect(response.text).not.toContain('10.0.0.7');
  });

  it('returns 503 and down when prices cannot be read or were never recorded', async () => {
    const { app } = aPriceService();
    const empty = await request(app).get(HEALTH);
    expect([empty.status, empty.body]).toMatchObject([
      503,
      { components: parts('healthy', 'down', 'healthy') },
    ]);
    const broken = aPriceService();
    broken.ports.prices.latest = () => Promise.reject(new Error('SQLITE_CORRUPT'));
    const response = await request(broken.app).get(HEALTH);
    expect([response.status, response.body]).toMatchObject([
      503,
      { components: { prices: { status: 'down' } } },
    ]);
  });
});

describe('GET /api/health/btc-oracle', () => {
  it('returns what every source reports', async () => {
    const { app, clock, world } = await aPricedService();
    const at = T0.toISOString();
    const up = await request(app).get(`${HEALTH}/btc-oracle`);
    expectDescribed('oracleHealth', up);
    expect(up.body).toEqual({
      status: 'healthy',
      price: BTC_USD,
      sources: [{ name: 'kraken', price: BTC_USD, at, ok: true }],
      lastSuccessAt: at,
    });
    world.btcAnswers = false;
    clock.advance(60_000);
    const down = await request(app).get(`${HEALTH}/btc-oracle`);
    expectDescribed('oracleHealth', down);
    expect(down.body).toEqual({
      status: 'down',
      price: null,
      sources: [{ name: 'kraken', price: null, at: null, ok: false, error: 'no answer in time' }],
      lastSuccessAt: at,
    });
  });
});

describe('GET /api/health/cache', () => {
  it('counts requests that were served from the cache and those that were not', async () => {
    const { app } = await aPricedService();
    const health = async () => (await request(app).get(`${HEALTH}/cache`)).body as object;
    expectDescribed('cacheHealth', await request(app).get(`${HEALTH}/cache`));
    expect(await health()).toEqual({ status: 'healthy', entries: 0, hits: 0, misses: 0, hitRate: 0 });
    for (let n = 0; n < 4; n++) await request(app).get(`${LEGACY_API}/prices`);
    expect(await health()).toEqual({ status: 'healthy', entries: 1, hits: 3, misses: 1, hitRate: 0.75 });
  });
});
