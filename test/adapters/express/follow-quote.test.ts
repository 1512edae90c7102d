import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createApp, EventStreams, swapArea } from '../../../src/adapters/express/index.js';
import { ok } from '../../../src/domain/shared/result.js';
import { coreHarness, DOLLAR, WELSH } from '../../support/core-harness.js';
import { readEvents, type EventReader } from '../../support/event-source.js';
import { DOCUMENT, responseCheck, validatorOf } from './described.js';
import { errorIn } from './error-in.js';
import { API } from './fake-core.js';

const { core, clock } = coreHarness();
const { check, notProduced } = responseCheck();
const seconds = { pass: () => {} };
const newEvents = (limits = {}) =>
  new EventStreams(limits, (work) => {
    seconds.pass = work;
    return () => {};
  });
const events = newEvents();

/** The block of the reserves, and the number of quotes made. */
const market = { block: 1, isReachable: true, quotes: 0, factor: 1n };
const quotes: typeof core.quotes = {
  ...core.quotes,
  block: async () =>
    market.isReachable
      ? ok(market.block)
      : { ok: false, error: { kind: 'chain-unreachable', reason: 'no node' } },
  quote: async (input) => {
    market.quotes += 1;
    if (input.amountIn === undefined) return core.quotes.quote(input);
    return core.quotes.quote({ ...input, amountIn: (input.amountIn * market.factor) as never });
  },
};
const appWith = (streams: EventStreams) =>
  createApp({
    areas: [swapArea({ ...core, quotes }, { clock, events: streams })],
    clock,
    requestIds: () => 'made',
    readiness: async () => ({ ready: true, reasons: [] }),
  });
const app = appWith(events);

let server: Server;
let stream: string;
beforeAll(async () => {
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  stream = `http://127.0.0.1:${(server.address() as AddressInfo).port}${API}/quote/stream`;
});
afterAll(async () => {
  events.close();
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

const SWAP = `tokenIn=${WELSH}&tokenOut=${DOLLAR}`;
const isQuote = validatorOf(DOCUMENT.components.schemas['Quote']!);
const amountOf = async (reader: EventReader) => {
  const event = (await reader.next())!;
  expect(event.type).toBe('quote');
  expect(isQuote(event.data)).toBe(true);
  return (event.data as { amountInExact: string }).amountInExact;
};
/** Passes a second, and waits until the streams' quotes are made. */
const second = async () => {
  seconds.pass();
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
};

describe('a stream of a quote', () => {
  it('sends the quote at once and after each block that changes it, once for all of its streams', async () => {
    const readers = [
      await readEvents(`${stream}?${SWAP}&amount=1000`),
      await readEvents(`${stream}?amount=1000&${SWAP}`),
    ];
    expect(readers[0]!.headers['content-type']).toBe('text/event-stream');
    for (const reader of readers) expect(await amountOf(reader)).toBe('1000');
    await second();
    market.quotes = 0;
    await second();
    expect(market.quotes).toBe(0);
    // A block that changes nothing sends nothing.
    market.block = 2;
    await second();
    expect(market.quotes).toBe(1);
    market.block = 3;
    market.factor = 2n;
    await second();
    for (const reader of readers) expect(await amountOf(reader)).toBe('2000');
    expect(market.quotes).toBe(2);
    market.factor = 1n;
    readers.forEach((reader) => reader.close());
  });

  it('sends nothing while the vaults cannot be read, and the change afterwards', async () => {
    const reader = await readEvents(`${stream}?${SWAP}&amount=500`);
    expect(await amountOf(reader)).toBe('500');
    market.isReachable = false;
    market.factor = 3n;
    await second();
    market.isReachable = true;
    market.block = 4;
    await second();
    expect(await amountOf(reader)).toBe('1500');
    market.factor = 1n;
    reader.close();
  });

  it('follows a wanted output, and a missing route by its reason', async () => {
    const wanted = await readEvents(`${stream}?${SWAP}&amountOut=1000`);
    expect((await wanted.next())!.data).toMatchObject({ isLeast: true });
    const missing = await readEvents(`${stream}?tokenIn=${WELSH}&tokenOut=${WELSH}&amount=1`);
    expect((await missing.next())!.data).toMatchObject({ reason: 'same-token' });
    wanted.close();
    missing.close();
  });

  it.each([
    [`${SWAP}`, 'Missing amount parameter'],
    [`${SWAP}&amount=1&amountOut=1`, 'Invalid amountOut parameter. Must not be sent together with amount.'],
    [`${SWAP}&amount=x`, 'Invalid amount parameter. Must be a positive integer.'],
    [`${SWAP}&amountOut=x`, 'Invalid amountOut parameter. Must be a positive integer.'],
    [`${SWAP}&amount=1&slippage=2`, 'Invalid slippage parameter. Must be a fraction from 0 to 0.5.'],
    [`${SWAP}&amount=1&slipage=0.1`, 'Unknown parameter slipage; did you mean slippage?'],
    ['tokenOut=a&amount=1', 'Missing tokenIn parameter'],
    ['tokenIn=a&amount=1', 'Missing tokenOut parameter'],
    ['tokenIn=a&tokenIn=b&tokenOut=a&amount=1', 'Invalid tokenIn parameter. Must be one contract id.'],
    ['tokenIn=a&tokenOut=b&tokenOut=a&amount=1', 'Invalid tokenOut parameter. Must be one contract id.'],
  ])('refuses ?%s before it begins', async (query, error) => {
    const response = await request(app).get(`${API}/quote/stream?${query}`);
    check(response);
    expect([response.status, errorIn(response)]).toMatchObject([400, { error }]);
  });

  it('refuses one more than there are places', async () => {
    for (const [limits, status] of [
      [{ perAddress: 1 }, 429],
      [{ atATime: 1 }, 503],
    ] as const) {
      const few = newEvents(limits);
      const full = createServer(appWith(few)).listen(0, '127.0.0.1');
      await once(full, 'listening');
      const { port } = full.address() as AddressInfo;
      const open = await readEvents(`http://127.0.0.1:${port}${API}/quote/stream?${SWAP}&amount=1`);
      const refused = await request(full).get(`${API}/quote/stream?${SWAP}&amount=1`);
      check(refused);
      expect(refused.status).toBe(status);
      open.close();
      few.close();
      full.close();
      full.closeAllConnections();
    }
  });

  it('refuses more than 500 different quotes of all callers', async () => {
    const many = newEvents({ perAddress: 0 });
    const full = createServer(appWith(many)).listen(0, '127.0.0.1');
    await once(full, 'listening');
    const url = `http://127.0.0.1:${(full.address() as AddressInfo).port}${API}/quote/stream?${SWAP}`;
    const open: EventReader[] = [];
    for (let n = 1; n <= 500; n++) {
      open.push(await readEvents(`${url}&amount=${n}`));
      await open.at(-1)!.next();
    }
    const refused = await request(full).get(`${API}/quote/stream?${SWAP}&amount=501`);
    check(refused);
    expect([refused.status, errorIn(refused)]).toMatchObject([503, { code: 'streams-busy' }]);
    const same = await readEvents(`${url}&amount=500`);
    expect(await amountOf(same)).toBe('500');
    [...open, same].forEach((reader) => reader.close());
    many.close();
    full.close();
    full.closeAllConnections();
  });

  it('describes no error that the tests above do not produce', () => {
    expect(notProduced(['followQuote'])).toEqual([]);
  });
});
