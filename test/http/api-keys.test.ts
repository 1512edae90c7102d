import { beforeEach, describe, expect, it } from '@jest/globals';

import request from 'supertest';
import { T0 } from '../support/builders.js';
import { A_WALLET, ANOTHER_WALLET } from '../support/signing.js';
import { anExchange, type Exchange } from './exchange.js';
import { API, appOver } from './fake-core.js';
import { keyManager, signed } from './wallet-requests.js';

const UNKNOWN = '0'.repeat(32);
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

describe('POST /api-keys', () => {
  it('answers the key, once', async () => {
    const response = await wallet.create({ expiresAt: at(1000) });
    expect(response.status).toBe(200);
    expect(response.get('cache-control')).toBe('no-store');
    expect(response.body).toEqual({
      status: 'success',
      apiKey: expect.stringMatching(/^ck_live_[0-9a-f]{64}$/),
      keyId: expect.stringMatching(/^[0-9a-f]{32}$/),
      name: 'bot',
      permissions: ['execute', 'cancel'],
      rateLimit: 100,
      expiresAt: at(1000),
    });
    const { apiKey, keyId } = response.body as Record<'apiKey' | 'keyId', string>;
    for (const { text } of [await wallet.list(), await wallet.get(keyId), await wallet.revoke(keyId)]) {
      expect(text).not.toContain(apiKey);
    }
  });

  it('gives no two keys alike', async () => {
    const keys = await Promise.all([wallet.issue(), wallet.issue(), stranger.issue()]);
    expect(new Set(keys.flatMap(({ apiKey, keyId }) => [apiKey, keyId])).size).toBe(6);
  });

  it('refuses the name of an active key, and no other', async () => {
    const first = await wallet.issue({ keyName: 'bot' });
    const second = await wallet.create();
    expect(second.status).toBe(400);
    expect(second.body).toEqual({
      error: 'An active API key with this name already exists',
      timestamp: T0.toISOString(),
      code: 'duplicate-key-name',
      details: { code: 'DUPLICATE_KEY_NAME' },
    });
    expect((await stranger.create()).status).toBe(200);
    await wallet.revoke(first.keyId);
    expect((await wallet.create()).status).toBe(200);
  });

  it('lets the name of an expired key be used again', async () => {
    await wallet.create({ expiresAt: at(1000) });
    exchange.clock.advance(999);
    expect((await wallet.create()).status).toBe(400);
    exchange.clock.advance(1);
    expect((await wallet.create()).status).toBe(200);
  });

  it('stores one key when 20 of a name come together', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => wallet.create()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
  });
});

describe('GET /api-keys', () => {
  it('lists the wallet’s keys, newest first, and their status', async () => {
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
      keyPreview: `ck_live_…${apiKey.slice(-4)}`,
      permissions: ['create'],
      rateLimit: 100,
      status: 'active',
      createdAt: at(2),
      lastUsedAt: null,
      expiresAt: null,
      usageStats: NEVER_USED,
    });
  });

  it('may be asked again with the same signature', async () => {
    const { headers } = signed({ action: 'list_api_keys' });
    for (const _ of [1, 2]) {
      expect((await request(app).get(`${API}/api-keys`).set(headers)).status).toBe(200);
    }
  });
});

describe('GET /api-keys/{keyId}', () => {
  it('shows one key', async () => {
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
  it('revokes, also again', async () => {
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

describe('the error table of API key management', () => {
  const calls = {
    'POST /api-keys': () => request(app).post(`${API}/api-keys`),
    'GET /api-keys': () => request(app).get(`${API}/api-keys`),
    'GET /api-keys/{keyId}': () => request(app).get(`${API}/api-keys/${UNKNOWN}`),
    'DELETE /api-keys/{keyId}': () => request(app).delete(`${API}/api-keys/${UNKNOWN}`),
  };
  type Call = keyof typeof calls;
  const right: Record<Call, Parameters<typeof signed>[0]> = {
    'POST /api-keys': { action: 'create_api_key', keyName: 'bot', permissions: ['execute'] },
    'GET /api-keys': { action: 'list_api_keys' },
    'GET /api-keys/{keyId}': { action: 'get_api_key_stats', keyId: UNKNOWN },
    'DELETE /api-keys/{keyId}': { action: 'delete_api_key', keyId: UNKNOWN },
  };
  const all = Object.keys(calls) as Call[];
  const writes = all.filter((call) => !call.startsWith('GET'));
  const reads = all.filter((call) => call.startsWith('GET'));

  interface Change {
    readonly fields?: Parameters<typeof signed>[0];
    readonly wallet?: typeof A_WALLET;
    readonly address?: string;
    readonly signature?: Record<string, string>;
    readonly message?: string;
  }
  /** Sends the call as it should be, but for the change. */
  const send = (call: Call, { fields, wallet: by, address, signature = {}, message }: Change = {}) => {
    const proof = signed({ ...right[call], ...fields }, by);
    const sent = calls[call]();
    const [text, walletAddress] = [message ?? proof.body.message, address ?? proof.body.walletAddress];
    return call.startsWith('GET')
      ? sent.set({ ...proof.headers, ...signature, 'x-message': text, 'x-wallet-address': walletAddress })
      : sent.set({ ...proof.signature, ...signature }).send({ message: text, walletAddress });
  };
  const expectError = (response: request.Response, status: number, error: string) => {
    expect([response.status, response.body]).toMatchObject([
      status,
      { error, timestamp: exchange.clock.now().toISOString() },
    ]);
    expect(response.get('cache-control')).toBe('no-store');
  };

  it.each(writes)('400 Missing required fields: …, before the headers: %s', async (call) => {
    const cases: [unknown, string][] = [
      [{}, 'message, walletAddress'],
      [{ message: 'x' }, 'walletAddress'],
      [{ walletAddress: 'x' }, 'message'],
      [{ message: '', walletAddress: '' }, 'message, walletAddress'],
      [{ message: { action: 'x' }, walletAddress: 5 }, 'message, walletAddress'],
      [[], 'message, walletAddress'],
      [null, 'message, walletAddress'],
    ];
    for (const [body, names] of cases) {
      const response = await calls[call]().set('Content-Type', 'application/json').send(JSON.stringify(body));
      expectError(response, 400, `Missing required fields: ${names}`);
    }
    expectError(await calls[call](), 400, 'Missing required fields: message, walletAddress');
  });

  it.each(reads)('401 Missing required headers: …, all of them: %s', async (call) => {
    expectError(
      await calls[call](),
      401,
      'Missing required headers: x-message, x-signature, x-public-key, x-wallet-address',
    );
    expectError(
      await calls[call]().set({ 'x-message': '{}', 'x-public-key': '02' }),
      401,
      'Missing required headers: x-signature, x-wallet-address',
    );
  });

  it.each(writes)('401 Missing authentication headers: %s', async (call) => {
    for (const name of ['x-signature', 'x-public-key']) {
      expectError(await send(call, { signature: { [name]: '' } }), 401, 'Missing authentication headers');
    }
  });

  it.each(all)('400 Invalid wallet address format: %s', async (call) => {
    for (const address of ['here', A_WALLET.mainnetAddress, A_WALLET.address.toLowerCase()]) {
      expectError(await send(call, { address, message: 'x' }), 400, 'Invalid wallet address format');
    }
  });

  it.each(all)('401 Invalid signature: %s', async (call) => {
    expectError(await send(call, { message: '{}' }), 401, 'Invalid signature');
    expectError(await send(call, { signature: { 'x-signature': '00' } }), 401, 'Invalid signature');
    const other = { 'x-public-key': ANOTHER_WALLET.publicKey };
    expectError(
      await send(call, { signature: other, address: ANOTHER_WALLET.address }),
      401,
      'Invalid signature',
    );
  });

  it.each(all)('401 Not authorised: %s', async (call) => {
    const response = await send(call, { wallet: ANOTHER_WALLET, address: A_WALLET.address });
    expectError(response, 401, 'Not authorised');
  });

  it.each(all)('401 EXPIRED_TIMESTAMP: %s', async (call) => {
    for (const offset of [-300_001, 300_001]) {
      const fields = { timestamp: T0.getTime() + offset };
      expectError(await send(call, { fields }), 401, 'EXPIRED_TIMESTAMP');
    }
  });

  it.each(all)('401 Invalid message content, before the timestamp: %s', async (call) => {
    for (const fields of [{ action: 'other' }, { timestamp: 'now' }, { action: 'other', timestamp: 0 }]) {
      expectError(await send(call, { fields }), 401, 'Invalid message content');
    }
  });

  it.each<[string, Parameters<typeof signed>[0]]>([
    ['no keyName', { keyName: undefined as never }],
    ['a bad keyName', { keyName: 'a/b' }],
    ['no permissions', { permissions: [] }],
    ['a permission twice', { permissions: ['cancel', 'cancel'] }],
    ['an unknown permission', { permissions: ['admin'] }],
    ['an expiry in the past', { expiresAt: at(0) }],
    ['an expiry that is no date', { expiresAt: 'soon', timestamp: 0 }],
  ])('401 Invalid message content, with %s', async (_, fields) => {
    expectError(await send('POST /api-keys', { fields }), 401, 'Invalid message content');
  });

  it.each(all.filter((call) => call.includes('{keyId}')))(
    '401 Invalid message content, for another key: %s',
    async (call) => {
      expectError(await send(call, { fields: { keyId: '1'.repeat(32) } }), 401, 'Invalid message content');
    },
  );

  it('401 Signature already used, for create and delete', async () => {
    const { keyId } = await wallet.issue();
    const create = signed(right['POST /api-keys']);
    const remove = signed({ action: 'delete_api_key', keyId });
    const sendCreate = () => calls['POST /api-keys']().set(create.signature).send(create.body);
    const sendRemove = () =>
      request(app).delete(`${API}/api-keys/${keyId}`).set(remove.signature).send(remove.body);
    for (const again of [sendCreate, sendRemove]) {
      expect((await again()).status).toBe(200);
      expectError(await again(), 401, 'Signature already used');
    }
    // Nor in another encoding of the same signature.
    const [rs, v] = [
      create.signature['x-signature'].slice(0, 128),
      create.signature['x-signature'].slice(128),
    ];
    const other = { ...create.signature, 'x-signature': `${rs}${v === '00' ? '1b' : '1c'}` };
    expectError(await calls['POST /api-keys']().set(other).send(create.body), 401, 'Signature already used');
  });

  it('403 Unauthorized, for the key of another wallet', async () => {
    const { keyId, apiKey } = await wallet.issue();
    expectError(await stranger.get(keyId), 403, 'Unauthorized');
    expectError(await stranger.revoke(keyId), 403, 'Unauthorized');
    expect(await exchange.core.apiKeys.authenticate(apiKey)).toMatchObject({ ok: true });
  });

  it('404 API key not found', async () => {
    for (const keyId of [UNKNOWN, 'x', '%20', '..%2f', 'A'.repeat(32)]) {
      const fields = { keyId: decodeURIComponent(keyId) };
      expectError(await wallet.get(keyId, fields), 404, 'API key not found');
      expectError(await wallet.revoke(keyId, fields), 404, 'API key not found');
    }
  });

  it('405 for other methods, 415 for other bodies, 400 for malformed JSON', async () => {
    const put = await request(app).put(`${API}/api-keys`);
    expect([put.status, put.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
    const patch = await request(app).patch(`${API}/api-keys/${UNKNOWN}`);
    expect([patch.status, patch.get('allow')]).toEqual([405, 'GET, HEAD, DELETE, OPTIONS']);
    expect((await calls['POST /api-keys']().type('form').send({ message: 'x' })).status).toBe(415);
    expect((await calls['POST /api-keys']().type('json').send('{"message"')).status).toBe(400);
  });
});
