import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aPricedService, BTC_USD, CHA, NEVER_PRICED } from '../../adapters/express/price-service.js';
import { T0 } from '../../support/builders.js';
import { findChromium, HOW_TO_GET_CHROMIUM, openBrowser, type Browser } from './chromium.js';

const DIST = fileURLToPath(new URL('../../../dist/sdk/client/', import.meta.url));
const START_TIMEOUT_MS = 120_000;

const executable = await findChromium();
if (executable === undefined)
  process.stderr.write(`test/sdk/client/browser.int.test.ts: ${HOW_TO_GET_CHROMIUM}\n`);

/** A server on its own port, and so of its own origin. */
async function listen(app: RequestListener): Promise<{ server: Server; url: string }> {
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** An empty page, a worker, and the built client's modules beside them. Nothing else can be imported. */
async function pages(worker: string): Promise<RequestListener> {
  const names = (await readdir(DIST, { recursive: true })).filter((name) => name.endsWith('.js'));
  const scripts = new Map([['/worker.js', worker]]);
  for (const name of names) scripts.set(`/client/${name}`, await readFile(`${DIST}/${name}`, 'utf8'));
  return ({ url = '' }, res) => {
    const script = scripts.get(url);
    if (script !== undefined) return res.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    if (url !== '/') return res.writeHead(404).end();
    return res.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>empty</title>');
  };
}

/** The body of a function of the service's address and a token that gathers all lists, and which sources failed. */
const AGGREGATES = `
  const failed = [];
  const options = {
    legacyUrl: url + '/invest/api/v1',
    thirdParty: { ...client.ALEX_PRICES, url: url + '/third-party' },
    onSourceFailed: (source) => failed.push(source),
  };
  const lists = await Promise.all([
    client.listPrices(options),
    client.listPrices({ ...options, strategy: 'fallback' }),
    client.listPricesLegacy(options),
    client.listPricesThirdParty(options),
  ]);
  return [...lists.map((prices) => prices[id] ?? Object.keys(prices)), failed];`;
const OURS = { usd: 0.25, sources: ['legacy'] };

const workerOf = (url: string) => `
  import * as client from '/client/index.js';
  const run = async (url, id) => {${AGGREGATES}};
  run('${url}', '${CHA}').then(postMessage, (error) => postMessage(String(error)));`;

/** Reported as skipped when there is no browser. */
const inBrowser = executable === undefined ? describe.skip : describe;

inBrowser('the built tokens client in a browser', () => {
  let browser: Browser;
  let page: Page;
  let prices: { server: Server; url: string };
  let site: { server: Server; url: string };
  const asked: string[] = [];

  beforeAll(async () => {
    const { app } = await aPricedService();
    prices = await listen((req, res) => {
      asked.push(req.url ?? '');
      if (req.url === '/hang/prices') return;
      // What no page of another origin may read.
      if (req.url === '/closed/prices') return void res.end('{}');
      app(req, res);
    });
    site = await listen(await pages(workerOf(prices.url)));
    browser = await openBrowser(executable!);
    page = await browser.context.newPage();
    await page.goto(site.url);
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await browser?.close();
    for (const { server } of [prices, site]) {
      server.closeAllConnections();
      server.close();
    }
  });

  /** Runs a function's body in the page, with the client's exports as `client` and the service's address as `url`. */
  const run = (body: string): Promise<unknown> =>
    page.evaluate(`(async (url, id) => {
      const client = await import('/client/index.js');
      const failure = (call) =>
        call.then(() => 'none', (error) => [error instanceof client.TokensClientError, error.status, error.code]);
      ${body}
    })('${prices.url}', '${CHA}')`);

  it('lists prices of another origin without a preflight request', async () => {
    asked.length = 0;
    const found = await run(`
      const { list } = client.createTokensClient({ baseUrl: url + '/prices/api/v1' });
      const { btcUsd, count, tokens } = await list({ tokens: [id], sparkline: true });
      return { btcUsd, count, usd: tokens[0].usd, closes: tokens[0].sparkline.length };`);
    expect(found).toEqual({ btcUsd: BTC_USD, count: 1, usd: 0.25, closes: 42 });
    expect(asked).toEqual([`/prices/api/v1/prices?tokens=${CHA}&sparkline=1`]);
  });

  it('gets one price, and a 404 for a token that was never priced', async () => {
    const found = await run(`
      const { get } = client.createTokensClient({ baseUrl: url + '/prices/api/v1' });
      return [(await get(id)).usd, await failure(get('${NEVER_PRICED}'))];`);
    expect(found).toEqual([0.25, [true, 404, 'token-not-priced']]);
  });

  it('returns a history', async () => {
    const found = await run(`
      const { history } = client.createTokensClient({ baseUrl: url + '/prices/api/v1' });
      return history(id, { interval: '1d', from: new Date('2020-01-01') });`);
    const time = Math.floor(T0.getTime() / 86_400_000) * 86_400;
    expect(found).toEqual([
      { time, open: 0.25, high: 0.25, low: 0.25, close: 0.25, points: 1, volumeUsd: null },
    ]);
  });

  it('ends on a time-out, on abort and when the response may not be read', async () => {
    const failures = `
      const at = (path, more) => client.createTokensClient({ baseUrl: url + path, ...more });
      const controller = new AbortController();
      const givenUp = failure(at('/hang').list({ signal: controller.signal }));
      controller.abort();
      return [
        await failure(at('/hang', { timeoutMs: 50 }).list()),
        await givenUp,
        await failure(at('/closed').list()),
      ];`;
    expect(await run(failures)).toEqual([
      [true, undefined, 'timeout'],
      [true, undefined, 'aborted'],
      [true, undefined, 'network'],
    ]);
  });

  it('reports a missing network, and needs none for responses in the browser cache', async () => {
    const get = (token: string) =>
      run(`
        const { get } = client.createTokensClient({ baseUrl: url + '/prices/api/v1' });
        return failure(get('${token}'));`);
    await get(CHA);
    await browser.context.setOffline(true);
    expect([await get(CHA), await get('.stx')]).toEqual(['none', [true, undefined, 'network']]);
    await browser.context.setOffline(false);
  });

  it('does not query the third party', async () => {
    asked.length = 0;
    expect(await run(AGGREGATES)).toEqual([OURS, OURS, OURS, [], []]);
    expect(new Set(asked)).toEqual(new Set(['/invest/api/v1/prices?limit=1000']));
  });

  it('does not query the third party in a worker either', async () => {
    asked.length = 0;
    const found = await page.evaluate(`new Promise((resolve, reject) => {
      const worker = new Worker('/worker.js', { type: 'module' });
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
    })`);
    expect(found).toEqual([OURS, OURS, OURS, [], []]);
    expect(asked).not.toContain('/third-party');
  });
});
