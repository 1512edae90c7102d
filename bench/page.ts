import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from 'playwright-core';
import { devAccount } from '../src/apps/devnet/vm/accounts.js';
import { devnetRegistry } from '../src/apps/devnet/index.js';
import type { Address } from '../src/domain/shared/address.js';
import { intervalsOf, together, type FrameFigures } from './support/frame-trace.js';
import { allOrdersOf, chartOf, markets, ordersOf, plainRows, scroll } from './support/page-lists.js';
import { storeOrdersOf } from './support/page-orders.js';
import { CONDITIONS, PLAIN, VIEWS, vitalsOf, type Vitals } from './support/page-vitals.js';
import { figure, printJson, printTable } from './support/report.js';
import { percentile } from './support/stats.js';

/**
 * The page in Chromium: how long until it can be used from an empty cache, beside the same browser showing a plain document of the
 * same server; each view's largest paint, layout shift and input delay, on this machine and on a slow one; and what scrolling costs with 500 tokens and with 10,000 stored orders of one owner, by the browser's own trace,
 * beside lists of plain rows.
 */
const { values: options } = parseArgs({
  options: {
    chromium: { type: 'string', default: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium' },
    loads: { type: 'string', default: '10' },
    tokens: { type: 'string', default: '500' },
    orders: { type: 'string', default: '10000' },
    lines: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '3' },
  },
});
const TOKENS = Number(options.tokens);
const ORDERS = Number(options.orders);
const LINES = Number(options.lines);
const OWNER = 'alice';
const PAIR = pairOf('wstx-subnet', 'dollar', '.stx');
const PROGRAM = fileURLToPath(new URL('../../dist/sluice.js', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'bench-page-'));
const database = join(folder, 'page.db');

/** The pair of two contracts of the devnet, with the token whose price triggers its orders. */
function pairOf(sold: string, bought: string, priceOf: string) {
  const { tokens } = devnetRegistry();
  const id = (name: string) => tokens.find(({ contractId }) => contractId.endsWith(name))!.contractId;
  return { sell: id(`.${sold}`), buy: id(`.${bought}`), priceOf: id(priceOf) };
}

async function storeOrders(): Promise<void> {
  const { routers, tokens } = devnetRegistry();
  await storeOrdersOf(database, {
    owner: devAccount(OWNER).address as Address,
    router: routers.find(({ payout }) => payout === 'signer')!.id,
    tokens: tokens.filter(({ blaze }) => blaze === 'v1').map(({ contractId }) => contractId),
    count: ORDERS,
    lines: { ...PAIR, count: LINES },
  });
}

async function startServer(): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [PROGRAM, 'serve'], {
    env: { PORT: '0', DATABASE_URL: `sqlite:${database}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const { url, msg } = JSON.parse(line) as { url?: string; msg?: string };
    if (msg === 'listening' && url !== undefined) {
      child.stdout.resume();
      return { child, url };
    }
  }
  throw new Error('the server ended before it listened');
}

/** Milliseconds from the navigation until what is waited for is there and the page takes input. */
async function timeToUse(browser: Browser, url: string, ready: string): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForSelector(ready);
  const ms = await page.evaluate<number>(
    'new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))))',
  );
  await context.close();
  return ms;
}

const median = (samples: readonly number[]) => percentile([...samples], 0.5);

async function measureLoads(browser: Browser, url: string) {
  const [plain, used]: [number[], number[]] = [[], []];
  for (let n = 0; n < Number(options.loads); n++) {
    plain.push(await timeToUse(browser, `${url}/llms.txt`, 'body'));
    used.push(await timeToUse(browser, `${url}/#/markets`, 'tbody tr'));
  }
  const [plainMs, marketsMs] = [median(plain), median(used)];
  printTable([
    { document: 'plain text of the server (baseline)', 'ms, median': figure(plainMs), ratio: '1.00' },
    {
      document: 'the markets, from an empty cache',
      'ms, median': figure(marketsMs),
      ratio: figure(marketsMs / plainMs),
    },
  ]);
  return { plainMs, marketsMs };
}

/** Largest values of each view over several openings, beside those of a plain document in the same conditions. */
async function measureVitals(browser: Browser, url: string) {
  const figures: (Vitals & { readonly view: string; readonly on: string })[] = [];
  for (const how of CONDITIONS) {
    const rows: Record<string, string | number>[] = [];
    let baseMs = 0;
    for (const view of [PLAIN, ...VIEWS]) {
      const all: Vitals[] = [];
      for (let round = 0; round < Number(options.rounds); round++)
        all.push(await vitalsOf(browser, url, view, how));
      const most = (key: keyof Vitals) => Math.max(...all.map((each) => each[key]));
      const largestPaintMs = median(all.map((each) => each.largestPaintMs));
      if (view === PLAIN) baseMs = largestPaintMs;
      figures.push({
        view: view.name,
        on: how.name,
        largestPaintMs,
        shift: most('shift'),
        inputMs: most('inputMs'),
      });
      rows.push({
        [how.name]: view.name,
        'largest paint, median ms': figure(largestPaintMs),
        ratio: figure(largestPaintMs / baseMs),
        'layout shift, most': figure(most('shift')),
        'input, most ms': figure(most('inputMs')),
      });
    }
    printTable(rows);
    console.log('');
  }
  return figures;
}

/** Scrolls every list in turn, several times, so that other load on the machine affects all alike. */
async function measureScrolls(browser: Browser, url: string) {
  const lists = [
    chartOf(url, { pair: [PAIR.sell, PAIR.buy], lines: LINES }),
    chartOf(url, { pair: [PAIR.sell, PAIR.buy], lines: LINES, wallet: OWNER }),
    plainRows(TOKENS),
    markets(url, TOKENS),
    plainRows(ORDERS),
    ordersOf(url, OWNER, ORDERS + LINES),
    allOrdersOf(url, OWNER, ORDERS + LINES),
  ];
  const scrolls = lists.map((): FrameFigures[] => []);
  for (let round = 0; round < Number(options.rounds); round++)
    for (const [n, list] of lists.entries()) scrolls[n]!.push(await scroll(browser, list));
  const figures = lists.map(({ name }, n) => {
    const frames = together(scrolls[n]!);
    const { intervalsMs: _, ...counts } = frames;
    return { name, ...counts, ...intervalsOf(frames) };
  });
  printTable(
    figures.map((each) => ({
      scrolled: each.name,
      'frames drawn': each.drawn,
      'of these behind': each.behind,
      dropped: each.dropped,
      'interval, median ms': figure(each.medianMs),
      '99%, ms': figure(each.p99Ms),
      'longest task, ms': figure(each.longestTaskMs),
      'of processor': figure(each.longestTaskCpuMs),
    })),
  );
  return figures;
}

let server: { child: ChildProcess; url: string } | undefined;
let browser: Browser | undefined;
try {
  await storeOrders();
  server = await startServer();
  browser = await chromium.launch({
    executablePath: options.chromium,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const loads = await measureLoads(browser, server.url);
  console.log('');
  const vitals = await measureVitals(browser, server.url);
  printJson('page', { ...loads, vitals, scroll: await measureScrolls(browser, server.url) });
} finally {
  await browser?.close();
  server?.child.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
