import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { ask } from '../../support/test-chain.js';
import { describePage, expectAccessible, takePictures, untilTitled, type Site } from './site.js';

/** More than three pages. */
const MANY = 160;
const WAITING = {
  conditionToken: '.stx',
  targetPrice: '1000',
  direction: 'gt',
  baseAsset: 'USD',
} as const;
const RIGHT_TO_LEFT = '\u202egnp.exe';
const ARABIC = 'عربي ';
const SCRIPT = '<img src=x onerror="document.title=\'taken\'"><script>document.title="taken"</script>';

interface Placed {
  readonly uuid: string;
  readonly handle: string;
}

/** Places an order of alice's, with fields that are not signed. */
async function place(site: Site, fields: Readonly<Record<string, unknown>> = {}): Promise<Placed> {
  const { status, body } = await site.bed.exchange.place({ ...site.bed.exchange.signedOrder(), ...fields });
  expect([status, body.error]).toEqual([200, undefined]);
  return { uuid: String(body.data['uuid']), handle: String(body.data['handle']) };
}

/** The same with fields that are signed. */
async function placeSigned(site: Site, fields: Readonly<Record<string, string>>): Promise<Placed> {
  const { status, body } = await site.bed.exchange.place(site.bed.exchange.signedOrder(fields));
  expect([status, body.error]).toEqual([200, undefined]);
  return { uuid: String(body.data['uuid']), handle: String(body.data['handle']) };
}

const rowOf = (page: Page, { handle }: Placed) =>
  page.getByRole('row').filter({ has: page.locator(`a[href^="#/order/${handle}"]`) });

/** A page of alice's orders that follows them. */
async function openMine(site: Site): Promise<Page> {
  const page = await site.open('#/orders?tab=all');
  await site.connect(page, 'alice');
  await page.getByText('Live', { exact: true }).waitFor();
  return page;
}

describePage('the orders of the page', (site) => {
  it('ask for a wallet, and show everyone’s without one', async () => {
    const page = await site.open('#/orders?tab=all');
    await page.getByText('Connect a wallet to see its orders.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show everyone’s' }).click();
    await page.getByText('There are no orders yet.').waitFor();
    await expectAccessible(page);
  });

  it('appear when they are placed, and become confirmed and cancelled, without loading the page again', async () => {
    const page = await openMine(site);
    await page.getByText('There are no orders yet.').waitFor();
    const [sent, ended] = [await place(site), await place(site, WAITING)];
    await rowOf(page, sent).getByText('Open').waitFor();
    await expectAccessible(page);
    await site.bed.exchange.execute(sent.uuid);
    await rowOf(page, sent).getByText('Broadcast').waitFor();
    await site.bed.chain.control('/mine');
    await rowOf(page, sent).getByText('Confirmed').waitFor();
    await site.bed.exchange.cancel(ended.uuid);
    await rowOf(page, ended).getByText('Cancelled').waitFor();
    expect(await rowOf(page, sent).innerText()).toMatch(/0\.\d+ sBTC/);
  });

  it('orders of everyone are named by their handles, sorted, and led back to from an order', async () => {
    const { handle, uuid } = await place(site, WAITING);
    const page = await site.open('#/orders?who=all&tab=all');
    await page.getByLabel('Sort').selectOption('Oldest first');
    await page
      .getByRole('columnheader', { name: 'Placed' })
      .and(page.locator('[aria-sort=ascending]'))
      .waitFor();
    const link = page.locator(`a[href="#/order/${handle}?who=all&tab=all&sort=oldest"]`);
    await link.waitFor();
    expect(await page.content()).not.toContain(uuid);
    await takePictures(page, 'orders-all');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('.order-out.is-received').first().waitFor();
    await link.click();
    await page.locator('.crumb a').click();
    await link.waitFor();
    expect(page.url()).toMatch(/#\/orders\?who=all&tab=all&sort=oldest$/);
  });

  it('are in tabs: the open ones with their distance, those that ended with what they paid, and plans', async () => {
    const { handle } = await placeSigned(site, {
      ...WAITING,
      conditionToken: '.stx',
      targetPrice: '99',
      direction: 'gt',
    });
    const page = await site.open('#/orders?tab=open');
    await site.connect(page, 'alice');
    const row = page.locator(`[role=row]:has(a[href*="${handle}"])`);
    await row.getByText('≥ $99').waitFor();
    await row.getByText(/^\+[\d,.]+%$/).waitFor();
    await row.getByText('in 3mo').or(row.getByText(/^in /)).first().waitFor();
    await page.getByRole('button', { name: 'Distance' }).click();
    await page.waitForURL(/sort=nearest/);
    await takePictures(page, 'orders-open');
    await expectAccessible(page);
    await row.getByRole('button', { name: /^Cancel: / }).click();
    await page.getByRole('button', { name: 'Cancel it' }).click();
    await page.getByText('The order is cancelled.').waitFor();
    await page.getByRole('link', { name: 'History' }).click();
    await page.waitForURL(/tab=history/);
    await page.locator(`[role=row]:has(a[href*="${handle}"])`).getByText('Cancelled').waitFor();
    await takePictures(page, 'orders-history');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Plans' }).click();
    await page.getByText('There are no plans yet.').or(page.locator('progress')).first().waitFor();
    await takePictures(page, 'orders-plans');
    await expectAccessible(page);
  });

  it('have alerts beside them, which their owner creates and deletes', async () => {
    const page = await site.open('#/alerts');
    await site.connect(page, 'carol');
    await page.getByText('There are no alerts yet.').waitFor();
    await page.getByRole('button', { name: 'Create an alert' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Token').selectOption('.stx');
    await dialog.getByLabel('Price').fill('0.01');
    await takePictures(page, 'alert-create');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Sign and create' }).click();
    await page.getByRole('heading', { name: /STX.* at or above \$0\.01/ }).waitFor();
    await takePictures(page, 'alerts');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('There are no alerts yet.').waitFor();
  });

  it('orders of the wallet have their uuids', async () => {
    const { uuid, handle } = await place(site, WAITING);
    const page = await openMine(site);
    // What is shown is the name that the order has everywhere.
    const shown = page.getByTitle(uuid);
    await shown.waitFor();
    expect(await shown.innerText()).toMatch(new RegExp(`^${handle.slice(0, 4)}`));
    await takePictures(page, 'orders-mine');
  });

  it('name tokens by what distinguishes them, a minimum without a second sign, and what they wait for without a price', async () => {
    const limit = {
      conditionToken: '*',
      targetPrice: '0',
      direction: 'gt',
      minAmountOut: '99912345678',
    } as const;
    const placed = await placeSigned(site, limit);
    const page = await openMine(site);
    await rowOf(page, placed).waitFor();
    const text = await rowOf(page, placed).innerText();
    expect(text).toContain('10 STX → sBTC');
    expect(text).toContain('≥ 999.123 sBTC');
    expect(text).toMatch(/At least 99\.9\d+ .?sBTC.? per .?STX/);
    await page.goto(page.url().replace(/#.*/, `#/order/${placed.handle}`));
    await page.getByText('None: its minimum is fixed').waitFor();
    await page.getByText('Signed: the chain pays at least this, or nothing.').waitFor();
    await takePictures(page, 'order-limit');
  });

  it('are listed by status, token, plan and search, which the address keeps', async () => {
    const planned = await place(site, { ...WAITING, strategyId: 'a plan' });
    const page = await openMine(site);
    await page.getByLabel('Status').selectOption('confirmed');
    await page.getByText('1 order', { exact: true }).waitFor();
    await page.waitForURL(/#\/orders\?status=confirmed$/);
    await page.getByLabel('Status').selectOption('all');
    await page.getByLabel('Plan').fill('a plan');
    await page.getByText('1 order', { exact: true }).waitFor();
    await rowOf(page, planned).waitFor();
    await page.getByLabel('Plan').fill('');
    await page.getByLabel('Search').fill(planned.handle.slice(0, 12));
    await page.getByText('1 order', { exact: true }).waitFor();
    await page.getByLabel('Search').fill(planned.handle.slice(0, 1));
    await rowOf(page, planned).waitFor();
    await page.getByLabel('Search').fill('nothing has this');
    await page.getByText('No order matches.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await rowOf(page, planned).waitFor();
  });

  it('are saved as CSV, all that match, without a formula in any cell', async () => {
    await place(site, { ...WAITING, strategyId: 'sums', strategyType: '=1+1,"quoted"' });
    await place(site, { ...WAITING, strategyId: 'sums', strategyType: 'two, words' });
    const page = await openMine(site);
    await page.getByLabel('Plan').fill('sums');
    await page.getByText('2 orders', { exact: true }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('orders.csv');
    const text = await readFile(await download.path(), 'utf8');
    expect(text.split('\r\n')).toHaveLength(4);
    expect(text).toContain('"\'=1+1,""quoted"""');
    expect(text).toContain('"two, words"');
    expect(text).toMatch(/^uuid,handle,owner,status,createdAt,sells,amountIn,/);
  });

  it('are drawn where they are seen, however many there are', async () => {
    const { exchange } = site.bed;
    const orders = Array.from({ length: MANY }, () => ({ ...exchange.signedOrder(), ...WAITING }));
    for (let n = 0; n < MANY; n += 100) {
      const body = JSON.stringify({ orders: orders.slice(n, n + 100) });
      const headers = { 'content-type': 'application/json' };
      const url = `${exchange.sluice().swap}/orders/batch`;
      expect((await ask(url, { method: 'POST', headers, body })).status).toBe(200);
    }
    const page = await openMine(site);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('row').nth(20).waitFor();
    expect(await page.locator('.order-row').count()).toBeLessThan(60);
    const end = page.getByText('These are all.');
    while (!(await end.isVisible())) {
      await page.mouse.move(700, 600);
      await page.mouse.wheel(0, 1_500);
      await page.evaluate('new Promise(requestAnimationFrame)');
    }
    const count = Number(await page.getByRole('table').getAttribute('aria-rowcount'));
    expect(count).toBeGreaterThan(MANY);
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await page.locator(`.order-row[aria-rowindex="${count}"]`).waitFor();
    expect(await page.locator('.order-row').count()).toBeLessThan(60);
    await takePictures(page, 'orders-end');
  });

  it('orders of the wallet are cancelled all at once after confirmation', async () => {
    const placed = await place(site, WAITING);
    const page = await openMine(site);
    await rowOf(page, placed).getByText('Open').waitFor();
    await page.getByRole('button', { name: 'Cancel all mine' }).click();
    await expectAccessible(page);
    await takePictures(page, 'orders-cancel-all');
    await page.getByRole('button', { name: 'Cancel them' }).click();
    await page.getByText(/\d+ orders? cancelled\./).waitFor();
    await rowOf(page, placed).getByText('Cancelled').waitFor();
    expect(await page.locator('.order-row').first().innerText()).toContain('Cancelled');
  });

  it('stay while the server is away, and change again when it is back', async () => {
    const { exchange } = site.bed;
    const placed = await place(site, WAITING);
    const page = await openMine(site);
    await rowOf(page, placed).getByText('Open').waitFor();
    await exchange.end('SIGKILL');
    await page.getByText('The server cannot be reached.').first().waitFor();
    await page.getByText('Not live', { exact: true }).waitFor();
    await rowOf(page, placed).getByText('Open').waitFor();
    await expectAccessible(page);
    await takePictures(page, 'orders-offline');
    const again = await site.bed.open({ PORT: new URL(exchange.sluice().url).port });
    await again.cancel(placed.uuid);
    await rowOf(page, placed).getByText('Cancelled').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByText('The server cannot be reached.').waitFor({ state: 'hidden' });
    expect(await rowOf(page, placed).count()).toBe(1);
  });
});

describePage('an order of the page', (site) => {
  it('says why it has not run, and how far its price is away', async () => {
    const { handle } = await place(site, { ...WAITING, minAmountOut: '1234' });
    const page = await site.open(`#/order/${handle}`);
    await page.getByText('It waits for its price.').waitFor();
    await page.getByRole('img', { name: /^The price is .*\$.* It has to move by \+/ }).waitFor();
    await page.getByText('Placed', { exact: true }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Cancel' }).count()).toBe(0);
    await expectAccessible(page);
    await takePictures(page, 'order-waiting');
  });

  it('is cancelled by its owner after confirmation, and shows that at once', async () => {
    const { handle, uuid } = await place(site, WAITING);
    const page = await site.open(`#/order/${handle}`);
    await site.connect(page, 'alice');
    await page.getByRole('button', { name: 'Copy uuid' }).waitFor();
    expect(await page.locator('dl.facts').getByTitle(uuid).count()).toBe(1);
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expectAccessible(page);
    await takePictures(page, 'order-cancel');
    await page.getByRole('button', { name: 'Cancel it' }).click();
    await page.getByText('Cancelled: its owner cancelled it.').waitFor();
    expect(await page.getByRole('button', { name: 'Execute now' }).count()).toBe(0);
  });

  it('is executed by its owner, and becomes confirmed while it is looked at', async () => {
    const { handle } = await place(site);
    const page = await site.open(`#/order/${handle}`);
    await page.getByText('It waits for its owner.').waitFor();
    await site.connect(page, 'alice');
    await page.getByText('Live', { exact: true }).waitFor();
    await page.locator('summary', { hasText: 'More' }).click();
    await page.getByRole('button', { name: 'Execute now' }).click();
    await page
      .getByText(/^(The quote is .* above it\.|None)$/)
      .or(page.getByText('Quoted now'))
      .first()
      .waitFor();
    await page.getByRole('dialog').getByText(/ sBTC/).first().waitFor();
    await takePictures(page, 'order-execute');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Execute', exact: true }).click();
    await page.getByText('Its swap is broadcast.').waitFor();
    await site.bed.chain.control('/mine');
    await page.getByText(/^Paid 10 .* and received /).waitFor();
    await page.getByText('Confirmed: the swap is mined').waitFor();
    const named = await page.getByRole('heading', { level: 1 }).textContent();
    await untilTitled(page, `${named} · confirmed · Sluice`);
    expect(await page.locator('a[href*="explorer"]').count()).toBe(0);
    await expectAccessible(page);
    const report = page.getByRole('region', { name: 'What it gave' });
    await report.getByText('Short of the best').waitFor();
    await takePictures(page, 'order-confirmed');
  });

  it('is changed by its owner, who signs the new terms alone, and repeated in the form of the swap', async () => {
    const terms = { ...WAITING, minAmountOut: '1000' } as const;
    const { handle } = await placeSigned(site, terms);
    const page = await site.open(`#/order/${handle}`);
    await site.connect(page, 'alice');
    await page.getByRole('button', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Receive at least').fill('0.00002');
    await dialog.getByText(/for at least .?0\.00002 .?sBTC/).waitFor();
    await takePictures(page, 'order-change');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Sign the change' }).click();
    await page.getByText('The order is changed.').waitFor();
    await page
      .locator('dl.facts')
      .getByText(/0\.00002/)
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Repeat' }).click();
    await page.getByRole('heading', { name: 'Swap' }).waitFor();
    expect(await page.getByLabel('Sell', { exact: true }).inputValue()).toBe('10');
  });

  it('is announced once when it is filled, in the tab that is seen, on any view', async () => {
    const page = await site.open('#/markets');
    await site.connect(page, 'alice');
    await page.waitForResponse((response) => /orders\?.*owner=/.test(response.url()));
    const { handle } = await place(site);
    const other = await page.context().newPage();
    await other.goto(page.url().replace(/#.*/, `#/order/${handle}`));
    await other.locator('summary', { hasText: 'More' }).click();
    await other.getByRole('button', { name: 'Execute now' }).click();
    await other.getByRole('button', { name: 'Execute', exact: true }).click();
    await other.getByText('Its swap is broadcast.').waitFor();
    await other.goto(page.url());
    await site.bed.chain.control('/mine');
    const told = /^Sold 10 .*sBTC/;
    const tabs = [page, other].map((tab) => tab.getByText(told));
    await Promise.any(tabs.map((notice) => notice.waitFor()));
    const shown = await Promise.all(tabs.map((notice) => notice.count()));
    expect(shown.toSorted()).toEqual([0, 1]);
  });

  it('shows the orders that cancel each other with it', async () => {
    const group = { ...WAITING, strategyId: 'either', strategyType: 'stop', metadata: { oco: true } };
    const [first, second] = [
      await place(site, { ...group, strategyPosition: 1, strategySize: 2 }),
      await place(site, {
        ...group,
        targetPrice: '0.001',
        direction: 'lt',
        strategyPosition: 2,
        strategySize: 2,
      }),
    ];
    const page = await site.open(`#/order/${first.handle}`);
    await page.getByText('When one of these orders is sent, the others are cancelled.').waitFor();
    await page.getByText('stop, 1 of 2').waitFor();
    await takePictures(page, 'order-plan');
    await page.locator(`.siblings a[href="#/order/${second.handle}"]`).click();
    expect(await page.getByText('stop, 2 of 2').innerText()).toContain('stop, 2 of 2');
    await page.waitForURL((url) => url.hash.includes(second.handle));
  });

  it('an order of a stranger is shown as text, whatever it holds', async () => {
    const hostile = {
      ...WAITING,
      strategyId: `${SCRIPT} ${ARABIC}`,
      strategyType: SCRIPT.slice(0, 60),
      strategyDescription: `${SCRIPT}${ARABIC.repeat(8)}`,
      metadata: { note: `${SCRIPT}${RIGHT_TO_LEFT}${'long '.repeat(1_000)}`, [ARABIC]: 'x'.repeat(2_000) },
      more: 'y'.repeat(5_000),
    };
    const { handle } = await place(site, hostile);
    const page = await site.open(`#/order/${handle}`);
    await page.getByText('metadata').click();
    await page.getByText('\\u{202e}').first().waitFor();
    const named = await page.getByRole('heading', { level: 1 }).textContent();
    await untilTitled(page, `${named} · open · Sluice`);
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    expect(await page.locator('main').innerText()).not.toMatch(/[\u202a-\u202e]/);
    const sideways = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await page.evaluate<boolean>(sideways)).toBe(false);
    }
    await expectAccessible(page);
    await takePictures(page, 'order-hostile');
    await page.goto(page.url().replace(/#.*/, '#/orders?who=all&tab=all'));
    await page.locator(`a[href^="#/order/${handle}"]`).waitFor();
    await untilTitled(page, 'Orders · Sluice');
  });

  it('is live again after the server was killed, though nothing has happened to it', async () => {
    const { handle } = await place(site, WAITING);
    const page = await site.open(`#/order/${handle}`);
    await page.getByText('Live', { exact: true }).waitFor();
    const { port } = new URL(site.bed.exchange.sluice().url);
    await site.bed.exchange.end('SIGKILL');
    await page.getByText('Connecting…', { exact: true }).waitFor();
    await site.bed.open({ PORT: port });
    const live = page.getByText('Live', { exact: true });
    await live.waitFor();
    expect(await live.count()).toBe(1);
  });

  it('an unknown order is reported as such, and is not requested again', async () => {
    const page = await site.open('#/order/7d3f0f6e-3f0d-4c2b-9a52-0f4b1f2f7c10');
    await page.getByText('This server has no such order.').waitFor();
    await page.getByRole('link', { name: 'To the orders' }).waitFor();
    await expectAccessible(page);
  });
});
