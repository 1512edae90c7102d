import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { unwrap } from '../../../src/domain/shared/result.js';
import { T0, uuidOf } from '../../support/builders.js';
import { coreHarness, HOST, signedInput, type CoreHarness } from '../../support/core-harness.js';
import { A_WALLET, ANOTHER_WALLET, walletHeaders, type TestWallet } from '../../support/signing.js';
import { API, appOver } from './fake-core.js';
import { keyManager } from './wallet-requests.js';

const REF = 'client:my.order-1';
let harness: CoreHarness;
let app: ReturnType<typeof appOver>;
let once = 0;

const place = async (n: number, wallet: TestWallet = A_WALLET) =>
  unwrap(
    await harness.core.orders.place(
      signedInput({ uuid: uuidOf(n), wallet, fields: { clientOrderId: 'my.order-1' } }),
    ),
  );

beforeEach(async () => {
  harness = coreHarness();
  app = appOver(harness.core, { clock: harness.clock });
  await place(1);
});

type Verb = 'execute' | 'cancel';
const call = (verb: Verb, path = REF) =>
  verb === 'cancel'
    ? request(app).patch(`${API}/orders/${path}/cancel`)
    : request(app).post(`${API}/orders/${path}/execute`);
const ask = (verb: Verb, { path = REF, uuid = REF, wallet = A_WALLET } = {}) => {
  const fields = { action: `${verb}_order`, uuid, timestamp: harness.clock.now().getTime(), once: ++once };
  return call(verb, path).set(walletHeaders(fields, wallet));
};
const shown = ({ status, body }: request.Response) => {
  const { data, error } = body as { data?: { uuid: string; status: string }; error?: string };
  return data === undefined ? [status, error] : [status, data.uuid, data.status];
};

describe('client:<clientOrderId>', () => {
  it('names an order of the wallet that asks', async () => {
    expect(shown(await ask('cancel'))).toEqual([200, uuidOf(1), 'cancelled']);
  });

  it('may be percent-encoded in the path; the signed text is the decoded one', async () => {
    const path = encodeURIComponent(REF);
    expect(path).toContain('%3A');
    expect(shown(await ask('execute', { path, uuid: path }))).toEqual([401, 'Invalid message content']);
    expect(shown(await ask('execute', { path }))).toEqual([200, uuidOf(1), 'broadcasted']);
  });

  it('must be signed as it is written in the path', async () => {
    expect(shown(await ask('cancel', { uuid: uuidOf(1) }))).toEqual([401, 'Invalid message content']);
  });

  it('names different orders for different wallets', async () => {
    await place(2, ANOTHER_WALLET);
    expect(shown(await ask('cancel', { wallet: ANOTHER_WALLET }))).toEqual([200, uuidOf(2), 'cancelled']);
    expect(unwrap(await harness.core.orders.get(uuidOf(1))).status).toBe('open');
  });

  it('returns 404 for a wallet without such an order, or with a malformed address', async () => {
    expect(shown(await ask('cancel', { wallet: ANOTHER_WALLET }))).toEqual([404, 'Not found']);
    expect(shown(await ask('cancel').set('x-wallet-address', 'not-an-address'))).toEqual([404, 'Not found']);
    for (const path of ['client:other', 'client:', 'client:%00', 'client:a%20b', 'CLIENT:my.order-1']) {
      expect(shown(await ask('cancel', { path }))).toEqual([404, 'Not found']);
    }
  });

  it('returns 401 to a caller who only names the owner’s address', async () => {
    const posing = await ask('cancel', { wallet: ANOTHER_WALLET }).set('x-wallet-address', A_WALLET.address);
    expect(shown(posing)).toEqual([401, 'Not authorised']);
  });

  it('returns 401 without authentication', async () => {
    expect(shown(await call('cancel'))).toEqual([401, 'Missing authentication headers']);
    expect(shown(await call('cancel').set('x-api-key', 'ck_live_00'))).toEqual([401, 'Invalid API key']);
  });

  it('names the live order, otherwise the newest, so that a retry finds the order it ended', async () => {
    expect(shown(await ask('cancel'))).toEqual([200, uuidOf(1), 'cancelled']);
    harness.clock.advance(1000);
    await place(3);
    expect(shown(await ask('cancel'))).toEqual([200, uuidOf(3), 'cancelled']);
    expect(shown(await ask('cancel'))).toEqual([200, uuidOf(3), 'cancelled']);
    harness.clock.advance(1000);
    await place(2);
    expect(shown(await ask('execute'))).toEqual([200, uuidOf(2), 'broadcasted']);
    expect((await ask('cancel')).body).toMatchObject({ code: 'order-already-broadcast' });
  });

  it('names an order of the API key’s owner', async () => {
    await place(2, ANOTHER_WALLET);
    const { apiKey } = await keyManager(app, ANOTHER_WALLET).issue();
    expect(shown(await call('cancel').set('x-api-key', apiKey))).toEqual([200, uuidOf(2), 'cancelled']);
    const unknown = await call('cancel', 'client:other').set('x-api-key', apiKey);
    expect(shown(unknown)).toEqual([404, 'Not found']);
  });

  it('returns 404 from reads, which name no owner', async () => {
    for (const path of [REF, `${REF}/events`]) {
      expect(shown(await request(app).get(`${API}/orders/${path}`))).toEqual([404, 'Not found']);
    }
    expect(await harness.core.orders.cancel({ ref: REF, authorization: HOST })).toMatchObject({
      error: { kind: 'order-not-found' },
    });
  });

  it('works together with an Idempotency-Key', async () => {
    const keyed = (verb: Verb) => ask(verb).set('Idempotency-Key', 'k');
    const first = await keyed('cancel');
    harness.clock.set(new Date(T0.getTime() + 1000));
    await place(2);
    expect((await keyed('cancel')).text).toBe(first.text);
    expect(unwrap(await harness.core.orders.get(uuidOf(2))).status).toBe('open');
  });
});
