import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import request from 'supertest';
import { T0, uuidOf } from '../../support/builders.js';
import { ANOTHER_WALLET } from '../../support/signing.js';
import { expectDescribed } from './described.js';
import { anExchange, aSignedBody, type Exchange } from './exchange.js';
import { API, appOver } from './fake-core.js';
import { keyManager } from './wallet-requests.js';

const NO_KEY = `ck_live_${'0'.repeat(64)}`;
const ORDER = `${API}/orders/${uuidOf(1)}`;
const WINDOW_END = (T0.getTime() + 60_000) / 1000;

let exchange: Exchange;
let app: ReturnType<typeof appOver>;
let wallet: ReturnType<typeof keyManager>;

beforeEach(async () => {
  exchange = anExchange();
  app = appOver(exchange.core, { clock: exchange.clock });
  wallet = keyManager(app);
  await request(app).post(`${API}/orders/new`).send(aSignedBody());
});

const cancel = (apiKey: string, order = ORDER) =>
  request(app).patch(`${order}/cancel`).set('x-api-key', apiKey);
const execute = (apiKey: string, order = ORDER) =>
  request(app).post(`${order}/execute`).set('x-api-key', apiKey);
const rateHeadersOf = (response: request.Response) =>
  ['limit', 'remaining', 'reset', 'window', 'x'].map((name) => response.get(`x-ratelimit-${name}`));
const expectError = (response: request.Response, status: number, error: string, code: string) =>
  expect([response.status, response.body]).toEqual([
    status,
    expect.objectContaining({ error, code, timestamp: exchange.clock.now().toISOString() }),
  ]);

describe('execute and cancel with an API key', () => {
  it('cancels its owner’s order with the key in either header', async () => {
    const { apiKey } = await wallet.issue();
    const response = await cancel(apiKey);
    expect([response.status, response.body]).toMatchObject([200, { data: { status: 'cancelled' } }]);
    const again = await request(app).patch(`${ORDER}/cancel`).set('Authorization', `bearer ${apiKey}`);
    expect(again.status).toBe(200);
    expect(response.get('cache-control')).toBe('no-store');
  });

  it('executes its owner’s order: 503 if the server sends no swaps', async () => {
    const { apiKey } = await wallet.issue({ permissions: ['execute'] });
    expectError(
      await execute(apiKey),
      503,
      'This server holds no operator key and sends no swaps',
      'execution-disabled',
    );
  });

  it('returns the rate-limit headers in every response to a valid key', async () => {
    const { apiKey } = await wallet.issue({ permissions: ['cancel'] });
    const { apiKey: strange } = await keyManager(app, ANOTHER_WALLET).issue();
    const standing = (remaining: number) => ['100', String(remaining), String(WINDOW_END), '60', undefined];
    expect(rateHeadersOf(await cancel(apiKey))).toEqual(standing(99));
    expect(rateHeadersOf(await execute(apiKey))).toEqual(standing(98));
    expect(rateHeadersOf(await execute(apiKey).set('Accept', 'application/problem+json'))).toEqual(
      standing(97),
    );
    expect(rateHeadersOf(await cancel(strange))).toEqual(standing(99));
    const none = [undefined, undefined, undefined, undefined, undefined];
    expect(rateHeadersOf(await cancel(NO_KEY))).toEqual(none);
    expect(rateHeadersOf(await request(app).get(ORDER).set('x-api-key', apiKey))).toEqual(standing(96));
    expect(rateHeadersOf(await request(app).get(ORDER))).toEqual(none);
  });

  it('checks in this order: 404, the key, its limit, its permission, its wallet, the order’s state', async () => {
    const { apiKey: weak } = await wallet.issue({ permissions: ['create'] });
    const { apiKey: strange } = await keyManager(app, ANOTHER_WALLET).issue();
    const { apiKey } = await wallet.issue();
    const { apiKey: revoked, keyId } = await wallet.issue();
    const { apiKey: expired } = await wallet.issue({ expiresAt: new Date(T0.getTime() + 1).toISOString() });
    await wallet.revoke(keyId);
    exchange.clock.advance(1);

    const elsewhere = `${API}/orders/${uuidOf(2)}`;
    for (const key of ['', 'nonsense', NO_KEY, revoked, apiKey]) {
      expectError(await execute(key, elsewhere), 404, 'Not found', 'order-not-found');
    }
    for (const key of ['nonsense', NO_KEY, apiKey.toUpperCase(), `${apiKey}0`, ` ${apiKey} x`]) {
      expectError(await execute(key), 401, 'Invalid API key', 'INVALID_API_KEY');
    }
    expectError(await execute(revoked), 401, 'API key inactive', 'API_KEY_INACTIVE');
    expectError(await execute(expired), 401, 'API key inactive', 'API_KEY_INACTIVE');
    expectError(await execute(weak), 403, 'Permission denied', 'PERMISSION_DENIED');
    expectError(await cancel(weak), 403, 'Permission denied', 'PERMISSION_DENIED');
    expectError(await execute(strange), 403, 'API key not authorized for this wallet', 'UNAUTHORIZED_WALLET');
    await cancel(apiKey);
    expectError(await execute(strange), 403, 'API key not authorized for this wallet', 'UNAUTHORIZED_WALLET');
    expectError(await execute(weak), 403, 'Permission denied', 'PERMISSION_DENIED');
    for (let n = 0; n < 100; n++) await exchange.core.apiKeys.authenticate(weak);
    expectError(await execute(weak), 429, 'RATE_LIMIT_EXCEEDED', 'RATE_LIMIT_EXCEEDED');
  });

  it('checks the key and ignores a wallet’s proof when both are sent', async () => {
    const response = await cancel(NO_KEY).set({ 'x-message': '{}', 'x-signature': '00' });
    expectError(response, 401, 'Invalid API key', 'INVALID_API_KEY');
  });

  it('ignores the key when an order is placed', async () => {
    const { apiKey, keyId } = await wallet.issue({ permissions: ['create'] });
    await wallet.revoke(keyId);
    for (const [n, key] of [apiKey, NO_KEY, 'nonsense'].entries()) {
      const placed = await request(app)
        .post(`${API}/orders/new`)
        .set({ 'x-api-key': key, Authorization: `Bearer ${key}` })
        .send(aSignedBody({ uuid: uuidOf(5 + n) }));
      expect(placed.status).toBe(200);
      expect(rateHeadersOf(placed)[0]).toBeUndefined();
    }
  });

  it('returns 401 from the first request after the key’s revocation', async () => {
    const { apiKey, keyId } = await wallet.issue();
    expect((await cancel(apiKey)).status).toBe(200);
    await wallet.revoke(keyId);
    expectError(await cancel(apiKey), 401, 'API key inactive', 'API_KEY_INACTIVE');
  });

  it('returns 401 from the moment the key expires', async () => {
    const { apiKey } = await wallet.issue({ expiresAt: new Date(T0.getTime() + 1000).toISOString() });
    exchange.clock.advance(999);
    expect((await cancel(apiKey)).status).toBe(200);
    exchange.clock.advance(1);
    expectError(await cancel(apiKey), 401, 'API key inactive', 'API_KEY_INACTIVE');
  });
});

describe('the rate limit of an API key', () => {
  it('passes 100 requests in a window and returns 429 until the next one', async () => {
    const { apiKey } = await wallet.issue();
    exchange.clock.advance(20_500);
    for (let n = 1; n <= 100; n++) {
      const response = await cancel(apiKey);
      expect([n, response.status, response.get('x-ratelimit-remaining')]).toEqual([n, 200, String(100 - n)]);
    }
    const refused = await cancel(apiKey);
    expectError(refused, 429, 'RATE_LIMIT_EXCEEDED', 'RATE_LIMIT_EXCEEDED');
    expect(refused.get('retry-after')).toBe('40');
    expect(rateHeadersOf(refused)).toEqual(['100', '0', String(WINDOW_END), '60', undefined]);

    exchange.clock.advance(39_499);
    const last = await cancel(apiKey);
    expect([last.status, last.get('retry-after')]).toEqual([429, '1']);
    exchange.clock.advance(1);
    const next = await cancel(apiKey);
    expect([next.status, ...rateHeadersOf(next).slice(1, 3)]).toEqual([200, '99', String(WINDOW_END + 60)]);
  });

  it('passes 100 of 200 simultaneous requests', async () => {
    const { apiKey } = await wallet.issue();
    const answers = await Promise.all(Array.from({ length: 200 }, () => cancel(apiKey)));
    const counts = [200, 429].map((status) => answers.filter((answer) => answer.status === status).length);
    expect(counts).toEqual([100, 100]);
  });
});

describe('guessing of API keys', () => {
  it('returns 429 for any bad key after 20 failures in a minute, while valid keys work', async () => {
    const { apiKey, keyId } = await wallet.issue();
    const { apiKey: other } = await wallet.issue();
    await wallet.revoke(keyId);
    for (let n = 0; n < 19; n++) expect((await cancel(NO_KEY)).status).toBe(401);
    expect((await cancel(apiKey)).status).toBe(401);
    exchange.clock.advance(15_000);
    const refused = await cancel(NO_KEY);
    expectError(refused, 429, 'RATE_LIMIT_EXCEEDED', 'RATE_LIMIT_EXCEEDED');
    expect(refused.get('retry-after')).toBe('45');
    expect((await cancel(apiKey)).status).toBe(429);
    expect((await cancel(other)).status).toBe(200);
    exchange.clock.advance(45_000);
    expect((await cancel(NO_KEY)).status).toBe(401);
  });

  it('counts by the connection’s address, whatever X-Forwarded-For says', async () => {
    const ask = (n: number) => cancel(NO_KEY).set('X-Forwarded-For', `10.0.0.${n}`);
    for (let n = 0; n < 20; n++) expect((await ask(n)).status).toBe(401);
    expect((await ask(20)).status).toBe(429);
  });
});

describe('the activity of an API key', () => {
  it('is returned to its owner, newest first', async () => {
    const { apiKey, keyId } = await wallet.issue();
    await execute(apiKey).query({ secret: 'query-secret' });
    exchange.clock.advance(1000);
    await cancel(apiKey);
    const response = await wallet.get(keyId);
    expectDescribed('getApiKey', response);
    const lastUsedAt = exchange.clock.now().toISOString();
    expect(response.body).toMatchObject({
      apiKey: {
        lastUsedAt,
        usageStats: {
          totalRequests: 2,
          successfulRequests: 1,
          failedRequests: 1,
          creationCount: 0,
          executionCount: 0,
          cancellationCount: 1,
        },
      },
      recentActivity: [
        {
          timestamp: lastUsedAt,
          method: 'PATCH',
          endpoint: `${ORDER}/cancel`,
          success: true,
          statusCode: 200,
          responseTime: 0,
        },
        {
          timestamp: T0.toISOString(),
          method: 'POST',
          endpoint: `${ORDER}/execute`,
          success: false,
          statusCode: 503,
          errorMessage: 'This server holds no operator key and sends no swaps',
          responseTime: 0,
        },
      ],
    });
    const list = await wallet.list();
    expect(list.body).toMatchObject({ apiKeys: [{ lastUsedAt, usageStats: { totalRequests: 2 } }] });
  });

  it('holds the last 50 requests, including those over the limit', async () => {
    const { apiKey, keyId } = await wallet.issue();
    for (let n = 0; n < 103; n++) await cancel(apiKey);
    const { apiKey: view, recentActivity } = (await wallet.get(keyId)).body as {
      apiKey: object;
      recentActivity: { statusCode: number; errorMessage?: string }[];
    };
    expect(view).toMatchObject({
      usageStats: { totalRequests: 103, successfulRequests: 100, failedRequests: 3 },
    });
    expect(recentActivity).toHaveLength(50);
    expect(recentActivity.slice(0, 4)).toMatchObject([
      { statusCode: 429, errorMessage: 'RATE_LIMIT_EXCEEDED' },
      { statusCode: 429 },
      { statusCode: 429 },
      { statusCode: 200 },
    ]);
  });
});

describe('arbitrary headers and bodies', () => {
  const text = fc.string({
    unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  });
  const header = fc.constantFrom(
    'x-api-key',
    'authorization',
    'x-message',
    'x-signature',
    'x-public-key',
    'x-wallet-address',
  );
  const value = fc.oneof(
    text,
    fc.json().filter((json) => /^[\x20-\x7e]*$/.test(json)),
    fc.constantFrom('Bearer ', 'Bearer a b', NO_KEY),
  );
  const headers = fc.dictionary(header, value);
  const fails = [400, 401, 404, 429];

  it('never make execute or cancel return 5xx', async () => {
    await fc.assert(
      fc.asyncProperty(headers, fc.boolean(), async (sent, executes) => {
        const call = executes ? request(app).post(`${ORDER}/execute`) : request(app).patch(`${ORDER}/cancel`);
        expect(fails).toContain((await call.set(sent)).status);
      }),
      { numRuns: 150 },
    );
  });

  it('never make key management return 5xx', async () => {
    const body = fc.oneof(
      fc.jsonValue(),
      fc.record({ message: fc.oneof(fc.json(), fc.jsonValue()), walletAddress: fc.jsonValue() }),
    );
    await fc.assert(
      fc.asyncProperty(headers, body, fc.boolean(), text, async (sent, json, creates, id) => {
        const path = `${API}/api-keys/x${encodeURIComponent(id)}`;
        const write = creates ? request(app).post(`${API}/api-keys`) : request(app).delete(path);
        const written = await write
          .set(sent)
          .set('Content-Type', 'application/json')
          .send(JSON.stringify(json));
        expect(fails).toContain(written.status);
        expect(fails).toContain(
          (
            await request(app)
              .get(creates ? `${API}/api-keys` : path)
              .set(sent)
          ).status,
        );
      }),
      { numRuns: 150 },
    );
  });

  it('never make the creation of a key return 5xx when they are signed', async () => {
    const fields = fc.record(
      {
        keyName: fc.jsonValue(),
        permissions: fc.jsonValue(),
        expiresAt: fc.jsonValue(),
        extra: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fields, async (sent) => {
        const answer = await wallet.create(sent as never);
        // Runs share the wallet's keys, so a name may be taken by then.
        const isTaken = answer.text.includes('DUPLICATE_KEY_NAME');
        expect(isTaken ? [400] : [200, 401]).toContain(answer.status);
      }),
      { numRuns: 100 },
    );
  });
});
