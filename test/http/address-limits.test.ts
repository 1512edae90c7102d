import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createApp, swapArea, type AddressRates } from '../../src/adapters/express/index.js';
import { err, ok } from '../../src/domain/shared/result.js';
import { T0 } from '../support/builders.js';
import { fixedClock } from '../support/fixed-clock.js';
import { expectDescribed, OPERATIONS } from './described.js';
import { API, fakeCore } from './fake-core.js';

const LIST = `${API}/orders?limit=5`;

function serve(rates?: AddressRates, trustProxy = 0) {
  const clock = fixedClock(T0);
  const core = fakeCore({
    orders: {
      list: async () => ok({ orders: [], total: 0 }),
      get: async () => err({ kind: 'order-not-found', ref: 'x' }),
    },
    quotes: { quote: async () => err({ kind: 'no-route', reason: 'same-token' }) },
  });
  const app = createApp({
    areas: [swapArea(core, { clock })],
    clock,
    trustProxy,
    requestIds: () => 'an-id',
    readiness: async () => ({ ready: true, reasons: [] }),
    ...(rates !== undefined && { rates }),
  });
  return { app, clock };
}

describe('the limits per address', () => {
  it('announce what is left with every call, and refuse the next one with 429 until the window ends', async () => {
    const { app, clock } = serve({ reads: 2 });
    const first = await request(app).get(LIST);
    expect(first.status).toBe(200);
    expect(first.get('ratelimit-policy')).toBe('"reads";q=2;w=60');
    expect(first.get('ratelimit')).toBe('"reads";r=1;t=60');
    clock.advance(20_500);
    expect((await request(app).get(LIST)).get('ratelimit')).toBe('"reads";r=0;t=40');

    const refused = await request(app).get(LIST);
    expect(refused.status).toBe(429);
    expect(refused.get('ratelimit')).toBe('"reads";r=0;t=40');
    expect(refused.get('retry-after')).toBe('40');
    expect(refused.get('access-control-expose-headers')).toContain('RateLimit-Policy');
    expect(refused.body).toMatchObject({
      code: 'address-rate-exceeded',
      error: 'Too many lists and searches from this address: 2 a minute are the limit',
    });
    expectDescribed('listOrders', refused);

    clock.advance(39_500);
    expect((await request(app).get(LIST)).status).toBe(200);
  });

  it('count each kind of call by itself, and bad requests too', async () => {
    const { app } = serve({ reads: 1, keys: 1, executes: 1, cancels: 1, creates: 1, quotes: 1 });
    const calls: readonly [string, () => request.Test][] = [
      ['listOrders', () => request(app).get(`${API}/orders?limit=x`)],
      ['quoteRoute', () => request(app).get(`${API}/quote`)],
      ['listApiKeys', () => request(app).get(`${API}/api-keys`)],
      ['executeOrder', () => request(app).post(`${API}/orders/an-order/execute`)],
      ['cancelOrder', () => request(app).patch(`${API}/orders/an-order/cancel`)],
      ['placeOrder', () => request(app).post(`${API}/orders/new`).send('{')],
    ];
    for (const [, call] of calls) expect((await call()).status).not.toBe(429);
    for (const [id, call] of calls) {
      const refused = await call();
      expect(refused.status).toBe(429);
      expectDescribed(id, refused);
    }
  });

  it('do not read the body of a call that is over the limit', async () => {
    const { app } = serve({ creates: 1 });
    const place = () => request(app).post(`${API}/orders/new`).set('Content-Type', 'text/plain').send('x');
    expect((await place()).status).toBe(415);
    expect((await place()).status).toBe(429);
  });

  it('leave alone the look-up of one record, OPTIONS, health checks, and quotes that are kept', async () => {
    const { app } = serve({ reads: 1, quotes: 1 });
    const quote = `${API}/quote?tokenIn=.stx&tokenOut=.stx&amount=1`;
    for (let n = 0; n < 3; n++) {
      expect((await request(app).get(`${API}/orders/an-order`)).status).toBe(404);
      expect((await request(app).options(LIST)).status).toBe(204);
      expect((await request(app).get('/healthz')).status).toBe(200);
      expect((await request(app).get(quote)).status).toBe(200);
    }
    expect((await request(app).get(LIST)).status).toBe(200);
  });

  it('hold for the address before the trusted proxies, and for a whole /64 network', async () => {
    const { app } = serve({ reads: 1 }, 1);
    const from = async (address: string) =>
      (await request(app).get(LIST).set('X-Forwarded-For', address)).status;
    expect(await from('10.0.0.1')).toBe(200);
    expect(await from('10.0.0.1')).toBe(429);
    expect(await from('99.9.9.9, 10.0.0.1')).toBe(429);
    expect(await from('10.0.0.2')).toBe(200);
    expect(await from('2001:db8::1')).toBe(200);
    expect(await from('2001:db8::ffff:2')).toBe(429);
    expect(await from('2001:db8:0:1::1')).toBe(200);
  });

  it('do not exist for an embedder who sets none, nor where they are 0', async () => {
    for (const { app } of [serve(), serve({ reads: 0 })]) {
      for (let n = 0; n < 20; n++) {
        const response = await request(app).get(LIST);
        expect([response.status, response.get('ratelimit')]).toEqual([200, undefined]);
      }
    }
  });

  it('are described for each call that costs more than a look-up', () => {
    const limited = OPERATIONS.filter(({ operation }) =>
      operation.errors.some(({ code }) => code === 'address-rate-exceeded'),
    );
    expect(limited.map(({ operation }) => operation.id).sort()).toEqual([
      'cancelOrder',
      'cancelOrders',
      'createApiKey',
      'createWebhook',
      'deleteWebhook',
      'executeOrder',
      'followOrder',
      'followOrders',
      'followPrices',
      'getApiKey',
      'getBalances',
      'getStrategy',
      'listApiKeys',
      'listMetadata',
      'listOrders',
      'listStrategies',
      'listWebhookDeliveries',
      'listWebhooks',
      'pauseSending',
      'placeOrder',
      'placeOrders',
      'priceHistory',
      'pricesAt',
      'quoteRoute',
      'quoteRoutes',
      'readOperatorStatus',
      'replayWebhookDeliveries',
      'resumeSending',
      'revokeApiKey',
      'rotateWebhookSecret',
      'saveMetadata',
      'signInOperator',
      'signOutOperator',
      'testWebhook',
      'udfHistory',
      'udfSearch',
    ]);
    for (const { operation } of limited)
      expect(operation.responses[0].headers).toMatchObject({ 'RateLimit-Policy': expect.any(String) });
  });
});
