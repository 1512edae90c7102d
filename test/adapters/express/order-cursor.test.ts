import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import type { ListOrdersInput } from '../../../src/application/orders/read-orders.js';
import type { OrderPosition } from '../../../src/domain/order/order.js';
import { ok, unwrap } from '../../../src/domain/shared/result.js';
import { aCancelledOrder, anOpenOrder, handleFor, T0, uuidOf } from '../../support/builders.js';
import { anExchange } from './exchange.js';
import { API, appOver, appWith } from './fake-core.js';

const NEXT: OrderPosition = { status: 'open', createdAt: T0, handle: handleFor(uuidOf(7)) };

interface Page {
  readonly data: readonly { readonly uuid: string }[];
  readonly pagination: {
    readonly total: number;
    readonly page: number;
    readonly totalPages: number;
    readonly hasNextPage: boolean;
    readonly hasPrevPage: boolean;
    readonly nextCursor?: string;
  };
}

/** An app whose lists always continue, and the inputs that its list was called with. */
function endless() {
  const asked: ListOrdersInput[] = [];
  const list = async (input: ListOrdersInput) => {
    asked.push(input);
    return ok({ orders: [anOpenOrder()], total: 99, next: NEXT });
  };
  return { asked, app: appWith({ orders: { list } }) };
}

const cursorOf = async (query = 'limit=10') => {
  const response = await request(endless().app).get(`${API}/orders?${query}`);
  return (response.body as Page).pagination.nextCursor!;
};

describe('GET /orders with a cursor', () => {
  it('returns the orders after the cursor’s and numbers their page one higher', async () => {
    const { app, asked } = endless();
    const response = await request(app).get(`${API}/orders?limit=5&cursor=${await cursorOf()}`);
    expect(response.status).toBe(200);
    expect(asked).toEqual([
      { page: 1, limit: 5, sortBy: 'createdAt', sortOrder: 'desc', status: 'all', after: NEXT },
    ]);
    const { pagination } = response.body as Page;
    expect(pagination).toMatchObject({ total: 99, page: 2, limit: 5, totalPages: 20, hasPrevPage: true });
    const third = await request(app).get(`${API}/orders?limit=5&cursor=${pagination.nextCursor}`);
    expect((third.body as Page).pagination.page).toBe(3);
  });

  it('pages by 10 when only cursor is given', async () => {
    const { app, asked } = endless();
    await request(app).get(`${API}/orders?cursor=${await cursorOf()}`);
    expect(asked[0]).toMatchObject({ limit: 10, after: NEXT });
  });

  it('holds nothing of the order that a public read does not return', async () => {
    const text = Buffer.from(await cursorOf(), 'base64url').toString();
    expect(text).toBe(`createdAt desc 2 open ${T0.toISOString()} ${handleFor(uuidOf(7))}`);
  });

  const BAD = 'Invalid cursor parameter: must be the nextCursor of a page with this sortBy and sortOrder';
  const written = (text: string) => Buffer.from(text).toString('base64url');
  const time = T0.toISOString();
  it.each([
    'nonsense',
    '%00',
    written(`createdAt desc 2 open ${time}`),
    written(`createdAt desc 2 open ${time} ${uuidOf(1)} more`),
    written(`createdAt desc 1 open ${time} ${uuidOf(1)}`),
    written(`createdAt desc 2.5 open ${time} ${uuidOf(1)}`),
    written(`createdAt desc 1e3 open ${time} ${uuidOf(1)}`),
    written(`createdAt desc 2 gone ${time} ${uuidOf(1)}`),
    written(`createdAt desc 2 open 2026-13-40T99:99:99.999Z ${uuidOf(1)}`),
    written(`createdAt desc 2 open ${time} ' OR 1=1`),
    `${written(`createdAt desc 2 open ${time} ${uuidOf(1)}`)}=`,
  ])('returns 400 for the malformed cursor %j', async (cursor) => {
    const response = await request(appWith({})).get(`${API}/orders?limit=5&cursor=${cursor}`);
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ error: BAD, code: 'invalid-request' });
  });

  it.each(['sortOrder=asc', 'sortBy=status', 'sortBy=status&sortOrder=asc'])(
    'returns 400 for %s when the cursor is of another sort',
    async (sort) => {
      const response = await request(appWith({})).get(`${API}/orders?${sort}&cursor=${await cursorOf()}`);
      expect(response.status).toBe(400);
      expect(response.body).toMatchObject({ error: BAD });
    },
  );

  it('returns 400 when page and cursor are given together', async () => {
    const response = await request(appWith({})).get(`${API}/orders?page=2&cursor=${await cursorOf()}`);
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({
      error: 'Invalid cursor parameter: must not be sent together with page',
    });
  });

  it('returns every order exactly once while others are placed', async () => {
    const { core, ports } = anExchange();
    const app = appOver(core);
    const place = async (n: number) =>
      unwrap(
        await ports.orders.insert(
          (n % 2 ? anOpenOrder : aCancelledOrder)({ uuid: uuidOf(n) }, { createdAt: new Date(n * 1000) }),
        ),
      );
    for (let n = 1; n <= 9; n++) await place(n);
    const seen: string[] = [];
    let query = 'page=1&limit=4';
    for (let page = 1; page <= 3; page++) {
      const { data, pagination } = (await request(app).get(`${API}/orders?${query}`)).body as Page;
      expect(pagination.page).toBe(page);
      seen.push(...data.map(({ uuid }) => uuid));
      await place(100 + page);
      query = `limit=4&cursor=${pagination.nextCursor}`;
      expect(pagination.hasNextPage).toBe(page < 3);
      expect('nextCursor' in pagination).toBe(page < 3);
    }
    expect(seen).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1].map((n) => handleFor(uuidOf(n))));
  });
});

describe('GET of an order or a page with If-None-Match', () => {
  const order = anOpenOrder();
  const app = appWith({
    orders: { get: async () => ok(order), list: async () => ok({ orders: [order], total: 1 }) },
  });
  const paths = [`${API}/orders/${uuidOf(1)}`, `${API}/orders?page=1`];
  const tagOf = async (path: string) => (await request(app).get(path)).get('etag')!;

  it.each(paths)('returns 304 from %s for its tag, its strong form, a list with it, and *', async (path) => {
    const tag = await tagOf(path);
    expect(tag).toMatch(/^W\/"[\w-]{20,}"$/);
    for (const given of [tag, tag.slice(2), `"x", ${tag} , W/"y"`, '*']) {
      const response = await request(app).get(path).set('If-None-Match', given);
      expect([given, response.status, response.text]).toEqual([given, 304, '']);
      expect(response.get('etag')).toBe(tag);
      expect(response.get('cache-control')).toBe((await request(app).get(path)).get('cache-control'));
    }
  });

  it.each(paths)('returns 200 from %s for another tag', async (path) => {
    const response = await request(app).get(path).set('If-None-Match', 'W/"other", "x"');
    expect(response.status).toBe(200);
  });

  it.each(paths)('returns the headers of GET without a body from HEAD %s', async (path) => {
    const [head, get] = [await request(app).head(path), await request(app).get(path)];
    expect(head.status).toBe(200);
    expect(head.text ?? '').toBe('');
    for (const name of ['etag', 'cache-control', 'content-type', 'content-length'])
      expect(head.get(name)).toBe(get.get(name));
    const unchanged = await request(app).head(path).set('If-None-Match', get.get('etag')!);
    expect(unchanged.status).toBe(304);
  });

  it('returns another tag after the order has changed', async () => {
    const changed = appWith({ orders: { get: async () => ok(aCancelledOrder()) } });
    const response = await request(changed)
      .get(paths[0]!)
      .set('If-None-Match', await tagOf(paths[0]!));
    expect(response.status).toBe(200);
  });
});
