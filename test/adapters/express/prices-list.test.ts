import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { shown } from '../../../src/adapters/express/errors/shown.js';
import { T0 } from '../../support/builders.js';
import { expectDescribed } from './described.js';
import { errorIn } from './error-in.js';
import {
  aPricedService,
  aPriceService,
  BTC_USD,
  CHA,
  NEVER_PRICED,
  PRICES_API,
  SBTC,
  WELSH,
  WELSH_SUBNET,
} from './price-service.js';

const LIST = `${PRICES_API}/prices`;
const timestamp = T0.toISOString();
const NO_CHANGE = { '1h': null, '24h': null, '7d': null, '30d': null };

const idsOf = (body: unknown) =>
  (body as { tokens: { contractId: string }[] }).tokens.map((t) => t.contractId);

describe('GET /prices', () => {
  it('lists every priced token, the most liquid first', async () => {
    const { app } = await aPricedService();
    const response = await request(app).get(LIST);
    expect(response.status).toBe(200);
    expectDescribed('listPrices', response);
    expect(response.type).toBe('application/json');
    const common = { change: NO_CHANGE, updatedAt: timestamp, stale: false, volumeUsd: null };
    const welsh = {
      symbol: 'WELSH',
      name: 'WELSH token',
      decimals: 6,
      usd: 0.1 + 0.2,
      sbtc: 0.30000000000000004 / BTC_USD,
    };
    expect(response.body).toEqual({
      btcUsd: BTC_USD,
      updatedAt: timestamp,
      count: 4,
      tokens: [
        {
          ...common,
          ...{ contractId: SBTC, symbol: 'sBTC', name: 'sBTC token', decimals: 8 },
          ...{ usd: BTC_USD, sbtc: 1, liquidityUsd: 5000, roundTripLoss: 0, thin: false },
        },
        {
          ...common,
          ...{ contractId: CHA, symbol: 'CHA', name: 'CHA token', decimals: 6 },
          ...{ usd: 0.25, sbtc: 0.25 / BTC_USD, liquidityUsd: 4000, roundTripLoss: 30, thin: true },
        },
        {
          ...common,
          ...welsh,
          ...{ contractId: WELSH, image: 'https://example.org/welsh.png' },
          ...{ liquidityUsd: 3000, roundTripLoss: 1.25, thin: false },
        },
        {
          ...common,
          ...welsh,
          ...{ contractId: WELSH_SUBNET, type: 'SUBNET', base: WELSH },
          ...{ liquidityUsd: 2000, roundTripLoss: null, thin: false },
        },
      ],
    });
  });

  it('returns 42 closes per token with sparkline=1', async () => {
    const { app } = await aPricedService();
    const response = await request(app).get(`${LIST}?sparkline=1`);
    expectDescribed('listPrices', response);
    const { tokens } = response.body as { tokens: { sparkline: (number | null)[] }[] };
    expect(tokens.map(({ sparkline }) => sparkline.length)).toEqual([42, 42, 42, 42]);
    expect(tokens[1]?.sparkline.slice(-2)).toEqual([null, 0.25]);
    expect((await request(app).get(`${LIST}?sparkline=0`)).text).not.toContain('sparkline');
  });

  it.each([
    [`tokens=${WELSH},${SBTC}`, [SBTC, WELSH]],
    [`tokens=${encodeURIComponent(`${WELSH},${SBTC}`)}`, [SBTC, WELSH]],
    [`tokens=${CHA}, ${CHA},,nonsense`, [CHA]],
    [`tokens=${NEVER_PRICED}`, []],
    ['tokens=__proto__,constructor,%00', []],
    [`utm=1&tokens=${CHA}`, [CHA]],
  ])('keeps the order of the list and ignores unknown ids: %s', async (query, ids) => {
    const { app } = await aPricedService();
    // The first response is made, the second is kept.
    for (const _ of [1, 2]) {
      const response = await request(app).get(`${LIST}?${query.replace(' ', '%20')}`);
      expect(response.status).toBe(200);
      expectDescribed('listPrices', response);
      expect(idsOf(response.body)).toEqual(ids);
      expect(response.body).toMatchObject({ count: ids.length, btcUsd: BTC_USD });
    }
  });

  it('returns an empty list with null for the numbers before the first run', async () => {
    const response = await request(aPriceService().app).get(LIST);
    expect(response.status).toBe(200);
    expectDescribed('listPrices', response);
    expect(response.body).toEqual({ btcUsd: null, updatedAt: null, count: 0, tokens: [] });
  });

  it('returns old prices, marked as stale', async () => {
    const { app, clock } = await aPricedService();
    clock.advance(15 * 60_000);
    expect((await request(app).get(LIST)).text).not.toContain('"stale":true');
    clock.advance(1);
    const { tokens } = (await request(app).get(LIST)).body as { tokens: { stale: boolean }[] };
    expect(tokens.map(({ stale }) => stale)).toEqual([true, true, true, true]);
  });

  it('returns by how much a price changed', async () => {
    const { app, clock, record } = await aPricedService();
    clock.advance(3_600_000);
    await record(new Map([[CHA, { usd: 0.5, sbtc: 0.5 / BTC_USD, liquidityUsd: 1, roundTripLoss: null }]]));
    const { tokens } = (await request(app).get(`${LIST}?tokens=${CHA}`)).body as { tokens: object[] };
    expect(tokens[0]).toMatchObject({ change: { ...NO_CHANGE, '1h': 100 } });
  });

  it.each([
    ['sparkline=2', 'Invalid sparkline parameter: must be 1 or 0'],
    ['sparkline=true', 'Invalid sparkline parameter: must be 1 or 0'],
    ['sparkline=1&sparkline=1', 'Invalid sparkline parameter: must be 1 or 0'],
    ['token=a', 'Unknown parameter token; did you mean tokens?'],
    ['tokens=a&Sparkline=1', 'Unknown parameter Sparkline; did you mean sparkline?'],
    ['tokens=a&tokens=b', 'Invalid tokens parameter: must be one list of contract ids, separated by commas'],
  ])('returns 400 for ?%s', async (query, error) => {
    const { app } = await aPricedService();
    const response = await request(app).get(`${LIST}?${query}`);
    expect(response.status).toBe(400);
    expectDescribed('listPrices', response);
    expect(errorIn(response)).toEqual({ error, timestamp, code: 'invalid-request' });
    expect(response.get('cache-control')).toBe('no-store');
    expect(response.get('access-control-allow-origin')).toBe('*');
  });
});

it.each(['utm_source=x', '_=17', 'v=2', '__proto__=1', `${'a&'.repeat(500)}`])(
  'GET /prices ignores parameters that resemble none of its own: %s',
  async (query) => {
    const { app } = await aPricedService();
    expect((await request(app).get(`${LIST}?${query}`)).status).toBe(200);
  },
);

describe('GET /prices/{contractId}', () => {
  it('returns one token of the list with its sparkline', async () => {
    const { app } = await aPricedService();
    const list = await request(app).get(`${LIST}?sparkline=1`);
    const { tokens } = list.body as { tokens: object[] };
    for (const _ of [1, 2]) {
      const response = await request(app).get(`${LIST}/${CHA}`);
      expect(response.status).toBe(200);
      expectDescribed('getPrice', response);
      expect(response.body).toEqual(tokens[1]);
    }
    expect((await request(app).get(`${LIST}/${encodeURIComponent(CHA)}`)).body).toEqual(tokens[1]);
  });

  it.each([NEVER_PRICED, 'x', '.stx', '__proto__', '%00', `${CHA}%20`, 'a'.repeat(5000)])(
    'returns 404 for a token that was never priced: %s',
    async (token) => {
      const { app } = await aPricedService();
      const response = await request(app).get(`${LIST}/${token}`);
      expect(response.status).toBe(404);
      expectDescribed('getPrice', response);
      expect(errorIn(response)).toEqual({
        error: 'This token was never priced',
        timestamp,
        code: 'token-not-priced',
        details: { token: shown(decodeURIComponent(token)) },
      });
    },
  );

  it('returns 400 for a path that is not valid percent-encoding', async () => {
    const { app } = await aPricedService();
    const response = await request(app).get(`${LIST}/%ff`);
    expect(response.status).toBe(400);
    expectDescribed('getPrice', response);
    expect(errorIn(response)).toEqual({ error: 'Malformed request', timestamp, code: 'malformed-request' });
  });
});

describe('the prices service', () => {
  it.each([LIST, `${LIST}/${CHA}`, `${LIST}/${CHA}/history`, `${PRICES_API}/health`])(
    'is read-only, and readable by any page: %s',
    async (path) => {
      const { app } = await aPricedService();
      for (const _ of [1, 2]) {
        const read = await request(app).get(path).set('Origin', 'https://x.y');
        expect(read.get('access-control-allow-origin')).toBe('*');
        expect(read.get('x-content-type-options')).toBe('nosniff');
        expect(read.get('x-request-id')).toBe('made');
      }
      const preflight = await request(app).options(path).set('Origin', 'https://x.y');
      expect(preflight.status).toBe(204);
      expect(preflight.get('allow')).toBe('GET, HEAD, OPTIONS');
      expect(preflight.get('access-control-allow-origin')).toBe('*');
      for (const method of ['post', 'put', 'patch', 'delete'] as const) {
        const response = await request(app)[method](path).send({});
        expect(response.status).toBe(405);
        expect(response.get('allow')).toBe('GET, HEAD, OPTIONS');
        expect(errorIn(response)).toEqual({
          error: 'Method not allowed',
          timestamp,
          code: 'method-not-allowed',
        });
      }
    },
  );

  it('serves /llms.txt below its mount and at the root of its host', async () => {
    const hosts = { prices: 'prices.example.org' };
    const { app } = aPriceService({ hosts });
    for (const [path, host] of [
      ['/prices/llms.txt', 'localhost'],
      ['/llms.txt', 'prices.example.org'],
    ] as const) {
      const response = await request(app).get(path).set('Host', host);
      expect([response.status, response.text]).toEqual([200, expect.stringContaining('### GET /prices/')]);
      expect(response.get('content-type')).toBe('text/plain; charset=utf-8');
      const again = await request(app)
        .get(path)
        .set({ Host: host, 'If-None-Match': response.get('etag')! });
      expect(again.status).toBe(304);
    }
    expect((await request(app).get('/llms.txt')).status).toBe(404);
  });

  it('returns 500 without the cause of a failure', async () => {
    const { app, ports } = aPriceService();
    ports.prices.latest = () => Promise.reject(new Error('SQLITE_CORRUPT'));
    const response = await request(app).get(LIST);
    expect(response.status).toBe(500);
    expect(errorIn(response)).toEqual({ error: 'Internal server error', timestamp, code: 'internal' });
  });
});
