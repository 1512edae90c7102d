import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { findChromium, HOW_TO_GET_CHROMIUM, openBrowser, type Browser } from '../sdk/client/chromium.js';
import { signRequest } from '../../src/adapters/stacks/signatures/wallet.js';
import { onlyOn } from '../support/databases.js';
import { useTestBed } from '../support/test-bed.js';
import type { Wallet } from '../support/test-chain.js';

const START_TIMEOUT_MS = 120_000;

const executable = await findChromium();
if (executable === undefined)
  process.stderr.write(`test/e2e/cross-origin.int.test.ts: ${HOW_TO_GET_CHROMIUM}\n`);

/** Reported as skipped when there is no browser. */
const inBrowser = executable === undefined ? describe.skip : describe;

/** What the page reads of a response. */
interface Read {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Opens a server whose every path is an empty page. */
async function openSite(): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer((_req, res) =>
    res.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>empty</title>'),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

inBrowser.each(onlyOn('SQLite'))('a page of another origin', ({ create }) => {
  let site: Awaited<ReturnType<typeof openSite>>;
  let browser: Browser;
  let page: Page;
  const bed = useTestBed(create);

  beforeAll(async () => {
    site = await openSite();
    browser = await openBrowser(executable!);
    page = await browser.context.newPage();
    await page.goto(site.url);
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await browser?.close();
    site?.server.closeAllConnections();
    site?.server.close();
  });

  /** Calls the server from the page. Rejects when the browser does not let the page read the response. */
  const call = (path: string, init: object = {}): Promise<Read> =>
    page.evaluate(
      `(async (url, init) => {
        const response = await fetch(url, init);
        return {
          status: response.status,
          body: await response.json(),
          headers: Object.fromEntries(response.headers),
        };
      })(${JSON.stringify(`${bed.exchange.sluice().swap}${path}`)}, ${JSON.stringify(init)})`,
    );
  const send = (method: string, path: string, body: unknown, headers: object = {}): Promise<Read> =>
    call(path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const proof = (fields: Record<string, string | readonly string[]>) => {
    const [{ privateKey }] = bed.chain.devnet.accounts as [Wallet];
    const message = { ...fields, timestamp: Date.now() };
    const audience = new URL(bed.exchange.sluice().url).origin;
    return signRequest(message, { privateKey, network: 'devnet', audience });
  };

  it('places an order and follows it until it is confirmed', async () => {
    const order = bed.exchange.signedOrder();
    const key = { 'idempotency-key': order.uuid };
    expect(await send('POST', '/orders/new', order, key)).toMatchObject({
      status: 200,
      body: { data: { uuid: order.uuid, status: 'open' } },
      headers: { 'x-request-id': expect.any(String) },
    });
    expect(await send('POST', '/orders/new', order, key)).toMatchObject({
      headers: { 'idempotency-replayed': 'true' },
    });
    const { uuid } = order;
    const headers = proof({ action: 'execute_order', uuid });
    expect(await call(`/orders/${uuid}/execute`, { method: 'POST', headers })).toMatchObject({ status: 200 });
    await bed.chain.control('/mine', { blocks: 1 });
    await bed.exchange.until(uuid, 'confirmed');
    expect(await call(`/orders/${uuid}`)).toMatchObject({
      status: 200,
      body: { data: { uuid, status: 'confirmed' } },
      headers: { etag: expect.any(String) },
    });
  });

  it('cancels an order with the wallet’s headers', async () => {
    const order = bed.exchange.signedOrder();
    await send('POST', '/orders/new', order);
    const headers = proof({ action: 'cancel_order', uuid: order.uuid });
    expect(await call(`/orders/${order.uuid}/cancel`, { method: 'PATCH', headers })).toMatchObject({
      status: 200,
      body: { data: { status: 'cancelled' } },
    });
  });

  it('creates an API key, cancels with it, reads its limit, and revokes it', async () => {
    const walletBody = (fields: Record<string, string | readonly string[]>) => {
      const { 'x-message': message, 'x-wallet-address': walletAddress, ...headers } = proof(fields);
      return { body: { message, walletAddress }, headers };
    };
    const create = walletBody({ action: 'create_api_key', keyName: 'page', permissions: ['cancel'] });
    const { status, body } = await send('POST', '/api-keys', create.body, create.headers);
    expect(status).toBe(200);
    const { apiKey, keyId } = body as { readonly apiKey: string; readonly keyId: string };

    const order = bed.exchange.signedOrder();
    await send('POST', '/orders/new', order);
    const cancelled = await call(`/orders/${order.uuid}/cancel`, {
      method: 'PATCH',
      headers: { 'x-api-key': apiKey },
    });
    expect(cancelled).toMatchObject({
      status: 200,
      headers: { 'x-ratelimit-remaining': expect.any(String) },
    });
    const bearer = { authorization: `Bearer ${apiKey}` };
    expect(await call('/orders?limit=1', { headers: bearer })).toMatchObject({ status: 200 });

    const revoke = walletBody({ action: 'delete_api_key', keyId });
    expect(await send('DELETE', `/api-keys/${keyId}`, revoke.body, revoke.headers)).toMatchObject({
      status: 200,
    });
  });

  it('reads errors: of refused orders, unknown paths and other methods', async () => {
    expect(await send('POST', '/orders/new', {})).toMatchObject({
      status: 400,
      body: { requestId: expect.any(String) },
    });
    expect(await send('PUT', '/nowhere', {})).toMatchObject({ status: 404 });
    expect(await call('/orders/new', { method: 'DELETE' })).toMatchObject({
      status: 405,
      headers: { allow: expect.stringContaining('POST') },
    });
  });
});
