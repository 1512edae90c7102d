import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { UNPRICED_REASONS } from '../../../src/domain/price-series/unpriced.js';
import { T0 } from '../../support/builders.js';
import { expectDescribed } from './described.js';
import {
  aPricedService,
  aPriceService,
  BTC_USD,
  NEVER_PRICED,
  PRICES,
  PRICES_API,
  SBTC,
} from './price-service.js';

const HEALTH = `${PRICES_API}/health`;

/** One of the five registered tokens has no price. */
const gap = (reason: string) => ({
  tokensRegistered: 5,
  degraded: false,
  unpriced: [{ contractId: NEVER_PRICED, symbol: 'NEVER', reason }],
});
const ONE_GAP = gap('not-in-run');

describe('GET /health', () => {
  it.each(UNPRICED_REASONS)('names a token without a price and the reason %s', async (reason) => {
    const { app, ports, core, clock } = aPriceService();
    const unpriced = new Map([[NEVER_PRICED, reason]]);
    await ports.prices.record({ at: clock.now(), btcUsd: BTC_USD, prices: PRICES, unpriced });
    await core.prices.refresh();
    const response = await request(app).get(HEALTH);
    expect(response.status).toBe(200);
    expectDescribed('priceHealth', response);
    expect(response.body).toMatchObject(gap(reason));
  });

  it('is degraded, and still 200, when fewer than half of the tokens have a price', async () => {
    const { app, record } = aPriceService();
    await record(new Map([[SBTC, PRICES.get(SBTC)!]]));
    const response = await request(app).get(HEALTH);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ ok: true, degraded: true, tokensPriced: 1, tokensRegistered: 5 });
    const legacy = await request(app).get('/invest/api/health');
    expect(legacy.body).toMatchObject({ status: 'degraded', components: { prices: { status: 'degraded' } } });
  });

  it('returns 200 for 15 minutes after a run, then 503', async () => {
    const { app, clock } = await aPricedService();
    const fresh = await request(app).get(HEALTH);
    expect(fresh.status).toBe(200);
    expectDescribed('priceHealth', fresh);
    expect(fresh.body).toEqual({
      ok: true,
      lastRecordedAt: T0.toISOString(),
      ageSeconds: 0,
      tokensPriced: 4,
      ...ONE_GAP,
    });
    expect(fresh.get('cache-control')).toBe('no-store');
    clock.advance(15 * 60_000);
    expect((await request(app).get(HEALTH)).status).toBe(200);
    clock.advance(1_000);
    const old = await request(app).get(HEALTH);
    expect(old.status).toBe(503);
    expectDescribed('priceHealth', old);
    expect(old.body).toMatchObject({ ok: false, ageSeconds: 901 });
  });

  it('returns 503 before the first run', async () => {
    const response = await request(aPriceService().app).get(HEALTH);
    expect(response.status).toBe(503);
    expectDescribed('priceHealth', response);
    expect(response.body).toEqual({
      ok: false,
      lastRecordedAt: null,
      ageSeconds: null,
      tokensPriced: 0,
      tokensRegistered: 5,
      degraded: false,
      unpriced: [],
    });
  });

  it('returns 503 when no source of the bitcoin price responds, while the list is still served', async () => {
    const { app, clock, core, world } = await aPricedService();
    world.btcAnswers = false;
    for (let run = 0; run < 3; run++) {
      clock.advance(5 * 60_000);
      expect((await core.prices.record()).ok).toBe(false);
    }
    const before = await request(app).get(HEALTH);
    expect([before.status, before.body]).toEqual([
      200,
      {
        ok: true,
        lastRecordedAt: T0.toISOString(),
        ageSeconds: 900,
        tokensPriced: 4,
        ...ONE_GAP,
        lastFailure: { at: clock.now().toISOString(), reason: expect.any(String) },
      },
    ]);
    clock.advance(1_000);
    expect((await request(app).get(HEALTH)).status).toBe(503);
    const list = await request(app).get(`${PRICES_API}/prices`);
    expect(list.status).toBe(200);
    expect(list.body).toMatchObject({
      count: 4,
      tokens: Array(4).fill(expect.objectContaining({ stale: true })),
    });
  });
});
