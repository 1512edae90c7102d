import type { Browser, Page } from 'playwright-core';
import { traceFrames, type FrameFigures } from './frame-trace.js';

/** A list in a page, at the place where it is scrolled from. */
export interface List {
  readonly name: string;
  readonly open: (page: Page) => Promise<void>;
  /** Way of the wheel: down when absent; up, from the end; or to the right and back, over what `over` selects. */
  readonly way?: 'down' | 'up' | 'sideways';
  readonly over?: string;
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
  way: 'up',
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

/** The chart of a pair, with lines of the wallet's open orders, or without a wallet as the least that such a chart costs. */
export const chartOf = (url: string, { pair, lines, wallet }: ChartOfPair): List => ({
  name: wallet === undefined ? 'a chart (baseline)' : `a chart with ${lines} lines`,
  way: 'sideways',
  over: '.pair-canvas',
  open: async (page) => {
    await page.goto(`${url}/#/swap?sell=${pair[0]}&buy=${pair[1]}`);
    if (wallet !== undefined) await connect(page, wallet);
    await page.locator('.pair-canvas canvas').first().waitFor();
    if (wallet !== undefined)
      await page
        .getByRole('button', { name: /^(Stop|Take|Target)/ })
        .first()
        .waitFor();
  },
});

/** A pair, and the wallet whose lines its chart has. */
interface ChartOfPair {
  readonly pair: readonly [string, string];
  readonly lines: number;
  readonly wallet?: string;
}

async function connect(page: Page, wallet: string): Promise<void> {
  await page.getByRole('button', { name: 'Connect wallet' }).click();
  await page.getByRole('button', { name: new RegExp(`^${wallet}`) }).click();
}

async function openOrders(page: Page, url: string, wallet: string): Promise<void> {
  await page.goto(`${url}/#/orders?tab=all`);
  await connect(page, wallet);
  await page.getByText('Live', { exact: true }).waitFor();
  await page.locator('.order-row').first().waitFor();
}

/** Scrolls the list by a wheel for some seconds, in a tab of its own. */
export async function scroll(browser: Browser, { open, way, over }: List): Promise<FrameFigures> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await open(page);
    const session = await context.newCDPSession(page);
    const box = over === undefined ? null : await page.locator(over).boundingBox();
    const turn = (distance: object) =>
      session.send('Input.synthesizeScrollGesture', {
        x: box === null ? 600 : box.x + box.width / 2,
        y: box === null ? 500 : box.y + box.height / 2,
        ...distance,
        speed: PX_PER_SECOND,
        gestureSourceType: 'mouse',
        preventFling: true,
      });
    if (way !== 'sideways')
      return await traceFrames(page, () => turn({ yDistance: way === 'up' ? SCROLL_PX : -SCROLL_PX }));
    const all = async () => {
      await turn({ xDistance: SCROLL_PX / 2 });
      await turn({ xDistance: -SCROLL_PX / 2 });
    };
    return await traceFrames(page, all, 'drawing');
  } finally {
    await context.close();
  }
}
