import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import type { ListOrdersInput } from '../../src/application/orders/read-orders.js';
import type { OrderPosition } from '../../src/domain/order/position.js';
import type { Order } from '../../src/domain/order/order.js';
import { unwrap, err, ok } from '../../src/domain/shared/result.js';
import { parseTargetPrice } from '../../src/domain/order/trigger.js';
import { toUnits } from '../../src/domain/shared/units.js';
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
  T0,
  txidOf,
  uuidOf,
} from '../support/builders.js';
import { API, appWith } from './fake-core.js';

const NEXT: OrderPosition = { status: 'open', createdAt: T0, uuid: uuidOf(1) };

const at = (ms: number) => new Date(T0.getTime() + ms).toISOString();

const TERMS = {
  uuid: uuidOf(1),
  owner: AN_OWNER,
  inputToken: A_SUBNET_TOKEN,
  outputToken: A_TOKEN,
  amountIn: '1000000',
  recipient: AN_OWNER,
  router: A_ROUTER,
  createdAt: at(0),
};
const QUOTE = {
  amountIn: 1000000,
  amountOut: 2000000,
  amountInExact: '1000000',
  amountOutExact: '2000000',
  timestamp: at(0),
  slippage: 0.01,
  path: [A_SUBNET_TOKEN, A_TOKEN],
  vaults: [A_VAULT],
};
const SENT = { ...TERMS, txid: txidOf(1), broadcastedAt: at(1000), metadata: { quote: QUOTE } };
const BLOCK = { blockHeight: 7, blockTime: 1_795_000_000 };

const read = async (order: Order) => {
  const response = await request(appWith({ orders: { get: async () => ok(order) } })).get(`${API}/orders/x`);
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
      { ...SENT, ...BLOCK, status: 'failed', failedAt: at(2000), failureReason: 'abort_by_post_condition' },
    ],
    [
      'cancelled',
      aCancelledOrder(),
      { ...TERMS, status: 'cancelled', cancelledAt: at(2000), cancelReason: 'owner' },
    ],
  ])('shows an order that is %s', async (_, order, expected) => {
    expect(await read(order)).toEqual(expected);
  });

  it('shows a trigger, a window, a strategy and the owner’s own fields as they were sent', async () => {
    const order = anOpenOrder({
      trigger: {
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
      minAmountOut: toUnits(2n ** 127n),
      metadata: { oco: true },
      extra: { note: 'hello', nested: { a: [1, null] } },
    });
    expect(await read(order)).toEqual({
      ...TERMS,
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
      minAmountOut: String(2n ** 127n),
      metadata: { oco: true },
      note: 'hello',
      nested: { a: [1, null] },
    });
  });

  it('never lets a field of the owner stand in for one of the server', async () => {
    const extra = { status: 'confirmed', uuid: 'x', createdAt: 'never' };
    expect(await read(anOpenOrder({ extra }))).toEqual({ ...TERMS, status: 'open' });
  });

  it('keeps the owner’s metadata beside the quote, and the quote exact', async () => {
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
  it('tells what happened, oldest first', async () => {
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

  it('is 404 for an unknown order', async () => {
    const events = async () => err({ kind: 'order-not-found' as const });
    const response = await request(appWith({ orders: { events } })).get(`${API}/orders/x/events`);
    expect(response.status).toBe(404);
  });
});

describe('GET /orders with page or limit', () => {
  const listing = (total = 0, next?: OrderPosition) => {
    const asked: ListOrdersInput[] = [];
    const list = async (input: ListOrdersInput) => {
      asked.push(input);
      return ok({ orders: [anOpenOrder()], total, ...(next && { next }) });
    };
    return { asked, app: appWith({ orders: { list } }) };
  };

  it('pages with the defaults of the contract', async () => {
    const { asked, app } = listing(21, NEXT);
    const response = await request(app).get(`${API}/orders?page=2`);
    expect(response.status).toBe(200);
    expect(response.get('cache-control')).toBe('s-maxage=10, stale-while-revalidate=30');
    expect(response.body).toEqual({
      status: 'success',
      data: [{ ...TERMS, status: 'open' }],
      pagination: {
        total: 21,
        page: 2,
        limit: 10,
        totalPages: 3,
        hasNextPage: true,
        hasPrevPage: true,
        nextCursor: expect.stringMatching(/^[\w-]+$/),
      },
    });
    expect(asked).toEqual([{ page: 2, limit: 10, sortBy: 'createdAt', sortOrder: 'desc', status: 'all' }]);
  });

  it('reports a total that is a lower bound, with the pages that it makes and the cursor that leads past them', async () => {
    const page = { orders: [anOpenOrder()], total: 10_000, totalIsLowerBound: true, next: NEXT } as const;
    const app = appWith({ orders: { list: async () => ok(page) } });
    const response = await request(app).get(`${API}/orders?search=token&page=334&limit=30`);
    expect((response.body as { pagination: unknown }).pagination).toEqual({
      total: 10_000,
      totalIsLowerBound: true,
      page: 334,
      limit: 30,
      totalPages: 334,
      hasNextPage: true,
      hasPrevPage: true,
      nextCursor: expect.any(String),
    });
  });

  it('hands every parameter on', async () => {
    const { asked, app } = listing();
    const query = {
      limit: '50',
      sortBy: 'status',
      sortOrder: 'asc',
      status: 'failed',
      owner: AN_OWNER,
      strategyId: 'ladder 1',
      search: '100%_"\'',
    };
    const response = await request(app).get(`${API}/orders`).query(query);
    expect(asked).toEqual([{ ...query, page: 1, limit: 50 }]);
    expect((response.body as { pagination: unknown }).pagination).toEqual({
      total: 0,
      page: 1,
      limit: 50,
      totalPages: 0,
      hasNextPage: false,
      hasPrevPage: false,
    });
  });

  const PAGE = 'Invalid page parameter';
  const LIMIT = 'Invalid limit parameter (1-50)';
  const STRATEGY = 'Invalid strategyId parameter: must be one text of 1 to 200 characters';
  it.each([
    ['page=0', PAGE],
    ['page=', PAGE],
    ['page=-1', PAGE],
    ['page=1.5', PAGE],
    ['page=1e1', PAGE],
    ['page=abc', PAGE],
    ['page=1&page=2', PAGE],
    ['page=999999999999999999999', PAGE],
    ['page=0&limit=0', PAGE],
    ['limit=0', LIMIT],
    ['limit=51', LIMIT],
    ['limit=', LIMIT],
    ['limit=5&limit=6', LIMIT],
    ['limit=0&sortBy=x', LIMIT],
    ['limit=1&sortBy=uuid', 'Invalid sortBy parameter: must be createdAt or status'],
    ['limit=1&sortOrder=up', 'Invalid sortOrder parameter: must be asc or desc'],
    [
      'limit=1&status=gone',
      'Invalid status parameter: must be all, open, broadcasted, confirmed, failed, cancelled',
    ],
    ['limit=1&sortBy=toString', 'Invalid sortBy parameter: must be createdAt or status'],
    ['limit=1&owner=a&owner=b', 'Invalid owner parameter: must be one address'],
    ['owner=a&owner=b', 'Invalid owner parameter: must be one address'],
    ['owner=', 'Invalid owner parameter: must be one address'],
    ['limit=1&search=a&search=b', 'Invalid search parameter: must be one text'],
    ['limit=1&strategyId=', STRATEGY],
    ['strategyId=a&strategyId=b', STRATEGY],
    [`strategyId=${'x'.repeat(201)}`, STRATEGY],
    ['strategyId=a%00', STRATEGY],
    ['cursor=a&cursor=b', 'Invalid cursor parameter: must be one text'],
  ])('refuses ?%s', async (query, error) => {
    const response = await request(appWith({})).get(`${API}/orders?${query}`);
    expect(response.status).toBe(400);
    expect(response.body).toEqual({ error, timestamp: T0.toISOString(), code: 'invalid-request' });
    expect(response.get('cache-control')).toBe('no-store');
  });

  it.each(['?page=1', ''])(
    'is 500 with the text of the contract when orders%s cannot be read',
    async (query) => {
      const fail = () => {
        throw new Error('the database is on fire');
      };
      const response = await request(appWith({ orders: { list: fail, stream: fail } })).get(
        `${API}/orders${query}`,
      );
      expect(response.status).toBe(500);
      expect(response.body).toEqual({
        error: 'Failed to fetch orders',
        timestamp: T0.toISOString(),
        code: 'internal',
      });
    },
  );
});
