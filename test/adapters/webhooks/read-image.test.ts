import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { makeReadImage, type PublicOptions } from '../../../src/adapters/webhooks/index.js';
import { err, ok } from '../../../src/domain/shared/result.js';
import { aCertificate } from './certificate.js';

const HOST = 'images.example.com';
const CERTIFICATE = aCertificate(HOST);
const FILE = Buffer.from([0, 255, 137, 80]);

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

async function serve(handle: RequestListener): Promise<string> {
  server = createServer(CERTIFICATE, handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `https://${HOST}:${(server.address() as AddressInfo).port}`;
}

/** As if 127.0.0.1 were public. */
const read = (more: PublicOptions = {}) =>
  makeReadImage({
    resolve: async (host) => (host === HOST ? ['127.0.0.1'] : host === 'mixed.example.com' ? MIXED : []),
    isPublic: (address) => address === '127.0.0.1',
    ca: CERTIFICATE.cert,
    ...more,
  });
/** A name with a public and a private address, of which a connection might use either. */
const MIXED = ['127.0.0.1', '10.0.0.1'];

describe('the image of a token', () => {
  it('is read over https byte for byte, whatever type its host states', async () => {
    let accept: string | undefined;
    const base = await serve((req, res) => {
      accept = req.headers.accept;
      res.writeHead(200, { 'content-type': 'text/html' }).end(FILE);
    });
    expect(await read()(`${base}/a.png`)).toEqual(ok(FILE));
    expect(accept).toBe('image/png, image/jpeg, image/webp, image/gif');
  });

  it('may be in the address itself', async () => {
    const at = `data:image/png;base64,${FILE.toString('base64')}`;
    expect(await makeReadImage()(at)).toEqual(ok(FILE));
  });

  it('is never read from an address that is not public, nor after a redirect to one', async () => {
    let asked = 0;
    const base = await serve((req, res) => {
      asked++;
      res.writeHead(302, { location: decodeURIComponent(req.url!.slice(1)) }).end();
    });
    const refused = [
      'https://mixed.example.com/a.png',
      'https://10.0.0.1/a.png',
      'https://[::1]/a.png',
      'https://[::ffff:127.0.0.1]/a.png',
      'https://169.254.169.254/latest',
      'https://localhost/a.png',
      `http://${HOST}/a.png`,
      'data:image/png,a',
    ];
    for (const address of refused)
      expect([address, await read()(address)]).toMatchObject([address, { ok: false }]);
    expect(asked).toBe(0);
    for (const address of refused)
      expect([address, await read()(`${base}/${encodeURIComponent(address)}`)]).toMatchObject([
        address,
        { ok: false },
      ]);
    expect(asked).toBe(refused.length);
    // By default this machine itself is not public.
    expect(await makeReadImage({ resolve: async () => ['127.0.0.1'] })(base)).toEqual(
      err('the host has an address that is not public'),
    );
  });

  it('is bounded in bytes, redirects and time, also if the body comes slowly', async () => {
    const base = await serve((req, res) => {
      if (req.url === '/large') res.end(Buffer.alloc(1_100_000));
      else if (req.url === '/full') res.end(Buffer.alloc(1_048_576));
      else if (req.url === '/slow') res.writeHead(200).write('x');
      else if (req.url === '/round') res.writeHead(302, { location: '/round' }).end();
      else if (req.url === '/cut') {
        res.writeHead(200, { 'content-length': '9' }).write('x', () => res.destroy());
      } else res.writeHead(404).end();
    });
    const get = (path: string, more?: PublicOptions) => read(more)(`${base}${path}`);
    expect(await get('/large')).toMatchObject({ error: expect.stringContaining('1048576 bytes') });
    expect(await get('/full')).toMatchObject({ ok: true });
    expect(await get('/slow', { timeoutMs: 200 })).toMatchObject({ ok: false });
    expect(await get('/round')).toEqual(err('more than 3 redirects'));
    expect(await get('/cut')).toEqual(err('the connection was closed'));
    expect(await get('/none')).toEqual(err('status 404'));
  });
});
