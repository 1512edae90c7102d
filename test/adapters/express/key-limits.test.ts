import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { uuidOf } from '../../support/builders.js';
import { A_WALLET } from '../../support/signing.js';
import { expectDescribed } from './described.js';
import { anExchange, aSignedBody, CHA, WELSH, WELSH_SUBNET, type Exchange } from './exchange.js';
import { API, appOver } from './fake-core.js';
import { keyManager, signed } from './wallet-requests.js';

let exchange: Exchange;
let app: ReturnType<typeof appOver>;
let wallet: ReturnType<typeof keyManager>;

beforeEach(() => {
  exchange = anExchange();
  app = appOver(exchange.core, { clock: exchange.clock });
  wallet = keyManager(app);
});

const PAIR = `${WELSH_SUBNET},${CHA}`;
const place = (n: number, fields: object = {}) =>
  request(app)
    .post(`${API}/orders/new`)
    .send({ ...aSignedBody({ uuid: uuidOf(n) }), ...fields });
const cancel = (apiKey: string, n: number) =>
  request(app)
    .patch(`${API}/orders/${uuidOf(n)}/cancel`)
    .set('x-api-key', apiKey);
const limited = (limits: object, permissions = ['execute', 'cancel']) =>
  wallet.issue({ limits, permissions });

describe('an API key with limits', () => {
  it('has them in the response, and in lists with what was spent today', async () => {
    const limits = {
      pairs: [PAIR],
      plans: ['dca'],
      dailyAmounts: [{ token: WELSH_SUBNET, amount: '5000000' }],
      addresses: ['203.0.113.0/24'],
    };
    const created = await wallet.create({ limits });
    expect([created.status, created.body]).toMatchObject([200, { limits }]);
    const listed = await wallet.list();
    expect(listed.body).toMatchObject({
      apiKeys: [{ limits, spentToday: [{ token: WELSH_SUBNET, amount: '0' }] }],
    });
    expectDescribed('createApiKey', created);
  });

  it('without limits has no field for them', async () => {
    await wallet.issue();
    const { body } = (await wallet.list()) as { body: { apiKeys: readonly object[] } };
    expect(Object.keys(body.apiKeys[0]!)).not.toContain('limits');
    expect(Object.keys(body.apiKeys[0]!)).not.toContain('spentToday');
  });

  it('is refused at creation if a limit is misspelt, since it would be no limit', async () => {
    const refused = await wallet.create({ limits: { pair: [PAIR] } });
    expect([refused.status, refused.body]).toMatchObject([
      401,
      { details: expect.arrayContaining(['limits.pair: unknown field; did you mean pairs?']) },
    ]);
    const misspelt = await wallet.create({ limit: { pairs: [PAIR] } });
    expect(misspelt.body).toMatchObject({ details: ['limit: unknown; did you mean limits?'] });
  });

  it('acts only on orders of its pairs and plans, and says which limit refuses another and until when', async () => {
    await place(1);
    await place(2, { strategyId: 'dca' });
    const { apiKey: ofPlan } = await limited({ plans: ['dca'] });
    const refused = await cancel(ofPlan, 1);
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { code: 'outside-key-limits', details: { limit: 'plan', value: 'none', until: null } },
    ]);
    expectDescribed('cancelOrder', refused);
    expect((await cancel(ofPlan, 2)).status).toBe(200);
    const { apiKey: ofPair } = await limited({ pairs: [`${WELSH},${CHA}`] });
    expect((await cancel(ofPair, 1)).body).toMatchObject({ details: { limit: 'pair' } });
    const { apiKey: ofThisPair } = await limited({ pairs: [`${CHA},${WELSH_SUBNET}`] });
    expect((await cancel(ofThisPair, 1)).status).toBe(200);
  });

  it('ends only the orders that its limits allow when it ends them all', async () => {
    await place(1);
    await place(2, { strategyId: 'dca' });
    const { apiKey } = await limited({ plans: ['dca'] });
    const response = await request(app).post(`${API}/orders/cancel`).set('x-api-key', apiKey).send({});
    expect(response.body).toMatchObject({ cancelled: [uuidOf(2)], skipped: [], more: false });
  });

  it('is not admitted from another address: reads are public then, and changes are refused', async () => {
    await place(1);
    const { apiKey } = await limited({ addresses: ['203.0.113.0/24'] });
    const { apiKey: here } = await limited({ addresses: ['127.0.0.1', '::1'] });
    const read = (key: string) =>
      request(app).get(`${API}/orders`).query({ owner: A_WALLET.address, limit: 1 }).set('x-api-key', key);
    expect((await read(apiKey)).get('x-sluice-view')).toBe('public; reason=outside-key-limits');
    expect((await read(here)).get('x-sluice-view')).toBe('owner');
    const refused = await cancel(apiKey, 1);
    expect([refused.status, refused.body]).toMatchObject([403, { details: { limit: 'address' } }]);
    expect((await cancel(here, 1)).status).toBe(200);
  });

  it('that only reads sees the owner’s view, and changes nothing', async () => {
    await place(1);
    const { apiKey } = await wallet.issue({ permissions: ['read'] });
    const read = await request(app)
      .get(`${API}/orders/${uuidOf(1)}`)
      .set('x-api-key', apiKey);
    expect(read.get('x-sluice-view')).toBe('owner');
    expect((await cancel(apiKey, 1)).body).toMatchObject({ code: 'PERMISSION_DENIED' });
  });
});

describe('webhooks by API key', () => {
  const hooks = (apiKey: string) => ({
    list: () => request(app).get(`${API}/webhooks`).set('x-api-key', apiKey),
    create: (fields: object) =>
      request(app).post(`${API}/webhooks`).set('Authorization', `Bearer ${apiKey}`).send(fields),
  });

  it('are listed with the permission webhooks, and not without', async () => {
    const { apiKey } = await wallet.issue({ permissions: ['webhooks'] });
    const listed = await hooks(apiKey).list();
    expect([listed.status, listed.body]).toEqual([200, { status: 'success', webhooks: [] }]);
    expect(listed.get('x-ratelimit-remaining')).toBe('99');
    expectDescribed('listWebhooks', listed);
    const { apiKey: other } = await wallet.issue();
    expect((await hooks(other).list()).body).toMatchObject({
      code: 'PERMISSION_DENIED',
      details: { permission: 'webhooks' },
    });
  });

  it('are created from the fields of the body alone, of which each bad or unknown one is named', async () => {
    const { apiKey } = await wallet.issue({ permissions: ['webhooks'] });
    const refused = await hooks(apiKey).create({ url: 'ftp://x', action: 'create_webhook' });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      code: 'invalid-fields',
      details: [expect.stringMatching(/^action: unknown field/), expect.stringMatching(/^url: /)],
    });
    expectDescribed('createWebhook', refused);
  });

  it('signed by a wallet are the wallet’s, whatever token a gateway added', async () => {
    const { headers } = signed({ action: 'list_webhooks' });
    const response = await request(app).get(`${API}/webhooks`).set(headers).set('Authorization', 'Bearer x');
    expect(response.status).toBe(200);
  });
});
