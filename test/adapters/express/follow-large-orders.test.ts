import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createApp, EventStreams, swapArea } from '../../../src/adapters/express/index.js';
import type { OrderUuid } from '../../../src/domain/order/ids.js';
import type { Address } from '../../../src/domain/shared/address.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { anEvent, anOpenOrder, handleFor, uuidOf } from '../../support/builders.js';
import { readEvents, type EventReader, type SentEvent } from '../../support/event-source.js';
import { A_WALLET, ANOTHER_WALLET } from '../../support/signing.js';
import { anExchange } from './exchange.js';
import { API } from './fake-core.js';

const [KB, MB] = [1024, 1024 * 1024];

const { core, ports, clock } = anExchange();
const owner = A_WALLET.address;

/** What a test does before an order is found, such as waiting. */
let beforeGet = async () => {};
const getNewest: typeof core.orders.getNewest = async (...args) => {
  await beforeGet();
  return core.orders.getNewest(...args);
};
// No second passes, so that nothing is cut off for its time.
const events = new EventStreams({ perAddress: 3 }, () => () => {});
const responses: ServerResponse[] = [];

let server: Server;
let base: string;
const readers: EventReader[] = [];

beforeAll(async () => {
  const app = createApp({
    areas: [swapArea({ ...core, orders: { ...core.orders, getNewest } }, { clock, events })],
    clock,
    trustProxy: 1,
    requestIds: () => 'x',
    readiness: async () => ({ ready: true, reasons: [] }),
  });
  server = createServer(app).listen(0, '127.0.0.1');
  server.on('request', (_req, res: ServerResponse) => responses.push(res));
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}${API}/orders`;
});
afterEach(async () => {
  for (const reader of readers.splice(0)) reader.close();
  while (events.size > 0) await setImmediate();
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

let addresses = 0;
async function follow(path: string, lastEventId?: number): Promise<EventReader> {
  const headers = {
    'x-forwarded-for': `10.0.1.${++addresses}`,
    ...(lastEventId !== undefined && { 'last-event-id': String(lastEventId) }),
  };
  const reader = await readEvents(`${base}${path}`, { headers });
  readers.push(reader);
  return reader;
}

let made = 0;
/** Stores an order of the given length with its first event. */
async function place(bytes: number, of: { owner?: Address; strategyId?: string } = {}): Promise<OrderUuid> {
  const uuid = uuidOf(++made);
  const { strategyId } = of;
  const order = anOpenOrder({
    uuid,
    owner: of.owner ?? owner,
    metadata: { note: 'x'.repeat(bytes) },
    ...(strategyId !== undefined && { strategy: { strategyId } }),
  });
  unwrap(await ports.orders.insert(order));
  await ports.events.begin([{ uuid, event: anEvent() }]);
  return uuid;
}
const append = (uuid: OrderUuid) =>
  ports.events.append({ uuid, event: anEvent({ type: 'waiting', facts: { why: 'x' } }) });

const idsIn = (found: readonly SentEvent[]) =>
  found
    .filter(({ type }) => type === 'snapshot')
    .map(({ data }) => (data as { order: { uuid: string } }).order.uuid);
const positionsIn = (found: readonly SentEvent[]) =>
  found.filter(({ type }) => type === 'order').map(({ data }) => (data as { position: number }).position);
const upTo = (first: number, last: number) => Array.from({ length: last - first }, (_, n) => first + 1 + n);

/** Waits until the server has nothing more to do without its readers. */
async function quiet(): Promise<void> {
  for (let turn = 0; turn < 200; turn++) await setImmediate();
}

describe('a stream of large orders', () => {
  it('resumes over hundreds of events of 60 KB orders', async () => {
    const start = await ports.feed.newest();
    const orders = await Promise.all(Array.from({ length: 5 }, () => place(60 * KB)));
    for (let n = 0; n < 59; n++) for (const uuid of orders) await append(uuid);
    const stream = await follow(`/stream?owner=${owner}`, start);
    expect(positionsIn(await stream.until('synced'))).toEqual(upTo(start, start + 300));
  });

  it('begins with all orders that have a plan’s name, including those of strangers', async () => {
    const stranger = ANOTHER_WALLET.address;
    const plan = { strategyId: 'large' };
    const mine = await place(100, plan);
    const theirs: OrderUuid[] = [];
    for (let n = 0; n < 60; n++) theirs.unshift(await place(24 * KB, { ...plan, owner: stranger }));
    const byName = await follow('/stream?strategyId=large');
    const all = idsIn(await byName.until('synced'));
    expect(new Set(all)).toEqual(new Set([...theirs, mine].map(handleFor)));
    expect(all).toHaveLength(61);
  });

  it('holds nothing of other owners’ plans of the same name if its reader names the owner', async () => {
    const stranger = ANOTHER_WALLET.address;
    const plan = { strategyId: 'shared' };
    const start = await ports.feed.newest();
    const [mine, theirs] = [await place(100, plan), await place(24 * KB, { ...plan, owner: stranger })];
    const fresh = await follow(`/stream?owner=${owner}&strategyId=shared`);
    const resumed = await follow(`/stream?owner=${owner}&strategyId=shared`, start);
    expect(idsIn(await fresh.until('synced'))).toEqual([handleFor(mine)]);
    expect(positionsIn(await resumed.until('synced'))).toEqual([start + 1]);
    await append(theirs);
    await append(mine);
    for (const stream of [fresh, resumed]) expect(positionsIn([(await stream.next())!])).toEqual([start + 4]);
    for (const stream of [fresh, resumed]) expect(stream.text()).not.toContain(handleFor(theirs));
  });

  it('keeps less than 256 KB for a reader that takes nothing while it catches up', async () => {
    const stranger = ANOTHER_WALLET.address;
    for (let n = 0; n < 200; n++) await place(60 * KB, { owner: stranger, strategyId: 'stuck' });
    const stream = await follow('/stream?strategyId=stuck');
    stream.response.pause();
    const response = responses.at(-1)!;
    let most = 0;
    for (let turn = 0; turn < 2_000; turn++) {
      most = Math.max(most, response.writableLength);
      await setImmediate();
    }
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(256 * KB);
    stream.response.resume();
    expect(idsIn(await stream.until('synced'))).toHaveLength(200);
  });

  it('misses nothing that happens while it catches up, however much that is', async () => {
    const uuid = await place(60 * KB);
    const start = await ports.feed.newest();
    for (let n = 0; n < 200; n++) await append(uuid);
    const stream = await follow(`/${uuid}/stream`, start);
    stream.response.pause();
    for (let n = 0; n < 200; n++) {
      await append(uuid);
      if (n % 20 === 0) await quiet();
    }
    stream.response.resume();
    const found: SentEvent[] = [];
    while (positionsIn(found).at(-1) !== start + 400) found.push((await stream.next())!);
    await append(uuid);
    found.push((await stream.next())!);
    expect(positionsIn(found)).toEqual(upTo(start, start + 401));
    expect(found.filter(({ type }) => type === 'synced')).toHaveLength(1);
  });

  it('tells a reader that is more than 1 MB behind to begin again before it is cut off', async () => {
    const uuid = await place(60 * KB);
    const stream = await follow(`/${uuid}/stream`);
    await stream.until('synced');
    stream.response.pause();
    const other = await follow(`/${uuid}/stream`);
    await other.until('synced');
    for (let n = 0; n < 400 && !responses.at(-2)!.writableEnded; n++) {
      await append(uuid);
      await other.next();
    }
    expect(responses.at(-2)!.writableLength).toBeLessThan(MB);
    stream.response.resume();
    const last = (await stream.until('resync')).at(-1);
    expect(last).toEqual({ type: 'resync', data: { reason: 'too-slow' } });
    expect(await stream.next()).toBeUndefined();
  });
});

describe('a stream that is about to open', () => {
  it('holds its place while its caller and its order are looked up, and gives it up if they are refused', async () => {
    let found = () => {};
    const waiting = new Promise<void>((resolve) => (found = resolve));
    beforeGet = () => waiting;
    const headers = { 'x-forwarded-for': '192.0.2.7' };
    const ask = () => readEvents(`${base}/${uuidOf(9_999)}/stream`, { headers });
    const opening = [1, 2, 3].map(ask);
    while (responses.filter((res) => !res.closed).length < 3) await setImmediate();
    await quiet();
    expect((await ask()).status).toBe(429);
    found();
    expect((await Promise.all(opening)).map(({ status }) => status)).toEqual([404, 404, 404]);
    beforeGet = async () => {};
    while (responses.some((res) => !res.closed)) await setImmediate();
    expect((await ask()).status).toBe(404);
  });
});
