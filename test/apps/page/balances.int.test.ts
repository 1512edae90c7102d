import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { decimal } from '../../../src/sdk/signing/index.js';
import { connectBrowserWallet } from './browser-wallet.js';
import { describePage, expectAccessible, takePictures } from './site.js';
import { choose, DEPLOYER, pair, quote, swapToTheEnd } from './swap-steps.js';

const DOLLARS = `${DEPLOYER}.dollar-subnet`;
const ROUTE = pair('dollar-subnet', 'sbtc');
const DECIMALS = 6;

const amount = (page: Page) => page.getByLabel('Sell', { exact: true });

describePage('balances in the swap view', (site) => {
  const [, , carol, dave] = [0, 1, 2, 3].map((n) => () => site.bed.chain.devnet.accounts[n]!);

  it('are those of a wallet of the browser: all of it can be sold, and more draws a warning', async () => {
    const page = await site.open(ROUTE);
    await connectBrowserWallet(page, dave!());
    const held = await site.bed.chain.balance(DOLLARS, dave!());
    await choose(page, 'Max of the balance');
    expect(await amount(page).inputValue()).toBe(decimal(held, DECIMALS));
    await page.getByRole('heading', { name: /^Route, / }).waitFor();
    await takePictures(page, 'balances-all');
    await expectAccessible(page);
    await choose(page, 'Review the swap');
    await page.getByRole('heading', { name: 'Review the order' }).waitFor();
    const warning = page
      .getByRole('dialog')
      .getByText(/^Will not be sent now: you have .* to trade, less than you sell/);
    expect(await warning.count()).toBe(0);
    await page.keyboard.press('Escape');
    await amount(page).fill(decimal(held + 1n, DECIMALS));
    await page.getByRole('heading', { name: /^Route, / }).waitFor();
    await choose(page, 'More than you hold: place it to wait');
    await warning.waitFor();
    await takePictures(page, 'balances-warning');
  });

  it('are beside each token of the list, and those that are held come first', async () => {
    const page = await site.open(ROUTE);
    await connectBrowserWallet(page, dave!());
    await page.getByRole('button', { name: /^Sell: / }).click();
    await page.getByRole('option').first().getByText(/\d/).first().waitFor();
    await page.getByRole('listbox').getByText('balance not known').first().waitFor({ state: 'detached' });
    await takePictures(page, 'balances-list');
    await expectAccessible(page);
  });

  it('follow an order of the wallet to its confirmation', async () => {
    const page = await site.open(ROUTE);
    (await connectBrowserWallet(page, carol!())).agree(true);
    const before = await site.bed.chain.balance(DOLLARS, carol!());
    await page.getByText(/^To trade/).waitFor();
    await quote(page, '10');
    await swapToTheEnd(site, page);
    const after = page.getByTitle(exactly(before - 10_000_000n));
    await after.waitFor();
    expect(await after.textContent()).toMatch(/^To trade /);
  });

  it('are not shown as 0 if they are not known, and then nothing warns', async () => {
    const page = await site.open(ROUTE);
    await page.route('**/balances/**', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { data: { balances: object[] } };
      const balances = body.data.balances.map((one) => ({
        ...one,
        balance: null,
        reason: 'chain-unreachable',
      }));
      await route.fulfill({ response, json: { ...body, data: { ...body.data, balances } } });
    });
    await connectBrowserWallet(page, dave!());
    await page.getByTitle('The balance is not known').waitFor();
    expect(await page.getByRole('button', { name: 'Max of the balance', exact: true }).count()).toBe(0);
    await amount(page).fill('99999');
    await page.getByRole('heading', { name: /^Route, / }).waitFor();
    await takePictures(page, 'balances-unknown');
    await expectAccessible(page);
    await choose(page, 'Review the swap');
    await page.getByRole('heading', { name: 'Review the order' }).waitFor();
    expect(await page.getByText(/you have .* to trade, less than you sell/).count()).toBe(0);
  });

  it('balances of another wallet are never those of the one before', async () => {
    const page = await site.open(ROUTE);
    await site.connect(page, 'alice');
    await page.getByRole('button', { name: 'Max of the balance', exact: true }).waitFor();
    await page.getByRole('button', { name: /^alice · / }).click();
    await choose(page, 'Disconnect');
    expect(await page.getByText(/^To trade/).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.route('**/balances/**', (route) => route.abort());
    await site.connect(page, 'bob');
    await page.getByTitle('The balance is not known').waitFor();
  });
});

const exactly = (units: bigint) => {
  const [whole, fraction] = decimal(units, DECIMALS).split('.');
  return `${Number(whole).toLocaleString('en')}${fraction === undefined ? '' : `.${fraction}`}`;
};
