import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import type { Price } from '../../../src/domain/price-series/price.js';
import { T0 } from '../../support/builders.js';
import { aPrice } from '../../support/price-runs.js';
import { expectDescribed } from './described.js';
import { errorIn } from './error-in.js';
import {
  aPricedService,
  aPriceService,
  BTC_USD,
  CHA,
  LEGACY_API,
  NEVER_PRICED,
  PRICES,
  SBTC,
  WELSH,
  WELSH_SUBNET,
} from './price-service.js';

const LIST = `${LEGACY_API}/prices`;
const now = T0.getTime();

type Records = { data: { tokenId: string; confidence: number }[] };
const idsOf = (body: unknown) => (body as Records).data.map(({ tokenId }) => tokenId);

const priced = (usd: number) => ({ usdPrice: usd, marketPrice: usd, intrinsicValue: usd });

const welsh = {
  symbol: 'WELSH',
  name: 'WELSH token',
  decimals: 6,
  image: '',
  isLpToken: false,
  ...priced(0.1 + 0.2),
  sbtcRatio: (0.1 + 0.2) / BTC_USD,
  lastUpdated: now,
};
const WELSH_RECORD = {
  ...welsh,
  tokenId: WELSH,
  image: 'https://example.org/welsh.png',
  confidence: 1 - 1.25 / 100,
  totalLiquidity: 3000,
};

describe('GET /prices', () => {
  it('lists records in the older shape, the highest confidence first, then the most liquidity', async () => {
    const { app } = await aPricedService();
    const response = await request(app).get(LIST);
    expect(response.status).toBe(200);
    expectDescribed('listLegacyPrices', response);
    expect(response.get('cache-control')).toBe('public, max-age=30');
    expect(response.get('access-control-allow-origin')).toBe('*');
    expect(response.body).toEqual({
      status: 'success',
      data: [
        {
          tokenId: SBTC,
          symbol: 'sBTC',
          name: 'sBTC token',
          decimals: 8,
          image: '',
          isLpToken: false,
          ...priced(BTC_USD),
          sbtcRatio: 1,
          confidence: 1,
          totalLiquidity: 5000,
          lastUpdated: now,
        },
        { ...welsh, tokenId: WELSH_SUBNET, confidence: 1, totalLiquidity: 2000 },
        WELSH_RECORD,
        {
          tokenId: CHA,
          symbol: 'CHA',
          name: 'CHA token',
          decimals: 6,
          image: '',
          isLpToken: false,
          ...priced(0.25),
          sbtcRatio: 0.25 / BTC_USD,
          confidence: 0.7,
          totalLiquidity: 4000,
          lastUpdated: now,
        },
      ],
      metadata: {
        count: 4,
        totalTokensAvailable: 4,
        processingTimeMs: 0,
        lastUpdated: now,
        queryParams: { limit: 100, details: false },
      },
    });
  });

  it('orders records of equal confidence and liquidity by id', async () => {
    const { app, record } = aPriceService();
    const equal = aPrice(1, BTC_USD, { liquidityUsd: 7, roundTripLoss: 5 });
    await record(new Map([...PRICES.keys()].reverse().map((id) => [id, equal])));
    expect(idsOf((await request(app).get(LIST)).body)).toEqual([CHA, SBTC, WELSH, WELSH_SUBNET]);
  });

  it.each([
    [-12.5, 1],
    [0, 1],
    [40, 0.6],
    [100, 0],
    [140, 0],
    [null, 1],
  ])(
    'converts a round trip loss of %p percent into a confidence of %p',
    async (roundTripLoss, confidence) => {
      const { app, record } = aPriceService();
      const price: Price = aPrice(1, BTC_USD, { roundTripLoss });
      await record(new Map([[CHA, price]]));
      const { data } = (await request(app).get(LIST)).body as Records;
      expect(data[0]?.confidence).toBe(confidence);
    },
  );

  it.each([
    ['limit=2', [SBTC, WELSH_SUBNET]],
    ['limit=1000', [SBTC, WELSH_SUBNET, WELSH, CHA]],
    ['minPrice=0.26', [SBTC, WELSH_SUBNET, WELSH]],
    ['minPrice=2.6e-1', [SBTC, WELSH_SUBNET, WELSH]],
    ['minPrice=0.25', [SBTC, WELSH_SUBNET, WELSH, CHA]],
    ['minPrice=100001', []],
    ['minConfidence=0.7', [SBTC, WELSH_SUBNET, WELSH, CHA]],
    ['minConfidence=0.71', [SBTC, WELSH_SUBNET, WELSH]],
    ['minConfidence=1', [SBTC, WELSH_SUBNET]],
    ['symbols=CHA,sbtc', [SBTC, CHA]],
    ['symbols=welsh', [WELSH_SUBNET, WELSH]],
    ['symbols=nothing', []],
    [`token=${CHA}`, [CHA]],
    [`token=${NEVER_PRICED}`, []],
    ['token=.stx', []],
    [`symbols=WELSH&limit=1&minConfidence=0.9&unknown=x`, [WELSH_SUBNET]],
  ])('returns the records that match ?%s', async (query, ids) => {
    const { app } = await aPricedService();
    for (const _ of [1, 2]) {
      const response = await request(app).get(`${LIST}?${query}`);
      expect(response.status).toBe(200);
      expectDescribed('listLegacyPrices', response);
      expect(idsOf(response.body)).toEqual(ids);
      expect(response.body).toMatchObject({ metadata: { count: ids.length, totalTokensAvailable: 4 } });
    }
  });

  it('echoes the parameters, converted', async () => {
    const { app } = await aPricedService();
    const query = `symbols=CHA,%20sBTC&limit=5&minPrice=0.1&minConfidence=0.5&details=false&token=${CHA}`;
    const response = await request(app).get(`${LIST}?${query}`);
    const queryParams = {
      token: CHA,
      symbols: ['CHA', 'sBTC'],
      limit: 5,
      minPrice: 0.1,
      minConfidence: 0.5,
      details: false,
    };
    expect(response.body).toMatchObject({ metadata: { queryParams } });
  });

  it('returns statistics of the pools with details=true', async () => {
    const { app, clock } = await aPricedService();
    clock.advance(1_500);
    const response = await request(app).get(`${LIST}?details=true`);
    expectDescribed('listLegacyPrices', response);
    expect(response.body).toMatchObject({
      metadata: {
        graphStats: {
          totalTokens: 3,
          totalPools: 2,
          avgPoolsPerToken: 4 / 3,
          sbtcPairCount: 1,
          globalMaxLiquidity: 5000,
          lastUpdated: now,
          ageMs: 1_500,
        },
      },
    });
  });

  it('is empty before the first run of prices', async () => {
    const response = await request(aPriceService().app).get(`${LIST}?details=true`);
    expectDescribed('listLegacyPrices', response);
    expect(response.body).toMatchObject({
      status: 'success',
      data: [],
      metadata: {
        count: 0,
        totalTokensAvailable: 0,
        lastUpdated: null,
        graphStats: { globalMaxLiquidity: null, lastUpdated: null, ageMs: null },
      },
    });
  });

  it('is rebuilt after 30 seconds, since it states ages', async () => {
    const { app, clock } = await aPricedService();
    const age = async () =>
      (
        (await request(app).get(`${LIST}?details=true`)).body as {
          metadata: { graphStats: { ageMs: number } };
        }
      ).metadata.graphStats.ageMs;
    expect(await age()).toBe(0);
    clock.advance(29_999);
    expect(await age()).toBe(0);
    clock.advance(1);
    expect(await age()).toBe(30_000);
  });

  const LIMIT = 'Invalid limit parameter: must be a whole number from 1 to 1000';
  const MIN_PRICE = 'Invalid minPrice parameter: must be a number, 0 or more';
  const MIN_CONFIDENCE = 'Invalid minConfidence parameter: must be a number from 0 to 1';
  const DETAILS = 'Invalid details parameter: must be true or false';
  const TOKEN = 'Invalid contract ID format: token must be one contract id';
  it.each([
    ['limit=0', LIMIT],
    ['limit=1001', LIMIT],
    ['limit=-1', LIMIT],
    ['limit=1.5', LIMIT],
    ['limit=x', LIMIT],
    ['limit=1&limit=2', LIMIT],
    ['minPrice=x', MIN_PRICE],
    ['minPrice=-1', MIN_PRICE],
    ['minPrice=NaN', MIN_PRICE],
    ['minPrice=Infinity', MIN_PRICE],
    ['minPrice=1e999', MIN_PRICE],
    ['minPrice=0x10', MIN_PRICE],
    ['minPrice=1&minPrice=2', MIN_PRICE],
    ['minConfidence=1.01', MIN_CONFIDENCE],
    ['minConfidence=-0.1', MIN_CONFIDENCE],
    ['minConfidence=high', MIN_CONFIDENCE],
    ['details=1', DETAILS],
    ['details=true&details=true', DETAILS],
    ['token=welsh', TOKEN],
    ['token=a.b&token=a.c', TOKEN],
    ['symbols=a&symbols=b', 'Invalid symbols parameter: must be one list of symbols, separated by commas'],
  ])('returns 400 for ?%s', async (query, message) => {
    const { app } = await aPricedService();
    const response = await request(app).get(`${LIST}?${query}`);
    expect(response.status).toBe(400);
    expectDescribed('listLegacyPrices', response);
    expect(errorIn(response)).toEqual({ status: 'error', error: 'Bad Request', message });
    expect(response.get('cache-control')).toBe('no-store');
  });
});

describe('GET /prices/{contractId}', () => {
  it('returns one record', async () => {
    const { app } = await aPricedService();
    for (const _ of [1, 2]) {
      const response = await request(app).get(`${LIST}/${WELSH}`);
      expect(response.status).toBe(200);
      expectDescribed('getLegacyPrice', response);
      expect(response.get('cache-control')).toBe('public, max-age=30');
      expect(response.body).toEqual({
        status: 'success',
        data: WELSH_RECORD,
        metadata: { processingTimeMs: 0, lastUpdated: now },
      });
    }
  });

  it.each([
    [SBTC, { btcPrice: BTC_USD, pathsUsed: 0, priceVariation: 0 }],
    [WELSH, { btcPrice: BTC_USD, pathsUsed: 2, priceVariation: 0.0125 }],
    [WELSH_SUBNET, { btcPrice: BTC_USD, pathsUsed: 2, priceVariation: null }],
  ])('returns with details=true how the price of %s was found', async (token, details) => {
    const { app } = await aPricedService();
    const response = await request(app).get(`${LIST}/${token}?details=true`);
    expectDescribed('getLegacyPrice', response);
    expect(response.body).toMatchObject({
      data: { calculationDetails: { ...details, priceSource: 'market', calculatedAt: now } },
    });
  });

  it('returns the bitcoin price of the run that priced the token, not of the newest', async () => {
    const { app, clock, record, ports } = await aPricedService();
    clock.advance(300_000);
    await ports.prices.record({ at: clock.now(), btcUsd: 50_000, prices: new Map([[SBTC, aPrice(50_000)]]) });
    clock.advance(300_000);
    await record(new Map([[SBTC, aPrice(BTC_USD, BTC_USD)]]));
    const response = await request(app).get(`${LIST}/${CHA}?details=true`);
    expect(response.body).toMatchObject({
      data: { calculationDetails: { btcPrice: expect.closeTo(BTC_USD), calculatedAt: now } },
    });
  });

  it.each(['welsh', '__proto__', '%00', 'a'.repeat(3000)])(
    'returns 400 for a contract id without a period: %s',
    async (token) => {
      const { app } = await aPricedService();
      const response = await request(app).get(`${LIST}/${token}`);
      expect(response.status).toBe(400);
      expectDescribed('getLegacyPrice', response);
      expect(errorIn(response)).toEqual({
        status: 'error',
        error: 'Bad Request',
        message: 'Invalid contract ID format: must be <address>.<contract-name>, or .stx',
      });
    },
  );

  it.each([NEVER_PRICED, '.stx', 'a.b', '..', `${WELSH}.x`])(
    'returns 404 for a token that was never priced: %s',
    async (token) => {
      const { app } = await aPricedService();
      const response = await request(app).get(`${LIST}/${encodeURIComponent(token)}`);
      expect(response.status).toBe(404);
      expectDescribed('getLegacyPrice', response);
      expect(errorIn(response)).toEqual({
        status: 'error',
        error: 'Not Found',
        message: 'This token was never priced',
      });
    },
  );

  it('returns 400 for details that are neither true nor false', async () => {
    const { app } = await aPricedService();
    const response = await request(app).get(`${LIST}/${WELSH}?details=yes`);
    expect(response.status).toBe(400);
    expectDescribed('getLegacyPrice', response);
  });
});

describe('the legacy service', () => {
  it('returns 405, 404 and 500 with its own error body', async () => {
    const { app, ports } = aPriceService();
    const put = await request(app).put(LIST).send({});
    expect([put.status, put.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect(errorIn(put)).toEqual({
      status: 'error',
      error: 'Method Not Allowed',
      message: 'Method not allowed',
    });
    expect(errorIn(await request(app).get(`${LEGACY_API}/nothing`))).toEqual({
      status: 'error',
      error: 'Not Found',
      message: 'Not found',
    });
    ports.prices.latest = () => Promise.reject(new Error('SQLITE_CORRUPT'));
    const broken = await request(app).get(LIST);
    expect(broken.status).toBe(500);
    expect(errorIn(broken)).toEqual({
      status: 'error',
      error: 'Internal Server Error',
      message: 'Internal server error',
    });
  });

  it('is served at the root of its own host, apart from the prices service', async () => {
    const hosts = { prices: 'prices.example.org', legacy: 'invest.example.org' };
    const { app } = await aPricedService({ hosts });
    const shapes: string[][] = [];
    for (const host of [
      'prices.example.org',
      'invest.example.org',
      'prices.example.org',
      'invest.example.org',
    ]) {
      const response = await request(app).get('/api/v1/prices').set('Host', host);
      shapes.push(Object.keys(response.body as object));
    }
    const [prices, legacy] = [
      ['btcUsd', 'updatedAt', 'count', 'tokens'],
      ['status', 'data', 'metadata'],
    ];
    expect(shapes).toEqual([prices, legacy, prices, legacy]);
    expect((await request(app).get('/api/health').set('Host', 'invest.example.org')).status).toBe(200);
  });
});
