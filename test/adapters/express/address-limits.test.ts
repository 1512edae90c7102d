import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createApp, swapArea, type AddressRates } from '../../../src/adapters/express/index.js';
import { err, ok } from '../../../src/domain/shared/result.js';
import { REQUESTS_PER_WINDOW } from '../../../src/domain/api-key/rate-window.js';
import { T0, uuidOf } from '../../support/builders.js';
import { fixedClock } from '../../support/fixed-clock.js';
import { signedInput } from '../../support/core-harness.js';
import { walletOf } from '../../support/signing.js';
import { expectDescribed, OPERATIONS } from './described.js';
import { API, fakeCore } from './fake-core.js';
import { keyManager, signed } from './wallet-requests.js';
import { wholeApp } from './whole-app.js';

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

  it('count each kind of call separately, and bad requests too', async () => {
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

  describe('and what a key or a wallet signed', () => {
    const LIMIT = 5;
    async function bed() {
      const { areas, clock, core } = wholeApp();
      const app = createApp({
        areas,
        clock,
        rates: { reads: LIMIT, cancels: LIMIT, keys: LIMIT },
        requestIds: () => 'an-id',
        readiness: async () => ({ ready: true, reasons: [] }),
      });
      const cancel = (headers: Headers) =>
        request(app)
          .patch(`${API}/orders/${uuidOf(1)}/cancel`)
          .set(headers);
      await core.orders.place(signedInput());
      return { app, cancel, wallet: keyManager(app) };
    }
    type Headers = Readonly<Record<string, string>>;
    const LIST_OF_OWNER = `${LIST}&view=owner`;

    it('give each of four keys at one address its own 100 a minute, with its four headers', async () => {
      const { cancel, wallet, app } = await bed();
      const keys = [];
      for (let n = 0; n < 4; n++) keys.push((await wallet.issue({ permissions: ['cancel'] })).apiKey);
      for (const apiKey of keys) {
        const headers = { 'x-api-key': apiKey };
        for (let left = REQUESTS_PER_WINDOW - 1; left >= 0; left--) {
          const response = left % 2 === 0 ? await cancel(headers) : await request(app).get(LIST).set(headers);
          expect([response.status, response.get('x-ratelimit-remaining')]).toEqual([200, String(left)]);
          expect(response.get('x-ratelimit-limit')).toBe('100');
          expect(response.get('x-ratelimit-window')).toBe('60');
          expect(response.get('x-ratelimit-reset')).toBe(String(T0.getTime() / 1000 + 60));
        }
        expect((await cancel(headers)).body).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
      }
      for (let n = 0; n < LIMIT; n++) expect((await request(app).get(LIST)).status).toBe(200);
      expect((await request(app).get(LIST)).body).toMatchObject({ code: 'address-rate-exceeded' });
      const signedRead = await request(app)
        .get(LIST_OF_OWNER)
        .set(signed({ action: 'read_orders', uuid: '*' }).headers);
      expect([signedRead.status, signedRead.get('x-sluice-view')]).toEqual([200, 'owner']);
    });

    it('let a wallet sign far more calls than an anonymous caller may send, and count signatures that do not verify', async () => {
      const { cancel, app } = await bed();
      const read = (headers: Headers, path = LIST_OF_OWNER) => request(app).get(path).set(headers);
      const proof = signed({ action: 'read_orders', uuid: '*' }).headers;
      for (let n = 0; n < REQUESTS_PER_WINDOW; n++) expect((await read(proof)).status).toBe(200);
      const message = () => signed({ action: 'cancel_order', uuid: uuidOf(1), nonce: Math.random() }).headers;
      for (let n = 0; n < 2; n++) expect((await cancel(message())).status).toBe(200);

      const forged = { ...message(), 'x-signature': 'ab' };
      for (let n = 0; n < LIMIT - 2; n++) expect((await cancel(forged)).status).toBe(401);
      const refused = await cancel(forged);
      expect(refused.body).toMatchObject({ code: 'address-rate-exceeded' });
      expectDescribed('cancelOrder', refused);
    });

    it('check no more signatures of an address than it may send calls, and then show the public view', async () => {
      const { app } = await bed();
      const forged = { ...signed({ action: 'read_orders', uuid: '*' }).headers, 'x-signature': 'ab' };
      const one = `${API}/orders/${uuidOf(1)}`;
      for (let n = 0; n < LIMIT; n++)
        expect((await request(app).get(one).set(forged)).get('x-sluice-view')).toBe(
          'public; reason=invalid-signature',
        );
      const unchecked = await request(app).get(one).set(forged);
      expect([unchecked.status, unchecked.get('x-sluice-view')]).toEqual([
        200,
        'public; reason=address-rate-exceeded',
      ]);
      expect((await request(app).get(`${one}?view=owner`).set(forged)).status).toBe(429);
    });

    it('count new wallets against their address, since they cost nothing', async () => {
      const { app } = await bed();
      const read = (key: string) =>
        request(app)
          .get(LIST_OF_OWNER)
          .set(signed({ action: 'read_orders', uuid: '*' }, walletOf(key)).headers);
      const keys = Array.from({ length: LIMIT + 1 }, (_, n) => (n + 7).toString(16).padStart(64, '0'));
      for (const key of keys.slice(0, LIMIT)) expect((await read(key)).status).toBe(200);
      expect((await read(keys.at(-1)!)).status).toBe(429);
    });
  });

  it('do not count the look-up of one record, OPTIONS, health checks, and quotes that are kept', async () => {
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

  it('do not exist for an embedder who sets none, nor if they are 0', async () => {
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
      'amendOrder',
      'cancelAfter',
      'cancelOrder',
      'cancelOrders',
      'createAlert',
      'createApiKey',
      'createWebhook',
      'deleteAlert',
      'deleteWebhook',
      'disarmCancelAfter',
      'executeOrder',
      'exportCosts',
      'exportFills',
      'followAlerts',
      'followOrder',
      'followOrders',
      'followPrices',
      'followQuote',
      'getAlert',
      'getApiKey',
      'getBalances',
      'getStrategy',
      'getWebhook',
      'listAlerts',
      'listApiKeys',
      'listFills',
      'listMetadata',
      'listOrders',
      'listStrategies',
      'listTrades',
      'listWebhookDeliveries',
      'listWebhooks',
      'pauseSending',
      'placeOrder',
      'placeOrders',
      'priceHistory',
      'pricesAt',
      'quoteRoute',
      'quoteRoutes',
      'quoteSplit',
      'readCancelAfter',
      'readCosts',
      'readDepth',
      'readExecutionQuality',
      'readOperatorStatus',
      'readPortfolio',
      'readResults',
      'rearmAlert',
      'rehearseOrder',
      'replayOrder',
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
      'updateWebhook',
    ]);
    for (const { operation } of limited)
      expect(operation.responses[0].headers).toMatchObject({ 'RateLimit-Policy': expect.any(String) });
  });
});
