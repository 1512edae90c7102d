import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describePage, expectAccessible, takePictures } from './site.js';

/** Passes `/dex/…` on as `/…`, as a proxy in front of several programs does. Everything else is not found. */
function prefixProxy(target: () => string): Server {
  return createServer((req, res) => {
    if (!req.url!.startsWith('/dex/')) return void res.writeHead(404).end();
    const to = new URL(req.url!.slice('/dex'.length), target());
    const passed = request(to, { method: req.method, headers: req.headers }, (response) => {
      res.writeHead(response.statusCode!, response.headers);
      response.pipe(res);
    });
    passed.on('error', () => res.destroy());
    res.on('close', () => passed.destroy());
    req.pipe(passed);
  });
}

/** Opens the address and returns the paths of all that the page asks for until its markets and a quote are there. */
async function use(page: Page, url: string): Promise<readonly string[]> {
  const paths: string[] = [];
  // What the tab had open before asks for more until then.
  await page.goto('about:blank');
  page.on('request', (sent) => paths.push(new URL(sent.url()).pathname));
  await page.goto(url);
  await page.getByRole('link', { name: /OPAL/ }).first().waitFor();
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Docs' }).click();
  await page.getByRole('link', { name: 'Your first limit order' }).first().waitFor();
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Swap' }).click();
  await page.getByRole('textbox', { name: 'Sell' }).fill('10');
  await page.getByText('Minimum received').first().waitFor();
  return paths;
}

/** Tries reads and a quote of the documents, and follows their links to the interface. */
async function tryDocs(page: Page, url: string, service: string): Promise<void> {
  const send = async (id: string) => {
    await page.goto(`${url}#/docs/api/${id}`);
    const form = page.getByRole('region', { name: 'Try it here' });
    await form.getByRole('button', { name: 'Send' }).click();
    await form.getByText(/: \d{3}$/).waitFor();
    return form.getByText(/: \d{3}$/).textContent();
  };
  const { pathname } = new URL(service);
  expect(await send('isReady')).toBe(`GET ${pathname}readyz: 200`);
  expect(await send('quoteRoute')).toMatch(/^GET .*swap\/api\/v1\/quote\?tokenIn=.*: 200$/);
  expect(await send('quoteRoutes')).toBe(`POST ${pathname}swap/api/v1/quotes: 200`);
  await page
    .getByText(`BASE=${service.slice(0, -1)}`, { exact: false })
    .first()
    .waitFor();
  await page.goto(`${url}#/docs/api`);
  for (const name of ['openapi.json', 'llms.txt']) {
    const link = page.locator('.docs-page p a', { hasText: name });
    const response = await page.request.get((await link.getAttribute('href'))!);
    expect([name, response.status()]).toEqual([name, 200]);
  }
}

/** Opens the page without JavaScript, and what it then links. */
async function openWithoutScript(page: Page, url: string): Promise<void> {
  const context = await page.context().browser()!.newContext({ javaScriptEnabled: false });
  const still = await context.newPage();
  await still.goto(url);
  await still.getByRole('heading', { name: 'Sluice' }).waitFor();
  await takePictures(still, 'without-javascript');
  for (const name of ['openapi.json', 'llms.txt']) {
    const href = await still.getByRole('link', { name }).getAttribute('href');
    const response = await still.request.get(new URL(href!, url).href);
    expect([href, response.status()]).toEqual([href, 200]);
  }
  await context.close();
}

describePage('the page at other places', (site) => {
  let proxy: Server;
  beforeAll(async () => {
    proxy = prefixProxy(() => site.bed.exchange.sluice().url).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
  });
  afterAll(() => {
    proxy.closeAllConnections();
    proxy.close();
  });

  it('works behind a proxy that adds a prefix, of which it knows nothing', async () => {
    const { port } = proxy.address() as AddressInfo;
    const page = await site.open('#/nowhere');
    const paths = await use(page, `http://127.0.0.1:${port}/dex/#/markets`);
    await tryDocs(page, `http://127.0.0.1:${port}/dex/`, `http://127.0.0.1:${port}/dex/`);
    await openWithoutScript(page, `http://127.0.0.1:${port}/dex/`);
    // What it signs there is for an address of which the server has to be told.
    await page.goto(`http://127.0.0.1:${port}/dex/#/keys`);
    await site.connect(page, 'alice');
    await page.getByText('the operator sets SLUICE_PUBLIC_URL', { exact: false }).first().waitFor();
    expect(paths.filter((path) => !path.startsWith('/dex/'))).toEqual([]);
  });

  it('works at the path of SLUICE_PAGE, and calls the areas beside it', async () => {
    const page = await site.open('#/nowhere');
    await site.bed.exchange.end('SIGTERM');
    const { url } = (await site.bed.open({ SLUICE_PAGE: '/ui' })).sluice();
    const paths = await use(page, `${url}/ui/#/markets`);
    await tryDocs(page, `${url}/ui/`, `${url}/`);
    await expectAccessible(page);
    await openWithoutScript(page, `${url}/ui/`);
    expect(paths).toContain('/prices/api/v1/prices');
    expect(paths.filter((path) => path.startsWith('/page/'))).toEqual([]);
  });
});
