import { expect, it } from '@jest/globals';
import { createClient } from '../../../src/sdk/client/index.js';
import { idOf, otherRoutes } from '../../../src/apps/page/swap/model/other-routes.js';
import { connectBrowserWallet } from './browser-wallet.js';
import { describePage, expectAccessible, takePictures } from './site.js';
import { choose, DEPLOYER, heading, pair, quote } from './swap-steps.js';

describePage('the swap view', (site) => {
  const mine = () => site.bed.chain.control('/mine', { blocks: 1 });

  it('shows what an amount buys, hop by hop, and compares it with other routes and amounts', async () => {
    const page = await site.open(pair('dollar-subnet', 'sbtc'));
    await page.getByText('Enter an amount to see what the market gives.').waitFor();
    await expectAccessible(page);
    await takePictures(page, 'swap-empty');
    await quote(page, '100');
    await page.getByText('Minimum received').waitFor();
    await page
      .getByText(/^price impact (0|<)/)
      .first()
      .waitFor();
    await expectAccessible(page);
    await takePictures(page, 'swap-quote');
    await page.getByText('Compare routes and amounts').click();
    await page.getByRole('columnheader', { name: 'Price against the quote' }).waitFor();
    await page.getByText('SBTC-DOLLAR', { exact: true }).waitFor();
    await expectAccessible(page);
    await takePictures(page, 'swap-compare');
    // By itself, ten seconds after the one before.
    await page.waitForResponse((response) => response.url().endsWith('/quotes'));
    await page.getByText('just now').waitFor();
    expect(await page.getByRole('columnheader', { name: 'Price against the quote' }).isVisible()).toBe(true);
  });

  it('computes routes over pools and sublinks to the unit as the server does', async () => {
    const { url } = site.bed.exchange.sluice();
    const { quotes, vaults } = createClient({ baseUrl: url });
    const listed = await vaults.list();
    const pairs = [
      ['dollar-subnet', 'sbtc', 123_456_789n],
      ['opal-subnet', 'dollar', 98_765_432n],
      ['quartz-subnet', 'sbtc-subnet', 55_555_555n],
      ['comet-subnet', 'dollar', 7_777_777_777n],
    ] as const;
    for (const [sell, buy, amountIn] of pairs) {
      const [tokenIn, tokenOut] = [`${DEPLOYER}.${sell}`, `${DEPLOYER}.${buy}`];
      const best = await quotes.get({ tokenIn, tokenOut, amount: amountIn });
      if (best.reason !== undefined) throw new Error(best.reason);
      const routes = otherRoutes(listed.vaults, { tokenIn, tokenOut, amountIn }, { hops: [] });
      const quoted = idOf(best.hops.map(({ vault }) => vault));
      expect(routes.find((route) => idOf(route.vaults) === quoted)?.amountOut.toString()).toBe(
        best.amountOutExact,
      );
    }
  });

  it('chooses tokens by keyboard alone', async () => {
    const page = await site.open(pair('dollar-subnet', 'sbtc'));
    await page.getByRole('button', { name: 'Buy: sBTC' }).press('Enter');
    await page.getByRole('combobox').fill('opal');
    await takePictures(page, 'swap-picker');
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Buy: OPAL/ }).waitFor();
    await page.getByRole('button', { name: 'Swap the other way round' }).click();
    await page.getByRole('button', { name: /^Sell: OPAL/ }).waitFor();
    await page.waitForURL(({ hash }) => hash === `${pair('opal-subnet', 'dollar')}&kind=now`);
  });

  it('says that no order can sell a token that has no balance to trade', async () => {
    const page = await site.open(pair('moth', 'sbtc'));
    await site.connect(page, 'alice');
    await page.getByText('MOTH can be quoted, but no order can sell it here.').waitFor();
    await page.getByRole('button', { name: 'Choose another token to sell' }).waitFor();
    await takePictures(page, 'swap-not-sold');
    await expectAccessible(page);
  });

  it('says in words why there is no route', async () => {
    const page = await site.open(pair('quartz-subnet', 'moth'));
    await page.getByLabel('Sell', { exact: true }).fill('1');
    await page
      .getByText('No route of four hops or fewer leads from one token to the other.')
      .first()
      .waitFor();
    await takePictures(page, 'swap-no-route');
    await expectAccessible(page);
    await page.getByLabel('Sell', { exact: true }).fill('1,500');
    await page.getByText('This can be read in two ways. Choose one.').waitFor();
  });

  it('asks to confirm a limit that is far from the market', async () => {
    const page = await site.open(pair('dollar-subnet', 'sbtc'));
    await site.connect(page, 'alice');
    await choose(page, 'Limit');
    await quote(page, '100');
    await page.getByLabel('Limit price').fill('0.000001');
    await choose(page, 'Review the order');
    await page.getByText(/^The limit accepts 9\d(\.\d)?% less than the market pays now\.$/).waitFor();
    expect(await page.getByRole('button', { name: 'Sign and place' }).isDisabled()).toBe(true);
    await takePictures(page, 'swap-far');
    await expectAccessible(page);
    await page.getByLabel('Type “confirm” to sell at such a loss').fill('confirm');
    expect(await page.getByRole('button', { name: 'Sign and place' }).isEnabled()).toBe(true);
    expect(await page.getByRole('dialog').locator('.review-summary').innerText()).toMatch(
      /Your price\s+0\.000001 sBTC per USDd\s+Market now\s+0\.0000\d+ sBTC per USDd/,
    );
    await choose(page, 'Back');
    await page.getByText(/worse for you, and the order is sent at once$/).waitFor();
    await takePictures(page, 'swap-far-form');
    await page.reload();
    await page.getByLabel('Limit price').waitFor();
    const typed = [page.getByLabel('Limit price'), page.getByLabel('Sell', { exact: true })];
    expect(await Promise.all(typed.map((field) => field.inputValue()))).toEqual(['0.000001', '100']);
  });

  it('places a stop and a target of which one cancels the other, and a recurring plan', async () => {
    const page = await site.open(pair('opal-subnet', 'dollar'));
    await site.connect(page, 'bob');
    await choose(page, 'Stop / profit');
    await quote(page, '100');
    await page.getByLabel('Take profit price').fill('0.6');
    await page.getByLabel('Stop loss price').fill('0.4');
    await takePictures(page, 'swap-exits');
    await expectAccessible(page);
    await choose(page, 'Review 2 orders');
    await page.getByText(/^Is sent once this holds: .OPAL. at or above \$0\.6\.$/).waitFor();
    for (const name of ['Take profit:', 'Stop loss:']) await page.getByText(name, { exact: true }).waitFor();
    await takePictures(page, 'swap-exits-review');
    await choose(page, 'Sign and place');
    await heading(page, 'The orders are placed').waitFor();
    await page
      .getByText(/^It waits for its price\..*: .OPAL. at or above \$0\.6\.$/)
      .first()
      .waitFor();
    await choose(page, 'Done');
    await choose(page, 'Over time');
    await quote(page, '5');
    await takePictures(page, 'swap-recurring');
    await expectAccessible(page);
    await choose(page, 'Review 4 orders');
    await page.getByText(/^In all 4 × 5 = 20 .OPAL.$/).waitFor();
    await takePictures(page, 'swap-plan-review');
    await choose(page, 'Sign and place');
    await heading(page, 'The orders are placed').waitFor();
    await page
      .getByText(/^It waits for its time\. Its window opens at \w+ \d+, 20/)
      .first()
      .waitFor();
    await takePictures(page, 'swap-plan-placed');
  });

  it('places a trailing stop, an amount in parts, and an entry with its exits, each by its name', async () => {
    const page = await site.open(pair('opal-subnet', 'dollar'));
    await site.connect(page, 'bob');
    await choose(page, 'Stop / profit');
    await choose(page, 'Trailing stop');
    await quote(page, '40');
    await page.getByRole('button', { name: '10%', exact: true }).click();
    await page.getByText(/^From the price now, it sells at \$0\.\d+\./).waitFor();
    await takePictures(page, 'swap-trail');
    await expectAccessible(page);
    await choose(page, 'Review the order');
    await page.getByText('Trailing stop:', { exact: true }).waitFor();
    await page.getByText(/^Is sent once this holds: .OPAL. 10% below its highest price\.$/).waitFor();
    await takePictures(page, 'swap-trail-review');
    await choose(page, 'Sign and place');
    await page
      .getByText(/^Trailing stop: 40 /)
      .first()
      .waitFor();
    await choose(page, 'Done');
    await choose(page, 'Over time');
    await choose(page, 'Split an amount');
    await page.getByLabel('Sell, in all').fill('60');
    await page.getByText('10 OPAL each').waitFor();
    await page.getByRole('heading', { name: /^Route, / }).waitFor();
    await takePictures(page, 'swap-twap');
    await expectAccessible(page);
    await choose(page, 'Review 6 orders');
    await page
      .getByText(/over 6 hours, each at a random time of its turn, the last one not before/)
      .waitFor();
    await takePictures(page, 'swap-twap-review');
    await choose(page, 'Sign and place');
    await page
      .getByText(/^TWAP part 1 of 6: 10 /)
      .first()
      .waitFor();
    await choose(page, 'Done');
    await page.goto(`${site.bed.exchange.sluice().url}/${pair('dollar-subnet', 'opal')}`);
    await choose(page, 'Limit');
    await choose(page, 'Then stop and profit');
    await page.getByRole('button', { name: /^Buy: OPAL/ }).waitFor();
    await quote(page, '10');
    await page.getByLabel('Entry price').fill('2.1');
    await page.getByLabel('Take profit price').fill('0.6');
    await page.getByLabel('Stop loss price').fill('0.4');
    await takePictures(page, 'swap-bracket');
    await expectAccessible(page);
    await choose(page, 'Review 3 orders');
    for (const name of ['Entry:', 'Take profit:', 'Stop loss:'])
      await page.getByText(name, { exact: true }).waitFor();
    await takePictures(page, 'swap-bracket-review');
    await choose(page, 'Sign and place');
    await page
      .getByText(/^Entry: 10 /)
      .first()
      .waitFor();
    await choose(page, 'Done');
  });

  it('signs with a wallet of the browser, and places nothing when its owner declines', async () => {
    const page = await site.open(pair('dollar-subnet', 'sbtc'));
    const [, , , dave] = site.bed.chain.devnet.accounts;
    const browserWallet = await connectBrowserWallet(page, dave!);
    await quote(page, '10');
    await choose(page, 'Review the swap');
    await page.getByText('Your wallet asks twice: for the amount, and for all terms.').waitFor();
    await choose(page, 'Sign 2 times and place');
    await page.getByText('The wallet did not sign: the visitor declined').waitFor();
    await takePictures(page, 'swap-refused');
    await expectAccessible(page);
    const { body } = await site.bed.exchange.read<readonly unknown[]>(`/orders?owner=${dave!.address}`);
    expect(body.data).toEqual([]);
    browserWallet.agree(true);
    await choose(page, 'Try again');
    await page.getByText('Sent. Waiting for a block.').first().waitFor();
  });

  it('places an order once when the response is lost and the visitor tries again', async () => {
    const page = await site.open(pair('jade-subnet', 'dollar'));
    await site.connect(page, 'dave');
    await quote(page, '3');
    let isLost = true;
    await page.route('**/orders/new', async (route) => {
      const response = await route.fetch();
      if (isLost) await route.abort();
      else await route.fulfill({ response });
    });
    await choose(page, 'Review the swap');
    await choose(page, 'Sign and place');
    await page.getByText('The server cannot be reached.').waitFor();
    isLost = false;
    await choose(page, 'Try again');
    await heading(page, 'The order is placed').waitFor();
    const [, , , dave] = site.bed.chain.devnet.accounts;
    const { body } = await site.bed.exchange.read<readonly unknown[]>(
      `/orders?owner=${dave!.address}&inputToken=${DEPLOYER}.jade-subnet`,
    );
    expect(body.data).toHaveLength(1);
  });

  it('says what the server would refuse before anything is signed, and does not offer to sign it', async () => {
    const page = await site.open(pair('opal-subnet', 'dollar'));
    await site.connect(page, 'alice');
    await choose(page, 'Over time');
    await quote(page, '5');
    await page.getByText('Terms').click();
    await page.getByLabel('Slippage', { exact: true }).fill('20');
    await takePictures(page, 'swap-terms');
    await choose(page, 'Review 4 orders');
    await page.getByLabel('Type “confirm” to sell at such a loss').fill('confirm');
    await page
      .getByText(/slippage.*0\.05/)
      .first()
      .waitFor();
    await takePictures(page, 'swap-server-refuses');
    expect(await page.getByRole('button', { name: 'Sign and place' }).isDisabled()).toBe(true);
    await choose(page, 'Back');
  });

  it('follows an order over a restart of the server', async () => {
    const page = await site.open(pair('dollar-subnet', 'sbtc'));
    await site.connect(page, 'carol');
    await quote(page, '50');
    await choose(page, 'Review the swap');
    await choose(page, 'Sign and place');
    await page.getByText('Sent. Waiting for a block.').first().waitFor();
    const { port } = new URL(site.bed.exchange.sluice().url);
    await site.bed.exchange.end('SIGKILL');
    await page.getByText('The server cannot be reached. What you see is from before.').waitFor();
    await takePictures(page, 'swap-offline');
    await site.bed.open({ PORT: port });
    await mine();
    await page
      .getByText(/^Paid 50 .* and received /)
      .first()
      .waitFor();
    await choose(page, 'Done');
    await quote(page, '20');
    // The prices, which the banner speaks of, are read again a few seconds later.
    const banner = page.getByText('The server cannot be reached.');
    await banner.first().waitFor({ state: 'hidden' });
    expect(await banner.count()).toBe(0);
  });
});
