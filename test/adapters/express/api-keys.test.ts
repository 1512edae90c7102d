import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { T0 } from '../../support/builders.js';
import { ANOTHER_WALLET } from '../../support/signing.js';
import { expectDescribed } from './described.js';
import { errorIn } from './error-in.js';
import { anExchange, type Exchange } from './exchange.js';
import { API, appOver } from './fake-core.js';
import { keyManager, signed } from './wallet-requests.js';

const at = (ms: number) => new Date(T0.getTime() + ms).toISOString();
const NEVER_USED = {
  totalRequests: 0,
  successfulRequests: 0,
  failedRequests: 0,
  creationCount: 0,
  executionCount: 0,
  cancellationCount: 0,
};

let exchange: Exchange;
let app: ReturnType<typeof appOver>;
let wallet: ReturnType<typeof keyManager>;
let stranger: ReturnType<typeof keyManager>;

beforeEach(() => {
  exchange = anExchange();
  app = appOver(exchange.core, { clock: exchange.clock });
  wallet = keyManager(app);
  stranger = keyManager(app, ANOTHER_WALLET);
});

describe('requests of an API key', () => {
  it('are recorded with at most 200 characters of their path', async () => {
    const { apiKey, keyId } = await wallet.issue();
    const path = `${API}/orders/client:${'x'.repeat(5_000)}/cancel`;
    expect((await request(app).patch(path).set('x-api-key', apiKey)).status).toBe(404);
    const { recentActivity } = (await wallet.get(keyId)).body as { recentActivity: { endpoint: string }[] };
    expect(recentActivity.map(({ endpoint }) => endpoint)).toEqual([path.slice(0, 200)]);
  });
});

describe('POST /api-keys', () => {
  it('returns the key itself, which no later response holds', async () => {
    const response = await wallet.create({ expiresAt: at(1000) });
    expect(response.status).toBe(200);
    expect(response.get('cache-control')).toBe('no-store');
    expect(response.body).toEqual({
      status: 'success',
      apiKey: expect.stringMatching(/^ck_test_[0-9a-f]{64}$/),
      keyId: expect.stringMatching(/^[0-9a-f]{32}$/),
      name: 'bot',
      permissions: ['execute', 'cancel'],
      rateLimit: 100,
      expiresAt: at(1000),
    });
    const { apiKey, keyId } = response.body as Record<'apiKey' | 'keyId', string>;
    expectDescribed('createApiKey', response);
    const later = {
      listApiKeys: await wallet.list(),
      getApiKey: await wallet.get(keyId),
      revokeApiKey: await wallet.revoke(keyId),
    };
    for (const [id, other] of Object.entries(later)) {
      expect(other.text).not.toContain(apiKey);
      expectDescribed(id, other);
    }
  });

  it('creates a different key each time', async () => {
    const keys = await Promise.all([wallet.issue(), wallet.issue(), stranger.issue()]);
    expect(new Set(keys.flatMap(({ apiKey, keyId }) => [apiKey, keyId])).size).toBe(6);
  });

  it('returns 400 for the name of an active key, and for no other name', async () => {
    const first = await wallet.issue({ keyName: 'bot' });
    const second = await wallet.create();
    expect(second.status).toBe(400);
    expect(errorIn(second)).toEqual({
      error: 'An active API key with this name already exists',
      timestamp: T0.toISOString(),
      code: 'duplicate-key-name',
      details: { code: 'DUPLICATE_KEY_NAME' },
    });
    expect((await stranger.create()).status).toBe(200);
    await wallet.revoke(first.keyId);
    expect((await wallet.create()).status).toBe(200);
  });

  it('accepts the name of an expired key', async () => {
    await wallet.create({ expiresAt: at(1000) });
    exchange.clock.advance(999);
    expect((await wallet.create()).status).toBe(400);
    exchange.clock.advance(1);
    expect((await wallet.create()).status).toBe(200);
  });

  it('stores one key when 20 requests use the same name at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => wallet.create()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
  });
});

describe('GET /api-keys', () => {
  it('returns the wallet’s keys with their status, newest first', async () => {
    const { keyId: revoked } = await wallet.issue({ keyName: 'revoked' });
    exchange.clock.advance(1);
    const { keyId: expired } = await wallet.issue({ keyName: 'expired', expiresAt: at(2) });
    exchange.clock.advance(1);
    const { apiKey, keyId } = await wallet.issue({ keyName: 'active', permissions: ['create'] });
    await stranger.issue();
    await wallet.revoke(revoked);

    const response = await wallet.list();
    expect(response.status).toBe(200);
    expect(response.get('cache-control')).toBe('no-store');
    const { apiKeys, status } = response.body as { status: string; apiKeys: { id: string }[] };
    expect(status).toBe('success');
    expect(apiKeys).toMatchObject([
      { id: keyId, status: 'active', expiresAt: null },
      { id: expired, status: 'revoked', expiresAt: at(2) },
      { id: revoked, status: 'revoked', expiresAt: null },
    ]);
    expect(apiKeys[0]).toEqual({
      id: keyId,
      name: 'active',
      keyPreview: `ck_test_…${apiKey.slice(-4)}`,
      permissions: ['create'],
      rateLimit: 100,
      status: 'active',
      createdAt: at(2),
      lastUsedAt: null,
      expiresAt: null,
      revokedAt: null,
      usageStats: NEVER_USED,
    });
  });

  it('accepts the same signature again', async () => {
    const { headers } = signed({ action: 'list_api_keys' });
    for (const _ of [1, 2]) {
      expect((await request(app).get(`${API}/api-keys`).set(headers)).status).toBe(200);
    }
  });
});

describe('GET /api-keys/{keyId}', () => {
  it('returns one key', async () => {
    const { keyId } = await wallet.issue({ keyName: 'one' });
    const response = await wallet.get(keyId);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      status: 'success',
      apiKey: { id: keyId, name: 'one', status: 'active', usageStats: NEVER_USED },
      recentActivity: [],
    });
  });
});

describe('DELETE /api-keys/{keyId}', () => {
  it('revokes the key, and returns 200 when it is revoked again', async () => {
    const { keyId } = await wallet.issue({ keyName: 'My bot' });
    for (const _ of [1, 2]) {
      const response = await wallet.revoke(keyId);
      expect([response.status, response.body]).toEqual([
        200,
        { status: 'success', message: 'API key "My bot" has been revoked' },
      ]);
    }
  });
});
