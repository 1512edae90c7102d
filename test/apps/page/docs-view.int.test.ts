import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { docsFiles } from '../../../scripts/docs/files.mjs';
import { findChromium, HOW_TO_GET_CHROMIUM, openBrowser, type Browser } from '../../sdk/client/chromium.js';
import { OPERATIONS } from '../../adapters/express/described.js';
import { aPricedService, CHA } from '../../adapters/express/price-service.js';
import { expectAccessible, takePictures } from './site.js';

const START_TIMEOUT_MS = 120_000;
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'";

const executable = await findChromium();
if (executable === undefined)
  process.stderr.write(`test/apps/page/docs-view.int.test.ts: ${HOW_TO_GET_CHROMIUM}\n`);
const inBrowser = executable === undefined ? describe.skip : describe;

/** A page around the view, which shows what the address names. It is one path below the service. */
const ENTRY = `
  import { render } from 'preact';
  import { findService } from '${resolve('src/apps/page/session/service.ts')}';
  import { parseRoute } from '${resolve('src/apps/page/route.ts')}';
  import { View } from '${resolve('src/apps/page/docs/docs-page.tsx')}';
  import '${resolve('src/apps/page/styles/base.css')}';
  import '${resolve('src/apps/page/parts/parts.css')}';
  import '${resolve('src/apps/page/docs/docs.css')}';
  await findService();
  const root = document.getElementById('app');
  const show = () => render(<View route={parseRoute(location.hash)} />, root);
  addEventListener('hashchange', show);
  show();`;
const CONFIG = JSON.stringify({ version: '1.2.3', service: '..', hosts: {} });
const DOCUMENT =
  '<!doctype html><html lang="en"><title>docs</title><link rel="stylesheet" href="page/main.css"><main id="app"></main><script type="module" src="page/main.js"></script></html>';

/** The built view by name. */
function bundled(): ReadonlyMap<string, Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-test-docs-view-'));
  try {
    writeFileSync(join(folder, 'main.tsx'), ENTRY);
    const options = [
      '--bundle',
      '--splitting',
      '--format=esm',
      '--jsx=automatic',
      '--jsx-import-source=preact',
    ];
    execFileSync(
      'node_modules/.bin/esbuild',
      [...[join(folder, 'main.tsx'), `--outdir=${folder}/out`, '--log-level=warning'], ...options],
      { env: { ...process.env, NODE_PATH: resolve('node_modules') } },
    );
    const names = readdirSync(join(folder, 'out'));
    return new Map(names.map((name) => [`/ui/page/${name}`, readFileSync(join(folder, 'out', name))]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The text of the page without its blocks of code. */
const WITHOUT_CODE = `{
  const copy = document.querySelector('.docs-page').cloneNode(true);
  for (const block of copy.querySelectorAll('pre')) block.remove();
  copy.textContent;
}`;

const typeOf = (name: string) =>
  name.endsWith('.css') ? 'text/css' : name.endsWith('.js') ? 'text/javascript' : 'application/json';

inBrowser('the docs in the page', () => {
  let browser: Browser;
  let page: Page;
  let server: Server;
  let url = '';
  let failing = '';
  const complaints: string[] = [];

  beforeAll(async () => {
    const { app } = await aPricedService();
    const docs = [...docsFiles()].map(
      ([name, text]) => [`/ui/page/docs/${name}`, Buffer.from(text)] as const,
    );
    const config = ['/ui/page/config.json', Buffer.from(CONFIG)] as const;
    const files = new Map([...docs, ...bundled(), config]);
    server = createServer((req, res) => {
      const path = req.url ?? '';
      res.setHeader('content-security-policy', POLICY);
      if (path === '/ui/') return void res.setHeader('content-type', 'text/html').end(DOCUMENT);
      if (failing !== '' && path.endsWith(failing)) return void res.writeHead(503).end();
      const file = files.get(path);
      if (file === undefined) return app(req, res);
      res.setHeader('content-type', typeOf(path)).end(file);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ui/`;
    browser = await openBrowser(executable!);
  }, START_TIMEOUT_MS);
  beforeEach(async () => {
    await page?.close();
    page = await browser.context.newPage();
    failing = '';
    complaints.length = 0;
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', ({ message }) => complaints.push(message));
  });
  afterAll(async () => {
    await browser?.close();
    server.closeAllConnections();
    server.close();
  });

  const open = (path: string) => page.goto(`${url}#/docs/${path}`);
  const title = () => page.locator('.docs-page h1').first();
  const titled = (text: string) => page.locator('.docs-page h1', { hasText: text }).waitFor();

  it('begin with the start page, and lead to every other page by links', async () => {
    await open('');
    await titled('Sluice docs');
    await page.locator('.docs-page a', { hasText: 'Your first limit order' }).first().click();
    await titled('Your first limit order');
    expect(await page.locator('.docs-nav a[aria-current=page]').innerText()).toBe('Your first limit order');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
    expect(complaints).toEqual([]);
  });

  it('show the heading and the file that an address names', async () => {
    await open('reference/prices/candles');
    await page.locator('#candles:focus').waitFor();
    await page.goto(`${url}#/docs/tutorials/price-chart/file-price-charthtml`);
    await page.locator('details#file-price-charthtml[open]').waitFor();
    expect(complaints).toEqual([]);
  });

  it('draw diagrams in the colours of the page, within its policy', async () => {
    await open('explanation/how-an-order-runs');
    await page.locator('.diagram > svg').first().waitFor();
    expect(await page.locator('.diagram > svg').count()).toBe(3);
    expect(complaints).toEqual([]);
  });

  const search = () => page.getByLabel('Search the docs');
  const results = () => page.locator('.docs-found a');
  const focused = () => page.evaluate<string>('document.activeElement.textContent');

  it('find sections and operations by keyboard alone', async () => {
    await open('');
    await titled('Sluice docs');
    await search().focus();
    await page.keyboard.type('candles of a token');
    await results().filter({ hasText: 'history' }).first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe(await results().nth(1).textContent());
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.locator('#docs-search:focus').waitFor();
    const first = await results().first().getAttribute('href');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/${first}`);
    await page.locator('.docs-page :focus').waitFor();
    await search().fill('zzzz qqqq');
    await page.locator('.docs-search [role=status]', { hasText: 'Nothing found' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('say how many sections a search finds, and show the words that it found', async () => {
    await open('');
    await search().fill('order');
    await page.locator('.docs-search [role=status]', { hasText: /^First 20 of \d{2,}$/ }).waitFor();
    await search().fill('SLUICE_PUBLIC_URL');
    await page.locator('.docs-found mark', { hasText: 'SLUICE_PUBLIC_URL' }).first().waitFor();
    expect(complaints).toEqual([]);
  });

  it('leave the search of a phone for the heading that it led to, also on the same page', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open('');
    for (const _ of ['there', 'and there again']) {
      await search().fill('run on postgres');
      await results().first().click();
      await page.locator('h1:focus', { hasText: 'Run on Postgres' }).waitFor();
      expect(await results().count()).toBe(0);
      const { y } = (await title().boundingBox())!;
      expect([y >= 0, y < 422]).toEqual([true, true]);
    }
  });

  it('keep the contents and what was found in sight beside a long page', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open('reference/place-orders');
    await titled('Place orders');
    await search().fill('order');
    await results().nth(19).waitFor();
    await page.evaluate('scrollTo(0, 5000)');
    const { y, height } = (await page.locator('.docs-nav').boundingBox())!;
    expect([y >= 0, y + height <= 900]).toEqual([true, true]);
    await results().nth(19).scrollIntoViewIfNeeded();
    expect(await page.evaluate('scrollY')).toBe(5000);
  });

  it('are accessible: a search, an operation that was tried, one that is not, and a page with tables', async () => {
    await open('api/priceHistory');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.docs-try pre').waitFor();
    await expectAccessible(page);
    await takePictures(page, 'docs-tried');
    for (const path of ['api/executeOrder', 'reference/client']) {
      await open(path);
      await page.locator('.docs-page table').first().waitFor();
      await expectAccessible(page);
      await takePictures(page, path.replace(/.*\//, 'docs-'));
    }
    await search().fill('order');
    await results().first().waitFor();
    await expectAccessible(page);
    await takePictures(page, 'docs-search');
  });

  it('scroll the contents to the page that is shown', async () => {
    await page.setViewportSize({ width: 1440, height: 500 });
    await open('reference/registry');
    await titled('Registry files');
    await page.waitForFunction("document.querySelector('.docs-nav').scrollTop > 0");
    const { y, height } = (await page.locator('.docs-nav a[aria-current=page]').boundingBox())!;
    expect([y > 0, y + height < 500]).toEqual([true, true]);
    expect(await page.evaluate('scrollY')).toBe(0);
  });

  it('copy a block of code, which names this server', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const { origin } = new URL(url);
    for (const path of ['api/quoteRoute', 'reference/place-orders']) {
      await open(path);
      const block = page.locator('figure.code', { hasText: 'BASE=' }).filter({ visible: true }).first();
      await block.getByRole('button', { name: 'Copy' }).click();
      await block.locator('[role=status]', { hasText: 'Copied' }).waitFor({ state: 'attached' });
      const copied = await page.evaluate<string>('navigator.clipboard.readText()');
      expect(copied.split('\n')[0]).toBe(`BASE=${origin}`);
    }
  });

  it('link the interface of this server, which is not where the page is', async () => {
    await open('api');
    await titled('HTTP operations');
    for (const name of ['openapi.json', 'llms.txt']) {
      const href = await page.locator('.docs-page p a', { hasText: name }).getAttribute('href');
      expect(href).toBe(new URL(`/${name}`, url).href);
    }
  });

  it('call a read of this very server with what the reader writes, and show its response', async () => {
    await open('api');
    await titled('HTTP operations');
    await page.locator('a', { hasText: '/prices/api/v1/prices/{contractId}/history' }).click();
    await titled('Candles of a token');
    // The sample's values are there already.
    expect(await page.getByLabel('interval').inputValue()).toBe('1h');
    await page.getByLabel('contractId (required)').fill(CHA);
    await page.getByLabel('quote').selectOption('sbtc');
    await page.getByRole('button', { name: 'Send' }).press('Enter');
    await page.locator('.docs-try [role=status] code', { hasText: ': 200' }).waitFor();
    const shown = await page.locator('.docs-try pre').innerText();
    expect(JSON.parse(shown)).toMatchObject({ token: CHA, quote: 'sbtc', count: 1 });
    await page.getByLabel('limit').fill('0');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.docs-try [role=status] code', { hasText: ': 400' }).waitFor();
    expect(await page.locator('.docs-try pre').innerText()).toContain('invalid-history-request');
  });

  it.each([
    ['placeOrder', 'an order that its owner has signed', 'How to sign'],
    ['executeOrder', 'an API key, or a message', 'How to get an API key'],
    ['listApiKeys', 'a message that a wallet has signed', 'How to sign'],
    ['pauseSending', 'the session of an operator', 'How an operator signs in'],
    ['followPrices', 'no end', 'How to follow orders and prices'],
  ])('say what %s needs, and where that is explained, in place of a form', async (id, needs, link) => {
    await open(`api/${id}`);
    const reason = page.getByRole('region', { name: 'Not to be tried here' });
    await reason.getByText(needs).waitFor();
    expect(await page.locator('.docs-try form').count()).toBe(0);
    await reason.getByRole('link', { name: link }).click();
    await page.locator('.docs-page h1[id]').waitFor();
  });

  it('show words of the description that are code as code', async () => {
    for (const { id } of OPERATIONS.map(({ operation }) => operation).slice(0, 40)) {
      await open(`api/${id}`);
      await page.locator('h2', { hasText: 'In a shell' }).waitFor();
      const text = await page.evaluate<string>(WITHOUT_CODE);
      expect([id, text.includes('`')]).toEqual([id, false]);
    }
  });

  it('say when there is no such page, and when one cannot be loaded, which the reader then tries again', async () => {
    await open('how-to/nothing');
    await titled('There is no such page');
    failing = 'how-to/sign.json';
    await open('how-to/sign');
    await page.locator('[role=alert]', { hasText: 'could not be loaded' }).waitFor();
    failing = '';
    await page.getByRole('button', { name: 'Try again' }).click();
    await titled('Sign');
    expect(await page.locator('[role=alert]').count()).toBe(0);
  });

  it('fit a telephone: nothing but code and tables is wider than the screen', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of ['', 'reference/prices', 'explanation/how-an-order-runs', 'api/listOrders', 'api']) {
      await open(path);
      await title().waitFor();
      const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      expect([path, await page.evaluate(overflow)]).toEqual([path, 0]);
    }
  });
});
