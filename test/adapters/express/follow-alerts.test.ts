import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createApp, EventStreams, swapArea } from '../../../src/adapters/express/index.js';
import { fireAlert, type Alert, type AlertId } from '../../../src/domain/alert/alert.js';
import type { Address } from '../../../src/domain/shared/address.js';
import { T0 } from '../../support/builders.js';
import { readEvents } from '../../support/event-source.js';
import { A_WALLET, ANOTHER_WALLET } from '../../support/signing.js';
import { DOCUMENT, validatorOf } from './described.js';
import { anExchange, WELSH } from './exchange.js';
import { API } from './fake-core.js';
import { keyManager, signed } from './wallet-requests.js';

const { core, ports, clock } = anExchange();
const seconds = { pass: () => {} };
const events = new EventStreams({}, (work) => {
  seconds.pass = work;
  return () => {};
});
const app = createApp({
  areas: [swapArea(core, { clock, events })],
  clock,
  requestIds: () => 'made',
  readiness: async () => ({ ready: true, reasons: [] }),
});

let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${API}/alerts/stream`;
});
afterAll(async () => {
  events.close();
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

let made = 0;
/** Stores an alert that has fired that many milliseconds after T0. */
async function fire(ms: number, owner: Address = A_WALLET.address): Promise<string> {
  const id = (++made).toString(16).padStart(32, '0') as AlertId;
  const condition = { kind: 'stale', token: WELSH } as const;
  const alert: Alert = { id, owner, condition, createdAt: T0, state: 'armed' };
  await ports.alerts.insert(fireAlert(alert, { level: 0n }, new Date(T0.getTime() + ms)));
  return id;
}
const idAt = (ms: number) => String(T0.getTime() + ms);
const open = (more: Readonly<Record<string, string>> = {}, wallet = A_WALLET) =>
  readEvents(url, { headers: { ...signed({ action: 'follow_alerts' }, wallet).headers, ...more } });
const isEvent = validatorOf(DOCUMENT.components.schemas['AlertEvent']!);
const alertOf = (event: { readonly data: unknown } | undefined) =>
  (event?.data as { alert?: { id: string } } | undefined)?.alert?.id;

describe('a stream of alerts', () => {
  it('sends each firing of the owner’s alerts once, in order, and none of another owner', async () => {
    await fire(1);
    const stream = await open();
    const other = await open({}, ANOTHER_WALLET);
    expect([stream.status, stream.headers['content-type']]).toEqual([200, 'text/event-stream']);
    expect(await stream.next()).toEqual({ type: 'synced', id: idAt(1), data: {} });
    await other.next();
    const ids = [await fire(2), await fire(4)];
    await fire(3, ANOTHER_WALLET.address);
    seconds.pass();
    const first = await stream.next();
    expect(first).toMatchObject({ type: 'alert.fired', id: idAt(2) });
    expect(isEvent(first!.data)).toBe(true);
    expect([alertOf(first), alertOf(await stream.next())]).toEqual(ids);
    expect(await other.next()).toMatchObject({ id: idAt(3) });
    const next = await fire(5);
    seconds.pass();
    expect(alertOf(await stream.next())).toBe(next);
    stream.close();
    other.close();
  });

  it('continues after the last event that the reader has', async () => {
    const ids = [await fire(11), await fire(12)];
    const stream = await open({ 'last-event-id': idAt(10) });
    const sent = await stream.until('synced');
    expect(sent.map((event) => alertOf(event))).toEqual([...ids, undefined]);
    expect(sent.at(-1)).toMatchObject({ id: idAt(12) });
    const later = await fire(13);
    seconds.pass();
    expect(alertOf(await stream.next())).toBe(later);
    stream.close();
  });

  it('asks a reader to start over whose id no stream has sent', async () => {
    const stream = await open({ 'last-event-id': 'nonsense' });
    expect(await stream.next()).toMatchObject({ type: 'resync', data: { reason: 'unknown-position' } });
    expect(await stream.next()).toBeUndefined();
  });

  it('is opened by a key with the permission webhooks, and by no one without proof', async () => {
    const { apiKey } = await keyManager(app).issue({ permissions: ['webhooks'] });
    const stream = await readEvents(url, { headers: { 'x-api-key': apiKey } });
    expect(await stream.next()).toMatchObject({ type: 'synced' });
    stream.close();
    const refused = await readEvents(url);
    expect(refused.status).toBe(401);
    refused.close();
  });
});
