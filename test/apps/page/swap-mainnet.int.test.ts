import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { findChromium, openBrowser, type Browser } from '../../sdk/client/chromium.js';
import { onlyOn } from '../../support/databases.js';
import { openExchange, type Exchange } from '../../support/exchange.js';
import { startTestChain, type TestChain } from '../../support/test-chain.js';
import { connectBrowserWallet } from './browser-wallet.js';
import { expectAccessible, takePictures } from './site.js';

const executable = await findChromium();
const inBrowser = executable === undefined ? describe.skip : describe;

inBrowser.each(onlyOn('SQLite'))('the swap view on mainnet', ({ create }) => {
  let chain: TestChain;
  let database: Awaited<ReturnType<typeof create>>;
  let exchange: Exchange;
  let browser: Browser;

  beforeAll(async () => {
    [chain, database, browser] = await Promise.all([
      startTestChain('mainnet'),
      create(),
      openBrowser(executable!),
    ]);
    exchange = await openExchange(chain, database.url, {
      SLUICE_NETWORK: 'mainnet',
      SLUICE_OPERATOR_KEY: chain.devnet.operatorKey,
      SLUICE_BTC_SOURCES: 'fixed:100000',
      STACKS_API_RPM: '10000',
    });
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await exchange.close();
    await chain.close();
    await database.remove();
  });

  it('knows the network, its tokens and its routers, and sells with a wallet of the browser', async () => {
    const page = await browser.context.newPage();
    const idOf = (name: string) =>
      chain.devnet.registry.tokens.find(({ contractId }) => contractId.endsWith(`.${name}`))!.contractId;
    const query = new URLSearchParams({ sell: idOf('stx-subnet-v2'), buy: idOf('token-alex') });
    await page.goto(`${exchange.sluice().url}/#/swap?${query.toString()}`);
    const wallet = await connectBrowserWallet(page, chain.devnet.accounts[0]!);
    wallet.agree(true);
    await page.getByText(/^To trade (≈ )?\d/).waitFor();
    await page.getByLabel('Sell', { exact: true }).fill('12.000011');
    await page.getByRole('heading', { name: /^Route, / }).waitFor();
    await page.getByText('Compare routes and amounts').click();
    await page.getByRole('columnheader', { name: 'Price against the quote' }).waitFor();
    await takePictures(page, 'swap-mainnet');
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Sell: / }).click();
    await takePictures(page, 'swap-mainnet-tokens');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Review the swap' }).click();
    await page.getByRole('button', { name: 'Sign 2 times and place' }).click();
    await page.getByText('Sent. Waiting for a block.').first().waitFor();
    await chain.control('/mine', { blocks: 1 });
    await page
      .getByText(/^Paid .* and received /)
      .first()
      .waitFor();
  });
});
