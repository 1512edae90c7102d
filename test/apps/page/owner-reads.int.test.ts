import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { connectBrowserWallet } from './browser-wallet.js';
import { describePage, expectAccessible, takePictures, type Site } from './site.js';

const WAITING = { conditionToken: '.stx', targetPrice: '1000', direction: 'gt' } as const;

/** What a wallet was asked to sign, by the action of each message. */
interface Asked {
  readonly page: Page;
  readonly actions: () => Promise<readonly string[]>;
}

/** A page with a wallet that opens a window for each signature. */
async function openWithWallet(site: Site, route: string): Promise<Asked> {
  const page = await site.open(route);
  const browserWallet = await connectBrowserWallet(page, site.bed.chain.devnet.accounts[0]!);
  browserWallet.agree(true);
  await page.evaluate(`{
    const { request } = window.LeatherProvider;
    window.asked = [];
    window.LeatherProvider.request = (method, params) => {
      if (method === 'stx_signMessage') window.asked.push(JSON.parse(params.message).action);
      return request(method, params);
    };
  }`);
  return { page, actions: () => page.evaluate<readonly string[]>('window.asked') };
}

describePage('a wallet that opens a window', (site) => {
  it('is asked for no proof by the list of its orders, and once for an export that has their uuids', async () => {
    const first = await site.bed.exchange.place({ ...site.bed.exchange.signedOrder(), ...WAITING });
    const { page, actions } = await openWithWallet(site, '#/orders?tab=all');
    await page.locator('.order-row').first().waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    expect(await page.content()).not.toContain(String(first.body.data['uuid']));
    expect(await actions()).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toContain(String(first.body.data['uuid']));
    await page.getByLabel('Status').selectOption('open');
    await page.getByTitle(String(first.body.data['uuid'])).waitFor();
    expect(await actions()).toEqual(['read_orders']);
  });

  it('is asked once for its keys and once for its webhooks, when the visitor agrees', async () => {
    const { page, actions } = await openWithWallet(site, '#/keys');
    await page.getByText('Your wallet signs a message to show its keys.').waitFor();
    expect(await actions()).toEqual([]);
    await expectAccessible(page);
    await takePictures(page, 'keys-unsigned');
    await page.getByRole('button', { name: 'Sign and show' }).click();
    await page.getByText('There are no keys yet.').waitFor();
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('button', { name: 'Sign and show' }).click();
    await page.getByText('There are no webhooks yet.').waitFor();
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByText('There are no keys yet.').waitFor();
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByText('There are no webhooks yet.').waitFor();
    expect(await actions()).toEqual(['list_api_keys', 'list_webhooks']);
  });
});
