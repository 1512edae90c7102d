import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { T0 } from '../../support/builders.js';
import { aPrice } from '../../support/price-runs.js';
import { responseCheck } from './described.js';
import {
  aPriceService,
  BTC_USD,
  CHA,
  NEVER_PRICED,
  PRICES_API,
  SBTC,
  type PriceService,
} from './price-service.js';

const { check, notProduced } = responseCheck();

const START = Math.floor(T0.getTime() / 1000 / 300) * 300;
const HOUR = 3_600;

let service: PriceService;

/** Cha is worth 1, 2 and 3 dollars at the start, two hours and 30 hours later; the clock is then at 40 hours. */
beforeEach(async () => {
  service = aPriceService();
  let hours = 0;
  for (const [usd, at] of [
    [1, 0],
    [2, 2],
    [3, 30],
  ] as const) {
    service.clock.advance((at - hours) * HOUR * 1000);
    hours = at;
    await service.record(
      new Map([
        [CHA, aPrice(usd, BTC_USD)],
        [SBTC, aPrice(BTC_USD, BTC_USD, { sbtc: 1 })],
      ]),
    );
  }
  service.clock.advance(10 * HOUR * 1000);
});

const ask = async (query: Readonly<Record<string, string>>, app = service.app) => {
  const response = await request(app).get(`${PRICES_API}/prices/at`).query(query);
  check(response);
  return response;
};
const at = (...hours: readonly number[]) => hours.map((hour) => START + hour * HOUR).join(',');

describe('GET /prices/at', () => {
  it('returns the newest price of each token at each time, in their order', async () => {
    const response = await ask({ tokens: `${CHA},${SBTC}`, times: at(31, 0, 3, 29.9) });
    expect(response.status).toBe(200);
    const point = (hour: number, usd: number) => ({ time: START + hour * HOUR, usd, sbtc: usd / BTC_USD });
    expect(response.body).toEqual({
      times: [31, 0, 3, 29.9].map((hour) => START + hour * HOUR),
      tokens: [
        { contractId: CHA, known: true, prices: [point(30, 3), point(0, 1), point(2, 2), null] },
        {
          contractId: SBTC,
          known: true,
          prices: [point(30, BTC_USD), point(0, BTC_USD), point(2, BTC_USD), null],
        },
      ],
    });
  });

  it('takes times as ISO 8601, and each token once', async () => {
    const iso = new Date((START + 2.5 * HOUR) * 1000).toISOString();
    const body = (await ask({ tokens: `${CHA}, ${CHA}`, times: iso })).body as unknown;
    expect(body).toMatchObject({ tokens: [{ contractId: CHA, prices: [{ usd: 2 }] }] });
    expect((body as { tokens: readonly unknown[] }).tokens).toHaveLength(1);
  });

  it('counts a price for 24 hours, across midnight, and none before the first', async () => {
    const body = (await ask({ tokens: CHA, times: at(-0.1, 25.9, 26, 26.1) })).body as unknown;
    expect(body).toMatchObject({ tokens: [{ prices: [null, { usd: 2 }, { usd: 2 }, null] }] });
  });

  it('says of a token that it was never priced', async () => {
    const body = (await ask({ tokens: `${NEVER_PRICED},nonsense`, times: at(1) })).body as unknown;
    expect(body).toMatchObject({
      tokens: [
        { contractId: NEVER_PRICED, known: false, prices: [null] },
        { contractId: 'nonsense', known: false, prices: [null] },
      ],
    });
  });

  it('may be cached for a day when no later run can change it, and carries a tag', async () => {
    const past = await ask({ tokens: CHA, times: at(1) });
    expect(past.get('cache-control')).toBe('public, max-age=86400, immutable');
    const recent = await ask({ tokens: CHA, times: at(1, 40) });
    expect(recent.get('cache-control')).toBe('public, max-age=60');
    for (const response of [past, recent]) expect(response.get('etag')).toMatch(/^W\//);
  });

  it.each([
    ['tokens', { times: '1' }],
    ['tokens', { tokens: '', times: '1' }],
    ['tokens', { tokens: Array.from({ length: 51 }, (_, n) => `t${n}`).join(','), times: '1' }],
    ['times', { tokens: CHA }],
    ['times', { tokens: CHA, times: 'yesterday' }],
    ['times', { tokens: CHA, times: String(START + 41 * HOUR) }],
    ['times', { tokens: CHA, times: Array.from({ length: 101 }, (_, n) => String(n)).join(',') }],
    [
      'times',
      {
        tokens: Array.from({ length: 50 }, (_, n) => `t${n}`).join(','),
        times: Array.from({ length: 11 }, (_, n) => String(n)).join(','),
      },
    ],
  ])('names %s as the parameter that is wrong in %j', async (parameter, query) => {
    const response = await ask(query);
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({
      code: 'invalid-price-times',
      error: expect.stringMatching(`^Invalid ${parameter} parameter: must`),
    });
  });

  it('counts each token as a read', async () => {
    const { app } = aPriceService({ rates: { reads: 4 } });
    const query = { tokens: `${CHA},${SBTC},.stx`, times: '1' };
    expect((await ask(query, app)).get('ratelimit')).toBe('"reads";r=1;t=60');
    expect((await ask(query, app)).status).toBe(429);
  });

  it('describes no error that the tests above do not produce', async () => {
    check(await request(service.app).get(`${PRICES_API}/prices/at?token=x&times=1`));
    expect(notProduced(['pricesAt'])).toEqual([]);
  });
});
