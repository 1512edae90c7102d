import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { parseTxid } from '../../src/domain/order/ids.js';
import { unwrap } from '../../src/domain/shared/result.js';
import { toUnits } from '../../src/domain/shared/units.js';
import { T0, uuidOf } from '../support/builders.js';
import { ROUTER_RC9, signedInput, stubSigner, WELSH, DOLLAR } from '../support/core-harness.js';
import { ANOTHER_WALLET } from '../support/signing.js';
import { expectDescribed } from './described.js';
import { API } from './fake-core.js';
import { signed } from './wallet-requests.js';
import { wholeApp, type WholeApp } from './whole-app.js';

let whole: WholeApp;

beforeEach(() => {
  whole = wholeApp();
});

const ORDER = `${API}/orders/${uuidOf(1)}`;
const place = (input: object = signedInput()) => request(whole.app).post(`${API}/orders/new`).send(input);
const cancelMessage = () => signed({ action: 'cancel_order', uuid: uuidOf(1) });
const execute = (wallet = signed({ action: 'execute_order', uuid: uuidOf(1) })) =>
  request(whole.app).post(`${ORDER}/execute`).set(wallet.headers);
const cancel = (wallet = cancelMessage()) => request(whole.app).patch(`${ORDER}/cancel`).set(wallet.headers);
const withFields = (fields: object) => signedInput({ fields: fields as Readonly<Record<string, unknown>> });

describe('POST /orders/new', () => {
  it('answers as described with every field that an owner may choose', async () => {
    const fields = {
      conditionToken: WELSH,
      targetPrice: '1.5',
      direction: 'gt',
      baseAsset: DOLLAR,
      validFrom: T0.toISOString(),
      validTo: '2027-01-01T00:00:00Z',
      minAmountOut: '1',
      clientOrderId: 'mine-1',
      strategyId: 's',
      strategyType: 'dca',
      strategyDescription: 'buys',
      strategyPosition: 1,
      strategySize: 2,
      metadata: { oco: true, note: ['x'] },
    };
    const response = await place(withFields(fields));
    expect(response.status).toBe(200);
    expectDescribed('placeOrder', response);
    expectDescribed('getOrder', await request(whole.app).get(ORDER));
  });

  it.each<[number, string, () => object]>([
    [400, 'invalid-order', () => withFields({ amountIn: '0' })],
    [400, 'unknown-router', () => withFields({ router: WELSH })],
    [400, 'recipient-not-owner', () => withFields({ recipient: ANOTHER_WALLET.address })],
    [400, 'not-a-subnet-token', () => withFields({ inputToken: WELSH })],
    [400, 'signature-not-verified', () => withFields({ uuid: uuidOf(2) })],
    [400, 'invalid-request', () => []],
  ])('is refused as described: %i %s', async (status, code, input) => {
    const response = await place(input());
    expect([response.status, response.body]).toMatchObject([status, { code }]);
    expectDescribed('placeOrder', response);
  });

  it('is refused as described: what is taken', async () => {
    await place(withFields({ clientOrderId: 'mine' }));
    const taken = await place(withFields({ clientOrderId: 'other' }));
    expect(taken.body).toMatchObject({ code: 'order-exists' });
    expectDescribed('placeOrder', taken);
    const sameId = await place({ ...signedInput({ uuid: uuidOf(2) }), clientOrderId: 'mine' });
    expect(sameId.body).toMatchObject({ code: 'client-order-id-taken' });
    expectDescribed('placeOrder', sameId);
  });

  it('is refused as described: bodies that are no JSON, and keys that are malformed', async () => {
    const post = () => request(whole.app).post(`${API}/orders/new`);
    expectDescribed('placeOrder', await post().set('Content-Type', 'text/plain').send('x'));
    expectDescribed('placeOrder', await post().set('Content-Type', 'application/json').send('{'));
    expectDescribed('placeOrder', await post().send({ big: 'x'.repeat(110_000) }));
    expectDescribed('placeOrder', await place().set('Idempotency-Key', 'ä'.repeat(3)));
    await place().set('Idempotency-Key', 'one');
    expectDescribed(
      'placeOrder',
      await place(signedInput({ uuid: uuidOf(2) })).set('Idempotency-Key', 'one'),
    );
  });

  it('is refused as described as a problem of RFC 9457', async () => {
    const response = await place({}).set('Accept', 'application/problem+json');
    expect(response.type).toBe('application/problem+json');
    expectDescribed('placeOrder', response);
  });
});

describe('orders in every state', () => {
  it('are answered as described: broadcasted, confirmed, with all their events', async () => {
    await place(withFields({ metadata: { note: 1 } }));
    const sent = await execute();
    expect(sent.status).toBe(200);
    expectDescribed('executeOrder', sent);
    const { txid } = sent.body as { txid: string };
    whole.chain.mine(unwrap(parseTxid(txid)));
    await whole.core.execution.settle();
    const confirmed = await request(whole.app).get(ORDER);
    expect(confirmed.body).toMatchObject({ data: { status: 'confirmed' } });
    expectDescribed('getOrder', confirmed);
    const events = await request(whole.app).get(`${ORDER}/events`);
    expect((events.body as { data: unknown[] }).data.length).toBeGreaterThan(2);
    expectDescribed('listOrderEvents', events);
  });

  it('are answered as described: failed', async () => {
    await place();
    const { txid } = (await execute()).body as { txid: string };
    whole.chain.abort(unwrap(parseTxid(txid)), 'abort_by_post_condition');
    await whole.core.execution.settle();
    const failed = await request(whole.app).get(ORDER);
    expect(failed.body).toMatchObject({ data: { status: 'failed' } });
    expectDescribed('getOrder', failed);
  });

  it('are answered as described: cancelled', async () => {
    await place();
    const cancelled = await cancel();
    expect(cancelled.body).toMatchObject({ data: { status: 'cancelled' } });
    expectDescribed('cancelOrder', cancelled);
    expectDescribed('cancelOrder', await cancel());
    expectDescribed('executeOrder', await execute());
  });

  it('answer 304 as described', async () => {
    await place();
    const { headers } = (await request(whole.app).get(ORDER)) as { headers: Record<string, string> };
    const again = await request(whole.app).get(ORDER).set('If-None-Match', headers['etag']!);
    expect(again.status).toBe(304);
    expectDescribed('getOrder', again);
  });
});

describe('execute and cancel', () => {
  it('are refused as described: who asks', async () => {
    expectDescribed('executeOrder', await execute());
    await place();
    const refused = async (headers: Readonly<Record<string, string>>, code: string) => {
      for (const [id, path, method] of [
        ['executeOrder', 'execute', 'post'],
        ['cancelOrder', 'cancel', 'patch'],
      ] as const) {
        const response = await request(whole.app)[method](`${ORDER}/${path}`).set(headers);
        expect([response.status, response.body]).toMatchObject([response.status, { code }]);
        expectDescribed(id, response);
      }
    };
    const { headers } = cancelMessage();
    await refused({}, 'missing-authentication-headers');
    await refused({ 'x-message': '{}' }, 'missing-required-headers');
    await refused({ 'x-api-key': 'ck_live_0' }, 'INVALID_API_KEY');
    await refused({ ...headers, 'x-wallet-address': 'SP0' }, 'invalid-wallet-address');
    await refused({ ...headers, 'x-signature': 'ab' }, 'invalid-signature');
    await refused({ ...headers, 'x-wallet-address': ANOTHER_WALLET.address }, 'signer-not-wallet');
    await refused({ ...signed({ action: 'other', uuid: uuidOf(1) }).headers }, 'invalid-message-content');
  });

  it('are refused as described: whose order it is, and when', async () => {
    await place();
    expectDescribed(
      'cancelOrder',
      await cancel(signed({ action: 'cancel_order', uuid: uuidOf(1) }, ANOTHER_WALLET)),
    );
    const old = T0.getTime() - 400_000;
    expectDescribed(
      'cancelOrder',
      await cancel(signed({ action: 'cancel_order', uuid: uuidOf(1), timestamp: old })),
    );
    const once = cancelMessage();
    await cancel(once);
    expectDescribed('cancelOrder', await cancel(once));
    expectDescribed('cancelOrder', await request(whole.app).patch(`${API}/orders/%ZZ/cancel`));
  });

  it('are refused as described: the market and the chain', async () => {
    await place(withFields({ minAmountOut: '99999999999' }));
    const below = await execute();
    expect(below.body).toMatchObject({ code: 'below-minimum' });
    expectDescribed('executeOrder', below);
    await place(signedInput({ uuid: uuidOf(2), fields: { outputToken: `${ROUTER_RC9}x` } }));
    const uuid = uuidOf(2);
    const noRoute = await request(whole.app)
      .post(`${API}/orders/${uuid}/execute`)
      .set(signed({ action: 'execute_order', uuid }).headers);
    expect(noRoute.body).toMatchObject({ code: 'no-route' });
    expectDescribed('executeOrder', noRoute);
    whole.liquidity.unreachable = true;
    const unreachable = await execute();
    expect(unreachable.body).toMatchObject({ code: 'chain-unreachable' });
    expectDescribed('executeOrder', unreachable);
  });

  it('are refused as described: what becomes of the swap', async () => {
    await place();
    whole.chain.answerNext({ kind: 'unknown', reason: 'cut' });
    const unknown = await execute();
    expect(unknown.body).toMatchObject({ code: 'broadcast-unknown' });
    expectDescribed('executeOrder', unknown);
    const busy = await cancel();
    expect(busy.body).toMatchObject({ code: 'order-already-broadcast' });
    expectDescribed('cancelOrder', busy);
  });

  it('are refused as described: a program that may not send, and a swap that cannot be bounded', async () => {
    whole = wholeApp({ signer: null });
    await place();
    expectDescribed('executeOrder', await execute());
    whole = wholeApp({
      signer: stubSigner({ sign: async () => ({ ok: false, error: { kind: 'swap-unprotectable' } }) }),
    });
    await place();
    const unprotectable = await execute();
    expect(unprotectable.body).toMatchObject({ code: 'swap-unprotectable' });
    expectDescribed('executeOrder', unprotectable);
  });
});

describe('GET /orders', () => {
  const listed = (query: string) => request(whole.app).get(`${API}/orders${query}`);

  it('answers as described, in pages and in one stream', async () => {
    for (const n of [1, 2, 3]) await place(signedInput({ uuid: uuidOf(n) }));
    for (const query of ['', '?limit=2', '?page=2&limit=2', '?status=open&search=welsh&sortBy=status']) {
      const response = await listed(query);
      expect([query, response.status]).toEqual([query, 200]);
      expectDescribed('listOrders', response);
    }
  });

  it.each([
    '?page=0',
    '?limit=51',
    '?cursor=x',
    '?limit=5&sortBy=x',
    '?limit=5&sortOrder=x',
    '?limit=5&status=x',
    '?limit=5&search=a&search=b',
    '?strategyId=',
    '?owner=a&owner=b',
    '?owner=SP1',
  ])('is refused as described: %s', async (query) => {
    const response = await listed(query);
    expect(response.status).toBe(400);
    expectDescribed('listOrders', response);
  });
});

describe('GET /quote', () => {
  const quoted = (query: Record<string, string>) => request(whole.app).get(`${API}/quote`).query(query);
  const some = { tokenIn: WELSH, tokenOut: DOLLAR, amount: '1000000' };

  it.each<[string, Record<string, string>]>([
    ['a route', some],
    ['slippage', { ...some, slippage: '0.5' }],
    ['a subnet copy', { ...some, tokenIn: `${WELSH}-subnet` }],
    ['one token', { ...some, tokenOut: WELSH }],
    ['a strange token', { ...some, tokenOut: 'x' }],
    ['too little', { ...some, amount: '1' }],
    ['2^128 - 1', { ...some, amount: String(toUnits(2n ** 128n - 1n)) }],
  ])('answers as described: %s', async (_, query) => {
    const response = await quoted(query);
    expect(response.status).toBe(200);
    expectDescribed('quoteRoute', response);
  });

  it.each<[string, Record<string, string>]>([
    ['tokenIn', { tokenOut: DOLLAR, amount: '1' }],
    ['tokenOut', { tokenIn: WELSH, amount: '1' }],
    ['amount', { tokenIn: WELSH, tokenOut: DOLLAR }],
    ['amount 0', { ...some, amount: '0' }],
    ['slippage', { ...some, slippage: '0.51' }],
  ])('is refused as described: %s', async (_, query) => {
    const response = await quoted(query);
    expect(response.status).toBe(400);
    expectDescribed('quoteRoute', response);
  });

  it('fails as described', async () => {
    whole.liquidity.unreachable = true;
    const response = await quoted(some);
    expect(response.status).toBe(500);
    expectDescribed('quoteRoute', response);
  });
});
