import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { runCommand } from '../../support/run-command.js';
import { describePage, expectAccessible, takePictures, type Site } from './site.js';

const DEPLOYER = 'ST1ZS1RMRMT8G39QVKH6QQAQ8QJDBB6F1XYM4QB9N';
const PAIR = `#/swap?sell=${DEPLOYER}.dollar-subnet&buy=${DEPLOYER}.sbtc`;
const PAUSED = 'Sending is stopped: the operator has paused new swaps.';
const DRY = 'Sending is stopped: the operator’s accounts hold too little for the fees of transactions.';
/** What the executor sends at once. */
const AT_ONCE = { conditionToken: '*', targetPrice: '0', direction: 'gt' } as const;

const choose = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const operator = ({ bed }: Site, ...args: readonly [string, ...string[]]) => {
  const [name, ...others] = args;
  return runCommand(name, others, { DATABASE_URL: bed.databaseUrl });
};

/** Reviews a swap of the amount. */
async function review(page: Page, amount: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Sell' }).fill(amount);
  await page.getByRole('heading', { name: /^Route, / }).waitFor();
  await choose(page, 'Review the swap');
}

describePage('a pause of the operator', (site) => {
  it('is said before anything is signed, with its reason, and goes without loading the page again', async () => {
    const page = await site.open(PAIR);
    await site.connect(page, 'alice');
    await page.getByText('Sent at once if you get at least the quote').waitFor();
    await operator(site, 'pause', 'a vault misquotes', '--by', 'alice');
    const banner = page.locator('.sending-banner');
    await banner.getByText(PAUSED).waitFor();
    expect(await banner.innerText()).toMatch(
      /a vault misquotes[^]*Since .* (?:ago|\(just now)[^]*those that are due are sent after the pause/,
    );
    await page.getByText('Sent once new swaps are sent again').waitFor();
    await takePictures(page, 'paused-swap');
    await review(page, '10');
    const dialog = page.getByRole('dialog');
    await dialog
      .getByText(/It is sent after the pause\. If that is not before .*, it ends unsent\./)
      .waitFor();
    await dialog.getByText(/^Sent when new swaps are sent again and you would get at least/).waitFor();
    await expectAccessible(page);
    await takePictures(page, 'paused-review');
    await choose(page, 'Sign and place');
    await dialog.getByText(new RegExp(`^${PAUSED} It is sent after the pause\\.`)).waitFor();
    await takePictures(page, 'paused-placed');
    await operator(site, 'resume', '--by', 'bob');
    await banner.waitFor({ state: 'detached' });
    await dialog.getByText('Sent. Waiting for a block.').waitFor();
  });
});

describePage('an operator’s account that is dry', (site) => {
  it('is why orders that are due are not sent, in the words of all views', async () => {
    const page = await site.open('#/markets');
    await site.bed.exchange.end('SIGTERM');
    const exchange = await site.bed.open({ SLUICE_MIN_OPERATOR_USTX: '999999999999999' });
    const { status, body } = await exchange.place(exchange.signedOrder(AT_ONCE));
    expect(status).toBe(200);
    await page.goto(`${exchange.sluice().url}/#/order/${String(body.data['handle'])}`);
    await page.locator('.why-title').getByText(DRY).waitFor();
    await page.getByText('It is sent once the operator has added to an account.').first().waitFor();
    await page.locator('.sending-banner').getByText(DRY).waitFor();
    expect(await page.getByText('It is sent next.').count()).toBe(0);
    await expectAccessible(page);
    await takePictures(page, 'dry-order');
  });
});

describePage('a page without TLS', (site) => {
  it('places an order and shows what cannot be copied, even if the browser withholds features', async () => {
    const page = await site.open(PAIR);
    const { port } = new URL(site.bed.exchange.sluice().url);
    await page.goto(`http://sluice.test:${port}/${PAIR}`);
    expect(
      await page.evaluate<readonly unknown[]>('[isSecureContext, crypto.randomUUID, navigator.clipboard]'),
    ).toEqual([false, undefined, undefined]);
    await site.connect(page, 'bob');
    await review(page, '10');
    await choose(page, 'Sign and place');
    await page.getByRole('heading', { name: 'The order is placed' }).waitFor();
    await page.getByRole('link', { name: 'See the order' }).first().click();
    await page.getByRole('button', { name: 'Copy handle', exact: true }).click();
    const [, handle] = /order\/([0-9a-f-]{36})/.exec(page.url())!;
    expect(await page.getByRole('textbox', { name: 'handle' }).inputValue()).toBe(handle);
    expect(await page.evaluate<string>('getSelection().toString()')).toBe(handle);
    await takePictures(page, 'copy-by-hand');
    await expectAccessible(page);
  });
});

describePage('the wallet of the page', (site) => {
  it('is connected if a view needs one, and switched without disconnecting', async () => {
    const page = await site.open('#/orders?tab=all');
    await choose(page, 'Connect');
    await page.getByRole('button', { name: /^alice/ }).click();
    await page.getByRole('button', { name: /^alice · / }).click();
    await takePictures(page, 'wallet-connected');
    await choose(page, 'Switch wallet');
    await expectAccessible(page);
    await page.getByRole('button', { name: /^bob/ }).click();
    await page.getByRole('button', { name: /^bob · / }).waitFor();
  });
});
