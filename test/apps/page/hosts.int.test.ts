import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describePage, takePictures, type Site } from './site.js';

/** Browsers take each name below localhost for this machine. */
const AREAS = ['swap', 'prices', 'legacy', 'metadata', 'vaults', 'operator'] as const;
const SLUICE_HOSTS = AREAS.map((area) => `${area}=${area}.localhost`).join(',');
const TOKEN = '#/token/ST1ZS1RMRMT8G39QVKH6QQAQ8QJDBB6F1XYM4QB9N.opal';

/** A server with those hosts, and a tab that shows its page at another host. */
interface Served {
  readonly page: Page;
  readonly url: string;
  /** The paths that the tab asked for, by host. */
  readonly calls: Readonly<Record<string, readonly string[]>>;
  readonly complaints: readonly string[];
}

async function serve(site: Site, settings: Readonly<Record<string, string>> = {}): Promise<Served> {
  const { bed } = site;
  // Tabs open at the first server; one server at a time has the database.
  if (bed.exchanges.length > 1) {
    await bed.exchanges.at(-1)!.end('SIGTERM');
    await bed.exchange.start();
  }
  const page = await site.open('#/nowhere');
  await bed.exchange.end('SIGTERM');
  const exchange = await bed.open({ SLUICE_HOSTS, ...settings });
  const calls: Record<string, string[]> = {};
  const complaints: string[] = [];
  await page.goto('about:blank');
  page.on('request', (sent) => {
    const { protocol, hostname, pathname } = new URL(sent.url());
    if (protocol === 'http:') (calls[hostname] ??= []).push(pathname);
  });
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('status of 404'))
      complaints.push(message.text());
  });
  page.on('pageerror', ({ message }) => complaints.push(message));
  const { port } = new URL(exchange.sluice().url);
  return { page, url: `http://dex.localhost:${port}/`, calls, complaints };
}

const hosts = (names: readonly string[]) => names.map((name) => `${name}.localhost`);

describePage('the page with its areas on hosts of their own', (site) => {
  it('shows markets, swaps and orders as they happen, and calls each area at its host', async () => {
    const { page, url, calls, complaints } = await serve(site);
    const exchange = site.bed.exchanges.at(-1)!;
    await page.goto(`${url}#/markets`);
    await page.getByRole('link', { name: /OPAL/ }).first().waitFor();
    await page.goto(`${url}${TOKEN}`);
    await page.getByText('The token’s deployer has published none here.').waitFor();

    await page.goto(`${url}#/swap`);
    await site.connect(page, 'alice');
    await page.getByRole('textbox', { name: 'Sell' }).fill('10');
    await page.getByText('Minimum received').first().waitFor();

    await page.goto(`${url}#/orders?tab=all`);
    await page.getByText('Live', { exact: true }).waitFor();
    const { body } = await exchange.place(exchange.signedOrder());
    await page
      .locator(`a[href^="#/order/${String(body.data['handle'])}"]`)
      .first()
      .waitFor();
    await takePictures(page, 'hosts-orders');

    await page.goto(`${url}#/keys`);
    await page.getByText('There are no keys yet.').waitFor();
    await page.goto(`${url}#/operator`);
    await page.getByRole('button', { name: 'Sign in as alice' }).click();
    await page.getByRole('alert').getByText('SLUICE_OPERATOR_WALLETS').first().waitFor();

    expect(Object.keys(calls).sort()).toEqual(hosts(['dex', 'operator', 'prices', 'swap', 'vaults']));
    const beside = calls['dex.localhost']!.filter((path) => !/^\/(page\/.*|devnet)?$/.test(path));
    // Only origins of a list may read metadata elsewhere.
    expect(beside.filter((path) => !path.startsWith('/metadata/'))).toEqual([]);
    expect(complaints.filter((text) => !text.includes('403'))).toEqual([]);
  });

  it('calls its own paths if only pages of other origins may call the server', async () => {
    const { page, url, calls, complaints } = await serve(site, {
      SLUICE_CORS_ORIGINS: 'https://app.example.org',
    });
    await page.goto(`${url}#/markets`);
    await page.getByRole('link', { name: /OPAL/ }).first().waitFor();
    expect(Object.keys(calls)).toEqual(hosts(['dex']));
    expect(complaints).toEqual([]);
  });
});
