import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { jest, describe, expect, it } from '@jest/globals';
import { ask, aPricedService, CHA, LEGACY_API, PRICES_API, SBTC } from './price-service.js';

const LIST = `${PRICES_API}/prices`;

const DECODED = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (bytes: Buffer) => bytes,
} as const;

describe.each([
  ['the list', LIST, 'public, max-age=60'],
  ['the list with sparklines', `${LIST}?sparkline=1`, 'public, max-age=60'],
  ['a part of the list', `${LIST}?tokens=${CHA},${SBTC}`, 'public, max-age=60'],
  ['the list with an unknown parameter', `${LIST}?utm=1`, 'public, max-age=60'],
  ['one token', `${LIST}/${CHA}`, 'public, max-age=60'],
  ['a history', `${LIST}/${CHA}/history?interval=1d&fill=previous`, 'public, max-age=60'],
  ['the legacy list', `${LEGACY_API}/prices?details=true`, 'public, max-age=30'],
])('%s', (_name, path, caching) => {
  it('has the same content in every encoding, on the first request and when it is kept', async () => {
    const { app } = await aPricedService();
    const plain = await ask(app, path);
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const encoding of ['br', 'gzip', 'identity', 'br', 'gzip', 'identity'] as const) {
      const { status, headers, body } = await ask(app, path, { headers: { 'accept-encoding': encoding } });
      expect(status).toBe(200);
      const isCompressed = plain.body.length >= 512 && encoding !== 'identity';
      expect(headers['content-encoding']).toBe(isCompressed ? encoding : undefined);
      expect(headers['content-length']).toBe(String(body.length));
      expect(headers).toMatchObject({ etag: plain.headers['etag'], vary: 'Accept-Encoding' });
      expect(headers['cache-control']).toBe(caching);
      expect(DECODED[isCompressed ? encoding : 'identity'](body)).toEqual(plain.body);
    }
  });

  it('returns 304 without a body when If-None-Match names its ETag', async () => {
    const { app } = await aPricedService();
    const { headers } = await ask(app, path, { headers: { 'accept-encoding': 'br' } });
    const tag = headers['etag'] as string;
    expect(tag).toMatch(/^W\/"[\w-]+"$/);
    for (const named of [tag, tag.slice(2), '*', `"x", ${tag}`, `W/"y",${tag.slice(2)}, "z"`]) {
      for (const method of ['GET', 'HEAD']) {
        const again = await ask(app, path, {
          method,
          headers: { 'if-none-match': named, 'accept-encoding': 'gzip' },
        });
        expect([again.status, again.body.length]).toEqual([304, 0]);
        expect(again.headers).toMatchObject({ etag: tag, vary: 'Accept-Encoding', 'cache-control': caching });
        expect(again.headers['content-encoding']).toBeUndefined();
        expect(again.headers['x-request-id']).toBe('made');
      }
    }
    for (const other of ['"x"', '', tag.slice(3, -1), `${tag.slice(0, -1)}x"`]) {
      expect((await ask(app, path, { headers: { 'if-none-match': other } })).status).toBe(200);
    }
  });

  it('responds to HEAD with the headers alone, even on the first request', async () => {
    const { app } = await aPricedService();
    for (const _ of [1, 2]) {
      const head = await ask(app, path, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } });
      const get = await ask(app, path, { headers: { 'accept-encoding': 'gzip' } });
      expect([head.status, head.body.length]).toEqual([200, 0]);
      const { date: _head, ...headers } = head.headers;
      expect(get.headers).toMatchObject(headers);
      expect(head.headers['content-length']).toBe(String(get.body.length));
    }
  });

  it('changes with the next run and when a price becomes stale, not earlier', async () => {
    const { app, clock, record, core } = await aPricedService();
    const tagNow = async () => (await ask(app, path)).headers['etag'];
    const first = await tagNow();
    await core.prices.refresh();
    expect(await tagNow()).toBe(first);
    clock.advance(300_000);
    await record(new Map([[CHA, { usd: 0.3, sbtc: 0.000003, liquidityUsd: 1, roundTripLoss: 2 }]]));
    const second = await tagNow();
    expect(second).not.toBe(first);
    const before = await ask(app, path, { headers: { 'if-none-match': String(first) } });
    expect(before.status).toBe(200);
  });
});

describe('a price response', () => {
  it('changes its ETag when a price becomes stale', async () => {
    const { app, clock } = await aPricedService();
    const fresh = await ask(app, LIST);
    clock.advance(15 * 60_000);
    const stillFresh = await ask(app, LIST, { headers: { 'if-none-match': String(fresh.headers['etag']) } });
    expect(stillFresh.status).toBe(304);
    clock.advance(1);
    const stale = await ask(app, LIST, { headers: { 'if-none-match': String(fresh.headers['etag']) } });
    expect(stale.status).toBe(200);
    expect(stale.body.toString()).toContain('"stale":true');
  });

  it('is made once for concurrent and later requests', async () => {
    const { app, core } = await aPricedService();
    const list = jest.spyOn(core.prices, 'list');
    await Promise.all([1, 2, 3].map(() => ask(app, LIST)));
    await ask(app, LIST);
    expect(list).toHaveBeenCalledTimes(1);
  });

  it('is not kept for a URL with unknown parameters', async () => {
    const { app, core } = await aPricedService();
    const list = jest.spyOn(core.prices, 'list');
    for (let n = 0; n < 3; n++) await ask(app, `${LIST}?x=1`);
    expect(list).toHaveBeenCalledTimes(3);
  });

  it('is not kept when the request is refused', async () => {
    const { app, core } = await aPricedService();
    const find = jest.spyOn(core.prices, 'find');
    for (let n = 0; n < 2; n++) expect((await ask(app, `${LIST}/x.y`)).status).toBe(404);
    expect(find).toHaveBeenCalledTimes(2);
  });
});
