import { describe, expect, it } from '@jest/globals';
import request, { type Response } from 'supertest';
import {
  createApp,
  pricesArea,
  startingApp,
  swapArea,
  type Origins,
} from '../../../src/adapters/express/index.js';
import { coreHarness } from '../../support/core-harness.js';
import { OPERATIONS } from './described.js';
import { OWN_SITE, wholeApp } from './whole-app.js';

const PAGE = 'https://wallet.example';
const ORDERS = '/swap/api/v1/orders';
const QUOTE = '/swap/api/v1/quote?tokenIn=.stx&tokenOut=.stx&amount=1';

/** What callers of this interface send, and what a page's tracing adds. */
const SENT = [
  ...['content-type', 'authorization', 'x-api-key', 'idempotency-key', 'last-event-id', 'if-none-match'],
  ...[
    'x-message',
    'x-signature',
    'x-public-key',
    'x-wallet-address',
    'x-timestamp',
    'x-request-id',
    'traceparent',
  ],
];

/** Headers that a page reads without permission, or that are not for pages. */
const NOT_EXPOSED = [
  'cache-control',
  'vary',
  'content-type',
  'content-length',
  'last-modified',
  'expires',
  'content-disposition',
];

const METHOD = { GET: 'get', POST: 'post', PATCH: 'patch', DELETE: 'delete' } as const;

const { app } = wholeApp();

const preflight = (path: string, method: string, { origin = PAGE, on = app } = {}) =>
  request(on)
    .options(path)
    .set({
      Origin: origin,
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': SENT.join(','),
    });

const listOf = (response: Response, header: string): readonly string[] =>
  (response.get(header) ?? '').split(',').map((name) => name.trim());

/** A preflight that a browser takes: a 2xx that names the origin, the method and every header. */
function expectAllowed(response: Response, method: string): void {
  expect([response.status, response.get('access-control-allow-origin')]).toEqual([204, '*']);
  expect(listOf(response, 'access-control-allow-methods')).toContain(method);
  expect(listOf(response, 'access-control-allow-headers')).toEqual(SENT);
  expect(response.get('access-control-max-age')).toBe('7200');
  expect(response.get('access-control-allow-credentials')).toBeUndefined();
}

describe('a page of any origin', () => {
  const areas = OPERATIONS.filter(({ area }) => !['root', 'metadata'].includes(area.name));

  it.each(areas.map(({ operation, path }) => [operation.id, operation.method.toUpperCase(), path] as const))(
    'may send %s with every header',
    async (_id, method, path) => {
      expectAllowed(await preflight(path.replace(/\{\w+\}/g, 'x'), method), method);
    },
  );

  it.each([
    ['GET', `${ORDERS}/x`, 404],
    ['GET', `${ORDERS}?limit=x`, 400],
    ['DELETE', `${ORDERS}/x`, 405],
    ['GET', '/swap/api/v1/nowhere', 404],
    ['POST', '/nowhere', 404],
    ['PATCH', `${ORDERS}/x/cancel`, 404],
    ['POST', `${ORDERS}/%E0%A4%A/execute`, 400],
    ['GET', '/prices/api/v1/prices/x.y', 404],
    ['GET', '/app/api/v0/nowhere', 404],
  ] as const)('reads the error of %s %s, which is %i', async (method, path, status) => {
    expectAllowed(await preflight(path, method), method);
    const response = await request(app)[METHOD[method]](path).set('Origin', PAGE);
    expect([response.status, response.get('access-control-allow-origin')]).toEqual([status, '*']);
    expect(listOf(response, 'access-control-expose-headers')).toContain('X-Request-Id');
  });

  it('reads that a call is over a limit, and when to call again', async () => {
    const { core, clock } = coreHarness();
    const limited = createApp({
      areas: [swapArea(core, { clock })],
      clock,
      rates: { creates: 1 },
      requestIds: () => 'an-id',
      readiness: async () => ({ ready: true, reasons: [] }),
    });
    const place = () => request(limited).post(`${ORDERS}/new`).set('Origin', PAGE).send({});
    await place();
    const refused = await place();
    expect([refused.status, refused.get('access-control-allow-origin')]).toEqual([429, '*']);
    expect(listOf(refused, 'access-control-expose-headers')).toContain('Retry-After');
  });

  it('reads that the process is still starting, whatever it calls', async () => {
    const { clock } = coreHarness();
    const starting = startingApp({ clock, requestIds: () => 'an-id', waitsFor: () => 'the database' });
    expectAllowed(await preflight(`${ORDERS}/new`, 'POST', { on: starting }), 'POST');
    const response = await request(starting).post(`${ORDERS}/new`).set('Origin', PAGE).send({});
    expect([response.status, response.get('access-control-allow-origin')]).toEqual([503, '*']);
  });

  it('reads every header that an operation describes', async () => {
    const exposed = listOf(await request(app).get(ORDERS), 'access-control-expose-headers').map((name) =>
      name.toLowerCase(),
    );
    const described = OPERATIONS.flatMap(({ operation: { responses, errors } }) =>
      [...responses, ...errors].flatMap(({ headers = {} }) => Object.keys(headers)),
    );
    const hidden = described.map((name) => name.toLowerCase()).filter((name) => !exposed.includes(name));
    expect(hidden.filter((name) => !NOT_EXPOSED.includes(name))).toEqual([]);
    expect(exposed).toContain('etag');
  });

  it('cannot send JSON without a preflight, as text or a form', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const response = await request(app).post(`${ORDERS}/new`).type(type).send('{}');
      expect(response.status).toBe(415);
    }
  });

  it('gets no permission for the metrics or for the metadata area, whose origins the operator names', async () => {
    expect((await request(app).get('/metrics').set('Origin', PAGE)).get('access-control-allow-origin')).toBe(
      undefined,
    );
    for (const path of ['/metadata/api/v1/metadata', '/metadata/nowhere']) {
      const own = await preflight(path, 'POST', { origin: OWN_SITE });
      expect([own.status, own.get('access-control-allow-origin')]).toEqual([204, OWN_SITE]);
      const other = await preflight(path, 'POST');
      expect(other.get('access-control-allow-origin')).toBeUndefined();
      expect(other.get('vary')).toContain('Origin');
    }
  });

  it('learns nothing of a private network: such a preflight has no permission of its own', async () => {
    const asked = await preflight(ORDERS, 'POST').set('Access-Control-Request-Private-Network', 'true');
    expect(asked.get('access-control-allow-private-network')).toBeUndefined();
  });
});

describe('origins that the operator lists', () => {
  const { core, clock } = coreHarness();
  const serve = (corsOrigins: Origins) =>
    createApp({
      areas: [swapArea(core, { clock, corsOrigins }), pricesArea(core, { clock, corsOrigins })],
      corsOrigins,
      clock,
      requestIds: () => 'an-id',
      readiness: async () => ({ ready: true, reasons: [] }),
    });
  const listed = serve([PAGE, 'chrome-extension://abc']);

  // The quote twice: the second one is kept.
  it.each([
    ORDERS,
    QUOTE,
    QUOTE,
    `${ORDERS}/x`,
    '/prices/api/v1/prices',
    '/prices/api/v1/nowhere',
    '/nowhere',
  ])('are the only ones whose pages read %s, and caches keep the responses apart', async (path) => {
    for (const [origin, expected] of [
      [PAGE, PAGE],
      ['chrome-extension://abc', 'chrome-extension://abc'],
      ['https://evil.example', undefined],
      [`${PAGE}.evil.example`, undefined],
      ['null', undefined],
    ] as const) {
      const response = await request(listed).get(path).set('Origin', origin);
      expect([origin, response.get('access-control-allow-origin')]).toEqual([origin, expected]);
      expect(listOf(response, 'vary')).toContain('Origin');
    }
    const fromProgram = await request(listed).get(path);
    expect(fromProgram.get('access-control-allow-origin')).toBeUndefined();
    expect(listOf(fromProgram, 'vary')).toContain('Origin');
  });

  it('are the only ones whose pages place orders', async () => {
    const asked = (origin: string) => preflight(`${ORDERS}/new`, 'POST', { origin, on: listed });
    expect((await asked(PAGE)).get('access-control-allow-origin')).toBe(PAGE);
    expect((await asked('https://evil.example')).get('access-control-allow-origin')).toBeUndefined();
  });
});
