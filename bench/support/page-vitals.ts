import type { Browser, BrowserContext, Page } from 'playwright-core';

/** A view, and an element that is there once it can be used. */
export interface View {
  readonly name: string;
  readonly path: string;
  readonly ready: string;
}

/** Plain text of the server: the least that a document costs. */
export const PLAIN: View = { name: 'plain text (baseline)', path: 'llms.txt', ready: 'body' };

/** The views that a visitor opens without a wallet. */
export const VIEWS: readonly View[] = [
  { name: 'markets', path: '#/markets', ready: 'tbody tr' },
  { name: 'swap', path: '#/swap?from=.stx', ready: 'form input' },
  { name: 'token', path: '#/token/.stx', ready: 'main canvas' },
  { name: 'orders', path: '#/orders', ready: 'main h1' },
  { name: 'portfolio', path: '#/portfolio', ready: 'main h1' },
  { name: 'docs', path: '#/docs', ready: 'main h1' },
  { name: 'a page of the docs', path: '#/docs/how-to/use-the-page', ready: 'main h1' },
];

/** Network and processor of a visitor. */
export interface Conditions {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** Bytes a second and milliseconds; undefined for those of the machine. */
  readonly network?: { readonly throughput: number; readonly latency: number };
  /** Factor by which the processor is slower. */
  readonly slowdown: number;
}

/** The conditions of web.dev's field tools: slow 4G, and a processor of a fourth. */
export const CONDITIONS: readonly Conditions[] = [
  { name: 'this machine, 1440 px', width: 1440, height: 900, slowdown: 1 },
  {
    name: 'slow 4G, a fourth of the processor, 390 px',
    ...{ width: 390, height: 844, slowdown: 4 },
    network: { throughput: (1_600 * 1_024) / 8, latency: 150 },
  },
];

/** Figures of a view, as the browser reports them. */
export interface Vitals {
  /** Time of the largest paint, ms from the navigation. */
  readonly largestPaintMs: number;
  /** Cumulative layout shift. */
  readonly shift: number;
  /** Longest time from a key or click to the frame that shows its effect, ms; the browser rounds it to 8. */
  readonly inputMs: number;
}

/** Time without a new report after which a view is finished, ms. */
const QUIET_MS = 1_500;

/** Runs before the scripts of the page: keeps what the browser reports. */
const OBSERVE = `{
  const seen = (window.vitals = { largestPaintMs: 0, shift: 0, inputMs: 0, at: performance.now() });
  const observe = (type, note, more) =>
    new PerformanceObserver((list) => {
      list.getEntries().forEach(note);
      seen.at = performance.now();
    }).observe({ type, buffered: true, ...more });
  observe('largest-contentful-paint', ({ startTime }) => (seen.largestPaintMs = startTime));
  observe('layout-shift', ({ value, hadRecentInput }) => (seen.shift += hadRecentInput ? 0 : value));
  observe('event', ({ duration, interactionId }) => interactionId && (seen.inputMs = Math.max(seen.inputMs, duration)), { durationThreshold: 16 });
}`;

const quiet = (page: Page) =>
  page.evaluate<void>(`new Promise((resolve) => {
    const look = () => (performance.now() - vitals.at > ${QUIET_MS} ? resolve() : setTimeout(look, 100));
    look();
  })`);

/** Opens the view from an empty cache, waits until nothing of it changes, and types and clicks in it. */
export async function vitalsOf(browser: Browser, url: string, view: View, how: Conditions): Promise<Vitals> {
  const { width, height } = how;
  const context = await browser.newContext({ viewport: { width, height } });
  try {
    const page = await openView(context, how);
    await page.goto(`${url}/${view.path}`, { waitUntil: 'commit' });
    await page.waitForSelector(view.ready, { timeout: 60_000 });
    await quiet(page);
    for (let key = 0; key < 5; key++) await page.keyboard.press('Tab');
    await page.mouse.click(width / 2, height / 2);
    await quiet(page);
    return await page.evaluate<Vitals>('vitals');
  } finally {
    await context.close();
  }
}

async function openView(context: BrowserContext, { network, slowdown }: Conditions): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  if (network !== undefined) {
    const { throughput, latency } = network;
    await session.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency, downloadThroughput: throughput, uploadThroughput: throughput },
    });
  }
  await page.addInitScript(OBSERVE);
  return page;
}
