import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { createClient } from '../../../src/sdk/client/index.js';
import { shiftOf, takeShifts, watchShifts } from './layout-shifts.js';
import { describePage, expectAccessible, takePictures, type Site } from './site.js';

const LOGO = /\/metadata\/api\/v1\/metadata\/[^/]+\/logo\?size=(64|128)&tag=[0-9a-f]{16}$/;
/** Tokens of the devnet, each with a logo, and their subnet copies. */
const MARKS = 'img.mark';

/** Opens the route in a tab that notes its requests and what its policy refuses. */
async function watched(site: Site, route: string) {
  const page = await site.open('#/nowhere');
  const [urls, refused]: [string[], string[]] = [[], []];
  page.on('request', (sent) => urls.push(sent.url()));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  await page.goto('about:blank');
  await page.goto(`${site.bed.exchange.sluice().url}/${route}`);
  return { page, urls, refused };
}

const untilLoaded = (page: Page, count: number): Promise<void> =>
  page.evaluate<void>(`new Promise((resolve) => {
    const look = () => {
      const seen = [...document.querySelectorAll('${MARKS}')].filter((one) => one.complete && one.naturalWidth > 0);
      if (seen.length >= ${count}) resolve();
      else requestAnimationFrame(look);
    };
    look();
  })`);

/** Waits until the server has drawn the logo of every token that it lists. */
async function untilDrawn(site: Site): Promise<void> {
  const { vaults } = createClient({ baseUrl: site.bed.exchange.sluice().url });
  for (;;) {
    const { tokens } = await vaults.registry();
    if (tokens.every(({ logo }) => logo !== undefined)) return;
  }
}

describePage('logos of tokens', (site) => {
  it('are shown in lists and beside a token, from the page’s own server alone', async () => {
    await untilDrawn(site);
    const { page, urls, refused } = await watched(site, '#/markets');
    await untilLoaded(page, 12);
    const own = site.bed.exchange.sluice().url;
    const images = urls.filter((url) => url.includes('/logo'));
    expect(images.length).toBeGreaterThanOrEqual(12);
    for (const url of images) expect(url).toMatch(LOGO);
    expect(urls.filter((url) => !url.startsWith(own) && !url.startsWith('about:'))).toEqual([]);
    await takePictures(page, 'logos-markets');
    await expectAccessible(page);
    await page.goto(`${own}/#/token/ST1ZS1RMRMT8G39QVKH6QQAQ8QJDBB6F1XYM4QB9N.opal`);
    await untilLoaded(page, 1);
    await takePictures(page, 'logos-token');
    await page.goto(`${own}/#/swap`);
    await page.getByRole('button', { name: /^Sell/ }).first().click();
    await page.getByRole('dialog').waitFor();
    await untilLoaded(page, 12);
    await takePictures(page, 'logos-picker');
    await expectAccessible(page);
    expect(refused).toEqual([]);
  });

  it('take the same room as the letters of a token without one', async () => {
    await untilDrawn(site);
    const page = await site.open('#/nowhere');
    await watchShifts(page);
    let requests = 0;
    let allAsked = () => {};
    const asked = new Promise<void>((resolve) => (allAsked = resolve));
    await page.route(/\/logo\?/, async (route) => {
      await route.fulfill({ status: 404, body: '' });
      if (++requests === 12) allAsked();
    });
    await page.goto('about:blank');
    await page.goto(`${site.bed.exchange.sluice().url}/#/markets`);
    await asked;
    await page.evaluate<void>(`new Promise((resolve) => {
      const look = () =>
        document.querySelectorAll('.mark-letter').length >= 12 && document.querySelector('${MARKS}') === null
          ? resolve()
          : requestAnimationFrame(look);
      look();
    })`);
    await takeShifts(page);
    await page.unroute(/\/logo\?/);
    // A new picture has another address, which is tried again.
    await page.reload();
    await untilLoaded(page, 12);
    expect(shiftOf(await takeShifts(page))).toBeLessThan(0.01);
    await takePictures(page, 'logos-back');
  });
});
