import type { Page } from 'playwright-core';
import type { Site } from './site.js';

/** The devnet's deployer, whose tokens the swap view trades. */
export const DEPLOYER = 'ST1ZS1RMRMT8G39QVKH6QQAQ8QJDBB6F1XYM4QB9N';

/** The route of the swap view with these tokens, named by their contracts. */
export const pair = (sell: string, buy: string) =>
  `#/swap?sell=${encodeURIComponent(`${DEPLOYER}.${sell}`)}&buy=${encodeURIComponent(`${DEPLOYER}.${buy}`)}`;

/** Types the amount and waits for its quote. */
export async function quote(page: Page, amount: string): Promise<void> {
  await page.getByLabel(/^Sell(, each time)?$/).fill(amount);
  await page.getByRole('heading', { name: /^Route, / }).waitFor();
}

export const choose = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });

/** Reviews and signs the quoted swap, and waits until a block has confirmed it. */
export async function swapToTheEnd(site: Site, page: Page): Promise<void> {
  await choose(page, 'Review the swap');
  await page.getByRole('button', { name: /^Sign (and|2 times and) place$/ }).click();
  await page.getByText('Sent. Waiting for a block.').first().waitFor();
  await site.bed.chain.control('/mine', { blocks: 1 });
  await page
    .getByText(/^Paid .* and received /)
    .first()
    .waitFor();
}
