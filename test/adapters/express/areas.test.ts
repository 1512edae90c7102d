import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text as allTextOf } from 'node:stream/consumers';
import { Router } from 'express';
import request from 'supertest';
import { swapArea, type Area, type Origins, type Problem } from '../../../src/adapters/express/index.js';
import { always, text } from '../../../src/adapters/express/schema/schema.js';
import { field, fields, named } from '../../../src/adapters/express/schema/shape.js';
import { TokenBook } from '../../../src/domain/metadata-record/token-book.js';
import { ok } from '../../../src/domain/shared/result.js';
import { anOpenOrder, T0 } from '../../support/builders.js';
import { fixedClock } from '../../support/fixed-clock.js';
import { API, appWith } from './fake-core.js';
import { errorIn } from './error-in.js';

const timestamp = T0.toISOString();
const get = async () => ok(anOpenOrder());
const tokens = async () => new TokenBook([], new Map());

const OLD_ERROR = named(
  'OldError',
  fields<Problem>()({ status: field(always('error'), () => 'error' as const), error: text('what is wrong') }),
);

/** An area with one path and an error body of its own. */
function anArea(name: string): Area {
  const router = Router();
  router.get('/hello', (_req, res) => void res.json({ from: name }));
  return { name, mount: `/${name}`, router, error: OLD_ERROR, serves: () => true };
}

const aSwapArea = (options: { readonly corsOrigins?: Origins } = {}): Area => {
  const none = {} as never;
  const core = {
    orders: { get, tokens, evaluate: async () => undefined, marksOf: async () => () => undefined } as never,
    plans: none,
    quotes: none,
    wallets: none,
    apiKeys: none,
    webhooks: none,
    alerts: { follow: none } as never,
    idempotency: none,
    sending: none,
  };
  return swapArea(core, { clock: fixedClock(T0), ...options });
};

describe('hosts', () => {
  const areas = [aSwapArea(), anArea('legacy')];
  const app = appWith({}, { areas, hosts: { swap: 'Swap.Example.org', legacy: 'old.example.org' } });

  it.each(['swap.example.org', 'SWAP.example.ORG', 'swap.example.org:3000'])(
    'serve their area at the root: %s',
    async (host) => {
      const response = await request(app).get('/api/v1/orders/x').set('Host', host);
      expect(response.status).toBe(200);
    },
  );

  it('keep the mounts and the process’s own paths', async () => {
    const asked = (path: string) => request(app).get(path).set('Host', 'swap.example.org');
    expect((await asked(`${API}/orders/x`)).status).toBe(200);
    expect((await asked('/healthz')).body).toEqual({ status: 'ok' });
    expect((await asked('/legacy/hello')).body).toEqual({ from: 'legacy' });
  });

  it('do not serve another host’s area', async () => {
    expect((await request(app).get('/api/v1/orders/x')).status).toBe(404);
    expect((await request(app).get('/api/v1/orders/x').set('Host', 'old.example.org')).status).toBe(404);
    expect((await request(app).get('/hello').set('Host', 'old.example.org')).body).toEqual({
      from: 'legacy',
    });
    expect((await request(app).get('/api/v1/orders/x').set('Host', 'swap.example.org.evil')).status).toBe(
      404,
    );
  });

  it('are refused with 400 when a request names two of them, which a proxy and Node may read differently', async () => {
    const server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      socket.write(
        'GET /hello HTTP/1.1\r\nHost: old.example.org\r\nhost: swap.example.org\r\nConnection: close\r\n\r\n',
      );
      const response = await allTextOf(socket);
      expect(response).toMatch(/^HTTP\/1\.1 400 /);
      expect(response).toContain('Malformed request');
    } finally {
      server.close();
    }
  });

  it('return 404 in their area’s error shape for unknown paths', async () => {
    const unknown = await request(app).get('/nothing').set('Host', 'old.example.org');
    expect(unknown.status).toBe(404);
    expect(unknown.body).toEqual({ status: 'error', error: 'Not found' });
    expect((await request(app).get('/legacy/nothing')).body).toEqual({ status: 'error', error: 'Not found' });
    const details = { path: '/swap/nothing' };
    const error = { error: 'Not found', timestamp, code: 'not-found', details };
    expect(errorIn(await request(app).get('/swap/nothing'))).toEqual(error);
  });

  it('suggest paths as their callers reach them, without the prefix on a host of their own', async () => {
    const hintOf = async (path: string, host: string) =>
      ((await request(app).get(path).set('Host', host)).body as { hint?: string }).hint;
    expect(await hintOf('/api/v1/order', 'swap.example.org')).toMatch(
      /did you mean GET \/api\/v1\/orders\?$/,
    );
    expect(await hintOf('/swap/api/v1/order', 'swap.example.org')).toMatch(/GET \/swap\/api\/v1\/orders\?$/);
    expect(await hintOf('/swap/api/v1/order', '127.0.0.1')).toMatch(/GET \/swap\/api\/v1\/orders\?$/);
  });

  it('must name an area that is served', () => {
    expect(() => appWith({}, { areas, hosts: { prices: 'p.example.org' } })).toThrow(/prices/);
  });
});

describe('an area that is left out', () => {
  it('returns 404', async () => {
    const response = await request(appWith({ orders: { get } }, { areas: [] })).get(`${API}/orders/x`);
    expect(response.status).toBe(404);
  });
});

describe('origins', () => {
  const allowed = async (corsOrigins: Origins | undefined, origin: string) => {
    const area = aSwapArea(corsOrigins === undefined ? {} : { corsOrigins });
    const response = await request(appWith({}, { areas: [area] }))
      .get(`${API}/orders/x`)
      .set('Origin', origin);
    return response.get('access-control-allow-origin');
  };

  it('may all read orders when no list is given', async () => {
    expect(await allowed(undefined, 'https://a.org')).toBe('*');
  });

  it('may read orders when they are listed', async () => {
    expect(await allowed(['https://a.org', 'https://b.org'], 'https://b.org')).toBe('https://b.org');
    expect(await allowed(['https://a.org'], 'https://evil.org')).toBeUndefined();
    expect(await allowed([], 'https://a.org')).toBeUndefined();
  });
});

describe('the process’s own paths', () => {
  it('report that it is up', async () => {
    const response = await request(appWith({})).get('/healthz');
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ status: 'ok' });
  });

  it('report whether it is ready', async () => {
    expect((await request(appWith({})).get('/readyz')).body).toEqual({ status: 'ready' });
    const readiness = async () => ({ ready: false, reasons: ['the chain cannot be reached'] });
    const response = await request(appWith({}, { readiness })).get('/readyz');
    expect(response.status).toBe(503);
    expect(response.body).toEqual({ status: 'unready', reasons: ['the chain cannot be reached'] });
  });

  it.each([
    [true, true, 200, 'degraded'],
    [true, false, 200, 'ready'],
    [false, true, 503, 'unready'],
  ])(
    'count the tokens without a price: ready %p, degraded %p is %i %s',
    async (ready, isDegraded, status, word) => {
      const unpriced = { tokens: 1, ofRegistered: 4, reasons: [{ reason: 'no-route', tokens: 1 }] };
      const readiness = async () => ({ ready, reasons: [], unpriced: { ...unpriced, isDegraded } });
      const response = await request(appWith({}, { readiness })).get('/readyz');
      expect(response.status).toBe(status);
      expect(response.body).toMatchObject({ status: word, unpriced });
    },
  );

  it('return the time to any page', async () => {
    const response = await request(appWith({})).get('/time').set('Origin', 'https://a.org');
    expect(response.body).toEqual({ now: T0.getTime(), iso: timestamp });
    expect(response.get('access-control-allow-origin')).toBe('*');
  });

  it('return the devnet when there is one', async () => {
    const devnet = async () => ({ accounts: [] });
    expect((await request(appWith({}, { devnet })).get('/devnet')).body).toEqual({ accounts: [] });
    expect((await request(appWith({})).get('/devnet')).status).toBe(404);
  });
});
