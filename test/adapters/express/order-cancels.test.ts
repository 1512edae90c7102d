import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { T0, uuidOf } from '../../support/builders.js';
import { SBTC, signedInput, WELSH_SUBNET } from '../../support/core-harness.js';
import { A_WALLET, ANOTHER_WALLET, TEST_ORIGIN } from '../../support/signing.js';
import { responseCheck } from './described.js';
import { API } from './fake-core.js';
import { keyManager, signed } from './wallet-requests.js';
import { wholeApp, type WholeApp } from './whole-app.js';

const { check, notProduced } = responseCheck();

let whole: WholeApp;
beforeEach(async () => {
  whole = wholeApp();
  await place(1, { strategyId: 'plan' });
  await place(2, { strategyId: 'other', outputToken: SBTC });
  await place(3, { strategyId: 'plan' }, ANOTHER_WALLET);
});

async function place(n: number, fields: object, wallet = A_WALLET) {
  const body = signedInput({ uuid: uuidOf(n), wallet, fields: { ...fields } });
  expect((await request(whole.app).post(`${API}/orders/new`).send(body)).status).toBe(200);
}

type Headers = Readonly<Record<string, string>>;

async function cancel(body: unknown, headers: Headers, textOf: (body: unknown) => string = JSON.stringify) {
  const sent = request(whole.app).post(`${API}/orders/cancel`).set('Content-Type', 'application/json');
  const response = await sent.set(headers).send(textOf(body));
  check(response);
  return response;
}
const asWallet = (fields: object, wallet = A_WALLET) =>
  signed({ action: 'cancel_orders', ...fields }, wallet).headers;
const asKey = async (permissions: readonly string[] = ['cancel'], wallet = A_WALLET): Promise<Headers> => ({
  'x-api-key': (await keyManager(whole.app, wallet).issue({ permissions })).apiKey,
});
const statuses = () =>
  Promise.all(
    [1, 2, 3].map(async (n) => {
      const response = await request(whole.app).get(`${API}/orders/${uuidOf(n)}`);
      return (response.body as { data: { status: string } }).data.status;
    }),
  );

const PLAN = { strategyId: 'plan' };

describe('POST /orders/cancel', () => {
  it('ends the wallet’s orders of a plan, and says which, by uuid', async () => {
    const response = await cancel(PLAN, asWallet(PLAN));
    expect([response.status, response.body]).toEqual([
      200,
      { status: 'success', cancelled: [uuidOf(1)], skipped: [], more: false },
    ]);
    expect(await statuses()).toEqual(['cancelled', 'open', 'open']);
  });

  it('ends the wallet’s orders of a pair, in either direction', async () => {
    const pair = { pair: `${SBTC},${WELSH_SUBNET}` };
    const response = await cancel(pair, asWallet(pair));
    expect(response.body).toMatchObject({ cancelled: [uuidOf(2)], skipped: [], more: false });
    expect(await statuses()).toEqual(['open', 'cancelled', 'open']);
  });

  it('ends every order of the owner for an empty object, by key as well', async () => {
    const response = await cancel({}, await asKey());
    expect(response.body).toMatchObject({ cancelled: { length: 2 }, skipped: [] });
    expect(response.get('x-ratelimit-remaining')).toBe('99');
    expect(await statuses()).toEqual(['cancelled', 'cancelled', 'open']);
  });

  it('lists an order whose swap is on its way as skipped, with the code of a single cancel', async () => {
    whole.chain.answerNext({ kind: 'unknown', reason: 'time-out' });
    await whole.core.orders.execute({ ref: uuidOf(1), authorization: { by: 'host' } });
    const alone = await request(whole.app)
      .patch(`${API}/orders/${uuidOf(1)}/cancel`)
      .set(signed({ action: 'cancel_order', uuid: uuidOf(1) }).headers);
    const response = await cancel(PLAN, asWallet(PLAN));
    expect(response.body).toMatchObject({
      cancelled: [],
      skipped: [{ id: uuidOf(1), reason: (alone.body as { code: string }).code }],
    });
    expect(await statuses()).toEqual(['open', 'open', 'open']);
  });

  it.each<[string, object, object, string]>([
    ['a wider body', {}, PLAN, 'strategyId: must be absent, as in the body'],
    ['a narrower body', PLAN, {}, 'strategyId: must be as in the body'],
    ['another plan', { strategyId: 'other' }, PLAN, 'strategyId: must be as in the body'],
    [
      'a wider pair',
      { pair: `${SBTC},.stx` },
      { pair: `${SBTC},${WELSH_SUBNET}` },
      'pair: must be as in the body',
    ],
    ['no pair', PLAN, { ...PLAN, pair: `${SBTC},.stx` }, 'pair: must be absent, as in the body'],
    ['a field more', { ...PLAN, outputToken: SBTC }, PLAN, 'outputToken: must be as in the body'],
    [
      'a message that was signed for one order',
      PLAN,
      { ...PLAN, action: 'cancel_order', uuid: uuidOf(1) },
      'action: must be cancel_orders',
    ],
    [
      'a message that was signed to read',
      PLAN,
      { ...PLAN, action: 'read_orders', uuid: '*' },
      'action: must be cancel_orders',
    ],
  ])('refuses %s than the wallet signed, and ends nothing', async (_, body, fields, problem) => {
    expect(await cancel(body, asWallet(fields))).toMatchObject({
      status: 401,
      body: { code: 'invalid-message-content', details: [problem] },
    });
    expect(await statuses()).toEqual(['open', 'open', 'open']);
  });

  it.each<[string, unknown]>([
    ['a field that is null', { strategyId: null }],
    ['a mistyped field', { strategyid: 'plan' }],
    ['an empty plan', { strategyId: '' }],
    ['a malformed token', { inputToken: 'welsh' }],
    ['a list', [PLAN]],
    ['a text', 'plan'],
  ])('responds with 400 to %s, by wallet and by key, and ends nothing', async (_, body) => {
    const signedFields = typeof body === 'object' && !Array.isArray(body) ? body! : {};
    for (const headers of [asWallet(signedFields), await asKey()])
      expect(await cancel(body, headers)).toMatchObject({ status: 400, body: { code: 'invalid-request' } });
    expect(await statuses()).toEqual(['open', 'open', 'open']);
  });

  it('takes a message once, and only one for this server and of this moment', async () => {
    const headers = asWallet({});
    expect((await cancel({}, headers)).status).toBe(200);
    expect((await cancel({}, headers)).body).toMatchObject({ code: 'signature-already-used' });
    for (const [fields, code] of [
      [{ audience: 'https://other.example' }, 'WRONG_AUDIENCE'],
      [{ network: 'mainnet' }, 'WRONG_AUDIENCE'],
      [{ timestamp: T0.getTime() - 300_001 }, 'EXPIRED_TIMESTAMP'],
    ] as const)
      expect(await cancel({}, asWallet(fields))).toMatchObject({ status: 401, body: { code } });
    const bound = { audience: TEST_ORIGIN, network: 'devnet' };
    expect((await cancel({}, asWallet(bound))).status).toBe(200);
  });

  it('refuses callers who prove nothing, and keys without the permission or the right to more requests', async () => {
    const proof = asWallet({});
    for (const [headers, status, code] of [
      [{}, 401, 'missing-authentication-headers'],
      [{ 'x-message': '{}' }, 401, 'missing-required-headers'],
      [{ ...proof, 'x-signature': '00' }, 401, 'invalid-signature'],
      [{ ...proof, 'x-wallet-address': ANOTHER_WALLET.address }, 401, 'signer-not-wallet'],
      [{ ...proof, 'x-wallet-address': 'me' }, 400, 'invalid-wallet-address'],
      [{ 'x-api-key': 'ck_live_00' }, 401, 'INVALID_API_KEY'],
      [await asKey(['execute']), 403, 'PERMISSION_DENIED'],
    ] as const)
      expect(await cancel({}, headers)).toMatchObject({ status, body: { code } });
    expect(await statuses()).toEqual(['open', 'open', 'open']);
    const manager = keyManager(whole.app);
    const { apiKey, keyId } = await manager.issue();
    await manager.revoke(keyId);
    expect((await cancel({}, { 'x-api-key': apiKey })).body).toMatchObject({ code: 'API_KEY_INACTIVE' });
    const key = await asKey();
    for (let n = 0; n < 100; n++) expect((await cancel(PLAN, key)).status).toBe(200);
    expect(await cancel(PLAN, key)).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT_EXCEEDED' } });
  });

  it('replays the response to the same Idempotency-Key, and refuses another body under it', async () => {
    const key = { 'idempotency-key': 'k' };
    const once = await cancel(PLAN, { ...asWallet(PLAN), ...key });
    await place(4, PLAN);
    const again = await cancel(PLAN, { ...asWallet(PLAN), ...key });
    expect([again.body, again.get('idempotency-replayed')]).toEqual([once.body, 'true']);
    expect((await cancel({}, { ...asWallet({}), ...key })).body).toMatchObject({
      code: 'idempotency-key-reused',
    });
    expect(await cancel(PLAN, { ...asWallet(PLAN), 'idempotency-key': '' })).toMatchObject({ status: 400 });
  });

  it.each([
    ['a field that is nested 10,000 levels deep', '{"pair":'],
    ['an unknown one', '{"a":'],
  ])('refuses %s under an Idempotency-Key, as without one', async (_, open) => {
    const deep = `${open.repeat(10_000)}1${'}'.repeat(10_000)}`;
    for (const key of [{}, { 'idempotency-key': 'deep' }])
      expect(await cancel(deep, { ...asWallet({}), ...key }, String)).toMatchObject({
        status: 400,
        body: { code: 'invalid-request' },
      });
  });

  it('has no described error of its own that is not returned in the tests above', () => {
    // Those that every operation with a body may return have their own tests.
    const common =
      /malformed-json|body-too-large|unsupported-media-type|idempotency-key-in-use|address-quota|outside-key-limits/;
    expect(notProduced(['cancelOrders']).filter((error) => !common.test(error))).toEqual([]);
  });
});
