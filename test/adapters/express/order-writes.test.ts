import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import type { Authorization } from '../../../src/application/authorization/authorize-owner.js';
import { err, ok } from '../../../src/domain/shared/result.js';
import {
  aBroadcastedOrder,
  aCancelledOrder,
  anOpenOrder,
  T0,
  txidOf,
  uuidOf,
} from '../../support/builders.js';
import { walletHeaders } from '../../support/signing.js';
import { errorIn } from './error-in.js';
import { API, appWith } from './fake-core.js';

interface Asked {
  readonly ref: string;
  readonly authorization: Authorization;
}

const ORDER = `${API}/orders/${uuidOf(1)}`;
const HEADERS = walletHeaders({ action: 'execute_order', uuid: uuidOf(1), timestamp: T0.getTime() });
const unknown = async () => err({ kind: 'order-not-found' as const, ref: 'x' });
const known = async () => ok(anOpenOrder());

describe('POST /orders/{uuid}/execute', () => {
  it('passes the wallet’s proof and the percent-decoded path to the use case', async () => {
    const asked: Asked[] = [];
    const execute = async (input: Asked) => {
      asked.push(input);
      return ok({ txid: txidOf(1), order: aBroadcastedOrder() });
    };
    const response = await request(appWith({ orders: { execute } }))
      .post(`${API}/orders/client%3Amine/execute`)
      .set(HEADERS);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      status: 'success',
      txid: txidOf(1),
      data: { uuid: uuidOf(1), status: 'broadcasted', txid: txidOf(1) },
    });
    expect(asked).toEqual([
      {
        ref: 'client:mine',
        authorization: {
          by: 'wallet',
          message: HEADERS['x-message'],
          signature: HEADERS['x-signature'],
          publicKey: HEADERS['x-public-key'],
          walletAddress: HEADERS['x-wallet-address'],
        },
      },
    ]);
  });
});

describe('PATCH /orders/{uuid}/cancel', () => {
  it('returns the order as it is after the cancellation', async () => {
    const cancel = async () => ok(aCancelledOrder());
    const response = await request(appWith({ orders: { cancel } }))
      .patch(`${ORDER}/cancel`)
      .set(HEADERS);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      status: 'success',
      data: { status: 'cancelled', cancelReason: 'owner' },
    });
  });
});

describe.each([
  ['POST', 'execute'],
  ['PATCH', 'cancel'],
])('%s /orders/{uuid}/%s', (method, verb) => {
  const ask = (get: typeof known | typeof unknown, headers: Record<string, string>) => {
    const authenticate = async () => err({ kind: 'invalid-api-key' as const });
    const app = request(appWith({ orders: { get }, apiKeys: { authenticate } }));
    return (method === 'POST' ? app.post(`${ORDER}/${verb}`) : app.patch(`${ORDER}/${verb}`)).set(headers);
  };

  it.each<[string, Record<string, string>, string, string]>([
    ['no headers', {}, 'Missing authentication headers', 'missing-authentication-headers'],
    [
      'empty headers',
      { 'x-message': '', 'x-signature': '' },
      'Missing authentication headers',
      'missing-authentication-headers',
    ],
    [
      'a message alone',
      { 'x-message': '{}' },
      'Missing required headers: x-signature, x-public-key, x-wallet-address',
      'missing-required-headers',
    ],
    [
      'all but the address',
      { ...HEADERS, 'x-wallet-address': '' },
      'Missing required headers: x-wallet-address',
      'missing-required-headers',
    ],
    ['a key', { 'x-api-key': 'ck_live_00' }, 'Invalid API key', 'INVALID_API_KEY'],
    ['a bearer key', { Authorization: 'Bearer ck_live_00' }, 'Invalid API key', 'INVALID_API_KEY'],
  ])('returns 401 when the request has %s', async (_, headers, error, code) => {
    const response = await ask(known, headers);
    expect(response.status).toBe(401);
    expect(errorIn(response)).toEqual({ error, timestamp: T0.toISOString(), code });
    expect((response.body as { hint: string }).hint).toMatch(/x-api-key|x-wallet-address|ck_live_/);
  });

  it.each<[string, Record<string, string>]>([
    ['no headers', {}],
    ['a message alone', { 'x-message': '{}' }],
    ['a key', { 'x-api-key': 'ck_live_00' }],
  ])('returns 404 for an unknown order before it checks the caller: %s', async (_, headers) => {
    const response = await ask(unknown, headers);
    expect(response.status).toBe(404);
    expect(response.body).toMatchObject({ error: 'Not found', code: 'order-not-found' });
  });
});

describe('POST /orders/new', () => {
  it('passes the body to the use case as it was sent and returns the order', async () => {
    const asked: unknown[] = [];
    const place = async (input: unknown) => {
      asked.push(input);
      return ok(anOpenOrder());
    };
    const body = { uuid: 'u', amountIn: 5, other: { deep: [null, 'ü'] } };
    const response = await request(appWith({ orders: { placeJson: place } }))
      .post(`${API}/orders/new`)
      .set('x-api-key', 'not a key')
      .send(body);
    expect(response.status).toBe(200);
    expect(asked).toEqual([body]);
    expect(response.body).toMatchObject({ status: 'success', data: { uuid: uuidOf(1), status: 'open' } });
    expect(response.get('cache-control')).toBe('no-store');
  });

  it.each(['[]', '[{}]', '"text"', '5', 'null', 'true'])(
    'returns 400 for the body %s, which is not an object',
    async (body) => {
      const response = await request(appWith({}))
        .post(`${API}/orders/new`)
        .set('Content-Type', 'application/json')
        .send(body);
      expect(response.status).toBe(400);
      expect(errorIn(response)).toEqual({
        error: 'Invalid request',
        timestamp: T0.toISOString(),
        code: 'invalid-request',
        details: ['body: must be a JSON object'],
      });
    },
  );

  it('returns 400 for a request without a body', async () => {
    const response = await request(appWith({})).post(`${API}/orders/new`);
    expect(response.status).toBe(415);
  });
});
