import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { T0, uuidOf } from '../../support/builders.js';
import { expectDescribed } from './described.js';
import { anExchange, aSignedBody, type Exchange } from './exchange.js';
import { API, appOver } from './fake-core.js';
import { keyManager, signed } from './wallet-requests.js';

let exchange: Exchange;
let app: ReturnType<typeof appOver>;

beforeEach(() => {
  exchange = anExchange();
  app = appOver(exchange.core, { clock: exchange.clock });
});

const PATH = `${API}/orders/cancel-after`;
const post = (seconds: unknown, headers: object) =>
  request(app)
    .post(PATH)
    .set(headers as never)
    .send({ seconds });
const arm = (seconds: number, body: unknown = seconds) =>
  post(body, signed({ action: 'cancel_after', seconds }).headers);
const read = () =>
  request(app)
    .get(PATH)
    .set(signed({ action: 'read_cancel_after' }).headers);

const DISARMED = { scope: 'owner', seconds: null, firesAt: null, firedAt: null, isEnding: false };
const at = (ms: number) => new Date(T0.getTime() + ms).toISOString();

describe('POST, GET and DELETE /orders/cancel-after', () => {
  it('arm, read and disarm the timer of a wallet', async () => {
    const before = await read();
    expect([before.status, before.body]).toEqual([200, { status: 'success', data: DISARMED }]);
    const armed = await arm(60);
    expect(armed.body).toEqual({
      status: 'success',
      data: { ...DISARMED, seconds: 60, firesAt: at(60_000) },
    });
    expectDescribed('cancelAfter', armed);
    const found = await read();
    expect(found.body).toEqual(armed.body);
    expectDescribed('readCancelAfter', found);
    const disarm = signed({ action: 'disarm_cancel_after' }).headers;
    const disarmed = await request(app).delete(PATH).set(disarm);
    expect(disarmed.body).toEqual({ status: 'success', data: DISARMED });
    expectDescribed('disarmCancelAfter', disarmed);
    const again = await request(app).delete(PATH).set(disarm);
    expect(again.body).toMatchObject({ code: 'signature-already-used' });
  });

  it('end the order once the time has run out, which the order shows', async () => {
    await request(app).post(`${API}/orders/new`).send(aSignedBody());
    await arm(5);
    exchange.clock.advance(5_000);
    await exchange.core.maintenance.fireTimers();
    const read = await request(app).get(`${API}/orders/${uuidOf(1)}`);
    expect(read.body).toMatchObject({ data: { status: 'cancelled', cancelReason: 'cancel-after' } });
  });

  it.each([4, 86_401, -1, 1.5, '60', null, undefined])('name seconds of %j as wrong', async (seconds) => {
    const { apiKey } = await keyManager(app).issue();
    const refused = await post(seconds, { 'x-api-key': apiKey });
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { code: 'invalid-fields', details: [expect.stringMatching(/^seconds/)] },
    ]);
    expectDescribed('cancelAfter', refused);
  });

  it('refuse seconds that differ from the signed ones, and a caller without proof', async () => {
    const refused = await arm(60, 61);
    expect([refused.status, refused.body]).toMatchObject([
      401,
      { details: ['seconds: must be as in the body'] },
    ]);
    expect((await request(app).get(PATH)).status).toBe(401);
    expect((await request(app).post(PATH).send({ seconds: 5 })).body).toMatchObject({
      code: 'missing-authentication-headers',
    });
  });

  it('have a timer of its own for each key, which needs the permission cancel', async () => {
    const { apiKey } = await keyManager(app).issue({ permissions: ['cancel'] });
    const armed = await post(30, { 'x-api-key': apiKey });
    expect(armed.body).toMatchObject({ data: { scope: 'key', seconds: 30 } });
    expect((await read()).body).toMatchObject({ data: DISARMED });
    const { apiKey: weak } = await keyManager(app).issue({ permissions: ['execute'] });
    expect((await post(30, { 'x-api-key': weak })).body).toMatchObject({ code: 'PERMISSION_DENIED' });
  });
});
