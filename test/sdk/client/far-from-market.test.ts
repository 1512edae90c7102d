import { describe, expect, it } from '@jest/globals';
import { createClient, ClientError, type OrderToPlace } from '../../../src/sdk/client/index.js';
import { uuidOf } from '../../support/builders.js';
import { signedInput } from '../../support/core-harness.js';

const MARKET = '1000';
const TERMS = { conditionToken: '*', minAmountOut: MARKET };
const order = (fields: object = {}, n = 1): OrderToPlace => ({
  ...signedInput({ uuid: uuidOf(n) }),
  ...TERMS,
  ...fields,
});

type Answer = readonly [status: number, body: object];
const UNKNOWN: Answer = [404, { error: 'Order not found', code: 'order-not-found' }];
const QUOTE: Answer = [200, { success: true, data: { amountOutExact: MARKET } }];

/** A client of a service with this quote that knows this order, and what it was asked. */
function served({ quote = QUOTE, stored = UNKNOWN }: { quote?: Answer; stored?: Answer } = {}) {
  const asked: string[] = [];
  const fetch = async (input: unknown, init: RequestInit = {}) => {
    const { pathname } = new URL(String(input));
    asked.push(`${init.method} ${pathname.slice('/swap/api/v1/'.length)}`);
    const placed = [200, { status: 'success', data: {}, results: [] }] as const;
    const known = pathname.endsWith('/quote') ? quote : stored;
    const [status, body] = init.method === 'POST' ? placed : known;
    init.signal?.throwIfAborted();
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  };
  const { orders } = createClient({
    baseUrl: 'http://service.test',
    attempts: 1,
    fetch,
  });
  return { orders, asked };
}

const PLACED = ['GET quote', 'POST orders/new'];

describe('placing an order that is sent at once', () => {
  it.each([
    ['499', 'below'],
    ['1501', 'above'],
  ])('is refused at %s if the market pays 1000, until it is confirmed', async (minAmountOut, is) => {
    const { orders, asked } = served();
    const far = order({ minAmountOut });
    const refused = orders.place(far);
    await expect(refused).rejects.toBeInstanceOf(ClientError);
    await expect(refused).rejects.toMatchObject({
      code: 'far-from-market',
      retryable: false,
      message: `The market pays 1000 smallest units, not ${minAmountOut}: farFromMarket places it`,
      details: { is, least: minAmountOut, market: '1000' },
    });
    expect(asked).not.toContain('POST orders/new');
    asked.length = 0;
    await orders.place(far, { farFromMarket: true });
    expect(asked).toEqual(['POST orders/new']);
  });

  it.each(['500', '1000', '1500'])('is not refused at %s', async (minAmountOut) => {
    const { orders, asked } = served();
    await orders.place(order({ minAmountOut }));
    expect(asked).toEqual(PLACED);
  });

  it('is not refused again if the service has the order: a repeated call finds it, whatever the market pays by then', async () => {
    const { orders, asked } = served({ stored: [200, { success: true, data: {} }] });
    await orders.place(order({ minAmountOut: '1' }));
    expect(asked).toEqual(['GET quote', `GET orders/${uuidOf(1)}`, 'POST orders/new']);
  });

  it.each<[string, Answer]>([
    ['no route', [200, { success: true, data: { amountOutExact: '0' } }]],
    ['no such token', [404, { error: 'Unknown token', code: 'unknown-token' }]],
    ['an outage', [503, { error: 'The chain is unreachable', code: 'chain-unreachable' }]],
    ['a limit', [429, { error: 'Rate limit exceeded', code: 'RATE_LIMIT_EXCEEDED' }]],
    ['no quote that it understands', [200, { data: { amountOutExact: 'much' } }]],
  ])('is placed if there is %s', async (_, quote) => {
    const { orders, asked } = served({ quote });
    await orders.place(order({ minAmountOut: '1' }));
    expect(asked).toEqual(PLACED);
  });

  it('ends if the caller ends it', async () => {
    const { orders, asked } = served();
    const placing = orders.place(order({ minAmountOut: '1' }), { signal: AbortSignal.abort() });
    await expect(placing).rejects.toMatchObject({ code: 'aborted' });
    expect(asked).not.toContain('POST orders/new');
  });

  it('is refused with any order of a batch, and then none is placed', async () => {
    const { orders, asked } = served();
    const batch = { orders: [order(), order({ minAmountOut: '1' }, 2)] };
    await expect(orders.placeMany(batch)).rejects.toMatchObject({ code: 'far-from-market' });
    expect(asked.filter((call) => call.startsWith('POST'))).toEqual([]);
    await orders.placeMany(batch, { farFromMarket: true });
    expect(asked.at(-1)).toBe('POST orders/batch');
  });
});

describe('placing an order', () => {
  it.each([
    ['waits for a price', { conditionToken: 'SP000000000000000000002Q6VF78.token' }],
    ['waits for its owner', { conditionToken: undefined }],
    ['is sent later', { validFrom: '2099-01-01T00:00:00Z' }],
    ['has no bound', { minAmountOut: undefined }],
    ['has a bound of nothing', { minAmountOut: '0' }],
    ['has a bound that the service refuses', { minAmountOut: '1.5' }],
  ])('placing an order that %s asks for no quote', async (_, fields) => {
    const { orders, asked } = served();
    await orders.place(order(fields));
    expect(asked).toEqual(['POST orders/new']);
  });
});
