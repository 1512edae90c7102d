import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createApp, EventStreams, swapArea } from '../../../src/adapters/express/index.js';
import { eventIdOf } from '../../../src/adapters/express/streams/last-event-id.js';
import type { OrderUuid } from '../../../src/domain/order/ids.js';
import type { Address } from '../../../src/domain/shared/address.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { aCancelledOrder, anEvent, anOpenOrder, handleFor, uuidOf } from '../../support/builders.js';
import { readEvents, type EventReader, type SentEvent } from '../../support/event-source.js';
import { A_WALLET, ANOTHER_WALLET } from '../../support/signing.js';
import { expectDescribed, validatorOf, DOCUMENT } from './described.js';
import { anExchange } from './exchange.js';
import { API } from './fake-core.js';
import { keyManager, signed } from './wallet-requests.js';

const exchange = anExchange();
const { core, ports, clock } = exchange;
const owner = A_WALLET.address;

/** Seconds of the streams, which pass when a test says so. */
const seconds = { pass: (_count = 1) => {} };
const events = new EventStreams({ atATime: 6, perAddress: 3 }, (work) => {
  seconds.pass = (count = 1) => {
    for (let n = 0; n < count; n++) work();
  };
  return () => (seconds.pass = () => {});
});
let requests = 0;
/** Events that were passed to streams. */
const passed: object[] = [];
const app = createApp({
  areas: [swapArea(core, { clock, events, onEventSent: (event) => void passed.push(event) })],
  clock,
  trustProxy: 1,
  requestIds: () => `req-${++requests}`,
  readiness: async () => ({ ready: true, reasons: [] }),
});

let server: Server;
let base: string;
const readers: EventReader[] = [];

beforeAll(async () => {
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  for (const reader of readers.splice(0)) reader.close();
  while (events.size > 0) await new Promise(setImmediate);
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

type Headers = Readonly<Record<string, string>>;
let address = 0;

/** Opens a stream, each from an address of its own unless a test gives one. */
async function follow(path: string, headers: Headers = {}): Promise<EventReader> {
  const from = { 'x-forwarded-for': `10.0.0.${++address % 250}` };
  const reader = await readEvents(`${base}${API}${path}`, { headers: { ...from, ...headers } });
  readers.push(reader);
  return reader;
}
const byOwner = `/orders/stream?owner=${owner}`;

let made = 0;
/** Stores an order of the wallet with its first event, as placing it does. */
const place = (strategyId?: string): Promise<OrderUuid> => placeOf(owner, strategyId);
async function placeOf(owner: Address, strategyId?: string): Promise<OrderUuid> {
  const uuid = uuidOf(++made);
  const order = anOpenOrder({ uuid, owner, ...(strategyId !== undefined && { strategy: { strategyId } }) });
  unwrap(await ports.orders.insert(order));
  await ports.events.begin([{ uuid, event: anEvent() }]);
  return uuid;
}
const append = (uuid: OrderUuid) =>
  ports.events.append({ uuid, event: anEvent({ type: 'waiting', facts: { why: 'x' } }) });

/** The id that streams give the newest event. */
const newestId = async () => eventIdOf((await ports.feed.lastUpTo(await ports.feed.newest()))!);

interface Change {
  readonly position: number;
  readonly id: string;
  readonly event: { readonly seq: number };
}
const changeOf = ({ data }: SentEvent): Change => data as Change;
const isChange = validatorOf(DOCUMENT.components.schemas['OrderChange']!);

describe('a stream of orders', () => {
  it('sends a snapshot of the owner’s live orders, newest first, then each event as it happens', async () => {
    const first = await place();
    const stream = await follow(byOwner);
    const begin = await stream.until('synced');
    expect(begin.map(({ type }) => type)).toEqual(['snapshot', 'synced']);
    expect(begin[0]!.data).toMatchObject({ order: { uuid: handleFor(first), status: 'open' } });
    expect(begin[1]).toEqual({ type: 'synced', id: await newestId(), data: {} });
    await append(first);
    const event = (await stream.next())!;
    const position = await ports.feed.newest();
    expect(event).toMatchObject({
      type: 'order',
      id: await newestId(),
      data: {
        position,
        id: handleFor(first),
        event: { seq: 2, type: 'waiting', why: 'x' },
        order: { uuid: handleFor(first), owner },
      },
    });
    isChange(event.data);
    expect(isChange.errors).toBeNull();
  });

  it('shows how late an event was passed on, if anyone reads it', async () => {
    const [uuid, unread] = [await place(), await placeOf(ANOTHER_WALLET.address)];
    const stream = await follow(byOwner);
    await stream.until('synced');
    passed.length = 0;
    await append(unread);
    await append(uuid);
    await stream.next();
    expect(passed).toEqual([{ type: 'waiting', lateMs: clock.now().getTime() - anEvent().at.getTime() }]);
  });

  it('is not stored, transformed or buffered on its way, and tells when to connect again', async () => {
    const stream = await follow(byOwner);
    expect([stream.status, stream.headers['content-type']]).toEqual([200, 'text/event-stream']);
    expect(stream.headers['cache-control']).toBe('no-store, no-transform');
    expect(stream.headers['x-accel-buffering']).toBe('no');
    await stream.until('synced');
    const retry = Number(/^retry: (\d+)\n\n/.exec(stream.text())![1]);
    expect(retry).toBeGreaterThanOrEqual(1_000);
    expect(retry).toBeLessThanOrEqual(3_000);
  });

  it('continues behind the last event, by header or parameter, without a snapshot', async () => {
    const uuid = await place();
    const start = await ports.feed.newest();
    for (let n = 0; n < 3; n++) await append(uuid);
    const [first, second, third] = (await ports.feed.read({ after: start, limit: 3 })).map(eventIdOf);
    for (const stream of [
      await follow(byOwner, { 'last-event-id': first! }),
      await follow(`${byOwner}&lastEventId=${first}`),
      // Without its time, a position is taken as it is.
      await follow(byOwner, { 'last-event-id': String(start + 1) }),
    ]) {
      const ids = (await stream.until('synced')).map(({ type, id }) => `${type} ${id}`);
      expect(ids).toEqual([`order ${second}`, `order ${third}`, `synced ${third}`]);
    }
  });

  it('misses and repeats nothing when events are appended while streams open', async () => {
    const uuid = await place();
    const before = await ports.feed.newest();
    const opening = Array.from({ length: 5 }, async (_, n) => {
      const stream = await follow(byOwner, { 'last-event-id': String(before) });
      const positions: number[] = [];
      while (positions.at(-1) !== before + 30) {
        const event = await stream.next();
        if (event?.type === 'order') positions.push(changeOf(event).position);
      }
      return [n, positions];
    });
    for (let n = 0; n < 30; n++) await append(uuid);
    const expected = Array.from({ length: 30 }, (_, n) => before + 1 + n);
    for (const [, positions] of await Promise.all(opening)) expect(positions).toEqual(expected);
  });

  it('tells a reader to begin again whose last event a restored backup does not hold', async () => {
    const uuid = await place();
    await append(uuid);
    const [held] = await ports.feed.read({ after: (await ports.feed.newest()) - 1, limit: 1 });
    const lost = { ...held!, at: new Date(held!.at.getTime() - 1) };
    for (const path of [byOwner, `/orders/${uuid}/stream`]) {
      const known = await follow(path, { 'last-event-id': eventIdOf(held!) });
      expect((await known.next())!.type).toBe('synced');
      const stream = await follow(path, { 'last-event-id': eventIdOf(lost) });
      expect(await stream.next()).toEqual({ type: 'resync', data: { reason: 'unknown-position' } });
    }
  });

  it.each([
    '-1',
    '999999999999999',
    '99999999999999999999',
    'NaN',
    '1e3',
    '0x10',
    ' ',
    'a b',
    '1-',
    '-1-1',
    '1-1',
    '1-2-3',
    '1\u00e9',
  ])('tells a reader with the foreign Last-Event-ID %j to begin again', async (id) => {
    const stream = await follow(`${byOwner}&lastEventId=${encodeURIComponent(id)}`);
    expect(await stream.next()).toEqual({ type: 'resync', data: { reason: 'unknown-position' } });
    expect(await stream.next()).toBeUndefined();
  });

  it('follows a plan of any owner, and a plan of one owner', async () => {
    const [plain, mine] = [await place(), await place('plan-a')];
    const theirs = uuidOf(++made);
    const other = ANOTHER_WALLET.address;
    unwrap(
      await ports.orders.insert(
        anOpenOrder({ uuid: theirs, owner: other, strategy: { strategyId: 'plan-a' } }),
      ),
    );
    const any = await follow('/orders/stream?strategyId=plan-a');
    const one = await follow(`${byOwner}&strategyId=plan-a`);
    expect((await any.until('synced')).filter(({ type }) => type === 'snapshot')).toHaveLength(2);
    expect((await one.until('synced')).filter(({ type }) => type === 'snapshot')).toHaveLength(1);
    for (const uuid of [plain, theirs, mine]) await append(uuid);
    expect(changeOf((await any.next())!).id).toBe(handleFor(theirs));
    expect(changeOf((await any.next())!).id).toBe(handleFor(mine));
    expect(changeOf((await one.next())!).id).toBe(handleFor(mine));
  });

  it('shows uuids to the owner, by key or wallet, and handles to everyone else', async () => {
    const uuid = await place();
    const { apiKey } = await keyManager(app).issue({ keyName: 'stream' });
    const wallet = signed({ action: 'read_orders', uuid: '*' }).headers;
    const foreign = signed({ action: 'read_orders', uuid: '*' }, ANOTHER_WALLET).headers;
    for (const [headers, id] of [
      [{ 'x-api-key': apiKey }, uuid],
      [wallet, uuid],
      [foreign, handleFor(uuid)],
      [{}, handleFor(uuid)],
    ] as const) {
      const stream = await follow(byOwner, headers);
      const [newest] = await stream.until('synced');
      expect(newest!.data).toMatchObject({ order: { uuid: id } });
      await append(uuid);
      expect(changeOf((await stream.next())!).id).toBe(id);
    }
  });

  it('follows one order in any status by the name that the reader gives', async () => {
    const uuid = uuidOf(++made);
    unwrap(await ports.orders.insert(aCancelledOrder({ uuid, owner })));
    for (const name of [uuid, handleFor(uuid)]) {
      const stream = await follow(`/orders/${name}/stream`);
      const [first] = await stream.until('synced');
      expect(first!.data).toMatchObject({ order: { uuid: name, status: 'cancelled' } });
      await append(uuid);
      expect(changeOf((await stream.next())!).id).toBe(name);
    }
  });

  it('ends within a minute after its API key is revoked, and an hour after a wallet’s proof', async () => {
    const manager = keyManager(app);
    const { apiKey, keyId } = await manager.issue({ keyName: 'revoked' });
    const [byKey, byWallet] = [
      await follow(byOwner, { 'x-api-key': apiKey }),
      await follow(byOwner, signed({ action: 'read_orders', uuid: '*' }).headers),
    ];
    const open = await follow(byOwner);
    for (const stream of [byKey, byWallet, open]) await stream.until('synced');
    seconds.pass(60);
    await manager.revoke(keyId);
    seconds.pass(60);
    expect(await byKey.next()).toBeUndefined();
    seconds.pass(3_600);
    expect(await byWallet.next()).toBeUndefined();
    expect(events.size).toBe(1);
  });

  it('has a heartbeat every 15 seconds', async () => {
    const stream = await follow(byOwner);
    await stream.until('synced');
    const beats = () => stream.text().split(': heartbeat\n\n').length - 1;
    seconds.pass(15);
    while (beats() < 1) await once(stream.response, 'data');
    seconds.pass(30);
    while (beats() < 3) await once(stream.response, 'data');
    expect(beats()).toBe(3);
  });

  it('tells a reader that does not read to begin again, and cuts it off', async () => {
    const uuid = await place();
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${API}/orders/${uuid}/stream HTTP/1.1\r\nHost: x\r\n\r\n`);
    await once(socket, 'readable');
    socket.pause();
    const reader = await follow(`/orders/${uuid}/stream`);
    await reader.until('synced');
    const facts = { text: 'x'.repeat(60_000) };
    let sent = 0;
    for (let n = 0; n < 400 && events.size === 2; n++, sent++) {
      await ports.events.append({ uuid, event: anEvent({ facts }) });
      await reader.next();
      seconds.pass(1);
    }
    seconds.pass(10);
    while (events.size > 1) await new Promise(setImmediate);
    socket.destroy();
    await append(uuid);
    expect(changeOf((await reader.next())!).event.seq).toBe(sent + 2);
  });

  it('is refused to an address with its places taken, and to everyone when all are, until one leaves', async () => {
    const from = { 'x-forwarded-for': '192.0.2.1' };
    const mine = await Promise.all([1, 2, 3].map(() => follow(byOwner, from)));
    const refused = () => request(app).get(`${API}${byOwner}`).set(from);
    const tooMany = await refused();
    expectDescribed('followOrders', tooMany);
    expect([tooMany.status, tooMany.get('retry-after')]).toEqual([429, '5']);
    await Promise.all([1, 2, 3].map(() => follow(byOwner)));
    const busy = await request(app).get(`${API}/orders/${await place()}/stream`);
    expectDescribed('followOrder', busy);
    expect([busy.status, busy.get('retry-after')]).toEqual([503, '5']);
    mine[0]!.close();
    while (events.size === 6) await new Promise(setImmediate);
    expect((await follow(byOwner, from)).status).toBe(200);
  });

  it.each([
    ['/orders/stream', 400, 'owner or strategyId is required'],
    ['/orders/stream?owner=unknown', 400, 'owner'],
    ['/orders/stream?owner=&strategyId=', 400, 'owner'],
    ['/orders/stream?strategyld=plan', 400, 'did you mean strategyId'],
    [`/orders/${uuidOf(4_000)}/stream`, 404, 'not found'],
    ['/orders/%00/stream', 404, 'not found'],
  ])('refuses %s with %d', async (path, status, words) => {
    const response = await request(app).get(`${API}${path}`);
    expect(response.status).toBe(status);
    expect((response.body as { error: string }).error.toLowerCase()).toContain(words.toLowerCase());
    expect(events.size).toBe(0);
  });

  it('has no body for HEAD, and takes no place', async () => {
    const response = await request(app).head(`${API}${byOwner}`);
    expect([response.status, response.type, events.size]).toEqual([200, 'text/event-stream', 0]);
  });

  /** A server of its own, whose seconds pass by themselves. */
  async function another(orders = core.orders) {
    const own = new EventStreams();
    const other = createServer(
      createApp({
        areas: [swapArea({ ...core, orders }, { clock, events: own })],
        clock,
        requestIds: () => 'x',
        readiness: async () => ({ ready: true, reasons: [] }),
      }),
    ).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    return { own, other, port, url: `http://127.0.0.1:${port}${API}${byOwner}` };
  }

  it('takes no place when its reader has left before it begins', async () => {
    const uuid = await place();
    let leave = async () => {};
    const getNewest: typeof core.orders.getNewest = async (...args) => {
      await leave();
      return core.orders.getNewest(...args);
    };
    const { own, other, port } = await another({ ...core.orders, getNewest });
    const noticed = new Promise<void>((resolve) =>
      other.once('request', (_req, res: ServerResponse) => res.once('close', resolve)),
    );
    const socket = connect(port, '127.0.0.1');
    leave = async () => {
      socket.destroy();
      await noticed;
    };
    socket.write(`GET ${API}/orders/${uuid}/stream HTTP/1.1\r\nHost: x\r\n\r\n`);
    await noticed;
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
    expect(own.size).toBe(0);
    const closed = once(other, 'close');
    other.close();
    await closed;
  });

  it('ends when the server is closed', async () => {
    const { other, url } = await another();
    const [first, second] = [await readEvents(url), await readEvents(url)];
    await Promise.all([first.until('synced'), second.until('synced')]);
    const closed = once(other, 'close');
    other.close();
    expect([await first.next(), await second.next()]).toEqual([undefined, undefined]);
    await closed;
  });

  it('ends at once when the streams of the process are closed, and opens no more', async () => {
    const { own, other, url } = await another();
    const stream = await readEvents(url);
    await stream.until('synced');
    own.close();
    expect(await stream.next()).toBeUndefined();
    expect((await readEvents(url)).status).toBe(503);
    const closed = once(other, 'close');
    other.close();
    await closed;
  });
});
