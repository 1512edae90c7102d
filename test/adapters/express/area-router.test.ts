import { gzipSync } from 'node:zlib';
import express from 'express';
import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import {
  createApp,
  legacyRouter,
  metadataRouter,
  openApiDocument,
  describeAreas,
  pricesRouter,
  swapRouter,
  vaultsRouter,
  type OpenApiDocument,
  type RouterOptions,
} from '../../../src/adapters/express/index.js';
import { coreHarness, DOLLAR, signedInput, WELSH } from '../../support/core-harness.js';

/** A program with a body parser, Sluice under /dex, and a route of its own there. */
function host(options: RouterOptions = {}) {
  const { core, clock } = coreHarness();
  const app = express();
  app.use(express.json());
  app.use('/dex', swapRouter(core, { clock, ...options }));
  app.get('/dex/about', (_req, res) => void res.json({ own: true }));
  app.use((error: Error, _req: unknown, res: express.Response, _next: unknown) => {
    res.status(500).json({ caught: error.message });
  });
  return request(app);
}

const QUOTE = `/dex/api/v1/quote?tokenIn=${WELSH}&tokenOut=${DOLLAR}&amount=1000000`;

describe('an area as a router of another program', () => {
  it('serves its routes under the prefix, and takes bodies that the program has parsed', async () => {
    const dex = host();
    expect((await dex.get(QUOTE)).body).toMatchObject({
      data: { path: [{ contractId: WELSH }, { contractId: DOLLAR }] },
    });
    const order = signedInput();
    const placed = await dex.post('/dex/api/v1/orders/new').send(order);
    expect(placed).toMatchObject({ status: 200, body: { data: { status: 'open' } } });
    const listed = await dex.get('/dex/api/v1/orders?limit=5');
    expect(listed.body).toMatchObject({ data: [{ owner: order['owner'] }] });
  });

  it('responds to its own errors', async () => {
    const refused = await host().post('/dex/api/v1/orders/new').send({ owner: 'x' });
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid-order' } });
    expect(refused.headers['x-request-id']).toBeDefined();
    const method = await host({ fallThrough: true }).put('/dex/api/v1/orders');
    expect(method).toMatchObject({ status: 405, body: { code: 'method-not-allowed' } });
  });

  it('refuses a longer body than its own limit if the program reads longer ones', async () => {
    const { core, clock } = coreHarness();
    const app = express();
    app.use(express.json({ limit: '50mb' }));
    app.use('/dex', swapRouter(core, { clock }));
    const order = { ...signedInput(), metadata: { note: 'x'.repeat(200_000) } };
    const post = () => request(app).post('/dex/api/v1/orders/new').type('json');
    const tooLarge = { status: 413, body: { code: 'body-too-large' } };
    expect(await post().send(order)).toMatchObject(tooLarge);
    const compressed = post()
      .set('Content-Encoding', 'gzip')
      .serialize((body) => body as string);
    expect(await compressed.send(gzipSync(JSON.stringify(order)) as never)).toMatchObject(tooLarge);
    expect(await post().send(signedInput())).toMatchObject({ status: 200 });
  });

  it('reads and refuses bodies by itself if it is mounted before the program’s parser', async () => {
    const { core, clock } = coreHarness();
    const app = express();
    app.use('/dex', swapRouter(core, { clock, fallThrough: true }));
    app.use(express.json());
    app.post('/dex/own', (req, res) => void res.json({ read: req.body as unknown }));
    const broken = await request(app).post('/dex/api/v1/orders/new').type('json').send('{');
    expect(broken).toMatchObject({ status: 400, body: { code: 'malformed-json' } });
    const own = await request(app).post('/dex/own').send({ a: 1 });
    expect(own.body).toEqual({ read: { a: 1 } });
  });

  it('responds with 404 to paths that it does not have', async () => {
    expect(await host().get('/dex/about')).toMatchObject({ status: 404, body: { error: 'Not found' } });
  });

  it('leaves such paths to the routes after it on request', async () => {
    const own = await host({ fallThrough: true }).get('/dex/about');
    expect(own).toMatchObject({ status: 200, body: { own: true } });
    expect(Object.keys(own.headers).sort()).toEqual(
      ['connection', 'content-length', 'content-type', 'date', 'etag', 'x-powered-by'].sort(),
    );
    expect(await host({ fallThrough: true }).get('/dex/unknown')).toMatchObject({
      status: 404,
      text: /Cannot GET/,
    });
  });

  it('names the prefix as the server of its OpenAPI document, whose paths and samples start there', async () => {
    for (const options of [{}, { fallThrough: true }]) {
      const body = (await host(options).get('/dex/openapi.json')).body as OpenApiDocument;
      expect(body.servers).toEqual([{ url: '/dex', description: 'this server' }]);
      expect(Object.keys(body.paths)).toContain('/api/v1/orders/new');
      expect(body.paths['/api/v1/quote']?.['get']?.['x-codeSamples'][0]?.source).toContain(
        '$BASE/api/v1/quote',
      );
      expect(JSON.stringify(body)).not.toContain('$BASE/swap');
    }
  });

  it('describes only what it serves', async () => {
    const { core, clock } = coreHarness();
    const app = express();
    app.use('/prices', pricesRouter(core, { clock }));
    const body = (await request(app).get('/prices/openapi.json')).body as OpenApiDocument;
    expect(body.info.description).toContain('inside another program');
    expect(body.info.description).not.toMatch(/One process|\/healthz/);
    expect('/embed/chart' in body.paths).toBe(false);
    expect('/llms.txt' in body.paths).toBe(true);
    const words = (await request(app).get('/prices/llms.txt')).text;
    expect(words).toContain('GET /prices/api/v1/prices');
    expect(words).not.toContain('/embed');
  });

  it('exists for each area, and one program may use any number of them', async () => {
    const { core, clock, ports } = coreHarness();
    const app = express();
    app.use('/swap', swapRouter(core));
    app.use('/prices', pricesRouter(core, { clock }));
    app.use('/old', legacyRouter(core, { clock, registry: ports.registry, ping: async () => {} }));
    app.use('/tokens', metadataRouter(core, { clock }));
    app.use('/vaults', vaultsRouter(core, { clock, fallThrough: true }));
    const paths = ['/swap/api/v1/orders', '/prices/api/v1/prices', '/old/api/v1/prices'];
    for (const path of [
      ...paths,
      '/tokens/api/v1/metadata/list',
      '/vaults/api/v0/vaults',
      '/vaults/openapi.json',
    ])
      expect({ path, status: (await request(app).get(path)).status }).toEqual({ path, status: 200 });
  });
});

describe('the headers of a program around a router', () => {
  /** A program that sets these headers ahead of the routers. */
  function headed(headers: Readonly<Record<string, string>>, options: RouterOptions = {}) {
    const { core, clock } = coreHarness();
    const app = express();
    app.use((_req, res, next) => void next(res.set(headers) && undefined));
    app.use('/dex', swapRouter(core, { clock, ...options }));
    app.use('/prices', pricesRouter(core, { clock, ...options }));
    return request(app);
  }
  const PATHS = [
    QUOTE,
    '/dex/api/v1/orders',
    '/prices/api/v1/prices',
    '/prices/openapi.json',
    '/dex/nowhere',
  ];

  it('keep the values that it has given them, in every kind of response', async () => {
    const own = {
      'strict-transport-security': 'max-age=60',
      'x-frame-options': 'DENY',
      'content-security-policy': "default-src 'none'",
      'access-control-allow-origin': 'https://app.example.org',
      'x-request-id': 'of-the-host',
    };
    const app = headed(own);
    // Twice: the second response may be one that was kept.
    for (const path of [...PATHS, ...PATHS]) {
      const { headers } = await app.get(path).set('X-Request-Id', 'of-the-caller');
      expect({ path, headers }).toMatchObject({
        path,
        headers: { ...own, 'x-content-type-options': 'nosniff' },
      });
      expect(headers['access-control-expose-headers']).toBeUndefined();
    }
    expect((await app.get('/dex/nowhere')).body).toMatchObject({ requestId: 'of-the-host' });
  });

  it('are left out if they hold for all of its paths', async () => {
    const app = headed({});
    for (const path of PATHS) {
      const { headers } = await app.get(path);
      expect(headers['strict-transport-security']).toBeUndefined();
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    }
    expect((await app.get(QUOTE)).headers['access-control-allow-origin']).toBe('*');
  });

  it('decide alone which pages may read responses with the option cors: false', async () => {
    const app = headed({ Vary: 'Origin' }, { cors: false });
    for (const path of PATHS) {
      const { headers } = await app.get(path).set('Origin', 'https://elsewhere.example');
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      expect(headers['vary']).toContain('Origin');
    }
  });

  it('do not make a response cacheable', async () => {
    const refused = await headed({ 'Cache-Control': 'public, max-age=600' }).get('/dex/nowhere');
    expect(refused.headers['cache-control']).toBe('no-store');
  });

  it('hold the id that its logger has given the request', async () => {
    const { core, clock } = coreHarness();
    const app = express();
    app.use((req, _res, next) => void next(void Object.assign(req, { id: 7 })));
    app.use('/dex', swapRouter(core, { clock }));
    expect((await request(app).get('/dex/nowhere')).headers['x-request-id']).toBe('7');
  });
});

describe('the whole interface inside another program', () => {
  it('names the prefix as the server of its OpenAPI document', async () => {
    const { clock } = coreHarness();
    const openApi = openApiDocument({ areas: describeAreas([]), version: '1.0.0' });
    const readiness = async () => ({ ready: true, reasons: [] });
    const dex = createApp({ areas: [], clock, requestIds: () => 'a-request', readiness, openApi });
    const app = express().use('/dex', dex).use(dex);
    const serversAt = async (path: string) =>
      ((await request(app).get(path)).body as OpenApiDocument).servers[0]?.url;
    expect(await serversAt('/dex/openapi.json')).toBe('/dex');
    expect(await serversAt('/openapi.json')).toBe('/');
  });
});
