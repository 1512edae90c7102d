import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { handleOf } from '../../../src/domain/order/terms/handle.js';
import type { OrderUuid } from '../../../src/domain/order/ids.js';
import { T0 } from '../../support/builders.js';
import { sha256 } from '../../support/sha256.js';
import { A_WALLET, ANOTHER_WALLET } from '../../support/signing.js';
import { anExchange, aSignedBody, type Exchange } from './exchange.js';
import { API, appOver } from './fake-core.js';
import { keyManager, signed } from './wallet-requests.js';

const UUID = 'df531665-1de2-49bd-8ac1-41113eb8bdd4' as OrderUuid;
const HANDLE = handleOf(UUID, sha256);
const OTHER = '0a1b2c3d-1111-4222-8333-444455556666' as OrderUuid;

let exchange: Exchange;
let app: ReturnType<typeof appOver>;

beforeEach(async () => {
  exchange = anExchange();
  app = appOver(exchange.core, { clock: exchange.clock });
  for (const [uuid, wallet] of [
    [UUID, A_WALLET],
    [OTHER, ANOTHER_WALLET],
  ] as const) {
    const body = { ...aSignedBody({ uuid }, wallet), clientOrderId: 'mine', strategyId: 'plan' };
    const placed = await request(app).post(`${API}/orders/new`).send(body);
    expect(placed.body).toMatchObject({ data: { uuid, handle: handleOf(uuid, sha256) } });
  }
});

type Headers = Readonly<Record<string, string>>;
interface Shown {
  readonly uuid: string;
  readonly handle: string;
  readonly owner: string;
}

const get = (path: string, headers: Headers = {}) => request(app).get(`${API}${path}`).set(headers);
const shownBy = async (path: string, headers?: Headers) => {
  const response = await get(path, headers);
  expect(response.status).toBe(200);
  return [(response.body as { data: Shown | Shown[] }).data].flat();
};
const asWallet = (uuid: string, wallet = A_WALLET) => signed({ action: 'read_orders', uuid }, wallet).headers;
const asKey = async (wallet = A_WALLET): Promise<Headers> => ({
  'x-api-key': (await keyManager(app, wallet).issue()).apiKey,
});

describe('an order’s uuid', () => {
  const LISTS = [
    ...['/orders', '/orders?limit=5', '/orders?search=st1', '/orders?strategyId=plan'],
    ...[`/orders?ids=${UUID},${OTHER}`, `/orders?limit=5&ids=${HANDLE},${OTHER}`],
  ];

  it.each(LISTS)('is replaced by the handle in GET %s for the public', async (path) => {
    const orders = await shownBy(path);
    expect(orders).toHaveLength(2);
    for (const { uuid, handle } of orders) expect(uuid).toBe(handle);
  });

  it.each(LISTS)('is shown in GET %s to the owner of each order, by key or wallet', async (path) => {
    for (const headers of [await asKey(), asWallet('*')]) {
      const byOwner = new Map((await shownBy(path, headers)).map((order) => [order.owner, order]));
      expect(byOwner.get(A_WALLET.address)).toMatchObject({ uuid: UUID, handle: HANDLE });
      const { uuid, handle } = byOwner.get(ANOTHER_WALLET.address)!;
      expect(uuid).toBe(handle);
    }
  });

  it('is shown by a path that names it, and by one that names the handle to the owner only', async () => {
    for (const path of [UUID, UUID.toUpperCase()])
      expect(await shownBy(`/orders/${path}`)).toMatchObject([{ uuid: UUID, handle: HANDLE }]);
    for (const headers of [{}, await asKey(ANOTHER_WALLET), asWallet('*', ANOTHER_WALLET)])
      expect(await shownBy(`/orders/${HANDLE}`, headers)).toMatchObject([{ uuid: HANDLE, handle: HANDLE }]);
    for (const headers of [await asKey(), asWallet('*'), asWallet(HANDLE)])
      expect(await shownBy(`/orders/${HANDLE}`, headers)).toMatchObject([{ uuid: UUID, handle: HANDLE }]);
  });

  it('is shown to the owner who names the client order id, which finds nothing for others', async () => {
    expect(await shownBy('/orders/client:mine', await asKey())).toMatchObject([{ uuid: UUID }]);
    expect((await get('/orders/client:mine/events', asWallet('client:mine'))).status).toBe(200);
    expect((await get('/orders/client:mine')).status).toBe(404);
  });

  it('is not shown for a message about another order, about one order in a list, or of another action', async () => {
    const proofs = [
      [`/orders/${HANDLE}`, asWallet(UUID)],
      ['/orders', asWallet(UUID)],
      [`/orders/${HANDLE}`, signed({ action: 'cancel_order', uuid: HANDLE }).headers],
    ] as const;
    for (const [path, headers] of proofs) {
      const demanded = await get(`${path}?view=owner`, headers);
      expect([demanded.status, demanded.body]).toMatchObject([401, { code: 'invalid-message-content' }]);
      for (const { uuid, handle } of await shownBy(path, headers)) expect(uuid).toBe(handle);
    }
  });

  it('is shown to the owner by either of two credentials, of which a gateway may have added the other', async () => {
    const bearer = { authorization: 'Bearer a.gateway.token' };
    for (const path of [`/orders/${HANDLE}`, `/orders/${HANDLE}?view=owner`]) {
      const response = await get(path, { ...asWallet('*'), ...bearer });
      expect(response.get('x-sluice-view')).toBe('owner');
      expect(response.body).toMatchObject({ data: { uuid: UUID } });
    }
    const withKey = await get(`/orders/${HANDLE}?view=owner`, await asKey());
    expect(withKey.get('x-sluice-view')).toBe('owner');
    expect(withKey.get('access-control-expose-headers')).toContain('X-Sluice-View');
  });

  it('leaves no trace in a cache: what an owner reads is not stored, and caches keep it apart', async () => {
    for (const path of ['/orders', '/orders?limit=5', `/orders/${HANDLE}`]) {
      const [open, owned] = [await get(path), await get(path, asWallet('*'))];
      expect(owned.get('cache-control')).toBe('no-store');
      expect(open.get('cache-control')).not.toBe('no-store');
      for (const name of ['X-Api-Key', 'Authorization', 'x-message'])
        for (const response of [open, owned]) expect(response.get('vary')).toContain(name);
    }
  });
});

describe('a handle', () => {
  it('names the order for execute and cancel, signed as the path has it', async () => {
    const cancel = (ref: string, signedRef: string) =>
      request(app)
        .patch(`${API}/orders/${ref}/cancel`)
        .set(signed({ action: 'cancel_order', uuid: signedRef }).headers);
    expect((await cancel(HANDLE, UUID)).status).toBe(401);
    expect((await cancel(UUID, HANDLE)).status).toBe(401);
    const execute = signed({ action: 'execute_order', uuid: HANDLE }).headers;
    const executed = await request(app).post(`${API}/orders/${HANDLE}/execute`).set(execute);
    expect(executed.body).toMatchObject({ code: 'execution-disabled' });
    const cancelled = await cancel(HANDLE, HANDLE);
    expect(cancelled.body).toMatchObject({ data: { uuid: UUID, handle: HANDLE, status: 'cancelled' } });
  });

  it('still names its order after a stranger has signed an order whose uuid is that handle', async () => {
    const uuid = HANDLE as string as OrderUuid;
    const squatter = await request(app).post(`${API}/orders/new`).send(aSignedBody({ uuid }, ANOTHER_WALLET));
    expect(squatter.status).toBe(200);
    expect(await shownBy(`/orders/${HANDLE}`)).toMatchObject([{ owner: A_WALLET.address }]);
    for (const list of [`/orders?ids=${HANDLE}`, `/orders?limit=5&ids=${HANDLE.toUpperCase()}`])
      expect(await shownBy(list)).toMatchObject([{ handle: HANDLE, owner: A_WALLET.address }]);
    const own = handleOf(uuid, sha256);
    const cancel = signed({ action: 'cancel_order', uuid: own }, ANOTHER_WALLET).headers;
    const cancelled = await request(app).patch(`${API}/orders/${own}/cancel`).set(cancel);
    expect(cancelled.body).toMatchObject({ data: { owner: ANOTHER_WALLET.address, status: 'cancelled' } });
    expect(await shownBy(`/orders/${UUID}`)).toMatchObject([{ owner: A_WALLET.address, status: 'open' }]);
  });

  it('cannot be set by the caller who places the order', async () => {
    const body = { ...aSignedBody({ uuid: OTHER }, ANOTHER_WALLET), handle: HANDLE };
    const refused = await request(app).post(`${API}/orders/new`).send(body);
    expect(refused.body).toMatchObject({ code: 'invalid-order', details: ['handle: is set by the server'] });
  });
});

describe('a stranger', () => {
  const PREFIXES = [3, 4, 8, 9, 13, 20, 36].map((length) => UUID.slice(0, length));

  it('finds no part of a uuid in any response', async () => {
    const stranger = signed({ action: 'cancel_order', uuid: HANDLE }, ANOTHER_WALLET).headers;
    const responses = [
      await get('/orders'),
      await get('/orders?limit=1'),
      await get(`/orders?ids=${HANDLE}`),
      await get(`/orders?limit=1&ids=${HANDLE}`, asWallet('*', ANOTHER_WALLET)),
      await get('/orders?limit=1&sortBy=status&sortOrder=asc'),
      await get(`/orders/${HANDLE}`),
      await get(`/orders/${HANDLE}/events`),
      await get(`/orders/${HANDLE}`, asWallet('*', ANOTHER_WALLET)),
      await get(`/orders/${HANDLE.replace('b', 'c')}`),
      await request(app).patch(`${API}/orders/${HANDLE}/cancel`).set(stranger),
      await request(app)
        .patch(`${API}/orders/${HANDLE}/cancel`)
        .set(await asKey(ANOTHER_WALLET)),
      await request(app).post(`${API}/orders/${HANDLE}/execute`),
    ];
    for (const { text, headers, body } of responses) {
      const { nextCursor = '' } = (body as { pagination?: { nextCursor?: string } }).pagination ?? {};
      const cursor = Buffer.from(nextCursor, 'base64url').toString();
      for (const part of UUID.match(/.{6}/g)!)
        expect(`${text}${JSON.stringify(headers)}${cursor}`).not.toContain(part);
    }
  });

  it('gets the same from a list of ids for a uuid that is one digit off as for nonsense', async () => {
    const near = `${UUID.slice(0, -1)}5`;
    for (const query of ['/orders?ids=', '/orders?page=1&ids=']) {
      const [guessed, other] = [
        await get(query + near),
        await get(`${query}${'0'.repeat(8)}${near.slice(8)}`),
      ];
      expect(guessed.body).toMatchObject({ data: [] });
      expect(guessed.text).toBe(other.text);
    }
  });

  it.each(PREFIXES)(
    'gets the same from a search for the start of a uuid, %s, as for nonsense',
    async (part) => {
      const nonsense = part.replace(/[0-9a-f]/g, (digit) =>
        ((Number.parseInt(digit, 16) + 7) % 16).toString(16),
      );
      const [searched, other] = [
        await get(`/orders?page=1&search=${part}`),
        await get(`/orders?page=1&search=${nonsense}`),
      ];
      expect(searched.body).toMatchObject({ data: [], pagination: { total: 0 } });
      expect(searched.text).toBe(other.text);
      expect(searched.get('etag')).toBe(other.get('etag'));
    },
  );

  it('learns from made-up cursors where the handle lies, never where the uuid lies', async () => {
    const [first] = await shownBy('/orders?limit=1&sortOrder=asc');
    const isBehind = async (digit: string) => {
      const place = [
        ...'createdAt asc 2 open'.split(' '),
        T0.toISOString(),
        `${digit}${first!.handle.slice(1)}`,
      ];
      const cursor = Buffer.from(place.join(' ')).toString('base64url');
      const orders = await shownBy(`/orders?limit=5&sortOrder=asc&cursor=${cursor}`);
      return orders.some(({ handle }) => handle === first!.handle);
    };
    for (const digit of '0123456789abcdef')
      expect([digit, await isBehind(digit)]).toEqual([digit, digit < first!.handle[0]!]);
  });
});
