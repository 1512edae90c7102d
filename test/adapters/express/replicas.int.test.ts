import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createApp, swapArea } from '../../../src/adapters/express/index.js';
import { asCallersWork, openStorage, type Storage } from '../../../src/adapters/typeorm/index.js';
import { createClient } from '../../../src/sdk/client/index.js';
import { readEvents } from '../../support/event-source.js';
import { T0, uuidOf } from '../../support/builders.js';
import { signedInput, coreHarness } from '../../support/core-harness.js';
import { until } from '../../support/own-cluster.js';
import { startReplicated, type ReplicatedPostgres } from '../../support/replicated-postgres.js';
import { walletHeaders } from '../../support/signing.js';

const POSITION = 'x-sluice-position';
const FAR = '9'.repeat(20);
const ORDERS = '/swap/api/v1/orders';

const orderIn = ({ body }: request.Response) =>
  (body as { data: { handle: string; owner: string; status: string } }).data;

describe('reads over HTTP on a server with a replica', () => {
  let servers: ReplicatedPostgres;
  let storage: Storage;
  let otherStorage: Storage;
  let server: Server;
  let other: Server;
  let last = 0;

  const open = async (): Promise<readonly [Storage, Server]> => {
    const opened = await openStorage(servers.url, { replicas: [servers.standby.url] });
    const { callersReads, positions } = opened.replicas!;
    const { core, clock } = coreHarness({ storage: { ...opened.ports, callersReads } });
    const app = createApp({
      areas: [swapArea(core, { clock, positions })],
      clock,
      requestIds: () => 'r-1',
      readiness: async () => ({ ready: true, reasons: [] }),
      positions,
    });
    const listening = createServer((req, res) => asCallersWork(() => app(req, res)));
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    return [opened, listening];
  };
  beforeAll(async () => {
    servers = await startReplicated();
    [storage, server] = await open();
    [otherStorage, other] = await open();
  });
  afterAll(async () => {
    server.close();
    other.close();
    await storage.close();
    await otherStorage.close();
    await servers.remove();
  });
  beforeEach(async () => {
    await servers.caughtUp();
    for (const { replicas } of [storage, otherStorage])
      await until(async () => {
        await replicas!.check();
        return replicas!.standing().every(({ problem }) => problem === undefined);
      });
  });

  const nextOrder = () => signedInput({ uuid: uuidOf(++last) });
  const place = (order: object = nextOrder()) => request(server).post(`${ORDERS}/new`).send(order);
  const read = (path: string, seen?: string) => {
    const get = request(server).get(`${ORDERS}${path}`);
    return seen === undefined ? get : get.set(POSITION, seen);
  };

  it('shows a writer its order and its list, and others the replica, while the replica does not replay', async () => {
    const resume = await servers.standby.pauseReplay();
    const placed = await place().expect(200);
    const seen = placed.headers[POSITION] as string;
    expect(seen).toMatch(/^[0-9]+$/);
    const { handle, owner } = orderIn(placed);
    const own = await read(`/${handle}`, seen).expect(200);
    expect(BigInt(own.headers[POSITION] as string)).toBeGreaterThanOrEqual(BigInt(seen));
    const list = await read(`?owner=${owner}&limit=50`, seen).expect(200);
    expect(JSON.stringify(list.body)).toContain(handle);
    expect((await read(`/${handle}/events`, seen).expect(200)).body).toMatchObject({ data: [{ seq: 1 }] });
    const other = await read(`/${handle}`).expect(404);
    expect(other.headers[POSITION]).toBeUndefined();
    await resume();
    await servers.caughtUp();
    await read(`/${handle}`).expect(200);
  });

  it('changes an order, and follows it, before the replica has it', async () => {
    const resume = await servers.standby.pauseReplay();
    const order = nextOrder();
    const placed = await place(order).expect(200);
    const uuid = uuidOf(last);
    const cancelled = await request(server)
      .patch(`${ORDERS}/${uuid}/cancel`)
      .set(walletHeaders({ action: 'cancel_order', uuid, timestamp: T0.getTime() }))
      .expect(200);
    expect(orderIn(cancelled)).toMatchObject({ status: 'cancelled' });
    expect(BigInt(cancelled.headers[POSITION] as string)).toBeGreaterThan(
      BigInt(placed.headers[POSITION] as string),
    );
    await request(server).head(`${ORDERS}/${uuid}/stream`).expect(200);
    await resume();
  });

  it('names a position in streams, with which another process shows what they have shown, too', async () => {
    const resume = await servers.standby.pauseReplay();
    const { handle, owner } = orderIn(await place().expect(200));
    const { port } = server.address() as AddressInfo;
    const stream = await readEvents(`http://127.0.0.1:${port}${ORDERS}/stream?owner=${owner}`);
    const events = [...(await stream.until('synced'))];
    const late = orderIn(await place().expect(200));
    events.push(...(await stream.until('order')));
    stream.close();
    const shown = (at: number) => (events.at(at)!.data as { databasePosition: string }).databasePosition;
    const [synced, order] = [shown(-2), shown(-1)];
    const readThere = (id: string, seen?: string) => {
      const get = request(other).get(`${ORDERS}/${id}`);
      return seen === undefined ? get : get.set(POSITION, seen);
    };
    expect((await readThere(handle)).status).toBe(404);
    expect((await readThere(handle, synced)).status).toBe(200);
    expect((await readThere(late.handle, order)).status).toBe(200);
    await resume();
  });

  it('returns a position with the response to a repeated order, which commits nothing', async () => {
    const order = nextOrder();
    const first = await place(order).expect(200);
    const again = await place(order).expect(200);
    expect(BigInt(again.headers[POSITION] as string)).toBeGreaterThanOrEqual(
      BigInt(first.headers[POSITION] as string),
    );
  });

  it('gives every caller a response, whatever position it claims', async () => {
    const placed = await place().expect(200);
    const { handle } = orderIn(placed);
    await servers.caughtUp();
    for (const claim of [FAR, '-1', 'garbage', '0x10', '1'.repeat(500)])
      expect((await read(`/${handle}`, claim)).status).toBe(200);
  });

  it('asks a caller that claims to have seen more than any replica to wait with a deep page', async () => {
    const deep = await read('?page=500&limit=50', FAR).expect(503);
    expect(Number(deep.headers['retry-after'])).toBeGreaterThan(0);
    await read('?page=500&limit=50').expect(200);
  });

  it('lets pages of other sites send and read positions', async () => {
    const preflight = await request(server)
      .options(ORDERS)
      .set({
        Origin: 'https://page.example',
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': POSITION,
      })
      .expect(204);
    expect(preflight.headers['access-control-allow-headers']).toBe(POSITION);
    const placed = await place().set('Origin', 'https://page.example').expect(200);
    expect(placed.headers['access-control-expose-headers']).toMatch(/X-Sluice-Position/);
  });

  it('shows a client its own orders without its doing', async () => {
    const { port } = server.address() as AddressInfo;
    const baseUrl = `http://127.0.0.1:${port}`;
    const [writer, other] = [createClient({ baseUrl }), createClient({ baseUrl })];
    const resume = await servers.standby.pauseReplay();
    const { handle } = await writer.orders.place(nextOrder());
    expect(await writer.orders.get(handle, { by: 'anyone' })).toMatchObject({ status: 'open' });
    await expect(other.orders.get(handle, { by: 'anyone' })).rejects.toMatchObject({ status: 404 });
    await resume();
  });

  it('reads nine tenths of a mixed load, and more, from the replica', async () => {
    const before = { ...storage.replicas!.served() };
    const writer = async () => {
      const placed = await place().expect(200);
      const { handle } = orderIn(placed);
      await read(`/${handle}`, placed.headers[POSITION] as string).expect(200);
      for (let n = 0; n < 20; n++)
        await read(n % 2 === 0 ? '?limit=20' : `?limit=20&search=${handle.slice(0, 8)}`);
    };
    await Promise.all(Array.from({ length: 8 }, writer));
    const after = storage.replicas!.served();
    const [replica, primary] = [after.replica - before.replica, after.primary - before.primary];
    expect(replica + primary).toBeGreaterThanOrEqual(168);
    expect(replica / (replica + primary)).toBeGreaterThanOrEqual(0.9);
  });
});
