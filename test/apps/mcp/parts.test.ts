import { IncomingMessage, type RequestListener } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from '@jest/globals';
import { CallsInProgress } from '../../../src/apps/mcp/calls-in-progress.js';
import { docsIn } from '../../../src/apps/mcp/doc-resources.js';
import { inProcessFetch } from '../../../src/apps/mcp/in-process-fetch.js';

it('gives a caller no more places than its own, and frees each once', () => {
  const calls = new CallsInProgress({ perCaller: 2, inAll: 3 });
  const leave = calls.enter('a')!;
  calls.enter('a');
  expect(calls.enter('a')).toBeUndefined();
  calls.enter('b');
  expect(calls.enter('c')).toBeUndefined();
  leave();
  leave();
  expect(calls.enter('c')).toBeDefined();
  expect(calls.enter('c')).toBeUndefined();
});

it('lists every page of the docs and reads it in parts whose texts are the page', async () => {
  const docs = docsIn(new URL('../../../docs/', import.meta.url));
  expect(docs.list.length).toBeGreaterThan(50);
  const first = await docs.read('sluice://docs/explanation/security');
  expect(first).toContain('?part=2');
  expect(await docs.read('sluice://docs/explanation/security?part=99')).toBeUndefined();
  for (const uri of [
    'sluice://docs/adr/0001-layout',
    'sluice://docs/../package',
    'file:///etc/passwd',
    'sluice://docs/how-to/',
  ])
    expect(await docs.read(uri)).toBeUndefined();
});

it('is empty without a folder of docs', () => {
  expect(docsIn(new URL('file:///nowhere/')).list).toEqual([]);
});

/** A request that came from an address through a proxy. */
function requestFrom(remoteAddress: string, forwarded: string): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
  return Object.assign(new IncomingMessage(socket), {
    headers: { 'x-forwarded-for': forwarded, cookie: 'x' },
  });
}

it('reaches the listener as from the caller’s address, with body and status, and without its cookies', async () => {
  const listener: RequestListener = (req, res) => {
    let body = '';
    req.on('data', (chunk) => (body += String(chunk)));
    req.on('end', () => {
      const { remoteAddress } = req.socket;
      const { host, cookie } = req.headers;
      res.writeHead(201, { 'content-type': 'application/json' });
      res.end(
        JSON.stringify({
          remoteAddress,
          forwarded: req.headers['x-forwarded-for'],
          host,
          cookie,
          url: req.url,
          body,
        }),
      );
    });
  };
  const fetchInside = inProcessFetch(listener)(requestFrom('203.0.113.7', '198.51.100.1'));
  const response = await fetchInside('http://localhost/a?b=1', { method: 'POST', body: '{"ü":1}' });
  expect(response.status).toBe(201);
  expect(await response.json()).toEqual({
    remoteAddress: '203.0.113.7',
    forwarded: '198.51.100.1',
    host: 'localhost',
    url: '/a?b=1',
    body: '{"ü":1}',
  });
});

it('ends a request within the process when its caller is gone', async () => {
  const ending = new AbortController();
  let close = () => {};
  const closed = new Promise<void>((resolve) => (close = resolve));
  const fetchInside = inProcessFetch((_req, res) => {
    res.once('close', () => close());
    ending.abort();
  })(requestFrom('127.0.0.1', ''));
  await expect(fetchInside('http://localhost/', { signal: ending.signal })).rejects.toThrow();
  await closed;
});
