import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { REQUESTS_PER_WINDOW } from '../../src/domain/api-key/rate-window.js';
import { FAILURES_PER_MINUTE } from '../../src/adapters/express/swap/owner-request.js';
import { T0, uuidOf } from '../support/builders.js';
import { signedInput } from '../support/core-harness.js';
import { ANOTHER_WALLET } from '../support/signing.js';
import { expectDescribed } from './described.js';
import { API } from './fake-core.js';
import { keyManager, signed } from './wallet-requests.js';
import { wholeApp, type WholeApp } from './whole-app.js';

let whole: WholeApp;
let wallet: ReturnType<typeof keyManager>;

beforeEach(async () => {
  whole = wholeApp();
  wallet = keyManager(whole.app);
  await request(whole.app).post(`${API}/orders/new`).send(signedInput());
});

const cancel = (apiKey: string) =>
  request(whole.app)
    .patch(`${API}/orders/${uuidOf(1)}/cancel`)
    .set('x-api-key', apiKey);
const UNKNOWN_KEY = `ck_live_${'0'.repeat(64)}`;

describe('managing keys', () => {
  it('answers as described', async () => {
    const created = await wallet.create({ expiresAt: '2027-01-01T00:00:00Z' });
    expect(created.status).toBe(200);
    expectDescribed('createApiKey', created);
    const { keyId, apiKey } = created.body as { keyId: string; apiKey: string };
    await cancel(apiKey);
    await request(whole.app)
      .post(`${API}/orders/${uuidOf(1)}/execute`)
      .set('x-api-key', apiKey);
    await whole.core.apiKeys.activity.flush();
    await wallet.issue();
    expectDescribed('listApiKeys', await wallet.list());
    const got = await wallet.get(keyId);
    expect((got.body as { recentActivity: unknown[] }).recentActivity).toHaveLength(2);
    expectDescribed('getApiKey', got);
    expectDescribed('revokeApiKey', await wallet.revoke(keyId));
  });

  it('is refused as described: the request', async () => {
    const { signature, headers, body } = signed({ action: 'list_api_keys' });
    const post = () => request(whole.app).post(`${API}/api-keys`);
    for (const refused of [
      post().send({}),
      post().send(body),
      post().set('Content-Type', 'application/json').send('{'),
      post().set('Content-Type', 'text/plain').send('x'),
      post()
        .set(signature)
        .send({ ...body, walletAddress: 'x' }),
      post()
        .set({ ...signature, 'x-signature': 'ab' })
        .send(body),
      post()
        .set(signature)
        .send({ ...body, walletAddress: ANOTHER_WALLET.address }),
      post().set(signature).send(body),
    ]) {
      const response = await refused;
      expect(response.status).toBeGreaterThanOrEqual(400);
      expectDescribed('createApiKey', response);
    }
    const { 'x-message': _, ...incomplete } = headers;
    expectDescribed('listApiKeys', await request(whole.app).get(`${API}/api-keys`).set(incomplete));
    expectDescribed('listApiKeys', await wallet.list({ timestamp: T0.getTime() - 300_001 }));
  });

  it('is refused as described: the state', async () => {
    const { keyId } = await wallet.issue({ keyName: 'taken' });
    const again = await wallet.create({ keyName: 'taken' });
    expect(again.body).toMatchObject({ details: { code: 'DUPLICATE_KEY_NAME' } });
    expectDescribed('createApiKey', again);
    const stranger = keyManager(whole.app, ANOTHER_WALLET);
    expectDescribed('getApiKey', await stranger.get(keyId));
    expectDescribed('revokeApiKey', await stranger.revoke(keyId));
    expectDescribed('getApiKey', await wallet.get('0'.repeat(32)));
    expectDescribed('revokeApiKey', await wallet.revoke('0'.repeat(32)));
    const once = signed({ action: 'create_api_key', keyName: 'one', permissions: ['execute'] });
    const create = () => request(whole.app).post(`${API}/api-keys`).set(once.signature).send(once.body);
    expect((await create()).status).toBe(200);
    const used = await create();
    expect(used.body).toMatchObject({ code: 'signature-already-used' });
    expectDescribed('createApiKey', used);
  });
});

describe('using a key', () => {
  it('is answered and refused as described', async () => {
    const { apiKey: revoked, keyId } = await wallet.issue();
    await wallet.revoke(keyId);
    const { apiKey: weak } = await wallet.issue({ permissions: ['create'] });
    const { apiKey: strange } = await keyManager(whole.app, ANOTHER_WALLET).issue();
    const { apiKey } = await wallet.issue();
    for (const [key, code] of [
      [revoked, 'API_KEY_INACTIVE'],
      [weak, 'PERMISSION_DENIED'],
      [strange, 'UNAUTHORIZED_WALLET'],
    ] as const) {
      const response = await cancel(key);
      expect(response.body).toMatchObject({ code });
      expectDescribed('cancelOrder', response);
    }
    const answered = await cancel(apiKey);
    expect(answered.status).toBe(200);
    expectDescribed('cancelOrder', answered);
  });

  it('ends at the limit that is described', async () => {
    const { apiKey } = await wallet.issue();
    for (let n = 0; n < REQUESTS_PER_WINDOW; n++) expect((await cancel(apiKey)).status).toBe(200);
    const over = await cancel(apiKey);
    expect(over.status).toBe(429);
    expectDescribed('cancelOrder', over);
  });

  it('is slowed down for those who guess, as described', async () => {
    for (let n = 0; n < FAILURES_PER_MINUTE; n++) expect((await cancel(UNKNOWN_KEY)).status).toBe(401);
    const over = await cancel(UNKNOWN_KEY);
    expect(over.status).toBe(429);
    expectDescribed('cancelOrder', over);
  });
});
