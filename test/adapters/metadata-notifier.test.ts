import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { HttpMetadataNotifier } from '../../src/adapters/metadata-notifier/http-metadata-notifier.js';
import type { ContractId } from '../../src/domain/shared/contract-id.js';
import { AN_OWNER } from '../support/builders.js';

const TOKEN = `${AN_OWNER}.token` as ContractId;
let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/reread?key=secret`;
}

/** Notifies as the core does and returns the reported failure. */
async function failureOf(url: string, timeoutMs = 5_000): Promise<readonly [ContractId, string]> {
  const failures: (readonly [ContractId, string])[] = [];
  const notifier = new HttpMetadataNotifier({
    url,
    timeoutMs,
    onFailed: (contractId, reason) => void failures.push([contractId, reason]),
  });
  await notifier.notify(TOKEN).catch((error: unknown) => notifier.notifyFailed(TOKEN, error));
  expect(failures).toHaveLength(1);
  return failures[0]!;
}

describe('HttpMetadataNotifier', () => {
  it('posts the contract id of the saved record as JSON', async () => {
    const received: unknown[] = [];
    const url = await serve((req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => {
        const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
        received.push([req.method, req.url, req.headers['content-type'], body]);
        res.writeHead(202).end('thanks');
      });
    });
    await new HttpMetadataNotifier({ url, onFailed: () => undefined }).notify(TOKEN);
    expect(received).toEqual([['POST', '/reread?key=secret', 'application/json', { contractId: TOKEN }]]);
  });

  it('reports a failure when the service refuses the notification or redirects it', async () => {
    const refusing = await serve((_req, res) => void res.writeHead(503).end());
    expect(await failureOf(refusing)).toEqual([TOKEN, 'status 503']);
    server?.close();
    const moved = await serve((_req, res) => void res.writeHead(302, { location: '/elsewhere' }).end());
    expect((await failureOf(moved))[1]).not.toContain('secret');
  });

  it('reports a failure when the service does not respond within the time-out', async () => {
    const url = await serve(() => undefined);
    expect(await failureOf(url, 20)).toEqual([TOKEN, 'no response in time']);
  });

  it('reports the network error code when the connection is refused', async () => {
    const url = await serve(() => undefined);
    server?.close();
    await once(server!, 'close');
    expect(await failureOf(url)).toEqual([TOKEN, 'ECONNREFUSED']);
  });
});
