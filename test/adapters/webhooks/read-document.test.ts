import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { makeReadDocument, type PublicOptions } from '../../../src/adapters/webhooks/index.js';
import { err, ok } from '../../../src/domain/shared/result.js';
import { aCertificate } from './certificate.js';

const CERTIFICATE = aCertificate('tokens.example.com');
const HOST = 'tokens.example.com';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

/** Serves; returns the port. */
async function serve(handle: RequestListener): Promise<number> {
  server = createServer(CERTIFICATE, handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** As if 127.0.0.1 were public. */
const read = (more: PublicOptions = {}) =>
  makeReadDocument({
    resolve: async (host) =>
      host === HOST ? ['127.0.0.1'] : host === 'private.example.com' ? ['10.0.0.1'] : [],
    isPublic: (address) => address === '127.0.0.1',
    ca: CERTIFICATE.cert,
    ...more,
  });
const json =
  (body: string): RequestListener =>
  (_req, res) =>
    void res.end(body);

describe('a document that a token names', () => {
  it('is read over https, through redirects', async () => {
    const port = await serve((req, res) => {
      if (req.url === '/a') res.writeHead(302, { location: '/b' }).end();
      else res.end('{"name":"A"}');
    });
    expect(await read()(`https://${HOST}:${port}/a`)).toEqual(ok({ name: 'A' }));
  });

  it('is never read from an address that is not public, nor after a redirect to one', async () => {
    let asked = 0;
    const port = await serve((req, res) => {
      asked++;
      res.writeHead(302, { location: decodeURIComponent(req.url!.slice(1)) }).end();
    });
    const at = (location: string) => `https://${HOST}:${port}/${encodeURIComponent(location)}`;
    const refused = [
      'https://private.example.com/a',
      'https://10.0.0.1/a',
      'https://[::1]/a',
      'https://169.254.169.254/latest',
      'http://tokens.example.com/a',
      'file:///etc/passwd',
      'https://localhost/a',
      'https://user:secret@tokens.example.com/',
      'https://unknown.example.com/a',
      'nonsense',
    ];
    for (const address of refused)
      expect([address, await read()(address)]).toMatchObject([address, { ok: false }]);
    expect(asked).toBe(0);
    for (const address of refused.slice(0, 7))
      expect([address, await read()(at(address))]).toMatchObject([address, { ok: false }]);
    expect(asked).toBe(7);
    // By default this machine itself is not public.
    expect(await makeReadDocument({ resolve: async () => ['127.0.0.1'] })(at('/'))).toEqual(
      err('the host has an address that is not public'),
    );
  });

  it('is bounded in bytes, redirects and time', async () => {
    const port = await serve((req, res) => {
      if (req.url === '/large') res.end(`"${'x'.repeat(70_000)}"`);
      else if (req.url === '/interim') for (let n = 0; n < 20_000; n++) res.writeProcessing();
      else if (req.url === '/round') res.writeHead(302, { location: '/round' }).end();
    });
    const get = (path: string, more?: PublicOptions) => read(more)(`https://${HOST}:${port}${path}`);
    expect(await get('/large')).toMatchObject({ error: expect.stringContaining('65536 bytes') });
    expect(await get('/interim')).toMatchObject({ error: expect.stringContaining('65536 bytes') });
    expect(await get('/round')).toEqual(err('more than 3 redirects'));
    expect(await get('/silent', { timeoutMs: 100 })).toEqual(err('no response in time'));
  });

  it.each(['[]', 'null', '{', '{"__proto__":1}', '"text"'])(
    'must be JSON that is a safe object: %s',
    async (body) => {
      const port = await serve(json(body));
      expect(await read()(`https://${HOST}:${port}/`)).toEqual(err('the document is not a JSON object'));
    },
  );

  it('may be in the address itself', async () => {
    const none = read();
    expect(await none('data:application/json,{"name":"A%20B"}')).toEqual(ok({ name: 'A B' }));
    const base64 = Buffer.from('{"name":"ü"}').toString('base64');
    expect(await none(`data:application/json;base64,${base64}`)).toEqual(ok({ name: 'ü' }));
    expect(await none('data:application/json,%zz')).toMatchObject({ ok: false });
    expect(await none('data:text/html,<b>')).toMatchObject({ ok: false });
  });
});
