import type { RequestListener } from 'node:http';
import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import {
  keySigner,
  limitOrder,
  messageInBody,
  recurringPlan,
  signMessage,
  signMetadata,
  signOrder,
  signOrders,
  stopAndTarget,
  walletSigner,
  type Message,
  type SignOrderOptions,
} from '../../../src/sdk/signing/index.js';
import { anExchange, CHA, SIGNER_ROUTER, WELSH_SUBNET } from '../../adapters/express/exchange.js';
import { API, appOver } from '../../adapters/express/fake-core.js';
import { aMetadataService, METADATA } from '../../adapters/express/metadata-service.js';
import { T0 } from '../../support/builders.js';
import { A_WALLET, TEST_ORIGIN } from '../../support/signing.js';
import { standInWallet } from './stand-in-wallet.js';

const signer = keySigner(A_WALLET.privateKey, 'devnet');
const now = () => T0.getTime();
const OPTIONS: SignOrderOptions = { network: 'devnet', router: SIGNER_ROUTER, blaze: 'v1', now };
const SALE = {
  sell: { contractId: WELSH_SUBNET, decimals: 6, symbol: 'WELSH' },
  buy: { contractId: CHA, decimals: 6 },
  amount: '1.5 WELSH',
};

let app: RequestListener;

beforeEach(() => {
  // The strictest server: it takes no order without signed terms, and no message that does not name it.
  const { core, clock } = anExchange({ requireSignedTerms: true, requireAudience: true });
  app = appOver(core, { clock });
});

const signed = <A extends string>(message: Message<A>) =>
  signMessage(signer, message, { audience: `${TEST_ORIGIN}/swap`, network: 'devnet', now });

async function place() {
  const order = await signOrder(signer, limitOrder({ ...SALE, atLeast: '0.001' }), OPTIONS);
  return { order, response: await request(app).post(`${API}/orders/new`).send(order) };
}

describe('a server that requires signed terms and audiences', () => {
  it('accepts an order that is signed by a key, and shows it as it was meant', async () => {
    const { order, response } = await place();
    expect([response.status, response.body]).toMatchObject([
      200,
      {
        data: {
          uuid: order.uuid,
          owner: signer.address,
          amountIn: '1500000',
          minAmountOut: '1000',
          status: 'open',
        },
      },
    ]);
  });

  it('accepts an order that is signed by a wallet', async () => {
    const { request: ask } = standInWallet({ key: A_WALLET.privateKey, network: 'devnet' });
    const wallet = await walletSigner(ask, { network: 'devnet' });
    const order = await signOrder(wallet, limitOrder({ ...SALE, slippage: '0.01' }), OPTIONS);
    expect((await request(app).post(`${API}/orders/new`).send(order)).status).toBe(200);
  });

  it('accepts the plans, each as one batch', async () => {
    const prices = { target: { price: '0.6', atLeast: '0.5' }, stop: { price: '0.4', slippage: '0.03' } };
    const plans = [
      stopAndTarget({ ...SALE, ...prices }),
      recurringPlan({ ...SALE, slippage: '0.01', runs: 4, everyMs: 60_000, startAt: T0 }),
    ];
    for (const plan of plans) {
      const orders = await signOrders(signer, plan, OPTIONS);
      const response = await request(app).post(`${API}/orders/batch`).send({ orders, atomic: true });
      expect([response.status, response.body]).toMatchObject([200, { status: 'success' }]);
    }
  });

  it('accepts none whose terms were changed after they were signed', async () => {
    const order = await signOrder(signer, limitOrder({ ...SALE, atLeast: '0.001' }), OPTIONS);
    const response = await request(app)
      .post(`${API}/orders/new`)
      .send({ ...order, minAmountOut: '1' });
    expect(response.body).toMatchObject({ code: 'terms-signature-not-verified' });
  });

  it('accepts the messages that read, cancel one and cancel many', async () => {
    const { uuid } = (await place()).order;
    const read = await request(app)
      .get(`${API}/orders`)
      .set(await signed({ action: 'read_orders', uuid: '*' }));
    expect([read.status, read.body]).toMatchObject([200, { data: [{ uuid }] }]);
    const cancelled = await request(app)
      .patch(`${API}/orders/${uuid}/cancel`)
      .set(await signed({ action: 'cancel_order', uuid }));
    expect([cancelled.status, cancelled.body]).toMatchObject([200, { data: { status: 'cancelled' } }]);
    const other = (await place()).order.uuid;
    const selection = { inputToken: WELSH_SUBNET };
    const many = await request(app)
      .post(`${API}/orders/cancel`)
      .set(await signed({ action: 'cancel_orders', ...selection }))
      .send(selection);
    expect([many.status, many.body]).toMatchObject([200, { cancelled: [other] }]);
  });

  it('accepts the message that executes, until it has no chain to send to', async () => {
    const { uuid } = (await place()).order;
    const response = await request(app)
      .post(`${API}/orders/${uuid}/execute`)
      .set(await signed({ action: 'execute_order', uuid }));
    expect(response.status).toBe(503);
  });

  it('accepts the messages that create, list and revoke keys, even two in the same millisecond', async () => {
    const create = async (keyName: string) =>
      messageInBody(await signed({ action: 'create_api_key', keyName, permissions: ['execute'] }));
    const send = async (keyName: string) => {
      const { headers, body } = await create(keyName);
      return request(app).post(`${API}/api-keys`).set(headers).send(body);
    };
    const [first, second] = [await send('a'), await send('b')];
    expect([first.status, second.status]).toEqual([200, 200]);
    const { keyId } = first.body as { keyId: string };
    const list = await request(app)
      .get(`${API}/api-keys`)
      .set(await signed({ action: 'list_api_keys' }));
    expect((list.body as { apiKeys: unknown[] }).apiKeys).toHaveLength(2);
    const one = await request(app)
      .get(`${API}/api-keys/${keyId}`)
      .set(await signed({ action: 'get_api_key_stats', keyId }));
    expect(one.status).toBe(200);
    const { headers, body } = messageInBody(await signed({ action: 'delete_api_key', keyId }));
    expect((await request(app).delete(`${API}/api-keys/${keyId}`).set(headers).send(body)).status).toBe(200);
  });

  it('accepts the message that lists webhooks', async () => {
    const headers = await signed({ action: 'list_webhooks' });
    expect((await request(app).get(`${API}/webhooks`).set(headers)).status).toBe(200);
  });
});

describe('signMessage', () => {
  const target = { audience: TEST_ORIGIN, network: 'devnet', now } as const;

  it('signs any action with its fields, the time, the server, the network and a new nonce', async () => {
    const fields = {
      action: 'create_webhook',
      url: 'https://bot.example.org/hook',
      events: ['confirmed'],
      note: undefined,
    };
    const texts = [await signMessage(signer, fields, target), await signMessage(signer, fields, target)].map(
      ({ 'x-message': message }) => JSON.parse(message) as Record<string, unknown>,
    );
    const { note: _, ...sent } = fields;
    expect(texts[0]).toEqual({
      ...sent,
      audience: TEST_ORIGIN,
      network: 'devnet',
      timestamp: now(),
      nonce: expect.any(String),
    });
    expect(texts[0]!['nonce']).not.toBe(texts[1]!['nonce']);
  });

  it('has types for the fields of known actions', () => {
    // @ts-expect-error the message names no order
    const cancel = () => signMessage(signer, { action: 'cancel_order' }, target);
    expect(typeof cancel).toBe('function');
  });

  it.each(['timestamp', 'nonce', 'audience', 'network'])('refuses a %s of the caller', async (name) => {
    const message = { action: 'list_api_keys', [name]: 'mine' };
    await expect(signMessage(signer, message, target)).rejects.toMatchObject({ code: 'invalid-message' });
  });

  it.each(['swap.example.org', '', 'ftp://swap.example.org'])('refuses the audience %j', async (audience) => {
    const message = { action: 'list_api_keys' } as const;
    await expect(signMessage(signer, message, { ...target, audience })).rejects.toThrow(/^audience must be/);
  });

  it('refuses a time in place of the function that tells it', async () => {
    const options = { ...target, now: 1_795_176_000_000 as unknown as () => number };
    await expect(signMessage(signer, { action: 'list_webhooks' }, options)).rejects.toMatchObject({
      code: 'invalid-message',
      message: expect.stringContaining('now must be a function'),
    });
  });

  it('refuses a number that JSON or doubles would change', async () => {
    for (const limit of [NaN, 2 ** 53, 0.1])
      await expect(signMessage(signer, { action: 'any', limit }, target)).rejects.toThrow(
        'limit must be a whole number',
      );
  });
});

describe('signMetadata', () => {
  const contractId = `${signer.address}.a-token`;

  it('signs a save that the server takes from the deployer alone, byte for byte', async () => {
    const { app: service } = aMetadataService();
    const { headers, body } = await signMetadata(signer, contractId, { name: 'Tökèn' }, { now });
    const save = (sent: string) => request(service).post(`${METADATA}/${contractId}`).set(headers).send(sent);
    expect((await save(body.replace('Tökèn', 'Other'))).body).toMatchObject({ code: 'body-hash-mismatch' });
    expect((await save(body)).body).toMatchObject({ metadata: { name: 'Tökèn' } });
  });

  it('refuses a contract of another deployer before anything is signed', async () => {
    const other = keySigner('2'.repeat(64), 'devnet');
    await expect(signMetadata(other, contractId, {})).rejects.toMatchObject({ code: 'other-signer' });
  });
});
