import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { devAccount } from '../../../src/apps/devnet/vm/accounts.js';
import { createClient } from '../../../src/sdk/client/index.js';
import { keySigner, signMetadata } from '../../../src/sdk/signing/index.js';
import { grouped } from '../../../src/sdk/words/amounts.js';
import { betweenFrames } from './between-frames.js';
import { describePage, expectAccessible, takePictures } from './site.js';
import { choose, DEPLOYER, heading, pair, quote, swapToTheEnd } from './swap-steps.js';

const focused = (page: Page) =>
  page.evaluate<string>('document.activeElement.textContent || document.activeElement.id');

/** Errors of the page's console from now on. */
function errorsOf(page: Page): readonly string[] {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  return errors;
}

describePage('the form of the swap view', (site) => {
  it('keeps the terms open and the focus in the field while a percentage is typed', async () => {
    const page = await site.open(pair('dollar-subnet', 'sbtc'));
    await quote(page, '100');
    await page.getByText('Terms', { exact: true }).click();
    for (const label of ['Slippage', 'Max. price impact']) {
      const field = page.getByLabel(label, { exact: true });
      await field.press('ControlOrMeta+a');
      await page.keyboard.type('0.75', { delay: 20 });
      expect(await field.inputValue()).toBe('0.75');
      expect(await field.isVisible()).toBe(true);
    }
    await page.getByText('slippage 0.75% · 1 hour').waitFor();
  });

  it('follows a link that the visitor chooses right after a letter, however late the device draws', async () => {
    const page = await site.open('#/swap');
    await page.getByRole('textbox', { name: 'Sell' }).fill('10');
    await page.waitForURL(/amount=10/);
    const address = await betweenFrames(
      page,
      `const sell = document.activeElement;
      sell.value = '11';
      sell.dispatchEvent(new Event('input', { bubbles: true }));
      document.querySelector('.nav a').click();
      drawFrame();
      return location.hash;`,
    );
    expect(address).toBe('#/markets');
  });

  it('never shows a quote from before the visitor’s own swap', async () => {
    const page = await site.open(pair('opal-subnet', 'dollar'));
    await site.connect(page, 'bob');
    await quote(page, '9000');
    const received = page.getByLabel('Buy', { exact: true });
    const before = await received.inputValue();
    await swapToTheEnd(site, page);
    await choose(page, 'Done');
    await quote(page, '9000');
    expect(['', before]).not.toContain(await received.inputValue());
  });

  it('holds the focus in the dialog after signing, and returns it to the form', async () => {
    const page = await site.open(pair('dollar-subnet', 'sbtc'));
    await site.connect(page, 'carol');
    await quote(page, '5');
    const review = page.getByRole('button', { name: 'Review the swap' });
    await review.press('Enter');
    await heading(page, 'Review the order').waitFor();
    await page.keyboard.press('Escape');
    expect(await focused(page)).toBe('Review the swap');
    await review.press('Enter');
    await page.getByRole('button', { name: 'Sign and place' }).press('Enter');
    await heading(page, 'The order is placed').waitFor();
    await page.locator('button:focus', { hasText: 'Done' }).waitFor();
    await page.keyboard.press('Escape');
    await heading(page, 'The order is placed').waitFor({ state: 'hidden' });
    const amount = page.locator('#swap-amount:focus');
    await amount.waitFor();
    expect(await amount.count()).toBe(1);
  });

  it('says when a swap now is sent and until when it waits, and cancels one that waits', async () => {
    // Where it is about noon: an hour later is still today.
    const hoursWest = new Date().getUTCHours() - 12;
    const timezoneId = `Etc/GMT${hoursWest < 0 ? '' : '+'}${hoursWest}`;
    const page = await site.open(pair('dollar-subnet', 'sbtc'), { timezoneId });
    await site.connect(page, 'dave');
    await quote(page, '20');
    const timing =
      /Sent at once if you get at least 0\.0\d+ .?sBTC.?; otherwise it waits until \d+:\d\d( [AP]M)?, then ends\./;
    await page.getByText(timing).waitFor();
    await choose(page, 'Review the swap');
    await heading(page, 'Review the order').waitFor();
    expect(await page.getByRole('dialog').getByText(timing).count()).toBe(1);
    for (const fact of ['Expected', 'Price impact', 'Slippage', 'Route', 'Fees of the pools'])
      await page.getByRole('dialog').getByText(fact, { exact: true }).waitFor();
    await takePictures(page, 'form-review');
    await expectAccessible(page);
    await choose(page, 'Back');
    await page.getByText('Terms', { exact: true }).click();
    await page.getByLabel('Max. price impact').fill('0.0001');
    const held = /^Will not be sent now: the price impact is .*%, and your limit is < 0\.01%\./;
    await page.getByText(held).waitFor();
    await takePictures(page, 'form-held');
    await choose(page, 'Review the swap');
    await page.getByRole('alert').getByText(held).waitFor();
    expect(await page.getByRole('dialog').getByText('Sent at once').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Sign and place' }).isDisabled()).toBe(true);
    await takePictures(page, 'form-held-review');
    await choose(page, 'Back');
    await page.getByLabel('Max. price impact').fill('5');
    await choose(page, 'Times…');
    const from = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel('Not before').fill(`${from}T10:00`);
    await page.getByText(/^Sent from .*, 10:00( AM)? on, once you get at least .*, then ends\.$/).waitFor();
    await takePictures(page, 'form-times');
    await choose(page, 'Review the swap');
    await choose(page, 'Sign and place');
    await page
      .getByRole('dialog')
      .getByText(/^Still open until \w+ \d+, .*\d+:\d\d( [AP]M)?\.$/)
      .waitFor();
    await takePictures(page, 'form-placed');
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click();
    await choose(page, 'Cancel it');
    await page
      .getByText(/^Cancelled: /)
      .first()
      .waitFor();
  });

  it('takes a stop alone, and says in plain words what is missing or wrong', async () => {
    const page = await site.open(pair('opal-subnet', 'dollar'));
    await site.connect(page, 'alice');
    await choose(page, 'Stop / profit');
    await quote(page, '100');
    await page.getByRole('button', { name: 'Enter a price' }).waitFor();
    await page.getByLabel('Stop loss price').fill('0.7');
    await page.getByLabel('Take profit price').fill('0.6');
    await page.getByText('The stop loss must be below the take profit.').waitFor();
    await page.getByRole('button', { name: 'Correct the marked field' }).waitFor();
    await page.getByLabel('Take profit price').fill('');
    await page.getByLabel('Stop loss price').fill('0.4');
    await choose(page, 'Review the order');
    await page.getByText(/^Is sent once this holds: .*OPAL.* at or below \$0\.4\.$/).waitFor();
    await choose(page, 'Back');
    await choose(page, 'Over time');
    await page.getByLabel('First one at').fill('2020-01-01T10:00');
    await page.getByText('This time has passed. Leave it empty to begin now.').waitFor();
    await page.getByRole('button', { name: 'Correct the marked field' }).waitFor();
    await takePictures(page, 'form-past');
    await expectAccessible(page);
    await choose(page, 'Now');
    await page.getByRole('button', { name: 'Review the swap' }).waitFor();
  });

  it('marks what costs money: more than the balance, a high price impact, a high slippage', async () => {
    const page = await site.open(pair('opal-subnet', 'dollar'));
    await site.connect(page, 'carol');
    await page.getByRole('button', { name: '50% of the balance' }).click();
    await page.getByRole('button', { name: 'Max of the balance' }).click();
    await quote(page, '90000000');
    await page.getByText(/^More than the [\d,.]+ OPAL that you have to trade: the order waits/).waitFor();
    await page
      .getByText(/^High price impact: this amount alone makes the price \d\d(\.\d+)?% worse/)
      .waitFor();
    await page.getByText('Terms', { exact: true }).click();
    await page.getByLabel('Slippage', { exact: true }).fill('50');
    await page.getByText(/^High slippage: you accept up to 50% less than quoted/).waitFor();
    await takePictures(page, 'form-warnings');
    await expectAccessible(page);
  });

  it('names both sides of a swap of a token for itself', async () => {
    const page = await site.open(pair('opal-subnet', 'opal-subnet'));
    await site.connect(page, 'carol');
    await page.getByText('This is the token that you sell. Choose another one.').waitFor();
    await page.getByRole('button', { name: 'Choose another token to buy' }).waitFor();
    await expectAccessible(page);
  });

  it('begins with what the wallet holds, and greys out what no order can sell', async () => {
    const page = await site.open('#/swap');
    await site.connect(page, 'alice');
    await takePictures(page, 'form-default');
    await page.getByText(/^To trade [≈ ]*[\d,.]*[1-9]/).waitFor();
    await page.getByRole('button', { name: /^Sell: / }).click();
    const plain = page.getByRole('option', { disabled: true }).first();
    await plain.scrollIntoViewIfNeeded();
    await takePictures(page, 'form-picker');
    await expectAccessible(page);
    await plain.click({ force: true });
    await heading(page, 'Sell which token?').waitFor();
    expect(
      await page
        .getByRole('dialog')
        .getByText(/subnet/i)
        .count(),
    ).toBe(0);
  });

  it('compares routes and amounts on one state of the market', async () => {
    const page = await site.open(pair('comet-subnet', 'dollar'));
    await quote(page, '40000');
    await page.getByText('Compare routes and amounts').click();
    const quoted = page.getByRole('row', { name: /^The quoted route/ });
    await quoted.waitFor();
    const shown = grouped(await page.getByLabel('Buy', { exact: true }).inputValue());
    expect(await quoted.getByRole('cell').first().textContent()).toBe(shown);
    const routes = page.getByRole('group', { name: 'Routes' });
    await routes.waitFor();
    expect(await routes.getByRole('cell', { name: /^\+/ }).count()).toBe(0);
    await takePictures(page, 'form-compare');
  });

  it('sells what an amount to buy costs, for at least that amount', async () => {
    const page = await site.open(pair('jade-subnet', 'dollar'));
    await site.connect(page, 'bob');
    const [sell, buy] = ['Sell', 'Buy'].map((label) => page.getByLabel(label, { exact: true }));
    await buy!.fill('2,5');
    await heading(page, /^Route, /).waitFor();
    const paid = await sell!.inputValue();
    expect(Number(paid)).toBeGreaterThan(0);
    await page.getByText(/^Sent at once if you get at least 2\.5 .?USDd.?; otherwise it waits/).waitFor();
    await page.getByText('Pay', { exact: true }).waitFor();
    expect(await page.getByText(/^slippage /).count()).toBe(0);
    await takePictures(page, 'form-exact-out');
    await expectAccessible(page);
    await page.reload();
    await heading(page, /^Route, /).waitFor();
    expect(await buy!.inputValue()).toBe('2,5');
    await page.getByRole('button', { name: /^bob · / }).waitFor();
    await page.getByText('Compare routes and amounts').click();
    await page.getByRole('columnheader', { name: 'Price against the quote' }).waitFor();
    await choose(page, 'Review the swap');
    await page.getByText(new RegExp(`^Sells ${paid} .* for at least 2\\.5 `)).waitFor();
    await takePictures(page, 'form-exact-out-review');
    await choose(page, 'Sign and place');
    await page.getByText('Sent. Waiting for a block.').first().waitFor();
    await site.bed.chain.control('/mine', { blocks: 1 });
    await page
      .getByText(/^Paid .* and received 2\.5/)
      .first()
      .waitFor();
    await choose(page, 'Done');
    expect(await buy!.inputValue()).toBe('');
    await sell!.fill('1,000');
    await page.getByText('This can be read in two ways. Choose one.').waitFor();
    await takePictures(page, 'form-two-readings');
    await expectAccessible(page);
    await choose(page, '1,000');
    await heading(page, /^Route, /).waitFor();
    expect([await sell!.inputValue(), await buy!.inputValue()]).toEqual([
      '1000',
      expect.stringMatching(/^\d+\.\d+$/),
    ]);
  });

  it('gives what a limit buys, takes a price from the amount to buy, and flips to what can be sold', async () => {
    const page = await site.open(pair('opal-subnet', 'dollar'));
    await site.connect(page, 'alice');
    await choose(page, 'Limit');
    await quote(page, '50');
    const [bought, price] = [page.getByLabel('Buy, at least'), page.getByLabel('Limit price')];
    await price.fill('0.8');
    expect(await bought.inputValue()).toBe('40');
    await bought.fill('44');
    expect(await price.inputValue()).toBe('0.88');
    await page.getByText(/^Market now \d/).waitFor();
    await takePictures(page, 'form-limit');
    await expectAccessible(page);
    await page.getByRole('button', { name: '+10%' }).click();
    await page.getByText(/; your limit is 10% better for you$/).waitFor();
    expect(Number(await bought.inputValue())).toBeGreaterThan(20);
    await bought.fill('44');
    await choose(page, 'Review the order');
    await page.getByText('Limit:', { exact: true }).waitFor();
    await page.getByText(/^Sells 50 .* for at least 44 .?USDd.?\.$/).waitFor();
    await takePictures(page, 'form-limit-review');
    await choose(page, 'Back');
    await choose(page, 'Over time');
    expect(await page.getByLabel('Only at this price or better (optional)').inputValue()).toBe('');
    await choose(page, 'Limit');
    expect(await price.inputValue()).toBe('0.88');
    await choose(page, 'Now');
    await page.getByRole('button', { name: 'Review the swap' }).waitFor();
    const given = await page.getByLabel('Buy', { exact: true }).inputValue();
    await page.getByRole('button', { name: 'Swap the other way round' }).click();
    await page.getByRole('button', { name: /^Sell: USDd/ }).waitFor();
    await page.getByRole('button', { name: 'Buy: OPAL', exact: true }).waitFor();
    expect(await page.getByLabel('Sell', { exact: true }).inputValue()).toBe(given);
    await page.getByRole('button', { name: 'Review the swap' }).waitFor();
    await takePictures(page, 'form-flipped');
  });

  it('remembers wallet, terms and tokens, and forgets them when asked', async () => {
    const page = await site.open(pair('comet-subnet', 'dollar'));
    await site.connect(page, 'dave');
    await quote(page, '7');
    await page.getByText('Terms', { exact: true }).click();
    await page.getByLabel('Slippage', { exact: true }).fill('0.3');
    await page.getByText('slippage 0.3% · 1 hour').waitFor();
    await page.getByRole('link', { name: 'Markets' }).first().click();
    await heading(page, 'Markets').waitFor();
    await page.getByRole('link', { name: 'Swap' }).first().click();
    await page.getByRole('button', { name: /^Sell: COMET/ }).waitFor();
    expect(await page.getByLabel('Sell', { exact: true }).inputValue()).toBe('7');
    const again = await page.context().newPage();
    await again.goto(`${site.bed.exchange.sluice().url}/#/swap`);
    await again.getByRole('button', { name: /^dave · / }).waitFor();
    await again.getByText('slippage 0.3% · 1 hour').waitFor();
    await again.getByRole('button', { name: /^Sell: COMET/ }).click();
    await again.getByRole('combobox').fill('opal');
    await again.keyboard.press('Enter');
    await again.getByRole('button', { name: /^Buy: / }).click();
    await again
      .getByRole('group', { name: 'Favourite and recent tokens' })
      .getByRole('button')
      .first()
      .waitFor();
    await takePictures(again, 'form-recent');
    await expectAccessible(again);
    await again.keyboard.press('Escape');
    await again.getByRole('button', { name: /^dave · / }).click();
    await takePictures(again, 'form-forget');
    await expectAccessible(again);
    await again.getByRole('button', { name: 'Forget me' }).click();
    await again.getByText('Demo wallets of the devnet').waitFor();
    await again.keyboard.press('Escape');
    await again.reload();
    await again.getByRole('button', { name: 'Connect wallet' }).click();
    await again.locator('.row-button:focus').waitFor();
    expect(await again.evaluate<number>('localStorage.length')).toBe(0);
  });

  it('says before the review what would hold the order, and never offers first what the wallet does not hold', async () => {
    const page = await site.open(pair('quartz-subnet', 'dollar'));
    await page.route('**/orders/rehearse', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { data: { holds: object[] } };
      body.data.holds.push({ reason: 'too-many-failures', state: 'backing-off' });
      await route.fulfill({ response, json: body });
    });
    await site.connect(page, 'carol');
    await quote(page, '1');
    await page
      .getByText(/^Will not be sent now: Too many swaps of its owner failed within an hour\./)
      .waitFor();
    await takePictures(page, 'form-obstacle');
    await choose(page, 'Review the swap');
    await page
      .getByRole('dialog')
      .getByText(/^Will not be sent now: Too many swaps/)
      .waitFor();
    expect(await page.getByRole('dialog').getByText('Sent at once').count()).toBe(0);
    await choose(page, 'Back');
    await page.getByLabel('Sell', { exact: true }).fill('90000000');
    const over = page.getByRole('button', { name: 'More than you hold: place it to wait' });
    await over.waitFor();
    expect(await over.getAttribute('class')).not.toContain('primary');
    await takePictures(page, 'form-over');
  });

  it('says to press the button again when the server cannot be reached', async () => {
    const page = await site.open(pair('jade-subnet', 'dollar'));
    await site.connect(page, 'dave');
    await quote(page, '3');
    await choose(page, 'Review the swap');
    await page.route('**/orders/new', (route) => route.abort());
    await choose(page, 'Sign and place');
    await page.getByText('Press “Try again”.').waitFor();
    expect(await page.getByText('The page tries again by itself.').count()).toBe(0);
  });

  it('draws the pair beside the form: its price is typed or dragged, and an open order is moved', async () => {
    const page = await site.open(pair('opal-subnet', 'dollar'));
    const errors = errorsOf(page);
    await site.connect(page, 'alice');
    await page.getByRole('img', { name: /^Candles of OPAL in USDd: / }).waitFor();
    await choose(page, 'Limit');
    await quote(page, '100');
    const field = page.getByLabel('Limit price');
    await field.fill('0.6');
    const line = page.getByRole('slider', { name: 'Limit line' });
    await line.getByText(/^Limit 0\.6 USDd \+\d+\.\d\d%$/).waitFor();
    await line.press('ArrowUp');
    expect(await field.inputValue()).toBe('0.6006');
    const { x, y } = (await line.boundingBox())!;
    await page.mouse.move(x + 10, y + 8);
    await page.mouse.down();
    await page.mouse.move(x + 10, y + 28, { steps: 3 });
    await page.mouse.up();
    expect(Number(await field.inputValue())).toBeLessThan(0.6);
    await field.fill('0.6');
    await choose(page, 'Review the order');
    await choose(page, 'Sign and place');
    await heading(page, 'The order is placed').waitFor();
    await choose(page, 'Done');
    const waiting = page.getByRole('slider', { name: /^Limit, sells 100 OPAL\./ });
    await waiting.press('PageUp');
    await waiting.press('Escape');
    await waiting.press('PageDown');
    await waiting.press('Enter');
    const change = page.getByRole('dialog');
    await change.getByText('0.594 USDd per OPAL', { exact: true }).waitFor();
    await takePictures(page, 'chart-change');
    await expectAccessible(page);
    await choose(page, 'Sign the change');
    await page.getByText('The order is changed.').waitFor();
    const { orders } = createClient({ baseUrl: site.bed.exchange.sluice().url });
    const { items } = await orders.list({
      owner: site.bed.chain.devnet.accounts[0]!.address,
      status: 'open',
    });
    expect(items.map(({ minAmountOut, revision }) => [minAmountOut, revision])).toContainEqual([
      '59400000',
      1,
    ]);
    await choose(page, 'RSI');
    await choose(page, 'Averages');
    await page.getByText('Depth', { exact: true }).click();
    await page.getByRole('row', { name: /^\S+ 1% \S+$/ }).waitFor();
    await takePictures(page, 'chart');
    await expectAccessible(page);
    await page.getByRole('button', { name: /^OPAL in USDd/ }).click();
    await page.reload();
    await page.getByRole('button', { name: /^OPAL in USDd/, expanded: false }).waitFor();
    expect(errors).toEqual([]);
  });

  it('leads to a portfolio with both balances of a token, results, and fills as a file', async () => {
    const page = await site.open(pair('dollar-subnet', 'sbtc'));
    const errors = errorsOf(page);
    await site.connect(page, 'bob');
    await quote(page, '50');
    await swapToTheEnd(site, page);
    await choose(page, 'Done');
    await page.getByRole('link', { name: 'Portfolio' }).click();
    const row = page.getByRole('row', { name: /USDd/ }).first();
    await row.getByText(/to trade/).waitFor();
    const fills = page.getByRole('region', { name: 'Fills' });
    await fills.getByText(/sBTC/).first().waitFor();
    await takePictures(page, 'portfolio');
    await expectAccessible(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    const saved = page.waitForEvent('download');
    await choose(page, 'Koinly CSV');
    const file = await saved;
    expect(file.suggestedFilename()).toBe('fills-koinly.csv');
    expect(await readFile(await file.path(), 'utf8')).toMatch(/^Date,Sent Amount,[^]* UTC,50,USDd,/);
    const traded = () =>
      site.bed.chain.balance(`${DEPLOYER}.opal-subnet`, site.bed.chain.devnet.accounts[1]!);
    const before = await traded();
    await choose(page, 'Deposit or withdraw OPAL');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount').fill('1e9');
    await dialog.getByText('Write a number, such as 1.5.').waitFor();
    await dialog.getByLabel('Amount').fill('40,000.5');
    await dialog.getByText('More than you hold.').waitFor();
    await dialog.getByLabel('Amount').fill('250');
    await takePictures(page, 'portfolio-move');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Deposit' }).last().click();
    await dialog.getByText('250 OPAL is on its way.', { exact: false }).waitFor();
    await site.bed.chain.control('/mine', { blocks: 1 });
    await dialog.getByText('250 OPAL can be traded now.').waitFor();
    await takePictures(page, 'portfolio-moved');
    await dialog.getByText('Close', { exact: true }).click();
    expect(await traded()).toBeGreaterThan(before);
    expect(errors).toEqual([]);
  });

  it('says when the market moved before the review, and that a token is renamed by its deployer', async () => {
    const signer = keySigner(devAccount('deployer').privateKey, 'devnet');
    const renamed = `${DEPLOYER}.dollar`;
    const record = await signMetadata(signer, renamed, { name: 'Gold', properties: { symbol: 'GOLD' } });
    const saved = `${site.bed.exchange.sluice().url}/metadata/api/v1/metadata/${renamed}`;
    expect((await fetch(saved, { method: 'POST', ...record })).status).toBe(200);
    const page = await site.open(pair('opal-subnet', 'dollar'));
    await site.connect(page, 'bob');
    // The form is as it was when the visitor last looked: it quotes again every ten seconds, and the review when it opens.
    let [body, isHeld] = ['', false];
    await page.evaluate("addEventListener('click', () => (document.body.dataset.clicked = 'yes'), true)");
    await page.route('**/quotes', async (route) => {
      if (isHeld && (await page.locator('body[data-clicked]').count()) > 0) return route.continue();
      if (!isHeld) body = await (await route.fetch()).text();
      return route.fulfill({ body, contentType: 'application/json' });
    });
    await quote(page, '9000');
    isHeld = true;
    await page.evaluate('delete document.body.dataset.clicked');
    const other = await site.open(pair('opal-subnet', 'dollar'));
    await site.connect(other, 'alice');
    await quote(other, '5000');
    await swapToTheEnd(site, other);
    // A form quotes nothing from before the block of its own swap: then the server knows that block.
    await choose(other, 'Done');
    await quote(other, '9000');
    await choose(page, 'Review the swap');
    await page.getByText(/^The quote changed by −\d\.\d\d% since the form showed it/).waitFor();
    const note = page.getByRole('dialog').locator('.renamed-note');
    expect(await note.innerText()).toContain('renamed by its deployer: the registry lists it as USDd.');
    expect(await note.getByRole('link').getAttribute('href')).toBe(`#/token/${renamed}`);
    await takePictures(page, 'form-moved');
    await expectAccessible(page);
  });
});
