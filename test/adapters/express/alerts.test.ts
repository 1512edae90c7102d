import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { webhookBody } from '../../../src/adapters/express/index.js';
import { fireAlert, type Alert } from '../../../src/domain/alert/alert.js';
import { T0 } from '../../support/builders.js';
import { ANOTHER_WALLET, A_WALLET, type TestWallet } from '../../support/signing.js';
import { responseCheck } from './described.js';
import { anExchange, CHA, WELSH, type Exchange } from './exchange.js';
import { API, appOver } from './fake-core.js';
import { keyManager, signed } from './wallet-requests.js';

const { check, notProduced } = responseCheck();
const checked = (response: request.Response): request.Response => {
  check(response);
  return response;
};

let exchange: Exchange;
let app: ReturnType<typeof appOver>;

beforeEach(() => {
  exchange = anExchange();
  app = appOver(exchange.core, { clock: exchange.clock });
});

const ALERTS = `${API}/alerts`;
const PRICE = { kind: 'price', token: WELSH, direction: 'above', price: '2.50' };

const send = (call: request.Test, fields: Parameters<typeof signed>[0], wallet?: TestWallet) => {
  const { signature, body } = signed(fields, wallet);
  return call.set(signature).send(body);
};
const create = (terms: object = PRICE, wallet?: TestWallet) =>
  send(request(app).post(ALERTS), { action: 'create_alert', ...terms }, wallet);
const read = (action: string, alertId?: string, wallet?: TestWallet) =>
  request(app)
    .get(alertId === undefined ? ALERTS : `${ALERTS}/${alertId}`)
    .set(signed({ action, ...(alertId !== undefined && { alertId }) }, wallet).headers);
const rearm = (alertId: string, wallet?: TestWallet) =>
  send(request(app).post(`${ALERTS}/${alertId}/rearm`), { action: 'rearm_alert', alertId }, wallet);
const remove = (alertId: string, wallet?: TestWallet) =>
  send(request(app).delete(`${ALERTS}/${alertId}`), { action: 'delete_alert', alertId }, wallet);
const idOf = (response: request.Response): string => (response.body as { alert: { id: string } }).alert.id;

describe('the operations on alerts', () => {
  it('create, read, list, arm and delete one', async () => {
    const created = checked(await create({ ...PRICE, note: 'up' }));
    const alert = {
      id: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
      ...{ ...PRICE, baseAsset: 'USD', note: 'up', state: 'armed' },
      ...{ createdAt: T0.toISOString(), firedAt: null, value: null },
    };
    expect([created.status, created.body]).toEqual([200, { status: 'success', alert }]);
    expect(created.get('cache-control')).toBe('no-store');
    const id = idOf(created);
    expect(checked(await read('get_alert', id)).body).toEqual(created.body);
    expect(checked(await rearm(id)).body).toEqual(created.body);
    const second = checked(await create({ kind: 'move', token: CHA, bps: 500, seconds: 3_600 }));
    expect(checked(await read('list_alerts')).body).toMatchObject({ alerts: [{}, {}] });
    expect(checked(await remove(idOf(second))).body).toMatchObject({ status: 'success' });
    expect(checked(await read('list_alerts')).body).toEqual({ status: 'success', alerts: [alert] });
  });

  it.each([
    [{ ...PRICE, price: 2.5 }, 'price: must be a decimal string, 0 or more, with up to 18 decimals'],
    [{ ...PRICE, token: `${A_WALLET.address}.none` }, 'token: is no token of this exchange'],
    [{ kind: 'stale', token: WELSH, amount: '5' }, 'amount: is no field of the kind stale'],
    [{ token: WELSH }, 'kind: is required'],
    [{ ...PRICE, note: 'x'.repeat(141) }, 'note: must be a string of up to 140 characters'],
  ])('name the field that is wrong: %j', async (terms, detail) => {
    const refused = checked(await create(terms));
    expect([refused.status, refused.body]).toMatchObject([401, { details: [detail] }]);
    const { apiKey } = await keyManager(app).issue({ permissions: ['webhooks'] });
    const byKey = checked(await request(app).post(ALERTS).set('x-api-key', apiKey).send(terms));
    expect([byKey.status, byKey.body]).toMatchObject([400, { code: 'invalid-fields', details: [detail] }]);
  });

  it('let a key with the permission webhooks do the same, and no other key', async () => {
    const { apiKey } = await keyManager(app).issue({ permissions: ['webhooks'] });
    const asKey = (call: request.Test) => call.set('x-api-key', apiKey);
    const created = checked(await asKey(request(app).post(ALERTS)).send({ kind: 'thin', token: WELSH }));
    const path = `${ALERTS}/${idOf(created)}`;
    expect(checked(await asKey(request(app).get(path))).body).toEqual(created.body);
    expect(checked(await asKey(request(app).post(`${path}/rearm`)).send({})).status).toBe(200);
    expect(checked(await asKey(request(app).get(ALERTS))).body).toMatchObject({ alerts: [{}] });
    expect(checked(await asKey(request(app).delete(path)).send({})).status).toBe(200);
    const { apiKey: weak } = await keyManager(app).issue({ permissions: ['execute'] });
    const refused = checked(await request(app).get(ALERTS).set('x-api-key', weak));
    expect(refused.body).toMatchObject({ code: 'PERMISSION_DENIED' });
  });

  it('respond 404 about an alert of another wallet, and 401 without proof', async () => {
    const id = idOf(await create());
    for (const refused of [
      await read('get_alert', id, ANOTHER_WALLET),
      await rearm(id, ANOTHER_WALLET),
      await remove(id, ANOTHER_WALLET),
      await read('get_alert', 'nothing'),
    ])
      expect([checked(refused).status, refused.body]).toMatchObject([404, { code: 'alert-not-found' }]);
    expect(checked(await request(app).get(ALERTS)).status).toBe(401);
    expect((await read('get_alert', id)).status).toBe(200);
  });

  it('refuse the fifty-first alert with an error that says so, until one is deleted', async () => {
    let last = '';
    for (let n = 0; n < 50; n++) last = idOf(await create());
    const refused = checked(await create());
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { code: 'too-many-alerts', details: { limit: 50 } },
    ]);
    expect((await create(PRICE, ANOTHER_WALLET)).status).toBe(200);
    await remove(last);
    expect((await create()).status).toBe(200);
  });

  it('have produced every error of their own', () => {
    const own = ['createAlert', 'listAlerts', 'getAlert', 'rearmAlert', 'deleteAlert'];
    expect(notProduced(own).filter((error) => /alert/.test(error.slice(error.indexOf(' '))))).toEqual([]);
  });
});

describe('the body of a message about a firing', () => {
  it('is the alert as it fired', async () => {
    await create();
    const [alert] = await exchange.ports.alerts.listByOwner(A_WALLET.address);
    const fired = fireAlert(alert as Alert, { level: 1n, value: '2.6' }, T0);
    const { owner: _, condition, firing, ...rest } = fired;
    expect(JSON.parse(webhookBody({ kind: 'alert', alert: fired }))).toEqual({
      type: 'alert.fired',
      timestamp: T0.toISOString(),
      data: {
        alert: {
          ...rest,
          ...condition,
          createdAt: T0.toISOString(),
          firedAt: firing.at.toISOString(),
          value: '2.6',
        },
      },
    });
  });
});
