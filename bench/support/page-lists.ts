import type { Browser, Page } from 'playwright-core';
import { traceFrames, type FrameFigures } from './frame-trace.js';

/** A list in a page, at the place where it is scrolled from. */
export interface List {
  readonly name: string;
  readonly open: (page: Page) => Promise<void>;
  /** Upwards, from its end; downwards when absent. */
  readonly isUpwards?: boolean;
}

const ROW_PX = 56;
const [SCROLL_PX, PX_PER_SECOND] = [24_000, 6_000];

/** A table of rows without anything, each as high as an order's: the least that such a list costs. */
export const plainRows = (count: number): List => ({
  name: `${count} plain rows (baseline)`,
  open: async (page) => {
    const row = `<tr style="height: ${ROW_PX}px"><td>token</td><td>1.00</td></tr>`;
    await page.setContent(`<table>${row.repeat(count)}</table>`);
  },
});

/** The markets, with the tokens of the server under as many names as are wanted. */
export const markets = (url: string, count: number): List => ({
  name: `${count} tokens`,
  open: async (page) => {
    await page.route(/\/api\/v1\/prices\?/, async (route) => {
      const response = await route.fetch();
      const list = (await response.json()) as { tokens: object[] };
      const tokens = Array.from({ length: count }, (_, n) => ({
        ...list.tokens[n % list.tokens.length],
        contractId: `ST000.token-${n}`,
        sparkline: Array.from({ length: 42 }, (_one, at) => 1 + Math.sin(n + at / 5)),
      }));
      await route.fulfill({ response, json: { ...list, count, tokens } });
    });
    // A stream that never says anything: it would name the server's own tokens alone.
    await page.route('**/prices/stream*', () => undefined);
    await page.goto(`${url}/#/markets`);
    await page.waitForSelector(`tbody tr:nth-child(${count})`);
  },
});

/** The stored orders of one of the devnet's wallets: from the newest, while the page reads what comes into sight. */
export const ordersOf = (url: string, wallet: string, count: number): List => ({
  name: `${count} orders, read meanwhile`,
  open: (page) => openOrders(page, url, wallet),
});

/** The same orders from the oldest, after the page has read all. */
export const allOrdersOf = (url: string, wallet: string, count: number): List => ({
  name: `${count} orders, all read`,
  isUpwards: true,
  open: async (page) => {
    await openOrders(page, url, wallet);
    await page.evaluate<void>(`new Promise((resolve) => {
      const further = () => {
        scrollTo(0, document.documentElement.scrollHeight);
        if (document.querySelector('.orders-end')?.textContent === 'These are all.') resolve();
        else requestAnimationFrame(further);
      };
      further();
    })`);
    await page.locator(`.order-row[aria-rowindex="${count + 1}"]`).waitFor();
  },
});

async function openOrders(page: Page, url: string, wallet: string): Promise<void> {
  await page.goto(`${url}/#/orders`);
  await page.getByRole('button', { name: 'Connect wallet' }).click();
  await page.getByRole('button', { name: new RegExp(`^${wallet}`) }).click();
  await page.getByText('Live', { exact: true }).waitFor();
  await page.locator('.order-row').first().waitFor();
}

/** Scrolls the list by a wheel for some seconds, in a tab of its own. */
export async function scroll(browser: Browser, { open, isUpwards }: List): Promise<FrameFigures> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await open(page);
    const session = await context.newCDPSession(page);
    return await traceFrames(page, () =>
      session.send('Input.synthesizeScrollGesture', {
        x: 600,
        y: 500,
        yDistance: isUpwards === true ? SCROLL_PX : -SCROLL_PX,
        speed: PX_PER_SECOND,
        gestureSourceType: 'mouse',
        preventFling: true,
      }),
    );
  } finally {
    await context.close();
  }
}
