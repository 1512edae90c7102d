import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { ANOTHER_WALLET, A_WALLET } from '../../support/signing.js';
import { T0 } from '../../support/builders.js';
import { expectDescribed } from './described.js';
import {
  aMetadataService,
  METADATA,
  OWN_SITE,
  saveIn,
  TOKEN,
  type MetadataService,
} from './metadata-service.js';

let service: MetadataService;

beforeEach(() => {
  service = aMetadataService();
});

const RECORD = { name: 'A token', lastUpdated: '2026-01-01T00:00:00.000Z', mine: { kept: [1, null] } };
const OLD = { name: 'Old', symbol: 'OLD', decimals: '6', lastUpdated: '1750913233229' };

describe('GET /metadata/{contractId}', () => {
  it('returns the record as stored, in either format', async () => {
    await service.store({ [TOKEN]: RECORD, [`${TOKEN}-old`]: OLD });
    for (const [path, record] of [
      [`/${TOKEN}`, RECORD],
      [`/${TOKEN}-old`, OLD],
    ] as const) {
      const response = await service.get(path);
      expect([response.status, response.body]).toEqual([200, record]);
      expect(response.get('cache-control')).toBe('public, s-maxage=3600, stale-while-revalidate=86400');
      expectDescribed('getMetadata', response);
    }
  });

  it.each([TOKEN, 'nonsense', `${TOKEN}%20`, '%F0%9F%98%80', '__proto__', '%00'])(
    'returns 404 for the unknown contract id %s',
    async (id) => {
      await service.store({ [`${TOKEN}-other`]: RECORD });
      const response = await service.get(`/${id}`);
      expect([response.status, response.body]).toMatchObject([404, { error: 'Metadata not found' }]);
      expect(response.get('cache-control')).toBe('no-store');
      expectDescribed('getMetadata', response);
    },
  );

  it.each([
    ['the tag', (tag: string) => tag],
    ['its strong form', (tag: string) => tag.replace('W/', '')],
    ['a list', (tag: string) => `"a", ${tag}`],
    ['anything', () => '*'],
  ])('returns 304 to If-None-Match with %s, from the cache or not', async (_, name) => {
    await service.store({ [TOKEN]: RECORD });
    const tag = (await service.get(`/${TOKEN}`)).get('etag')!;
    const fresh = aMetadataService();
    await fresh.store({ [TOKEN]: RECORD });
    for (const { get } of [service, fresh]) {
      const response = await get(`/${TOKEN}`).set('If-None-Match', name(tag));
      expect([response.status, response.text, response.get('etag')]).toEqual([304, '', tag]);
      expect(response.get('cache-control')).toMatch(/^public/);
    }
    expect((await service.get(`/${TOKEN}`).set('If-None-Match', '"other"')).status).toBe(200);
  });

  it('has the same ETag for equal records only', async () => {
    await service.store({
      [TOKEN]: RECORD,
      [`${TOKEN}-b`]: RECORD,
      [`${TOKEN}-c`]: { ...RECORD, name: 'C' },
    });
    const tags: (string | undefined)[] = [];
    for (const id of [TOKEN, `${TOKEN}-b`, `${TOKEN}-c`])
      tags.push((await service.get(`/${id}`)).get('etag'));
    expect(tags[0]).toBe(tags[1]);
    expect(tags[2]).not.toBe(tags[0]);
  });

  it('responds to HEAD and OPTIONS, and 405 to other methods', async () => {
    await service.store({ [TOKEN]: RECORD });
    const head = await request(service.app).head(`${METADATA}/${TOKEN}`);
    expect([head.status, head.text, head.get('etag')]).toEqual([200, undefined, expect.any(String)]);
    const options = await request(service.app).options(`${METADATA}/${TOKEN}`);
    expect([options.status, options.get('allow')]).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
    const put = await request(service.app).put(`${METADATA}/${TOKEN}`);
    expect([put.status, put.body]).toMatchObject([405, { error: 'Method not allowed' }]);
  });

  it('shows saves of its own process at once, and of others within a second', async () => {
    expect((await service.get(`/${TOKEN}`)).status).toBe(404);
    await saveIn(service, { name: 'Mine' });
    expect((await service.get(`/${TOKEN}`)).body).toMatchObject({ name: 'Mine' });
    await service.store({ [TOKEN]: RECORD });
    service.clock.advance(1_000);
    expect((await service.get(`/${TOKEN}`)).body).toEqual(RECORD);
  });

  it('returns 500 without the cause when the storage fails', async () => {
    service.ports.metadata.state = async () => Promise.reject(new Error('connection refused: 10.0.0.7'));
    const response = await service.get(`/${TOKEN}`);
    expect(response.status).toBe(500);
    expect(response.body).toMatchObject({ success: false, error: 'Failed to fetch token metadata' });
    expect(response.text).not.toContain('10.0.0.7');
    expectDescribed('getMetadata', response);
  });

  it('returns 400 for a path that is not valid percent-encoding', async () => {
    const response = await service.get('/%ZZ');
    expect(response.status).toBe(400);
    expectDescribed('getMetadata', response);
  });
});

describe('GET /metadata/{contractId}/lint', () => {
  it('returns the findings for the record', async () => {
    await service.store({ [TOKEN]: { ...OLD, image: 'ftp://x' } });
    const response = await service.get(`/${TOKEN}/lint`);
    expect(response.body).toMatchObject({
      contractId: TOKEN,
      findings: expect.arrayContaining([
        expect.objectContaining({ code: 'image-scheme', field: 'image', severity: 'error' }),
        expect.objectContaining({ code: 'decimals-text', field: 'decimals', severity: 'warning' }),
      ]),
    });
    expectDescribed('lintMetadata', response);
  });

  it('returns 404 without a record', async () => {
    const response = await service.get(`/${TOKEN}/lint`);
    expect(response.status).toBe(404);
    expectDescribed('lintMetadata', response);
  });
});

describe('GET /metadata/list', () => {
  const [A, B, C] = [
    `${A_WALLET.address}.a`,
    `${A_WALLET.address}.b`,
    `${ANOTHER_WALLET.address}.c`,
  ] as const;

  beforeEach(() => service.store({ [C]: RECORD, [B]: OLD, [A]: RECORD }));

  interface List {
    readonly metadata: readonly { readonly contractId: string }[];
    readonly nextCursor?: string;
  }
  const list = async (query = ''): Promise<List> => {
    const response = await service.get(`/list${query}`);
    expect([response.status, response.body]).toMatchObject([200, { success: true }]);
    expect(response.get('cache-control')).toBe('public, s-maxage=300, stale-while-revalidate=900');
    expectDescribed('listMetadata', response);
    return response.body as List;
  };
  const idsIn = ({ metadata }: List) => metadata.map(({ contractId }) => contractId);
  const sorted = [A, B, C].sort();

  it('returns every record with its contract id, ordered by it', async () => {
    const all = await list();
    expect(idsIn(all)).toEqual(sorted);
    expect(all).toEqual({ success: true, metadata: expect.arrayContaining([{ ...OLD, contractId: B }]) });
  });

  it('returns only contract ids that start with principal', async () => {
    expect(idsIn(await list(`?principal=${A_WALLET.address}`))).toEqual([A, B]);
    expect(idsIn(await list(`?principal=${B}`))).toEqual([B]);
    for (const none of ['SP', 'unknown', '%25', '%00', A.toLowerCase()])
      expect(idsIn(await list(`?principal=${none}`))).toEqual([]);
    expect(idsIn(await list('?principal='))).toEqual(sorted);
  });

  it('returns pages with limit or cursor', async () => {
    const first = await list('?limit=2');
    expect(idsIn(first)).toEqual(sorted.slice(0, 2));
    const second = await list(`?limit=2&cursor=${first.nextCursor}`);
    expect([idsIn(second), second.nextCursor]).toEqual([sorted.slice(2), undefined]);
    expect(idsIn(await list(`?cursor=${first.nextCursor}`))).toEqual(sorted.slice(2));
    expect((await list('?limit=3')).nextCursor).toBeUndefined();
    const own = await list(`?limit=1&principal=${A_WALLET.address}`);
    expect(idsIn(await list(`?limit=1&principal=${A_WALLET.address}&cursor=${own.nextCursor}`))).toEqual([B]);
  });

  it.each(['limit=0', 'limit=1001', 'limit=x', 'limit=1&limit=2', 'cursor=x', 'principal=a&principal=b'])(
    'returns 400 for ?%s',
    async (query) => {
      const response = await service.get(`/list?${query}`);
      expect(response.status).toBe(400);
      expect((response.body as { error: string }).error).toMatch(/^Invalid \w+ parameter: must be /);
      expectDescribed('listMetadata', response);
    },
  );

  it('is built once for all callers until a record is saved', async () => {
    const { core, clock } = service;
    let readings = 0;
    const { follow } = core.metadata;
    Object.assign(core.metadata, {
      follow: (...query: Parameters<typeof follow>) => {
        readings++;
        return follow(...query);
      },
    });
    const tag = (await service.get('/list')).get('etag')!;
    await Promise.all([1, 2, 3].map(() => list()));
    clock.advance(5_000);
    expect((await service.get('/list').set('If-None-Match', tag)).status).toBe(304);
    expect(readings).toBe(1);
    await service.store({ [B]: RECORD });
    clock.advance(1_000);
    expect((await service.get('/list').set('If-None-Match', tag)).status).toBe(200);
    expect(readings).toBe(2);
  });

  it('is kept even when building it takes longer than the state of the storage is known', async () => {
    const { core, clock } = service;
    let readings = 0;
    const { follow } = core.metadata;
    Object.assign(core.metadata, {
      follow: (...query: Parameters<typeof follow>) => {
        readings++;
        clock.advance(3_000);
        return follow(...query);
      },
    });
    for (let n = 0; n < 3; n++) await list();
    expect(readings).toBe(1);
  });

  it('is compressed for clients that accept gzip', async () => {
    const plain = (await service.get('/list')).text;
    await service.store({ [A]: { name: 'x'.repeat(5_000) } });
    service.clock.advance(1_000);
    const response = await service.get('/list').set('Accept-Encoding', 'gzip');
    expect(response.get('content-encoding')).toBe('gzip');
    expect(response.text.length).toBeGreaterThan(plain.length);
    expect(response.get('vary')).toBe('Accept-Encoding, Origin');
  });

  it.each([
    ['', 'changesSince'],
    ['?limit=3', 'page'],
    [`?principal=${A_WALLET.address}`, 'page'],
    ['', 'state'],
  ] as const)(
    'returns 500 without the cause while the storage fails, and recovers with it: %p, %s',
    async (query, call) => {
      const { metadata } = service.ports;
      const before = { [call]: metadata[call].bind(metadata) };
      metadata[call] = async () => Promise.reject(new Error('connection refused: 10.0.0.7'));
      const response = await service.get(`/list${query}`);
      expect([response.status, response.body]).toMatchObject([
        500,
        { success: false, error: 'Failed to list tokens' },
      ]);
      expect(response.text).not.toContain('10.0.0.7');
      expectDescribed('listMetadata', response);
      Object.assign(metadata, before);
      expect(idsIn(await list(query))).toContain(A);
    },
  );

  it('is sent while it is read once it exceeds 8 MB, whole or of a deployer, in every byte the same list', async () => {
    const note = 'x'.repeat(100_000);
    const ids = Array.from({ length: 90 }, (_, n) => `${TOKEN}-${String(n).padStart(2, '0')}`);
    await service.store(Object.fromEntries(ids.map((id) => [id, { name: id, note }])));
    for (const path of ['/list', `/list?principal=${A_WALLET.address}`, '/list']) {
      const response = await service.get(path).set('Origin', OWN_SITE);
      const { metadata } = response.body as { metadata: { contractId: string; note?: string }[] };
      expect(response.text).toBe(JSON.stringify({ success: true, metadata }));
      const long = metadata.filter((record) => record.note === note);
      expect(long.map(({ contractId }) => contractId)).toEqual(ids);
      expect(response.headers).toMatchObject({
        'cache-control': 'public, s-maxage=300, stale-while-revalidate=900',
        'access-control-allow-origin': OWN_SITE,
      });
      expect(response.headers).not.toHaveProperty('etag');
    }
    const page = await service.get('/list?limit=1');
    expect((page.body as { metadata: unknown[] }).metadata).toHaveLength(1);
  });

  it('is read once for concurrent callers', async () => {
    const { metadata } = service.ports;
    const changesSince = metadata.changesSince.bind(metadata);
    let open = () => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    let readings = 0;
    metadata.changesSince = async (...query) => {
      readings++;
      await gate;
      return changesSince(...query);
    };
    const asking = [1, 2, 3].map(() => list());
    // The lists wait for the gate; this page does not.
    await list('?limit=1');
    open();
    for (const answer of await Promise.all(asking)) expect(idsIn(answer)).toEqual(sorted);
    expect(readings).toBe(1);
  });
});

describe('a web page of another origin', () => {
  it('may read only if the operator allows its origin, from the cache or not', async () => {
    await service.store({ [TOKEN]: RECORD });
    for (let n = 0; n < 3; n++) {
      for (const path of [`/${TOKEN}`, '/list']) {
        const own = await service.get(path).set('Origin', OWN_SITE);
        expect(own.get('access-control-allow-origin')).toBe(OWN_SITE);
        for (const origin of ['https://other.example', 'null', undefined]) {
          const response = await (origin === undefined
            ? service.get(path)
            : service.get(path).set('Origin', origin));
          expect(response.get('access-control-allow-origin')).toBeUndefined();
          expect(response.get('vary')).toContain('Origin');
        }
      }
    }
  });

  it('may save only if the operator allows its origin', async () => {
    const preflight = (origin: string) =>
      request(service.app).options(`${METADATA}/${TOKEN}`).set({
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type,x-signature,x-public-key,x-timestamp',
      });
    const own = await preflight(OWN_SITE);
    expect(own.get('access-control-allow-origin')).toBe(OWN_SITE);
    expect(own.get('access-control-allow-methods')).toContain('POST');
    expect(own.get('access-control-allow-headers')).toContain('x-signature');
    expect((await preflight('https://other.example')).get('access-control-allow-origin')).toBeUndefined();
  });

  it('may read errors if the operator allows its origin', async () => {
    const response = await saveIn(
      service,
      { name: 'x' },
      { headers: { origin: OWN_SITE, 'x-signature': '00' } },
    );
    expect([response.status, response.get('access-control-allow-origin')]).toEqual([401, OWN_SITE]);
  });
});

describe('lastUpdated', () => {
  it('is set by the server, whatever the body holds', async () => {
    const response = await saveIn(service, { name: 'x', lastUpdated: '1', contractId: 'y' });
    const body = response.body as { readonly metadata: object };
    expect(body).toMatchObject({ metadata: { name: 'x', lastUpdated: T0.toISOString() } });
    expect(body.metadata).not.toHaveProperty('contractId');
  });
});
