import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import type { ListOrdersInput } from '../../../src/application/orders/read-orders.js';
import type { OrderPosition } from '../../../src/domain/order/order.js';
import { err, ok } from '../../../src/domain/shared/result.js';
import { AN_OWNER, anOpenOrder, handleFor, T0, uuidOf } from '../../support/builders.js';
import { responseCheck } from './described.js';
import { errorIn } from './error-in.js';
import { API, appWith } from './fake-core.js';
import { expectRefusedReaders } from './reader-refusals.js';

const NEXT: OrderPosition = { status: 'open', createdAt: T0, handle: handleFor(uuidOf(1)) };
const { check, notProduced } = responseCheck();

describe('GET /orders', () => {
  const listing = (total = 0, next?: OrderPosition) => {
    const asked: ListOrdersInput[] = [];
    const list = async (input: ListOrdersInput) => {
      asked.push(input);
      return ok({ orders: [anOpenOrder()], total, ...(next && { next }) });
    };
    return { asked, app: appWith({ orders: { list } }) };
  };

  it('returns page 1 of 10 orders, newest first, when only page or limit is given', async () => {
    const { asked, app } = listing(21, NEXT);
    const response = await request(app).get(`${API}/orders?page=2`);
    expect(response.status).toBe(200);
    expect(response.get('cache-control')).toBe('s-maxage=10, stale-while-revalidate=30');
    expect(response.body).toEqual({
      status: 'success',
      data: [expect.objectContaining({ uuid: handleFor(uuidOf(1)), status: 'open' })],
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
    check(response);
    expect(asked).toEqual([{ page: 2, limit: 10, sortBy: 'createdAt', sortOrder: 'desc', status: 'all' }]);
  });

  it('returns totalIsLowerBound with the pages and the cursor when more orders match than total says', async () => {
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
    check(response);
  });

  it('passes every parameter to the use case', async () => {
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
  const TIME = 'must be an ISO 8601 time or a date';
  const CURSOR = 'Invalid cursor parameter:';
  it.each([
    ['page=0', PAGE],
    ['page=-1', PAGE],
    ['page=1.5', PAGE],
    ['page=1e1', PAGE],
    ['page=abc', PAGE],
    ['page=1&page=2', PAGE],
    ['page=999999999999999999999', PAGE],
    ['page=0&limit=0', PAGE],
    ['limit=0', LIMIT],
    ['limit=51', LIMIT],
    ['limit=5&limit=6', LIMIT],
    ['limit=0&sortBy=x', LIMIT],
    ['limit=1&include=all', 'Invalid include parameter: must be report'],
    ['limit=1&sortBy=uuid', 'Invalid sortBy parameter: must be createdAt or status'],
    ['limit=1&sortOrder=up', 'Invalid sortOrder parameter: must be asc or desc'],
    [
      'limit=1&status=gone',
      'Invalid status parameter: must be all, open, broadcasted, confirmed, failed, cancelled, ended',
    ],
    ['limit=1&sortBy=toString', 'Invalid sortBy parameter: must be createdAt or status'],
    ['limit=1&owner=a&owner=b', 'Invalid owner parameter: must be one address'],
    ['owner=a&owner=b', 'Invalid owner parameter: must be one address'],
    ['limit=1&search=abc&search=bcd', 'Invalid search parameter: must be one text'],
    ['strategyId=a&strategyId=b', STRATEGY],
    [`strategyId=${'x'.repeat(201)}`, STRATEGY],
    ['strategyId=a%00', STRATEGY],
    ['token=a&token=b', 'Invalid token parameter: must be one text'],
    ['inputToken=a&inputToken=b', 'Invalid inputToken parameter: must be one text'],
    ['limit=1&outputToken=a&outputToken=b', 'Invalid outputToken parameter: must be one text'],
    ['pair=a&pair=b', 'Invalid pair parameter: must be one text'],
    ['from=today', `Invalid from parameter: ${TIME}`],
    ['limit=1&to=later', `Invalid to parameter: ${TIME}`],
    ['txid=0x', 'Invalid txid parameter: must be 64 hex digits'],
    ['ids=a', 'Invalid ids parameter: must be 1 to 100 handles or uuids, separated by commas'],
    ['limt=5', 'Unknown parameter limt; did you mean limit?'],
    ['Page=2', 'Unknown parameter Page; did you mean page?'],
    ['sort=status', 'Unknown parameter sort; did you mean sortBy?'],
    ['input_token=a', 'Unknown parameter input_token; did you mean inputToken?'],
    ['cursor=a&cursor=b', 'Invalid cursor parameter: must be one text'],
    ['cursor=x&page=2', `${CURSOR} must not be sent together with page`],
    ['cursor=x', `${CURSOR} must be the nextCursor of a page with this sortBy and sortOrder`],
  ])('returns 400 for ?%s', async (query, error) => {
    const response = await request(appWith({})).get(`${API}/orders?${query}`);
    expect(response.status).toBe(400);
    expect(errorIn(response)).toEqual({ error, timestamp: T0.toISOString(), code: 'invalid-request' });
    expect(response.get('cache-control')).toBe('no-store');
    check(response);
  });

  it.each(['?page=1', ''])(
    'returns 500 "Failed to fetch orders" when orders%s cannot be read',
    async (query) => {
      const fail = () => {
        throw new Error('the database is on fire');
      };
      const response = await request(appWith({ orders: { list: fail, stream: fail } })).get(
        `${API}/orders${query}`,
      );
      expect(response.status).toBe(500);
      expect(errorIn(response)).toEqual({
        error: 'Failed to fetch orders',
        timestamp: T0.toISOString(),
        code: 'internal',
      });
      check(response);
    },
  );

  it.each(['?page=1', ''])(
    'returns 400 when the owner or a token of orders%s is malformed',
    async (query) => {
      const reason = 'must be a Stacks address';
      for (const [refusal, error] of [
        [{ kind: 'invalid-owner', reason }, `Invalid owner parameter: ${reason}`],
        [{ kind: 'invalid-token-filter', parameter: 'token', reason }, `Invalid token parameter: ${reason}`],
      ] as const) {
        const app = appWith({ orders: { list: async () => err(refusal), stream: () => err(refusal) } });
        const response = await request(app).get(`${API}/orders${query}`);
        expect([response.status, response.body]).toMatchObject([400, { error }]);
        check(response);
      }
    },
  );

  it('refuses keys and wallets that prove nothing, as described', async () => {
    await expect(expectRefusedReaders(`${API}/orders?page=1`, check)).resolves.toBeUndefined();
  });

  it('describes no error that the tests above do not produce', () => {
    // The limits of keys have tests of their own.
    expect(notProduced(['listOrders']).filter((error) => !error.includes('outside-key-limits'))).toEqual([]);
  });
});
