import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createApp, swapArea, type SwapAreaOptions } from '../../../src/adapters/express/index.js';
import type { Order } from '../../../src/domain/order/order.js';
import { ok } from '../../../src/domain/shared/result.js';
import { anOpenOrder, T0, uuidOf } from '../../support/builders.js';
import { fixedClock } from '../../support/fixed-clock.js';
import { expectDescribed } from './described.js';
import { API, fakeCore } from './fake-core.js';

const LIST = `${API}/orders`;
/** The list of this owner is short. */
const SHORT = `${LIST}?owner=short`;
/** No test waits for it. */
const NEVER_MS = 60_000;

const servers: Server[] = [];
const callers: Socket[] = [];

afterEach(async () => {
  for (const caller of callers.splice(0)) caller.destroy();
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  }
});

interface Sources {
  /** Orders read from the long lists. */
  taken: number;
  /** Long lists that are read. */
  open: number;
}

/** A server whose list of orders has no end, behind one proxy. */
async function serve(streams: SwapAreaOptions['streams']) {
  const sources: Sources = { taken: 0, open: 0 };
  async function* endless(): AsyncGenerator<Order> {
    sources.open++;
    try {
      for (; ; sources.taken++) yield anOpenOrder({ uuid: uuidOf(sources.taken) });
    } finally {
      sources.open--;
    }
  }
  async function* short(): AsyncGenerator<Order> {
    yield anOpenOrder({ uuid: uuidOf(1) });
  }
  const core = fakeCore({ orders: { stream: ({ owner }) => ok(owner === 'short' ? short() : endless()) } });
  const clock = fixedClock(T0);
  const server = createServer(
    createApp({
      areas: [swapArea(core, { clock, ...(streams !== undefined && { streams }) })],
      clock,
      trustProxy: 1,
      requestIds: () => 'an-id',
      readiness: async () => ({ ready: true, reasons: [] }),
    }),
  ).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { sources, url: `http://127.0.0.1:${port}`, port };
}

/** Asks for the long list, reads its status line and then nothing. */
async function idleReader(port: number, address: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  callers.push(socket);
  socket.write(`GET ${LIST} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${address}\r\n\r\n`);
  await once(socket, 'readable');
  return socket;
}

const ask = (url: string, address: string, path = LIST) =>
  request(url).get(path).set('X-Forwarded-For', address);

describe('the whole list of orders', () => {
  it('is ended for a caller that does not read it', async () => {
    const { port, sources } = await serve({ idleMs: 20 });
    const socket = await idleReader(port, '10.0.0.1');
    expect(sources.open).toBe(1);
    while (sources.open > 0) await setImmediate();
    // What is in its buffers comes first.
    const closed = once(socket, 'close');
    socket.resume();
    await closed;
  });

  it('lets other requests pass after each piece', async () => {
    const { port, sources } = await serve({ idleMs: NEVER_MS });
    (await idleReader(port, '10.0.0.1')).resume();
    let most = 0;
    for (let round = 0; round < 50; round++) {
      const before = sources.taken;
      await setImmediate();
      most = Math.max(most, sources.taken - before);
    }
    // An order is longer than 300 characters, a piece 64 K of them.
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan((2 * 64 * 1024) / 300);
  });

  it('is 429 with Retry-After for an address that is being sent half of the lists that are sent at a time', async () => {
    const { port, url } = await serve({ atATime: 2, waitMs: 10, idleMs: NEVER_MS });
    await idleReader(port, '10.0.0.1');
    const refused = await ask(url, '10.0.0.1');
    expect([refused.status, refused.get('retry-after')]).toEqual([429, '5']);
    expect(refused.body).toMatchObject({ code: 'too-many-lists' });
    expectDescribed('listOrders', refused);
  });

  it('counts a /64 network of IPv6 addresses as one caller', async () => {
    const { port, url } = await serve({ atATime: 2, waitMs: 10, idleMs: NEVER_MS });
    await idleReader(port, '2001:db8::1');
    expect((await ask(url, '2001:db8::2:3')).status).toBe(429);
  });

  it('is 503 with Retry-After while as many are sent as the server sends at a time', async () => {
    const { port, url } = await serve({ atATime: 2, waitMs: 10, idleMs: NEVER_MS });
    await idleReader(port, '10.0.0.1');
    await idleReader(port, '10.0.0.2');
    const refused = await ask(url, '10.0.0.3');
    expect([refused.status, refused.get('retry-after')]).toEqual([503, '5']);
    expect(refused.body).toMatchObject({ code: 'lists-busy' });
    expectDescribed('listOrders', refused);
  });

  it('waits for the place of a list that ends', async () => {
    const { port, sources } = await serve({ atATime: 1, waitMs: NEVER_MS, idleMs: NEVER_MS });
    const first = await idleReader(port, '10.0.0.1');
    const second = idleReader(port, '10.0.0.2');
    while (sources.open < 2) await setImmediate();
    first.destroy();
    expect(String((await second).read())).toContain('200 OK');
  });

  it('refuses at once when too many lists of one address wait, and frees the places of callers that leave', async () => {
    const { port, url, sources } = await serve({ atATime: 1, waitMs: NEVER_MS, idleMs: NEVER_MS });
    await idleReader(port, '10.0.0.1');
    const waiting = ['10.0.0.2', '10.0.0.2', '10.0.0.2', '10.0.0.2'].map((address) => {
      const socket = connect(port, '127.0.0.1');
      callers.push(socket);
      socket.write(`GET ${LIST} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${address}\r\n\r\n`);
      return socket;
    });
    while (sources.open < 5) await setImmediate();
    // The last of them has read its source and may not wait yet.
    for (let round = 0; round < 100; round++) await setImmediate();
    expect((await ask(url, '10.0.0.2')).status).toBe(503);
    for (const socket of waiting) socket.destroy();
    while (sources.open > 1) await setImmediate();
  });

  it('is always sent when it is short', async () => {
    const { port, url } = await serve({ atATime: 1, waitMs: 10, idleMs: NEVER_MS });
    await idleReader(port, '10.0.0.1');
    const response = await ask(url, '10.0.0.1', SHORT);
    expect([response.status, (response.body as { data: unknown[] }).data.length]).toEqual([200, 1]);
  });
});
