import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect } from '@jest/globals';
import axe from 'axe-core';
import type { AxeResults } from 'axe-core';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { findChromium, HOW_TO_GET_CHROMIUM, openBrowser, type Browser } from '../../sdk/client/chromium.js';
import { onlyOn } from '../../support/databases.js';
import { useTestBed, type TestBed } from '../../support/test-bed.js';

const START_TIMEOUT_MS = 120_000;
/** Deadline of each step in a tab, ms: beside other suites, a busy machine takes long over a page. */
const STEP_TIMEOUT_MS = 90_000;
/** Where pictures of the views are written; nowhere when absent. */
const PICTURES = process.env['PAGE_PICTURES'];
const SIZES = [
  [390, 844],
  [1440, 900],
] as const;
/** Whether what is accessible as shown is tried at every size too, light and dark: `npm run test:axe` does. */
const EVERYWHERE = process.env['PAGE_AXE'] === 'everywhere';
const TABLET = [768, 1024] as const;

const executable = await findChromium();
if (executable === undefined) process.stderr.write(`test/apps/page: ${HOW_TO_GET_CHROMIUM}\n`);

/** Reported as skipped when there is no browser. */
const inBrowser = executable === undefined ? describe.skip : describe;

/** The page in a browser, on a server with a devnet. */
export interface Site {
  readonly bed: TestBed;
  /** A tab at the route, such as `#/markets`, in a profile of its own, with nothing in the console that is an error. */
  open(route: string, options?: BrowserContextOptions): Promise<Page>;
  /** Connects the demo wallet of that name. */
  connect(page: Page, name: string): Promise<void>;
}

/** Describes the page in a browser: each suite has a server, with these settings, a chain and a browser of its own. */
export function describePage(
  title: string,
  tests: (site: Site) => void,
  settings: Readonly<Record<string, string>> = {},
): void {
  inBrowser.each(onlyOn('SQLite'))(title, ({ create }) => {
    let browser: Browser;
    const contexts: BrowserContext[] = [];
    // An open page reads prices and orders on, which slows down later tests.
    afterEach(() => Promise.all(contexts.splice(0).map(closeQuietly)));
    // Before the server's own: a page that outlives it looks for it.
    afterAll(() => browser?.close());
    const bed = useTestBed(create, [settings]);
    beforeAll(async () => {
      browser = await openBrowser(executable!);
    }, START_TIMEOUT_MS);
    tests({
      bed,
      open: async (route, options = {}) => {
        const context = await browser.context.browser()!.newContext(options);
        context.setDefaultTimeout(STEP_TIMEOUT_MS);
        contexts.push(context);
        const page = await context.newPage();
        await page.goto(`${bed.exchange.sluice().url}/${route}`);
        await page.getByRole('main').waitFor();
        return page;
      },
      connect: async (page, name) => {
        await page.getByRole('button', { name: 'Connect wallet' }).click();
        await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
      },
    });
  });
}

/** Closes the tabs. What their routes are still waiting for is no failure. */
async function closeQuietly(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
  await context.close();
}

/** Waits until the tab has the title, which follows what the page shows. */
export const untilTitled = (page: Page, title: string): Promise<void> =>
  page.evaluate<void>(`new Promise((resolve) => {
    const look = () => (document.title === ${JSON.stringify(title)} ? resolve() : requestAnimationFrame(look));
    look();
  })`);

/** Expects that axe finds nothing on the page. */
export async function expectAccessible(page: Page): Promise<void> {
  if (await page.evaluate<boolean>('globalThis.axe === undefined')) await page.evaluate(axe.source);
  expect(await axeFindings(page)).toEqual([]);
  const shown = page.viewportSize();
  if (!EVERYWHERE || shown === null) return;
  for (const [width, height] of [...SIZES, TABLET]) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect({ width, colorScheme, found: await axeFindings(page) }).toMatchObject({ found: [] });
    }
  }
  await page.setViewportSize(shown);
  await page.emulateMedia({ colorScheme: null });
}

async function axeFindings(page: Page) {
  const { violations } = await page.evaluate<AxeResults>('axe.run()');
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200))]);
}

/** Writes pictures of the page as it is, on a phone and a desktop, light and dark, when PAGE_PICTURES names a folder. */
export async function takePictures(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined || PICTURES === '') return;
  await mkdir(PICTURES, { recursive: true });
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: path.join(PICTURES, `${name}-${width}-${colorScheme}.png`) });
    }
  }
}
