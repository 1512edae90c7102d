import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describePage, expectAccessible, takePictures } from './site.js';

/** A symbol, a name and an image as an attacker would choose them. */
const HOSTILE = {
  symbol: '<img src=x onerror=alert(1)>\u202Egnp',
  name: `${'😀'.repeat(2_000)}<script>alert(1)</script>${'W'.repeat(10_000)}\u202Eלא`,
  image: 'javascript:alert(1)',
};

/** Rewrites every token in what the server sends, as if a stranger had named them. */
async function makeTokensHostile(page: Page): Promise<void> {
  await page.route('**/prices/stream*', (route) => route.abort());
  await page.route(/\/prices\?|\/vaults$|\/registry$/, async (route) => {
    const response = await route.fetch();
    const text = JSON.stringify(await response.json(), (key, value: unknown) =>
      key in HOSTILE && typeof value === 'string' ? HOSTILE[key as keyof typeof HOSTILE] : value,
    );
    await route.fulfill({ response, body: text });
  });
}

const overflows = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

describePage('the markets', (site) => {
  it('finds a token, sorts and moves by keyboard alone', async () => {
    const page = await site.open('#/markets');
    await page.getByRole('link', { name: /OPAL/ }).first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('quartz');
    const rows = page.locator('tbody tr');
    await rows.nth(2).waitFor({ state: 'detached' });
    expect(await rows.count()).toBe(2);
    await page.getByRole('columnheader', { name: 'Token' }).getByRole('button').press('Enter');
    await page.locator('th[aria-sort=ascending]', { hasText: 'Token' }).waitFor();
    await rows.first().getByRole('link').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /QRTZ/ }).waitFor();
  });

  it('offers to show all when no token fits the search', async () => {
    const page = await site.open('#/markets');
    await page.getByRole('searchbox').fill('no such token');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('link', { name: /OPAL/ }).first().waitFor();
  });

  it('shows a token with its candles, pools and metadata', async () => {
    const page = await site.open('#/token/.stx');
    await page.getByRole('img', { name: /Candles of STX in dollars/ }).waitFor();
    await page.getByText('Charts by TradingView').waitFor();
    await page.getByText('The token’s deployer has published none here.').waitFor();
    await page.getByRole('cell', { name: 'USDd' }).first().waitFor();
    await page.getByRole('button', { name: 'sBTC', exact: true }).click();
    await page.getByRole('img', { name: /Candles of STX in sBTC/ }).waitFor();
    await expectAccessible(page);
    await takePictures(page, 'token');
    expect(await overflows(page)).toBe(false);
  });

  it('says that it knows no such token', async () => {
    const page = await site.open('#/token/SP000.nothing');
    await page.getByText('This exchange knows no such token.').waitFor();
    expect(await page.getByRole('link', { name: 'To the markets' }).count()).toBe(1);
  });

  it('is not harmed by what strangers call their tokens', async () => {
    const page = await site.open('#/nowhere');
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await makeTokensHostile(page);
    await page.reload();
    for (const [view, seen] of [
      ['markets', 'tbody tr'],
      ['token/.stx', '.chart canvas'],
    ] as const) {
      await page.evaluate(`location.hash = '#/${view}'`);
      await page.locator(seen).first().waitFor();
      expect(await page.locator('img[src="x"]').count()).toBe(0);
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        expect([view, width, await overflows(page)]).toEqual([view, width, false]);
      }
      await takePictures(page, `hostile-${view.slice(0, 5)}`);
    }
    expect(dialogs).toEqual([]);
  });

  it('keeps what it shows while the server is away, and continues when it is back', async () => {
    const page = await site.open('#/token/.stx');
    await page.getByRole('img', { name: /Candles of STX/ }).waitFor();
    await page.route(/\/(prices|app|metadata)\//, (route) => route.abort());
    await page.getByRole('button', { name: 'sBTC', exact: true }).click();
    await page.getByText('The server cannot be reached.').first().waitFor();
    await page.getByRole('img', { name: /Candles of STX in dollars/ }).waitFor();
    await page.unrouteAll();
    await page.getByRole('img', { name: /Candles of STX in sBTC/ }).waitFor();
    expect(await page.getByText('What you see is from before.').count()).toBe(0);
  });
});
