import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import compression from 'compression';
import cors from 'cors';
import express, { type RequestHandler } from 'express';
import helmet from 'helmet';
import { afterEach, describe, expect, it } from '@jest/globals';
import { EventStreams, pricesRouter, swapRouter } from '../../../src/adapters/express/index.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { anEvent, anOpenOrder, uuidOf } from '../../support/builders.js';
import { coreHarness } from '../../support/core-harness.js';
import { readEvents, type EventReader } from '../../support/event-source.js';
import { A_WALLET } from '../../support/signing.js';

const owner = A_WALLET.address;
const ORDERS = `/dex/api/v1/orders/stream?owner=${owner}`;
const PRICES = '/dex-prices/api/v1/prices/stream';
/** More orders than fit into the buffers of a connection that is not read at once. */
const MANY = 300;

const servers: Server[] = [];
const readers: EventReader[] = [];
afterEach(async () => {
  for (const reader of readers.splice(0)) reader.close();
  for (const server of servers.splice(0)) {
    if (!server.listening) continue;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  }
});

/** A program of its own with Sluice's routers under prefixes, behind these middlewares. */
async function host(...middlewares: readonly RequestHandler[]) {
  const { core, ports, clock } = coreHarness();
  const seconds = { pass: (_count: number) => {} };
  const events = new EventStreams({ perAddress: 50 }, (work) => {
    seconds.pass = (count) => {
      for (let n = 0; n < count; n++) work();
    };
    return () => {};
  });
  const app = express();
  for (const middleware of middlewares) app.use(middleware);
  app.use('/dex', swapRouter(core, { clock, events, fallThrough: true }));
  app.use('/dex-prices', pricesRouter(core, { clock, events }));
  app.get('/dex/about', (_req, res) => void res.json({ text: 'own '.repeat(1_000) }));
  const server = createServer(app).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const follow = async (path: string) => {
    const reader = await readEvents(`${base}${path}`, { headers: { 'accept-encoding': 'gzip, br' } });
    readers.push(reader);
    return reader;
  };
  return { ports, server, base, events, seconds, follow };
}

const PROGRAMS: readonly (readonly [string, readonly RequestHandler[]])[] = [
  ['nothing', []],
  ['compression', [compression({ threshold: 0 })]],
  ['helmet, cors, compression and a body parser', [helmet(), cors(), compression(), express.json()]],
];

describe.each(PROGRAMS)('streams of routers behind %s', (_name, middlewares) => {
  it('send snapshots, events and heartbeats at once and as they are', async () => {
    const { ports, seconds, follow } = await host(...middlewares);
    for (let n = 1; n <= MANY; n++)
      unwrap(await ports.orders.insert(anOpenOrder({ uuid: uuidOf(n), owner })));
    const stream = await follow(ORDERS);
    expect([stream.status, stream.headers['content-type']]).toEqual([200, 'text/event-stream']);
    expect(stream.headers['content-encoding']).toBeUndefined();
    expect(stream.headers['cache-control']).toBe('no-store, no-transform');
    expect(await stream.until('synced')).toHaveLength(MANY + 1);
    await ports.events.append({ uuid: uuidOf(1), event: anEvent() });
    expect((await stream.next())!.type).toBe('order');
    seconds.pass(15);
    while (!stream.text().includes(': heartbeat\n\n')) await once(stream.response, 'data');
  });

  it('end soon after the program closes its server', async () => {
    const { server, seconds, follow } = await host(...middlewares);
    const streams = [await follow(ORDERS), await follow(PRICES)];
    await streams[0]!.until('synced');
    const closed = once(server, 'close');
    server.close();
    seconds.pass(1);
    for (const stream of streams) expect(await stream.next()).toBeUndefined();
    await closed;
  });
});

it('a program that compresses its own responses does so beside streams', async () => {
  const { base, follow } = await host(compression({ threshold: 0 }));
  await (await follow(ORDERS)).until('synced');
  const own = await fetch(`${base}/dex/about`, { headers: { 'accept-encoding': 'gzip' } });
  expect(own.headers.get('content-encoding')).toBe('gzip');
  expect(await own.json()).toEqual({ text: 'own '.repeat(1_000) });
});
