import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createApp, EventStreams, pricesArea } from '../../../src/adapters/express/index.js';
import { GRID_SECONDS } from '../../../src/domain/price-series/price.js';
import { T0 } from '../../support/builders.js';
import { readEvents } from '../../support/event-source.js';
import { DOCUMENT, validatorOf } from './described.js';
import { aPriceService, CHA, PRICES, PRICES_API, WELSH } from './price-service.js';

const service = aPriceService();
const { core, clock } = service;
const seconds = { pass: () => {} };
const events = new EventStreams({}, (work) => {
  seconds.pass = work;
  return () => {};
});
const app = createApp({
  areas: [pricesArea(core, { clock, events })],
  clock,
  requestIds: () => 'made',
  readiness: async () => ({ ready: true, reasons: [] }),
});

let server: Server;
let stream: string;

beforeAll(async () => {
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  stream = `http://127.0.0.1:${(server.address() as AddressInfo).port}${PRICES_API}/prices/stream`;
});
afterAll(async () => {
  events.close();
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

const gridAt = (n: number) =>
  new Date((Math.floor(T0.getTime() / 1000 / GRID_SECONDS) + n) * GRID_SECONDS * 1000);
const isEvent = validatorOf(DOCUMENT.components.schemas['PricesEvent']!);

describe('a stream of prices', () => {
  it('sends prices at once and after each run, of all tokens or of some, and between runs only when the past is first known', async () => {
    const waiting = await readEvents(stream);
    expect([waiting.status, waiting.headers['content-type']]).toEqual([200, 'text/event-stream']);
    await service.record();
    seconds.pass();
    seconds.pass();
    const first = (await waiting.next())!;
    expect(first).toMatchObject({ type: 'prices', id: String(gridAt(0).getTime()) });
    expect(isEvent(first.data)).toBe(true);
    const listed = await request(app).get(`${PRICES_API}/prices`);
    expect(first.data).toEqual({
      at: gridAt(0).toISOString(),
      btcUsd: (listed.body as { btcUsd: number }).btcUsd,
      prices: (listed.body as { tokens: unknown[] }).tokens,
    });

    const some = await readEvents(`${stream}?tokens=${CHA},%20nonsense`);
    const tokensOf = (data: unknown) =>
      (data as { prices: { contractId: string }[] }).prices.map(({ contractId }) => contractId);
    expect(tokensOf((await some.next())!.data)).toEqual([CHA]);

    clock.advance(GRID_SECONDS * 1000);
    await service.record(new Map([...PRICES].filter(([token]) => token !== WELSH)));
    seconds.pass();
    expect((await waiting.next())!.id).toBe(String(gridAt(1).getTime()));
    const next = (await some.next())!;
    expect([next.id, tokensOf(next.data)]).toEqual([String(gridAt(1).getTime()), [CHA]]);

    // An import adds the day before, which the newest prices do not show.
    const time = gridAt(1).getTime() / 1000 - 86_400;
    const past = { token: CHA, time, usd: 0.125, btcUsd: 100_000 };
    await service.ports.priceArchive.importPrices([past]);
    await core.prices.refresh();
    seconds.pass();
    const again = (await some.next())!;
    expect([again.id, tokensOf(again.data)]).toEqual([next.id, [CHA]]);
    expect(again.data).toMatchObject({ prices: [{ change: { '24h': 100 } }] });
    waiting.close();
    some.close();
  });

  it('refuses more than 100 tokens', async () => {
    const tokens = Array.from({ length: 101 }, (_, n) => `a${n}`).join(',');
    const response = await request(app).get(`${PRICES_API}/prices/stream?tokens=${tokens}`);
    expect(response.status).toBe(400);
  });
});
