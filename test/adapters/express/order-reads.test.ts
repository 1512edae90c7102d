import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { TokenBook } from '../../../src/domain/metadata-record/token-book.js';
import type { Order } from '../../../src/domain/order/order.js';
import { unwrap, err, ok } from '../../../src/domain/shared/result.js';
import { parseTargetPrice } from '../../../src/domain/order/conditions/price-ratio.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import {
  A_ROUTER,
  A_SUBNET_TOKEN,
  A_TOKEN,
  A_VAULT,
  aBroadcastedOrder,
  aCancelledOrder,
  aConfirmedOrder,
  aFailedOrder,
  AN_OWNER,
  anOpenOrder,
  aQuote,
  handleFor,
  T0,
  txidOf,
  uuidOf,
} from '../../support/builders.js';
import { API, appWith } from './fake-core.js';

const at = (ms: number) => new Date(T0.getTime() + ms).toISOString();

const TERMS = {
  uuid: uuidOf(1),
  handle: handleFor(uuidOf(1)),
  owner: AN_OWNER,
  kind: 'manual',
  inputToken: A_SUBNET_TOKEN,
  outputToken: A_TOKEN,
  amountIn: '1000000',
  recipient: AN_OWNER,
  router: A_ROUTER,
  createdAt: at(0),
};
/** Listed, while the input token no longer is. */
const SOLD = { contractId: A_TOKEN, symbol: 'CHA', name: 'Charisma', decimals: 6, identifier: 'charisma' };
const QUOTE = {
  amountIn: 1000000,
  amountOut: 2000000,
  amountInExact: '1000000',
  amountOutExact: '2000000',
  timestamp: at(0),
  slippage: 0.01,
  path: [{ contractId: A_SUBNET_TOKEN }, { ...SOLD, type: 'SIP10' }],
  vaults: [A_VAULT],
};
const SENT = { ...TERMS, txid: txidOf(1), broadcastedAt: at(1000), metadata: { quote: QUOTE } };
const BLOCK = { blockHeight: 7, blockTime: 1_795_000_000 };

const read = async (order: Order) => {
  const tokens = async () => new TokenBook([SOLD], new Map());
  const app = appWith({ orders: { get: async () => ok(order), tokens } });
  const response = await request(app).get(`${API}/orders/${uuidOf(1)}`);
  expect(response.status).toBe(200);
  const { status, data } = response.body as { status: string; data: Record<string, unknown> };
  expect(status).toBe('success');
  expect(JSON.stringify(data)).not.toContain(order.terms.signature);
  return data;
};

describe('GET /orders/{uuid}', () => {
  it.each<[string, Order, object]>([
    ['open', anOpenOrder(), { ...TERMS, status: 'open' }],
    ['open and on its way', anOpenOrder({}, { sending: txidOf(1) }), { ...TERMS, status: 'open' }],
    ['broadcasted', aBroadcastedOrder(), { ...SENT, status: 'broadcasted' }],
    [
      'confirmed',
      aConfirmedOrder(),
      {
        ...SENT,
        ...BLOCK,
        status: 'confirmed',
        confirmedAt: at(2000),
        executedAmountIn: '1000000',
        executedAmountOut: '1999000',
        feeUstx: '3000',
      },
    ],
    [
      'failed',
      aFailedOrder(),
      {
        ...SENT,
        ...BLOCK,
        status: 'failed',
        failedAt: at(2000),
        failureReason: 'abort_by_post_condition',
        feeUstx: '3000',
      },
    ],
    [
      'cancelled',
      aCancelledOrder(),
      { ...TERMS, status: 'cancelled', cancelledAt: at(2000), cancelReason: 'owner' },
    ],
  ])('returns every field of an order that is %s', async (_, order, expected) => {
    expect(await read(order)).toEqual(expected);
  });

  it('returns trigger, window, strategy and the owner’s own fields as they were sent', async () => {
    const order = anOpenOrder({
      trigger: {
        kind: 'price',
        conditionToken: A_TOKEN,
        targetPrice: unwrap(parseTargetPrice('0.00100')),
        direction: 'lt',
        baseAsset: 'USD',
      },
      validFrom: T0,
      validTo: new Date(T0.getTime() + 5000),
      strategy: {
        strategyId: 's',
        strategyType: 'dca',
        strategyDescription: 'd',
        strategyPosition: 1,
        strategySize: 2,
      },
      clientOrderId: 'mine',
      integrator: 'app.example.org',
      minAmountOut: toUnits(2n ** 127n),
      metadata: { oco: true },
      extra: { note: 'hello', nested: { a: [1, null] } },
    });
    expect(await read(order)).toEqual({
      ...TERMS,
      kind: 'oco',
      role: 'target',
      status: 'open',
      conditionToken: A_TOKEN,
      targetPrice: '0.00100',
      direction: 'lt',
      baseAsset: 'USD',
      validFrom: at(0),
      validTo: at(5000),
      strategyId: 's',
      strategyType: 'dca',
      strategyDescription: 'd',
      strategyPosition: 1,
      strategySize: 2,
      clientOrderId: 'mine',
      integrator: 'app.example.org',
      minAmountOut: String(2n ** 127n),
      metadata: { oco: true },
      note: 'hello',
      nested: { a: [1, null] },
    });
  });

  it('never lets a field of the owner override one of the server', async () => {
    const extra = { status: 'confirmed', uuid: 'x', createdAt: 'never', kind: 'mine', role: 'entry' };
    expect(await read(anOpenOrder({ extra }))).toEqual({ ...TERMS, status: 'open' });
  });

  it('returns the owner’s metadata beside the exact quote', async () => {
    const amountOut = toUnits(2n ** 64n - 1n);
    const order = aBroadcastedOrder({ metadata: { tag: 1 } }, { quote: aQuote({ amountOut }) });
    expect(await read(order)).toMatchObject({
      metadata: {
        tag: 1,
        quote: { amountOut: 18446744073709552000, amountOutExact: '18446744073709551615' },
      },
    });
  });
});

describe('GET /orders/{uuid}/events', () => {
  it('returns the events, oldest first', async () => {
    const events = async () =>
      ok([
        { seq: 1, at: T0, type: 'created' as const, facts: {} },
        { seq: 2, at: T0, type: 'swap-stored' as const, facts: { txid: txidOf(1), nonce: '0', attempt: 1 } },
      ]);
    const response = await request(appWith({ orders: { events } })).get(`${API}/orders/${uuidOf(1)}/events`);
    expect(response.body).toEqual({
      status: 'success',
      data: [
        { seq: 1, at: at(0), type: 'created' },
        { seq: 2, at: at(0), type: 'swap-stored', txid: txidOf(1), nonce: '0', attempt: 1 },
      ],
    });
  });

  it('returns 404 for an unknown order', async () => {
    const events = async () => err({ kind: 'order-not-found' as const, ref: 'x' });
    const response = await request(appWith({ orders: { events } })).get(`${API}/orders/x/events`);
    expect(response.status).toBe(404);
  });
});
