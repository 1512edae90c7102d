import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { WELSH } from '../support/core-harness.js';
import { expectDescribed } from './described.js';
import { wholeApp, type WholeApp } from './whole-app.js';

const PRICES = '/prices/api/v1';
const LEGACY = '/invest/api/v1';

let whole: WholeApp;

beforeEach(() => {
  whole = wholeApp();
});

const get = (path: string) => request(whole.app).get(path);

/** One run, recorded for every process and read into the list. */
async function record(): Promise<void> {
  const recorded = await whole.core.prices.record();
  expect(recorded.ok).toBe(true);
  await whole.core.prices.refresh();
}

async function expectAnswers(id: string, status: number, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const response = await get(path);
    expect([path, response.status]).toEqual([path, status]);
    expectDescribed(id, response);
  }
}

describe('the prices area', () => {
  it('answers as described before the first run', async () => {
    await expectAnswers('listPrices', 200, [`${PRICES}/prices`, `${PRICES}/prices?sparkline=1`]);
    await expectAnswers('getPrice', 404, [`${PRICES}/prices/${WELSH}`]);
    await expectAnswers('priceHistory', 404, [`${PRICES}/prices/${WELSH}/history`]);
    await expectAnswers('priceHealth', 503, [`${PRICES}/health`]);
  });

  it('answers as described when there are prices', async () => {
    await record();
    whole.clock.advance(300_000);
    await record();
    const answer = await get(`${PRICES}/prices`);
    expect((answer.body as { count: number }).count).toBeGreaterThan(2);
    const list = `${PRICES}/prices`;
    await expectAnswers('listPrices', 200, [
      list,
      `${list}?sparkline=1`,
      `${list}?tokens=${WELSH},x&sparkline=0`,
    ]);
    await expectAnswers('getPrice', 200, [`${PRICES}/prices/${WELSH}`, `${PRICES}/prices/${WELSH}-subnet`]);
    await expectAnswers('priceHealth', 200, [`${PRICES}/health`]);
  });

  it('answers histories as described', async () => {
    await record();
    const history = `${PRICES}/prices/${WELSH}/history`;
    const answer = await get(`${history}?interval=5m`);
    expect(answer.body).toMatchObject({ count: 1 });
    await expectAnswers('priceHistory', 200, [
      history,
      ...['5m', '1h', '4h', '1d', '1w'].map((interval) => `${history}?interval=${interval}&quote=sbtc`),
      `${history}?limit=2000&fill=previous`,
      `${history}?interval=5m&from=2026-11-19&to=2026-11-20`,
    ]);
    await expectAnswers(
      'priceHistory',
      400,
      [
        ...['interval=2h', 'quote=eur', 'from=x', 'to=x', 'limit=0', 'limit=2001', 'fill=next'],
        'from=2026-11-20T13:00:00Z',
        'interval=5m&from=2026-11-01',
      ].map((query) => (query.startsWith('/') ? query : `${history}?${query}`)),
    );
  });

  it('is refused as described', async () => {
    await expectAnswers('listPrices', 400, [
      `${PRICES}/prices?sparkline=2`,
      `${PRICES}/prices?tokens=a&tokens=b`,
    ]);
    await expectAnswers('getPrice', 400, [`${PRICES}/prices/%ZZ`]);
  });

  it('tells itself in words, as described', async () => {
    const response = await get('/prices/llms.txt');
    expect(response.text).toMatch(/^# Sluice HTTP interface\n/);
    expectDescribed('describeForModels', response);
    const again = await get('/prices/llms.txt').set('If-None-Match', response.get('etag')!);
    expect(again.status).toBe(304);
  });
});

describe('the legacy area', () => {
  it('answers as described', async () => {
    await expectAnswers('listLegacyPrices', 200, [`${LEGACY}/prices?details=true`]);
    await record();
    await expectAnswers('listLegacyPrices', 200, [
      `${LEGACY}/prices`,
      `${LEGACY}/prices?details=true&limit=1000&minPrice=0&minConfidence=0&symbols=welsh,x&token=${WELSH}`,
    ]);
    await expectAnswers('getLegacyPrice', 200, [
      `${LEGACY}/prices/${WELSH}`,
      `${LEGACY}/prices/${WELSH}?details=true`,
    ]);
  });

  it('is refused as described', async () => {
    const list = [
      'token=x',
      'symbols=a&symbols=b',
      'limit=0',
      'limit=1001',
      'minPrice=-1',
      'minConfidence=1.1',
      'details=1',
    ];
    await expectAnswers(
      'listLegacyPrices',
      400,
      list.map((query) => `${LEGACY}/prices?${query}`),
    );
    await expectAnswers('getLegacyPrice', 400, [
      `${LEGACY}/prices/x`,
      `${LEGACY}/prices/a.b?details=1`,
      `${LEGACY}/prices/%ZZ`,
    ]);
    await expectAnswers('getLegacyPrice', 404, [`${LEGACY}/prices/a.b`]);
  });

  it('ends at the limit that is described', async () => {
    let response = await get(`${LEGACY}/prices/a.b`);
    for (let n = 0; n < 100; n++) response = await get(`${LEGACY}/prices/a.b`);
    expect(response.status).toBe(429);
    expectDescribed('getLegacyPrice', response);
  });

  it('tells how it is, as described', async () => {
    await expectAnswers('legacyHealth', 503, ['/invest/api/health']);
    await record();
    await expectAnswers('legacyHealth', 200, ['/invest/api/health']);
    whole.setPing(async () => Promise.reject(new Error('gone')));
    await expectAnswers('legacyHealth', 503, ['/invest/api/health']);
    await expectAnswers('oracleHealth', 200, ['/invest/api/health/btc-oracle']);
    await expectAnswers('cacheHealth', 200, ['/invest/api/health/cache']);
  });
});

describe('the process’s own paths', () => {
  it('answer as described', async () => {
    await expectAnswers('isUp', 200, ['/healthz']);
    await expectAnswers('isReady', 200, ['/readyz']);
    whole.setReadiness({ ready: false, reasons: ['the database does not answer'] });
    await expectAnswers('isReady', 503, ['/readyz']);
    await expectAnswers('tellTime', 200, ['/time']);
    await expectAnswers('readMetrics', 200, ['/metrics']);
    await expectAnswers('showDevnet', 200, ['/devnet']);
    await expectAnswers('describeInterface', 200, ['/openapi.json']);
    const { headers } = (await get('/openapi.json')) as { headers: Record<string, string> };
    const again = await get('/openapi.json').set('If-None-Match', headers['etag']!);
    expect(again.status).toBe(304);
    expectDescribed('describeInterface', again);
  });
});
