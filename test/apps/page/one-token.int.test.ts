import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { decimal } from '../../../src/sdk/signing/index.js';
import { describePage, expectAccessible, takePictures } from './site.js';
import { choose, DEPLOYER, heading, pair, quote, swapToTheEnd } from './swap-steps.js';

const words = (page: Page) => page.locator('body').innerText();

describePage('a token with a balance to trade and one in the wallet', (site) => {
  it('is sold after the deposit that the order lacks, which the form offers and follows', async () => {
    const page = await site.open(pair('opal-subnet', 'dollar-subnet'));
    const carol = site.bed.chain.devnet.accounts[2]!;
    await site.connect(page, 'carol');
    const traded = await site.bed.chain.balance(`${DEPLOYER}.opal-subnet`, carol);
    await quote(page, decimal(traded + 25_000_000n, 6));
    await page.getByText(/^More than the [\d,.]+ OPAL that you have to trade/).waitFor();
    await choose(page, 'Deposit 25 OPAL');
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('Amount').inputValue()).toBe('25');
    await takePictures(page, 'one-token-deposit');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Deposit' }).last().click();
    await dialog.getByText('25 OPAL is on its way.', { exact: false }).waitFor();
    await site.bed.chain.control('/mine', { blocks: 1 });
    await dialog.getByText('25 OPAL can be traded now.').waitFor();
    expect(await dialog.getByRole('link', { name: 'Trade it' }).count()).toBe(0);
    await dialog.getByText('Close', { exact: true }).click();
    await page.getByRole('button', { name: 'Deposit 25 OPAL' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Review the swap' }).waitFor();
    await takePictures(page, 'one-token-ready');
  });

  it('arrives to trade or in the wallet, as the visitor chooses, and its address names where', async () => {
    const page = await site.open(pair('opal', 'dollar-subnet'));
    await site.connect(page, 'bob');
    await page.getByText('Arrives to trade').waitFor();
    await quote(page, '10');
    await page.waitForURL(({ hash }) => hash.startsWith(`${pair('opal-subnet', 'dollar-subnet')}&`));
    await page.getByRole('button', { name: /^Send it to the wallet/ }).click();
    await page.getByText('Arrives in the wallet').waitFor();
    await page.waitForURL(({ hash }) => hash.startsWith(`${pair('opal-subnet', 'dollar')}&`));
    await takePictures(page, 'one-token-wallet');
    await expectAccessible(page);
    await choose(page, 'Keep it to trade');
    await page.getByText('Arrives to trade').waitFor();
    await swapToTheEnd(site, page);
    await choose(page, 'Done');
    await choose(page, 'Swap the other way round');
    await page.getByRole('button', { name: 'Sell: USDd' }).waitFor();
    await page.waitForURL(({ hash }) => hash.startsWith(`${pair('dollar-subnet', 'opal-subnet')}&`));
  });

  it('is one token in the markets, the form, its list, the orders and the portfolio', async () => {
    const page = await site.open('#/markets');
    const rows = page.locator('tbody tr');
    await rows.first().waitFor();
    expect(await rows.getByText('STX', { exact: true }).count()).toBe(1);
    expect(await words(page)).not.toMatch(/subnet/i);
    await site.connect(page, 'bob');
    for (const [view, shown] of [
      ['Swap', /^To trade [\d,.]+/],
      ['Orders', /^Token$/],
      ['Portfolio', /OPAL/],
    ] as const) {
      await page.getByRole('link', { name: view, exact: true }).first().click();
      await heading(page, view).waitFor();
      await page.getByRole('main').getByText(shown).filter({ visible: true }).first().waitFor();
      expect(await words(page)).not.toMatch(/subnet/i);
    }
  });

  it('has the marks of its base when it is bought, since no pool needs to hold the copy', async () => {
    const page = await site.open(pair('dollar-subnet', 'wstx-subnet'));
    await site.connect(page, 'bob');
    await quote(page, '10');
    await page.locator('.amount-box').last().getByText(/^≈ \$/).waitFor();
    expect(await words(page)).not.toContain('no liquidity');
  });

  it('is said in the review to be sold already, as soon as an open order sells it', async () => {
    const page = await site.open(pair('wstx-subnet', 'dollar-subnet'));
    await site.connect(page, 'carol');
    const review = async () => {
      await quote(page, '15000');
      await choose(page, 'Limit');
      await choose(page, '+5%');
      await choose(page, 'Review the order');
      await page.getByRole('button', { name: 'Sign and place' }).waitFor();
    };
    await review();
    await choose(page, 'Sign and place');
    await choose(page, 'Done');
    await review();
    await page.getByText(/^Open orders sell 15,000 .* of the same balance already/).waitFor();
    await takePictures(page, 'one-token-twice');
    await expectAccessible(page);
  });

  it('has one page, whichever of its contracts the address names, with both in its details', async () => {
    const page = await site.open(`#/token/${DEPLOYER}.opal-subnet`);
    await page.getByRole('heading', { level: 1, name: /OPAL/ }).waitFor();
    await page.getByText(/a copy in a subnet contract/).waitFor();
    await page.getByRole('button', { name: 'Copy copy’s contract id' }).waitFor();
    expect(await page.getByRole('link', { name: 'Buy OPAL' }).getAttribute('href')).toContain('opal-subnet');
    await takePictures(page, 'one-token-page');
    await expectAccessible(page);
  });
});

describePage('the first visit of a devnet', (site) => {
  it('says what it is and three things to try, until the visitor has seen it', async () => {
    const page = await site.open('#/markets');
    const said = page.getByRole('region', { name: 'What this is' });
    await said.getByText(/play money/).waitFor();
    expect(await said.getByRole('link').count()).toBe(3);
    await page.locator('tbody tr').first().waitFor();
    await takePictures(page, 'first-visit');
    await expectAccessible(page);
    await said.getByRole('link', { name: 'a stop that follows the price' }).click();
    await page.getByRole('button', { name: 'Trailing stop', pressed: true }).waitFor();
    await page.goBack();
    await choose(page, 'Do not show this again');
    await said.waitFor({ state: 'detached' });
    await page.reload();
    await page.locator('tbody tr').first().waitFor();
    expect(await said.count()).toBe(0);
  });
});
