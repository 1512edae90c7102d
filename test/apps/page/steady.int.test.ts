import { afterAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { drawn, priceRuns, shiftOf, takeShifts, untilPriceRuns, watchShifts } from './layout-shifts.js';
import { MovingMarket } from './moving-market.js';
import { describePage } from './site.js';

const DEPLOYER = 'ST1ZS1RMRMT8G39QVKH6QQAQ8QJDBB6F1XYM4QB9N';
const SWAP = `#/swap?sell=${DEPLOYER}.dollar-subnet&buy=${DEPLOYER}.sbtc`;
const WAITING = { conditionToken: '.stx', targetPrice: '1000', direction: 'gt', baseAsset: 'USD' } as const;
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const MOVES = Number(process.env['STEADY_MOVES'] ?? 1);
/** What visitors do not notice, and what counts as good while a page loads: https://web.dev/articles/cls */
const [UNNOTICED, GOOD] = [0.01, 0.1];

const market = new MovingMarket();
afterAll(() => market.close());

describePage(
  'the page, while prices change',
  (site) => {
    /** Loads the view, and shows it as a visitor who uses it does. */
    const open = async (
      route: string,
      viewport: (typeof SIZES)[number],
      show: (page: Page) => Promise<void>,
    ) => {
      const page = await site.open('#/nowhere', { viewport });
      await watchShifts(page);
      await page.goto('about:blank');
      await page.goto(`${site.bed.exchange.sluice().url}/${route}`);
      await show(page);
      return page;
    };

    const views: readonly [string, () => Promise<string>, (page: Page) => Promise<void>][] = [
      [
        'the markets',
        async () => '#/markets',
        (page) => page.getByRole('link', { name: /OPAL/ }).first().waitFor(),
      ],
      [
        'a token',
        async () => '#/token/.stx',
        async (page) => {
          await page.locator('.chart canvas').first().waitFor();
          await page.getByText('The token’s deployer has published none here.').waitFor();
          await page.getByRole('cell', { name: 'USDd' }).first().waitFor();
        },
      ],
      [
        'a swap with its quote',
        async () => SWAP,
        async (page) => {
          await site.connect(page, 'alice');
          await page.getByLabel('Sell', { exact: true }).fill('100');
          await page.getByRole('heading', { name: /^Route, / }).waitFor();
          await page.getByText('Minimum received').waitFor();
          await page.getByText(/^To trade/).waitFor();
        },
      ],
      [
        'a portfolio',
        async () => '#/portfolio',
        async (page) => {
          await site.connect(page, 'alice');
          await page.getByRole('row', { name: /USDd/ }).first().waitFor();
          await page.getByRole('heading', { name: 'Fills' }).waitFor();
        },
      ],
      [
        'the orders of a wallet',
        async () => {
          for (let n = 0; n < 3; n++)
            await site.bed.exchange.place({ ...site.bed.exchange.signedOrder(), ...WAITING });
          return '#/orders?tab=all';
        },
        async (page) => {
          await site.connect(page, 'alice');
          await page.getByText('Live', { exact: true }).waitFor();
          await page.locator('.order-row').nth(2).waitFor();
        },
      ],
      [
        'an order that waits for its price',
        async () => {
          const order = { ...site.bed.exchange.signedOrder(), ...WAITING };
          const { body } = await site.bed.exchange.place(order);
          return `#/order/${String(body.data['handle'])}`;
        },
        async (page) => {
          await page.getByRole('img', { name: /^The price is / }).waitFor();
          await page.getByText('Live', { exact: true }).waitFor();
        },
      ],
    ];

    it.each(views)('moves nothing of %s', async (_view, routeOf, show) => {
      const route = await routeOf();
      const pages = [];
      for (const size of SIZES) {
        const page = await open(route, size, show);
        const whileLoading = await takeShifts(page);
        expect([size.width, whileLoading.filter(() => shiftOf(whileLoading) >= GOOD)]).toEqual([
          size.width,
          [],
        ]);
        pages.push(page);
      }
      for (let move = 0; move < MOVES; move++) {
        const known = await Promise.all(pages.map(priceRuns));
        await market.move(site.bed);
        await Promise.all(pages.map((page, n) => untilPriceRuns(page, known[n]! + 1)));
      }
      for (const page of pages) {
        if (route === SWAP) await page.waitForResponse((response) => response.url().endsWith('/quotes'));
        const shifts = await takeShifts(page);
        expect([page.viewportSize()?.width, shifts.filter(() => shiftOf(shifts) >= UNNOTICED)]).toEqual([
          page.viewportSize()?.width,
          [],
        ]);
      }
    });

    it('moves nothing of an order whose tokens become known after it', async () => {
      const order = { ...site.bed.exchange.signedOrder(), ...WAITING };
      const handle = String((await site.bed.exchange.place(order)).body.data['handle']);
      const page = await site.open('#/nowhere', { viewport: SIZES[1]! });
      await watchShifts(page);
      await page.goto('about:blank');
      const read = page.waitForResponse((response) => response.url().includes(`/orders/${handle}`));
      await page.route(/\/app\/api\/v1\/registry$/, async (route) => {
        await read;
        await drawn(page);
        await route.continue();
      });
      await page.goto(`${site.bed.exchange.sluice().url}/#/order/${handle}`);
      await page.getByRole('heading', { level: 1, name: /sBTC/ }).waitFor();
      expect(shiftOf(await takeShifts(page))).toBeLessThan(GOOD);
    });

    it('is found to move if something is inserted above the visible part', async () => {
      const page = await open('#/markets', SIZES[0]!, (one) => one.locator('tbody tr').first().waitFor());
      await takeShifts(page);
      await page.evaluate(
        `document.querySelector('main').insertAdjacentHTML('afterbegin', '<p>news</p>'.repeat(9))`,
      );
      expect(shiftOf(await takeShifts(page))).toBeGreaterThan(GOOD);
    });
  },
  market.settings,
);
