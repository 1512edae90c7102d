import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { uuidOf } from '../../support/builders.js';
import { signedInput, type HarnessOptions } from '../../support/core-harness.js';
import { A_WALLET, ANOTHER_WALLET } from '../../support/signing.js';
import type { AddressQuotas } from '../../../src/adapters/express/index.js';
import { expectDescribed } from './described.js';
import { API } from './fake-core.js';
import { saveIn } from './metadata-service.js';
import { keyManager, signed } from './wallet-requests.js';
import { wholeApp } from './whole-app.js';

const HOUR_MS = 60 * 60 * 1000;

/** Requests to a server that limits what an address stores. */
function service(quotas: AddressQuotas, options?: HarnessOptions) {
  const { app, clock, core } = wholeApp(options, quotas);
  const post = (path: string, body: object, key?: string) => {
    const call = request(app).post(`${API}${path}`);
    return (key === undefined ? call : call.set('Idempotency-Key', key)).send(body);
  };
  const place = (n: number, key?: string, wallet = A_WALLET) =>
    post('/orders/new', signedInput({ uuid: uuidOf(n), wallet }), key);
  const change = (verb: 'execute' | 'cancel', key: string) => {
    const path = `${API}/orders/${uuidOf(1)}/${verb}`;
    const call = verb === 'cancel' ? request(app).patch(path) : request(app).post(path);
    return call.set(signed({ action: `${verb}_order`, uuid: uuidOf(1) }).headers).set('Idempotency-Key', key);
  };
  const cancelAll = (key: string) =>
    post('/orders/cancel', {}, key).set(signed({ action: 'cancel_orders' }).headers);
  const stored = async () => (await core.orders.count()).open;
  return { app, clock, post, place, change, cancelAll, stored };
}

function expectRefused(operation: string, response: request.Response, seconds = HOUR_MS / 1000): void {
  expect([response.status, response.body]).toMatchObject([429, { code: 'address-quota-exceeded' }]);
  expect(response.get('retry-after')).toBe(String(seconds));
  expectDescribed(operation, response);
}

describe('what one client address has stored', () => {
  it('is bounded in orders an hour, whichever wallets sign them', async () => {
    const { clock, place, stored } = service({ orders: 3 });
    for (const n of [1, 2]) expect((await place(n)).status).toBe(200);
    expect((await place(3, undefined, ANOTHER_WALLET)).status).toBe(200);
    clock.advance(HOUR_MS / 2);
    expectRefused('placeOrder', await place(4, undefined, ANOTHER_WALLET), HOUR_MS / 2000);
    expect(await stored()).toBe(3);
    clock.advance(HOUR_MS / 2);
    expect((await place(4)).status).toBe(200);
  });

  it('is bounded in bytes an hour', async () => {
    const { post, stored } = service({ bytes: 30_000 });
    const large = (n: number) => signedInput({ uuid: uuidOf(n), fields: { note: 'x'.repeat(15_000) } });
    expect((await post('/orders/new', large(1))).status).toBe(200);
    expect((await post('/orders/new', large(2))).status).toBe(200);
    expectRefused('placeOrder', await post('/orders/new', large(3)));
    expect(await stored()).toBe(2);
  });

  it('counts no order that was refused', async () => {
    const { place, post } = service({ orders: 1, bytes: 10_000 });
    for (let n = 0; n < 20; n++)
      expect((await post('/orders/new', { ...signedInput(), amountIn: '0' })).status).toBe(400);
    expect((await place(1)).status).toBe(200);
  });

  it('counts each order of a batch', async () => {
    const { post, stored } = service({ orders: 4 });
    const batch = (from: number) => ({
      orders: [0, 1, 2].map((n) => signedInput({ uuid: uuidOf(from + n) })),
    });
    expect((await post('/orders/batch', batch(1))).status).toBe(200);
    expect((await post('/orders/batch', batch(4))).status).toBe(200);
    expectRefused('placeOrders', await post('/orders/batch', batch(7)));
    expect(await stored()).toBe(6);
  });

  it('includes a row for each Idempotency-Key, even if the same order is sent again', async () => {
    const { place, change, cancelAll } = service({ bytes: 10_000 });
    let n = 0;
    while ((await place(1, `key ${n}`)).status === 200) n += 1;
    expect(n).toBeLessThan(10);
    expectRefused('placeOrder', await place(1, 'one more'));
    expectRefused('executeOrder', await change('execute', 'run'));
    expectRefused('cancelOrder', await change('cancel', 'end'));
    expectRefused('cancelOrders', await cancelAll('end all'));
  });

  it('includes API keys and metadata records', async () => {
    const keys = service({ bytes: 48_000 });
    const wallet = keyManager(keys.app);
    for (let n = 0; n < 3; n++) await wallet.issue();
    expectRefused('createApiKey', await wallet.create());
    const records = service({ bytes: 3_000 });
    expect((await saveIn(records, { name: 'x'.repeat(2_500) })).status).toBe(200);
    expectRefused('saveMetadata', await saveIn(records, { name: 'y' }));
  });

  it('is not limited without quotas', async () => {
    const { place, stored } = service({});
    for (let n = 1; n <= 30; n++) expect((await place(n, `key ${n}`)).status).toBe(200);
    expect(await stored()).toBe(30);
  });
});

describe('the API keys of one wallet', () => {
  it('are bounded: beyond the limit one must be revoked first', async () => {
    const { app } = service({}, { settings: { apiKeysPerWallet: 3 } });
    const [wallet, other] = [keyManager(app), keyManager(app, ANOTHER_WALLET)];
    const issued = [await wallet.issue(), await wallet.issue(), await wallet.issue()];
    const refused = await wallet.create();
    expect([refused.status, refused.body]).toMatchObject([422, { code: 'too-many-api-keys' }]);
    expectDescribed('createApiKey', refused);
    expect((await other.create()).status).toBe(200);
    await wallet.revoke(issued[0]!.keyId);
    expect((await wallet.create()).status).toBe(200);
  });

  it('stay few while a wallet creates and revokes without end: the oldest revoked ones are forgotten', async () => {
    const { app, clock } = service({}, { settings: { apiKeysPerWallet: 3 } });
    const wallet = keyManager(app);
    const revoked: string[] = [];
    for (let n = 0; n < 10; n++) {
      const { keyId } = await wallet.issue();
      await wallet.revoke(keyId);
      revoked.unshift(keyId);
      clock.advance(1);
    }
    const { keyId } = await wallet.issue();
    const listed = ((await wallet.list()).body as { apiKeys: { id: string }[] }).apiKeys.map(({ id }) => id);
    expect(listed).toEqual([keyId, ...revoked.slice(0, 3)]);
    expect((await wallet.get(revoked[5]!)).status).toBe(404);
  });
});
