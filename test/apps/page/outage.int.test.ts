import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describePage, expectAccessible, takePictures } from './site.js';

const UNREACHABLE = 'The server cannot be reached. What you see is from before. Trying again…';
const WAITING = {
  conditionToken: '.stx',
  targetPrice: '1000',
  direction: 'gt',
  baseAsset: 'USD',
} as const;

/** Resolves once the page has looked for its server in vain so often. */
function looksInVain(page: Page, count: number): Promise<void> {
  let seen = 0;
  return new Promise((resolve) => {
    page.on('requestfailed', (request) => {
      if (request.url().endsWith('/health') && ++seen >= count) resolve();
    });
  });
}

describePage('the page whose server is away', (site) => {
  it('says so until the server responds again, and is live then although nothing happens', async () => {
    const { exchange } = site.bed;
    const { body } = await exchange.place({ ...exchange.signedOrder(), ...WAITING });
    const markets = await site.open('#/markets');
    await markets.getByText('new every 5 minutes').waitFor();
    const order = await site.open(`#/order/${String(body.data['handle'])}`);
    await order.getByText('Live', { exact: true }).waitFor();
    // More than one turn of the attempts: what a cache keeps must not pass for the server.
    const inVain = looksInVain(markets, 5);
    await exchange.end('SIGKILL');
    await markets.getByText(UNREACHABLE).waitFor();
    await inVain;
    expect(await markets.getByText(UNREACHABLE).count()).toBe(1);
    await markets.getByText('not renewed now').waitFor();
    await expectAccessible(markets);
    await takePictures(markets, 'markets-offline');
    await site.bed.open({ PORT: new URL(exchange.sluice().url).port });
    await markets.getByText(UNREACHABLE).waitFor({ state: 'hidden' });
    await markets.getByText('new every 5 minutes').waitFor();
    await order.getByText('Live', { exact: true }).waitFor();
  });
});
