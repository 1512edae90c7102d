import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createHttpClient } from '../../../src/adapters/stacks/node/http.js';
import type {
  CountedRequest,
  HttpEvent,
  HttpOptions,
} from '../../../src/adapters/stacks/node/http-attempt.js';
import { RequestBudget, type RequestPurpose } from '../../../src/adapters/stacks/node/request-budget.js';
import { ScriptedHost } from './support/scripted-host.js';

let host: ScriptedHost;
let events: HttpEvent[];
let nowMs: number;

beforeEach(async () => {
  host = await ScriptedHost.start();
  events = [];
  nowMs = 0;
});
afterEach(() => host.stop());

const client = (options: Partial<HttpOptions> = {}) =>
  createHttpClient({
    baseUrl: host.url,
    timeoutMs: 2_000,
    firstPauseMs: 1,
    maxPauseMs: 5,
    monotonicMs: () => nowMs,
    onEvent: (event) => events.push(event),
    ...options,
  });

const INFO = { status: 200, body: { height: 7 } };
const good = { ok: true, value: INFO };
const unreachable = (reason: unknown) => ({ ok: false, error: { kind: 'chain-unreachable', reason } });

describe('createHttpClient get and query', () => {
  it('returns status and JSON from below the base path, and sends the API key', async () => {
    host.script('/node/v2/info', INFO);
    expect(await client({ baseUrl: `${host.url}/node/`, apiKey: 'k1' }).get('/v2/info?x=1')).toEqual(good);
    expect(host.seen[0]).toMatchObject({ path: '/node/v2/info?x=1', headers: { 'x-api-key': 'k1' } });
  });

  it('returns a refusal with its status, whether or not it is JSON', async () => {
    host.script('/a', { status: 404, body: Buffer.from('<html>') });
    expect(await client().get('/a')).toEqual({ ok: true, value: { status: 404, body: undefined } });
    expect(host.seen).toHaveLength(1);
  });

  it('repeats a read of a block that one of several hosts behind the address does not have yet', async () => {
    host.script('/a', { status: 404, body: 'Chain tip not found' }, INFO);
    expect(await client().get('/a?tip=cc')).toEqual(good);
    expect(events).toEqual([
      { kind: 'retry', reason: 'a host that lacks the block', delayMs: expect.any(Number) },
    ]);
  });

  it('repeats a read once, at once, when the host has closed the connection that carried a response before', async () => {
    host.script('/a', INFO, { fault: 'cut' }, INFO);
    const http = client({ retries: 0, failuresToOpen: 1 });
    expect(await http.get('/a')).toEqual(good);
    expect(await http.get('/a')).toEqual(good);
    expect(host.seen).toHaveLength(3);
    expect(events).toEqual([]);
    host.script('/a', { fault: 'cut' });
    expect(await http.get('/a')).toMatchObject({ ok: false });
    expect(host.seen).toHaveLength(5);
  });

  it('never repeats what it sends on a connection that the host has closed', async () => {
    host.script('/a', INFO);
    host.script('/v2/transactions', { fault: 'cut' });
    const http = client();
    expect(await http.get('/a')).toEqual(good);
    expect(await http.sendOnce('/v2/transactions', Buffer.of(1))).toMatchObject({ ok: false });
    expect(host.seen).toHaveLength(2);
  });

  it('counts a host that lacks a block as healthy', async () => {
    host.script('/a', { status: 404, body: 'Chain tip not found' });
    const http = client({ retries: 0, failuresToOpen: 1 });
    expect(await http.get('/a?tip=cc')).toEqual(unreachable('GET /a?tip=cc: a host that lacks the block'));
    host.script('/a', INFO);
    expect(await http.get('/a')).toEqual(good);
  });

  it.each([
    ['a 500', { status: 500 }, 'status 500'],
    ['a 429', { status: 429 }, 'status 429'],
    ['a cut connection', { fault: 'cut' as const }, 'UND_ERR_SOCKET'],
    ['half a response', { fault: 'cut-body' as const, body: 'x'.repeat(100) }, 'UND_ERR_SOCKET'],
    ['garbage', { body: Buffer.from('<html>') }, 'a response that is not JSON'],
  ])('repeats a read with jitter after %s', async (_, failure, reason) => {
    host.script('/a', failure, failure, INFO);
    expect(await client().get('/a')).toEqual(good);
    expect(events).toEqual([
      { kind: 'retry', reason, delayMs: expect.any(Number) },
      { kind: 'retry', reason, delayMs: expect.any(Number) },
    ]);
  });

  it('repeats a read at most as often as configured', async () => {
    host.script('/a', { status: 502 });
    expect(await client({ retries: 3 }).query('/a', { x: 1 })).toEqual(unreachable('POST /a: status 502'));
    expect(host.seen.map(({ body }) => body.toString())).toEqual(Array(4).fill('{"x":1}'));
  });

  it('fails at the timeout when no response comes', async () => {
    host.script('/a', { fault: 'hang' });
    expect(await client({ timeoutMs: 30, retries: 1 }).get('/a')).toEqual(
      unreachable('GET /a: no response in 30 ms'),
    );
    expect(host.seen).toHaveLength(2);
  });

  it('fails as chain-unreachable when the connection is refused', async () => {
    const { url } = host;
    await host.stop();
    expect(await createHttpClient({ baseUrl: url, retries: 0 }).get('/a')).toEqual(
      unreachable('GET /a: ECONNREFUSED'),
    );
    host = await ScriptedHost.start();
  });
});

describe('createHttpClient with Retry-After', () => {
  it('reads nothing from the host during the pause that it requests', async () => {
    host.script('/a', { status: 429, headers: { 'retry-after': '30' } }, INFO);
    const http = client();
    expect(await http.get('/a')).toMatchObject(unreachable('GET /a: status 429'));
    expect(await http.get('/b')).toEqual({
      ok: false,
      error: {
        kind: 'chain-unreachable',
        reason: 'GET /b: the host asked for a pause',
        retryAfterMs: 30_000,
      },
    });
    expect(await http.query('/c', {})).toMatchObject({ error: { retryAfterMs: 30_000 } });
    nowMs = 29_999;
    expect((await http.get('/a')).ok).toBe(false);
    expect(host.seen).toHaveLength(1);
    nowMs = 30_001;
    expect(await http.get('/a')).toEqual(good);
    expect(events[0]).toEqual({ kind: 'host-paused', pauseMs: 30_000 });
  });

  it('sends a transaction during the pause that the host requests', async () => {
    host.script('/a', { status: 429, headers: { 'retry-after': '30' } });
    host.script('/c', INFO);
    const http = client();
    await http.get('/a');
    expect(await http.sendOnce('/c', Buffer.of(1))).toEqual(good);
    expect(host.seen.map(({ path }) => path)).toEqual(['/a', '/c']);
  });

  it('waits within the call when the requested pause is short', async () => {
    host.script('/a', { status: 503, headers: { 'retry-after': '1' } }, INFO);
    const started = performance.now();
    const http = client({ maxPauseMs: 1_500, monotonicMs: () => performance.now() });
    expect(await http.get('/a')).toEqual(good);
    expect(performance.now() - started).toBeGreaterThanOrEqual(999);
    expect(host.seen).toHaveLength(2);
  });

  it("measures a date from the response's own Date", async () => {
    const headers = { date: 'Fri, 01 Jan 2021 00:00:00 GMT', 'retry-after': 'Fri, 01 Jan 2021 00:00:20 GMT' };
    host.script('/a', { status: 503, headers });
    await client().get('/a');
    expect(events).toContainEqual({ kind: 'host-paused', pauseMs: 20_000 });
  });

  it.each(['soon', '-5', '0'])('does not pause for the value %p', async (retryAfter) => {
    host.script('/a', { status: 429, headers: { 'retry-after': retryAfter } }, INFO);
    expect(await client().get('/a')).toEqual(good);
  });

  it('pauses for a minute at most', async () => {
    host.script('/a', { status: 429, headers: { 'retry-after': '86400' } });
    await client().get('/a');
    expect(events).toContainEqual({ kind: 'host-paused', pauseMs: 60_000 });
  });
});

describe('the circuit breaker of createHttpClient', () => {
  const suspended = unreachable('GET /a: too many failures, requests are suspended');

  it('opens after consecutive failures, rejects requests, and closes after a success', async () => {
    host.script('/a', { status: 500 }, { status: 500 }, { status: 500 }, INFO);
    const http = client({ retries: 0, failuresToOpen: 3, openMs: 1_000 });
    for (let i = 0; i < 3; i++) await http.get('/a');
    expect(events).toEqual([{ kind: 'circuit-opened' }]);
    nowMs = 999;
    expect(await http.get('/a')).toEqual(suspended);
    nowMs = 1_000;
    expect(await http.get('/a')).toEqual(good);
    expect(events).toEqual([{ kind: 'circuit-opened' }, { kind: 'circuit-closed' }]);
  });

  it.each([
    ['set back by an hour', -3_600_000],
    ['set an hour ahead', 3_600_000],
  ])('opens for as long, and again after another failure, when the clock is %s meanwhile', async (_, by) => {
    host.script('/a', { status: 500 }, { status: 500 }, { status: 500 }, INFO);
    const http = client({ retries: 0, failuresToOpen: 2, openMs: 1_000 });
    for (let i = 0; i < 2; i++) await http.get('/a');
    const now = Date.now();
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now + by);
    try {
      nowMs = 999;
      expect(await http.get('/a')).toEqual(suspended);
      nowMs = 1_000;
      expect(await http.get('/a')).toEqual(unreachable('GET /a: status 500'));
      nowMs = 1_999;
      expect(await http.get('/a')).toEqual(suspended);
      nowMs = 2_000;
      expect(await http.get('/a')).toEqual(good);
    } finally {
      clock.mockRestore();
    }
  });

  it('sends nothing while it is open', async () => {
    host.script('/a', { status: 500 });
    const http = client({ retries: 0, failuresToOpen: 2, openMs: 600_000 });
    for (let i = 0; i < 10; i++) await http.get('/a');
    expect((await http.sendOnce('/a', Buffer.of(1))).ok).toBe(false);
    expect(host.seen).toHaveLength(2);
  });

  it('stays closed after exhausted quotas and refusals', async () => {
    host.script('/a', { status: 429 });
    const http = client({ retries: 0, failuresToOpen: 2 });
    for (let i = 0; i < 5; i++) await http.get('/a');
    for (let i = 0; i < 5; i++) await http.get('/unknown');
    expect(host.seen).toHaveLength(10);
  });
});

describe('sendOnce of createHttpClient', () => {
  it('sends the bytes unchanged', async () => {
    host.script('/tx', { body: 'id' });
    expect(await client().sendOnce('/tx', Buffer.of(0, 255, 10))).toEqual({
      ok: true,
      value: { status: 200, body: 'id' },
    });
    expect(host.seen[0]).toMatchObject({
      headers: { 'content-type': 'application/octet-stream' },
      body: Buffer.of(0, 255, 10),
    });
  });

  it.each([
    ['a 500', { status: 500 }],
    ['a 429', { status: 429 }],
    ['a cut connection', { fault: 'cut' as const }],
    ['no response', { fault: 'hang' as const }],
  ])('does not repeat the request after %s', async (_, failure) => {
    host.script('/tx', failure);
    expect((await client({ timeoutMs: 500 }).sendOnce('/tx', Buffer.of(1))).ok).toBe(false);
    expect(host.seen).toHaveLength(1);
  });
});

describe('createHttpClient with an allowance', () => {
  const WITHHELD = (purpose: string) => `GET /a: the request allowance for ${purpose} is used up`;

  function limited() {
    const requests: CountedRequest[] = [];
    const budget = new RequestBudget({ perMinute: 10, monotonicMs: () => nowMs });
    const http = client({ budget, onRequest: (request) => requests.push(request) });
    const resultsOf = (purpose: RequestPurpose) =>
      requests.filter((each) => each.purpose === purpose).map(({ result }) => result);
    return { http, resultsOf };
  }
  const times = (n: number, call: () => Promise<unknown>) => Promise.all(Array.from({ length: n }, call));

  it('withholds reads of reserves before reads for sending, and says when to try again', async () => {
    host.script('/a', INFO);
    const { http, resultsOf } = limited();
    await times(5, () => http.as('market').get('/a'));
    nowMs = 15_000;
    expect(await http.as('market').get('/a')).toEqual({
      ok: false,
      error: { kind: 'chain-unreachable', reason: WITHHELD('market'), retryAfterMs: 45_000 },
    });
    await times(5, () => http.as('sending').get('/a'));
    expect(await http.as('sending').get('/a')).toMatchObject(unreachable(WITHHELD('sending')));
    expect(host.seen).toHaveLength(10);
    nowMs = 60_000;
    expect(await http.as('market').get('/a')).toEqual(good);
    expect(resultsOf('market')).toEqual([...Array<string>(5).fill('answered'), 'withheld', 'answered']);
    expect(resultsOf('sending')).toEqual([...Array<string>(5).fill('answered'), 'withheld']);
  });

  it('sends a transaction when the allowance is used up, and counts it', async () => {
    host.script('/a', INFO);
    const { http, resultsOf } = limited();
    await times(10, () => http.as('sending').get('/a'));
    expect(await http.sendOnce('/a', Buffer.of(1))).toEqual(good);
    expect(resultsOf('sending')).toEqual(Array<string>(11).fill('answered'));
    nowMs = 59_999;
    expect(await http.as('sending').get('/a')).toMatchObject(unreachable(WITHHELD('sending')));
  });

  it('counts every attempt of a repeated read', async () => {
    host.script('/a', { status: 500 }, { status: 429 }, INFO);
    const { http, resultsOf } = limited();
    expect(await http.get('/a')).toEqual(good);
    expect(resultsOf('settlement')).toEqual(['failed', 'limited', 'answered']);
  });
});
