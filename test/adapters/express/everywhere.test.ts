import { once } from 'node:events';
import { createServer, request as rawRequest, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import express, { type ErrorRequestHandler } from 'express';
import request from 'supertest';
import { metadataArea, vaultsArea } from '../../../src/adapters/express/index.js';
import type { HttpError } from '../../../src/adapters/express/errors/problem.js';
import { unknownPath } from '../../../src/adapters/express/app/unknown-path.js';
import { StorageFailure } from '../../../src/ports/index.js';
import { ok } from '../../../src/domain/shared/result.js';
import { A_TOKEN, anOpenOrder, T0 } from '../../support/builders.js';
import { coreHarness } from '../../support/core-harness.js';
import { fixedClock } from '../../support/fixed-clock.js';
import { errorIn } from './error-in.js';
import { API, appWith } from './fake-core.js';

const timestamp = T0.toISOString();
const get = async () => ok(anOpenOrder());
const place = async () => ok(anOpenOrder());

describe('an unknown path', () => {
  it.each(['/', '/nothing', '/favicon.ico', `${API}/nothing`, '/swap/orders', '/swap/api', '/devnet', '//x'])(
    'returns 404 in JSON that names it: %s',
    async (path) => {
      const response = await request(appWith({})).get(path);
      expect(response.status).toBe(404);
      const details = { path };
      expect(errorIn(response)).toEqual({ error: 'Not found', timestamp, code: 'not-found', details });
    },
  );

  it.each([
    ['get', '/swap/orders', `GET ${API}/orders`],
    ['get', '/api/v1/orders', `GET ${API}/orders`],
    ['get', `${API}/order`, `GET ${API}/orders`],
    ['get', `${API}/Orders/x/event`, `GET ${API}/orders/{uuid}/events`],
    ['get', '/orders/x', `GET ${API}/orders/{uuid}`],
    ['post', '/orders/new', `POST ${API}/orders/new`],
    ['post', `${API}/orders/x/excute`, `POST ${API}/orders/{uuid}/execute`],
    ['get', '/swap/api/v2/quote', `GET ${API}/quote`],
    ['get', '/health', 'GET /healthz'],
  ] as const)('an unknown path near a known one suggests that: %s %s', async (method, path, meant) => {
    const { body } = (await request(appWith({}))[method](path)) as { body: unknown };
    const hint = `There is no ${method.toUpperCase()} ${path}; did you mean ${meant}?`;
    expect(body).toMatchObject({ code: 'not-found', hint });
  });

  it.each(['/', '/nothing', '/v1', '/a/b/c', `/${'orders/'.repeat(50)}x`])(
    'an unknown path near no known one gets no suggestion: %s',
    async (path) => {
      const { body } = (await request(appWith({})).get(path)) as { body: unknown };
      expect((body as { hint: string }).hint).toMatch(/^There is no GET [^;]*$/);
    },
  );

  it('is pointed to the index if there is one and no path is near', async () => {
    const root = ['/', '/llms.txt'].map((path) => ({ method: 'GET', path }));
    const app = express().use(unknownPath({ areas: [], root }));
    app.use(((thrown: HttpError, _req, res, _next) => {
      res.status(thrown.problem.status).json(thrown.problem);
    }) satisfies ErrorRequestHandler);
    const { body } = (await request(app).get('/docs')) as { body: unknown };
    expect(body).toMatchObject({
      hint: 'There is no GET /docs; GET / and GET /llms.txt list what there is',
    });
  });

  it('is repeated in part if it is long, without API keys', async () => {
    const { body } = (await request(appWith({})).get(`/ck_live_${'a'.repeat(64)}/${'x'.repeat(5_000)}`)) as {
      body: unknown;
    };
    const { path } = (body as { details: { path: string } }).details;
    expect([path.length, path.slice(0, 12)]).toEqual([80, '/ck_live_…/x']);
  });
});

describe('a known path with another method', () => {
  it.each([
    ['put', `${API}/orders`, 'GET, HEAD, OPTIONS'],
    ['get', `${API}/orders/new`, 'POST, OPTIONS'],
    ['delete', `${API}/orders/x`, 'GET, HEAD, PATCH, OPTIONS'],
    ['post', `${API}/orders/x/events`, 'GET, HEAD, OPTIONS'],
    ['get', `${API}/orders/x/execute`, 'POST, OPTIONS'],
    ['post', `${API}/orders/x/cancel`, 'PATCH, OPTIONS'],
    ['post', `${API}/quote`, 'GET, HEAD, OPTIONS'],
    ['post', '/healthz', 'GET, HEAD, OPTIONS'],
    ['patch', '/time', 'GET, HEAD, OPTIONS'],
  ] as const)('is 405 with Allow: %s %s', async (method, path, allow) => {
    const response = await request(appWith({}))[method](path);
    expect(response.status).toBe(405);
    expect(response.get('allow')).toBe(allow);
    expect(errorIn(response)).toEqual({ error: 'Method not allowed', timestamp, code: 'method-not-allowed' });
  });

  it.each([
    ['post', `${API}/orders`, `which takes GET, HEAD, OPTIONS; did you mean POST ${API}/orders/new?`],
    ['put', `${API}/orders/x`, 'which takes GET, HEAD, PATCH, OPTIONS'],
    ['put', `${API}/orders/new`, 'which takes POST, OPTIONS'],
  ] as const)('says what the path takes, and what was probably meant: %s %s', async (method, path, words) => {
    const { body } = (await request(appWith({}))[method](path)) as { body: unknown };
    const template = path.replace('/x', '/{uuid}');
    const hint = `${method.toUpperCase()} is not a method of ${template}, ${words}`;
    expect(body).toMatchObject({ code: 'method-not-allowed', hint });
  });

  it('returns 204 with Allow for OPTIONS', async () => {
    const app = appWith({});
    const reading = await request(app).options(`${API}/quote`);
    expect(reading.status).toBe(204);
    expect(reading.get('allow')).toBe('GET, HEAD, OPTIONS');
    expect(reading.get('access-control-allow-origin')).toBe('*');
    const mutation = await request(app).options(`${API}/orders/x/cancel`);
    expect(mutation.status).toBe(204);
    expect(mutation.get('allow')).toBe('PATCH, OPTIONS');
  });

  it('returns no body for HEAD', async () => {
    const response = await request(appWith({ orders: { get } })).head(`${API}/orders/x`);
    expect(response.status).toBe(200);
    expect(response.text).toBeUndefined();
  });
});

describe('a body', () => {
  const posting = (type = 'application/json') =>
    request(appWith({ orders: { placeJson: place } }))
      .post(`${API}/orders/new`)
      .set('Content-Type', type);

  it.each([
    ['text', 'text/plain', 'hello'],
    ['a form', 'application/x-www-form-urlencoded', 'a=1'],
    ['a media type that resembles JSON', 'application/vnd.api+json', '{}'],
    ['JSON in an unknown charset', 'application/json; charset=nonsense', '{}'],
    ['JSON in Latin-1', 'application/json; charset=iso-8859-1', '{}'],
  ])('a body that is %s gets 415', async (_, type, body) => {
    const response = await posting(type).send(body);
    expect(response.status).toBe(415);
    expect(response.body).toMatchObject({ timestamp, code: 'unsupported-media-type' });
    expect(Object.keys(errorIn(response))).toEqual(['error', 'timestamp', 'code']);
  });

  it('a body in an unknown encoding gets 415', async () => {
    const response = await posting().set('Content-Encoding', 'zip').send('{}');
    expect(response.status).toBe(415);
  });

  it('a body that is declared as compressed but is not gets 400', async () => {
    const response = await posting().set('Content-Encoding', 'gzip').send('{}');
    expect(response.status).toBe(400);
    expect(errorIn(response)).toEqual({ error: 'Malformed request', timestamp, code: 'malformed-request' });
  });

  it.each(['{', '{"a":}', "{'a':1}", '{"a":1}{"b":2}', 'undefined', '\u0000'])(
    'a body that is not JSON gets 400: %p',
    async (body) => {
      const response = await posting().send(body);
      expect(response.status).toBe(400);
      expect(errorIn(response)).toEqual({ error: 'Malformed JSON', timestamp, code: 'malformed-json' });
    },
  );

  const ofSize = (bytes: number) => JSON.stringify({ a: 'x'.repeat(bytes - '{"a":""}'.length) });

  it('a body of 100 KB is read, and one byte more gets 413', async () => {
    expect((await posting().send(ofSize(100 * 1024))).status).toBe(200);
    const response = await posting().send(ofSize(100 * 1024 + 1));
    expect(response.status).toBe(413);
    expect(errorIn(response)).toEqual({ error: 'Request body too large', timestamp, code: 'body-too-large' });
  });

  it('a body that is too large when decompressed gets 413', async () => {
    const packed = gzipSync(ofSize(5_000_000));
    const response = await posting()
      .set('Content-Encoding', 'gzip')
      .serialize((raw) => raw as string)
      .send(packed);
    expect(packed.length).toBeLessThan(100 * 1024);
    expect(response.status).toBe(413);
  });

  it('a body with the charset UTF-8 is read', async () => {
    expect((await posting('application/json; charset=UTF-8').send('{}')).status).toBe(200);
  });
});

/** Sends a path unchanged, which HTTP clients would normalise. */
async function ask(
  app: RequestListener,
  path: string,
  headers: Record<string, string> = {},
): Promise<number> {
  const server = createServer(app).listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const asking = rawRequest({ port, path, headers, agent: false }).end();
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  server.close();
  await once(server, 'close');
  return answer.statusCode ?? 0;
}

describe('a malformed path', () => {
  it.each([
    [`${API}/orders/%`, 400],
    [`${API}/orders/%zz`, 400],
    [`${API}/orders/%ff/events`, 400],
    [`${API}/orders?page=%zz`, 400],
    ['/%zz', 404],
    ['http://[', 404],
    ['*', 404],
  ])('%s gets %d', async (path, status) => {
    expect(await ask(appWith({}), path)).toBe(status);
  });
});

describe('x-request-id', () => {
  const idOf = async (given?: string) => {
    const asking = request(appWith({})).get('/healthz');
    return (await (given === undefined ? asking : asking.set('x-request-id', given))).get('x-request-id');
  };

  it('is made when the request has no such header', async () => expect(await idOf()).toBe('req-1'));

  it.each(['abc-123', 'x'.repeat(128), '{"a":"b c"}'])('is echoed: %s', async (id) => {
    expect(await idOf(id)).toBe(id);
  });

  it.each(['x'.repeat(129), 'caf\u00e9', 'tab\there', ''])(
    'is replaced when it is empty, too long or not printable ASCII: %p',
    async (id) => {
      expect(await idOf(id)).toBe('req-1');
    },
  );

  it('is on errors, too', async () => {
    const response = await request(appWith({})).get('/nothing').set('x-request-id', 'mine');
    expect(response.get('x-request-id')).toBe('mine');
  });
});

describe('every response', () => {
  it.each([
    ['/healthz', 'no-store'],
    ['/nothing', 'no-store'],
    // An order is revalidated with its ETag.
    [`${API}/orders/x`, 'no-cache'],
  ])('has security headers and Cache-Control: %s', async (path, caching) => {
    const response = await request(appWith({ orders: { get } })).get(path);
    expect(response.get('x-content-type-options')).toBe('nosniff');
    // An operator's domain may have subdomains of others.
    expect(response.get('strict-transport-security')).toMatch(/^max-age=\d+$/);
    expect(response.get('content-security-policy')).toContain("default-src 'self'");
    expect(response.get('x-powered-by')).toBeUndefined();
    expect(response.get('cache-control')).toBe(caching);
  });

  it.each<[string, () => Error]>([
    ['an error', () => new Error('secret of the database', { cause: new Error('deeper secret') })],
    ['an error with a status', () => Object.assign(new Error('secret'), { status: 502 })],
    ['text', () => 'secret' as unknown as Error],
    ['nothing', () => undefined as unknown as Error],
    ['null', () => null as unknown as Error],
  ])('is a 500 without the cause when a handler throws: %s', async (_, thrown) => {
    const fail = (): Promise<never> => Promise.reject(thrown());
    const response = await request(appWith({ plans: { list: fail } })).get(`${API}/strategies?owner=x`);
    expect(response.status).toBe(500);
    expect(response.text).not.toContain('secret');
    expect(errorIn(response)).toEqual({ error: 'Internal server error', timestamp, code: 'internal' });
  });

  const outage = (): Promise<never> =>
    Promise.reject(new StorageFailure('secret host', 'ECONNREFUSED', true));

  it.each([
    ['orders/x', 'Failed to fetch orders'],
    ['orders/x/events', 'Failed to fetch orders'],
    ['orders?limit=1', 'Failed to fetch orders'],
    ['quote?tokenIn=.stx&tokenOut=.stx&amount=1', 'Failed to load vault data'],
    ['strategies?owner=x', 'The database is not available; try again later'],
  ])(
    'is a 503 with Retry-After and the text of the operation, without the cause, while the database is unavailable: %s',
    async (path, error) => {
      const core = {
        orders: { get: outage, events: outage, list: outage },
        plans: { list: outage },
        quotes: { quote: outage },
      };
      const response = await request(appWith(core)).get(`${API}/${path}`);
      expect([response.status, response.get('retry-after')]).toEqual([503, '5']);
      expect(errorIn(response)).toEqual({ error, timestamp, code: 'storage-unavailable' });
    },
  );

  it('is a 503 in the shape and words of the vault listing and of the metadata service, too', async () => {
    const { core } = coreHarness();
    const metadata = { ...core.metadata, find: outage, save: outage };
    const vaults = { list: outage, figures: outage, registry: outage };
    const [clock, id] = [fixedClock(T0), `${A_TOKEN}`];
    const serve = (follow: typeof core.metadata.state) =>
      appWith(
        {},
        {
          areas: [
            vaultsArea({ vaults }, { clock }),
            metadataArea({ metadata: { ...metadata, state: follow } }, { clock }),
          ],
        },
      );
    const [away, saving] = [serve(outage), serve(core.metadata.state)];
    const calls: readonly [request.Test, string][] = [
      [request(away).get('/app/api/v0/vaults'), 'Failed to fetch vault data'],
      [request(away).get('/metadata/api/v1/metadata/list'), 'Failed to list tokens'],
      [request(away).get(`/metadata/api/v1/metadata/${id}`), 'Failed to fetch token metadata'],
      [request(saving).get(`/metadata/api/v1/metadata/${id}`), 'Failed to fetch token metadata'],
      [
        request(saving).post(`/metadata/api/v1/metadata/${id}`).send({ name: 'A token' }),
        'Failed to save metadata: the record could not be stored',
      ],
    ];
    for (const [call, error] of calls) {
      const response = await call;
      expect([response.status, response.get('retry-after')]).toEqual([503, '5']);
      expect(response.body).toMatchObject({ success: false, error, code: 'storage-unavailable' });
    }
  });
});
