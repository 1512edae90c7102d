import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import type { Order } from '../../../src/domain/order/order.js';
import { ok } from '../../../src/domain/shared/result.js';
import { anOpenOrder, handleFor, uuidOf } from '../../support/builders.js';
import { expectDescribed } from './described.js';
import { API, appWith } from './fake-core.js';

/** A stream of orders, with how many were taken and whether it was closed. */
function endlessOrders(count = Infinity) {
  const note = { taken: 0, ended: false };
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  async function* orders(): AsyncGenerator<Order> {
    try {
      for (; note.taken < count; note.taken++) yield anOpenOrder({ uuid: uuidOf(note.taken) });
    } finally {
      note.ended = true;
      end();
    }
  }
  return { note, ended, stream: () => ok(orders()) };
}

describe('GET /orders without page and limit', () => {
  it.each([0, 1, 2, 1000])('streams all of %d orders as one JSON body', async (count) => {
    const { stream } = endlessOrders(count);
    const response = await request(appWith({ orders: { stream } })).get(`${API}/orders?sortBy=x&status=y`);
    const { status, data, ...rest } = response.body as { status: string; data: { uuid: string }[] };
    expect(status).toBe('success');
    expect(rest).toEqual({});
    expect(data.map(({ uuid }) => uuid)).toEqual(
      Array.from({ length: count }, (_, n) => handleFor(uuidOf(n))),
    );
    expectDescribed('listOrders', response);
    expect(response.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.get('cache-control')).toBe('s-maxage=10, stale-while-revalidate=30');
  });

  it('reads only the first order for HEAD', async () => {
    const { stream, note, ended } = endlessOrders();
    const response = await request(appWith({ orders: { stream } })).head(`${API}/orders`);
    await ended;
    expect([response.status, note.taken]).toEqual([200, 0]);
  });

  it('returns 500 when the first order cannot be read', async () => {
    const broken: AsyncIterable<Order> = {
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('no')) }),
    };
    const response = await request(appWith({ orders: { stream: () => ok(broken) } })).get(`${API}/orders`);
    expect(response.status).toBe(500);
    expect(response.body).toMatchObject({ error: 'Failed to fetch orders' });
    expect(response.get('cache-control')).toBe('no-store');
  });

  it('aborts the connection when a later order cannot be read, so that the body never looks complete', async () => {
    async function* broken(): AsyncGenerator<Order> {
      for (let n = 0; n < 1000; n++) yield anOpenOrder({ uuid: uuidOf(n) });
      throw new Error('no');
    }
    const answer = request(appWith({ orders: { stream: () => ok(broken()) } })).get(`${API}/orders`);
    await expect(answer).rejects.toThrow(/aborted|hang up/);
  });

  it('closes the source when the caller disconnects, and never reads ahead of it', async () => {
    const { stream, note, ended } = endlessOrders();
    const server = createServer(appWith({ orders: { stream } })).listen(0);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const asking = get({ port, path: `${API}/orders`, agent: false });
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    await once(answer, 'readable');
    expect(note.ended).toBe(false);
    answer.destroy();
    await ended;
    expect(note.taken).toBeLessThan(1_000_000);
    server.close();
    await once(server, 'close');
  });
});
