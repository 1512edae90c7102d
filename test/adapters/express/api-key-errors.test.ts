import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { T0 } from '../../support/builders.js';
import { A_WALLET, ANOTHER_WALLET } from '../../support/signing.js';
import { responseCheck } from './described.js';
import { anExchange, type Exchange } from './exchange.js';
import { API, appOver } from './fake-core.js';
import { keyManager, signed } from './wallet-requests.js';

const { check, notProduced } = responseCheck();
const UNKNOWN = '0'.repeat(32);

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

describe('errors of API key management', () => {
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
  /** Sends the call correctly except for the change. */
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
    check(response);
  };

  it.each(writes)('returns 400 naming the missing fields before it checks the headers: %s', async (call) => {
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

  it.each(reads)('returns 401 naming every missing header: %s', async (call) => {
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

  it.each(reads)('says that an API key is not enough where a wallet must sign: %s', async (call) => {
    const response = await calls[call]().set('x-api-key', `ck_live_${'0'.repeat(64)}`);
    expect(response.status).toBe(401);
    expect(response.body).toMatchObject({
      code: 'missing-required-headers',
      hint: expect.stringContaining('API key'),
    });
  });

  it.each(writes)(
    'returns 401 "Missing authentication headers" without signature or public key: %s',
    async (call) => {
      for (const name of ['x-signature', 'x-public-key']) {
        expectError(await send(call, { signature: { [name]: '' } }), 401, 'Missing authentication headers');
      }
    },
  );

  it.each(all)('returns 400 for a malformed wallet address: %s', async (call) => {
    for (const address of ['here', A_WALLET.mainnetAddress, A_WALLET.address.toLowerCase()]) {
      expectError(await send(call, { address, message: 'x' }), 400, 'Invalid wallet address format');
    }
  });

  it.each(all)('returns 401 for a signature that does not verify: %s', async (call) => {
    expectError(await send(call, { message: '{}' }), 401, 'Invalid signature');
    expectError(await send(call, { signature: { 'x-signature': '00' } }), 401, 'Invalid signature');
    const other = { 'x-public-key': ANOTHER_WALLET.publicKey };
    expectError(
      await send(call, { signature: other, address: ANOTHER_WALLET.address }),
      401,
      'Invalid signature',
    );
  });

  it.each(all)('returns 401 when another wallet signed: %s', async (call) => {
    const response = await send(call, { wallet: ANOTHER_WALLET, address: A_WALLET.address });
    expectError(response, 401, 'Not authorised');
  });

  it.each(all)('returns 401 EXPIRED_TIMESTAMP outside five minutes of the clock: %s', async (call) => {
    for (const offset of [-300_001, 300_001]) {
      const fields = { timestamp: T0.getTime() + offset };
      expectError(await send(call, { fields }), 401, 'EXPIRED_TIMESTAMP');
    }
  });

  it.each(all)('returns 401 WRONG_AUDIENCE for a message to another server: %s', async (call) => {
    for (const fields of [{ audience: 'https://other.test' }, { network: 'mainnet' }]) {
      const response = await send(call, { fields });
      expectError(response, 401, 'Message is for another server');
      expect(response.body).toMatchObject({
        code: 'WRONG_AUDIENCE',
        details: { field: Object.keys(fields)[0] },
      });
    }
  });

  it.each(all)(
    'returns 401 WRONG_AUDIENCE for a message to no server, if one is required: %s',
    async (call) => {
      exchange = anExchange({ requireAudience: true });
      app = appOver(exchange.core, { clock: exchange.clock });
      for (const field of ['audience', 'network']) {
        const response = await send(call, { fields: { [field]: undefined as never } });
        expectError(response, 401, 'Message is for another server');
        expect(response.body).toMatchObject({
          code: 'WRONG_AUDIENCE',
          details: { field, reason: 'must be named' },
        });
      }
      expect([200, 404]).toContain((await send(call)).status);
    },
  );

  it.each(all)('returns 401 for wrong content before it checks the timestamp: %s', async (call) => {
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
    ['an expiry in the past', { expiresAt: T0.toISOString() }],
    ['an expiry that is no date', { expiresAt: 'soon', timestamp: 0 }],
    ['an expiry that is misspelt and would be none', { expires_at: '2030-01-01' }],
  ])('returns 401 for wrong content: %s', async (_, fields) => {
    expectError(await send('POST /api-keys', { fields }), 401, 'Invalid message content');
  });

  it('names the fields of the message that are wrong', async () => {
    const detailsOf = async (fields: Parameters<typeof signed>[0]) => {
      const { body } = (await send('POST /api-keys', { fields })) as { body: { details: unknown } };
      return body.details;
    };
    expect(await detailsOf({ expires_at: '2030-01-01' })).toEqual([
      'expires_at: unknown; did you mean expiresAt?',
    ]);
    expect(await detailsOf({ action: 'create', timestamp: 'now' })).toEqual([
      'action: must be create_api_key',
      'timestamp: must be a whole number of milliseconds',
    ]);
    expect(await detailsOf({ keyName: '' })).toEqual([
      'keyName: must be 1 to 100 letters, digits, spaces, - or _',
    ]);
    expect(await detailsOf({ permissions: ['trade'], expiresAt: '2020-01-01T00:00:00Z' })).toEqual([
      'permissions: must list one or more of read, execute, cancel, create, webhooks, each once',
      'expiresAt: must be in the future',
    ]);
  });

  it.each(all.filter((call) => call.includes('{keyId}')))(
    'returns 401 when the message names another key than the path: %s',
    async (call) => {
      expectError(await send(call, { fields: { keyId: '1'.repeat(32) } }), 401, 'Invalid message content');
    },
  );

  it('returns 401 when create or delete reuses a signature', async () => {
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

  it('returns 400 for the name of an active key', async () => {
    await wallet.issue({ keyName: 'bot' });
    expectError(await wallet.create(), 400, 'An active API key with this name already exists');
  });

  it('returns 403 for the key of another wallet', async () => {
    const { keyId, apiKey } = await wallet.issue();
    expectError(await stranger.get(keyId), 403, 'Unauthorized');
    expectError(await stranger.revoke(keyId), 403, 'Unauthorized');
    expect(await exchange.core.apiKeys.authenticate(apiKey)).toMatchObject({ ok: true });
  });

  it('returns 404 for an unknown key', async () => {
    for (const keyId of [UNKNOWN, 'x', '%20', '..%2f', 'A'.repeat(32)]) {
      const fields = { keyId: decodeURIComponent(keyId) };
      expectError(await wallet.get(keyId, fields), 404, 'API key not found');
      expectError(await wallet.revoke(keyId, fields), 404, 'API key not found');
    }
  });

  it('returns 405 with Allow for other methods', async () => {
    const put = await request(app).put(`${API}/api-keys`);
    expect([put.status, put.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
    const patch = await request(app).patch(`${API}/api-keys/${UNKNOWN}`);
    expect([patch.status, patch.get('allow')]).toEqual([405, 'GET, HEAD, DELETE, OPTIONS']);
  });

  it.each(writes)('returns 415, 400 and 413 for bodies that are not JSON or too large: %s', async (call) => {
    expectError(
      await calls[call]().type('form').send({ message: 'x' }),
      415,
      'Unsupported media type: send application/json',
    );
    expectError(await calls[call]().type('json').send('{"message"'), 400, 'Malformed JSON');
    expectError(await calls[call]().send({ big: 'x'.repeat(110_000) }), 413, 'Request body too large');
  });

  it.each(['get', 'delete'] as const)('returns 400 for a malformed path: %s', async (method) => {
    expectError(await request(app)[method](`${API}/api-keys/%ZZ`), 400, 'Malformed request');
  });

  it('are all described, and each described one is returned in the tests above', () => {
    const missing = notProduced(['createApiKey', 'listApiKeys', 'getApiKey', 'revokeApiKey']);
    // Have tests of their own.
    expect(missing.filter((error) => !/address-quota|too-many-api-keys/.test(error))).toEqual([]);
  });
});
