import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type Page } from 'playwright-core';
import { figure, printJson, printTable } from './support/report.js';
import { percentile } from './support/stats.js';

/**
 * The page in Chromium: how long until it can be used from an empty cache, beside the same browser showing a plain document of the
 * same server, and what scrolling costs with 500 tokens and with 10,000 orders, beside a list of plain rows.
 */
const { values: options } = parseArgs({
  options: {
    chromium: { type: 'string', default: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium' },
    loads: { type: 'string', default: '10' },
    tokens: { type: 'string', default: '500' },
    orders: { type: 'string', default: '10000' },
  },
});
const TOKENS = Number(options.tokens);
const ORDERS = Number(options.orders);
const PROGRAM = fileURLToPath(new URL('../../dist/sluice.js', import.meta.url));
const FRAME_MS = 1_000 / 60;
/** A frame that comes later is seen as a stutter: two in a row were dropped. */
const LATE_MS = 3 * FRAME_MS;

const folder = mkdtempSync(join(tmpdir(), 'bench-page-'));

async function startServer(): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [PROGRAM, 'serve'], {
    env: { PORT: '0', DATABASE_URL: `sqlite:${join(folder, 'page.db')}` },
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

/** Wheels through the whole page and returns the milliseconds between the frames that the browser showed. */
async function scroll(page: Page): Promise<readonly number[]> {
  await page.evaluate(`
    window.frames_ = [];
    let last = performance.now();
    const note = (now) => { window.frames_.push(now - last); last = now; requestAnimationFrame(note); };
    requestAnimationFrame(note);`);
  await page.mouse.move(600, 500);
  for (let n = 0; n < 120; n++) await page.mouse.wheel(0, 240);
  return page.evaluate<number[]>('window.frames_.slice(1)');
}

const median = (samples: readonly number[]) => percentile([...samples], 0.5);
const share = (frames: readonly number[]) => frames.filter((ms) => ms > LATE_MS).length / frames.length;

const { child, url } = await startServer();
const browser = await chromium.launch({
  executablePath: options.chromium,
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const loads = Number(options.loads);
  const [plain, used]: [number[], number[]] = [[], []];
  for (let n = 0; n < loads; n++) {
    plain.push(await timeToUse(browser, `${url}/llms.txt`, 'body'));
    used.push(await timeToUse(browser, `${url}/#/markets`, 'tbody tr'));
  }
  printTable([
    { document: 'plain text of the server (baseline)', 'ms, median': figure(median(plain)), ratio: '1.00' },
    {
      document: 'the markets, from an empty cache',
      'ms, median': figure(median(used)),
      ratio: figure(median(used) / median(plain)),
    },
  ]);

  const rows = await scrollOf(browser, 'plain rows (baseline)', async (page) => {
    await page.setContent(`<table>${'<tr><td>token</td><td>1.00</td></tr>'.repeat(TOKENS)}</table>`);
  });
  const markets = await scrollOf(browser, `${TOKENS} tokens`, async (page) => {
    await page.route(/\/api\/v1\/prices\?/, async (route) => {
      const response = await route.fetch();
      const list = (await response.json()) as { tokens: object[] };
      const tokens = Array.from({ length: TOKENS }, (_, n) => ({
        ...list.tokens[n % list.tokens.length],
        contractId: `ST000.token-${n}`,
        sparkline: Array.from({ length: 42 }, (_one, at) => 1 + Math.sin(n + at / 5)),
      }));
      await route.fulfill({ response, json: { ...list, count: TOKENS, tokens } });
    });
    await page.route('**/prices/stream*', (route) => route.abort());
    await page.goto(`${url}/#/markets`);
    await page.waitForSelector(`tbody tr:nth-child(${TOKENS})`);
  });
  const orders = await scrollOf(browser, `${ORDERS} orders`, async (page) => {
    await page.route(/\/api\/v1\/orders\?/, async (route) => {
      const { searchParams } = new URL(route.request().url());
      const limit = Number(searchParams.get('limit') ?? 50);
      const from = Number(searchParams.get('cursor') ?? 0);
      const data = Array.from({ length: Math.min(limit, ORDERS - from) }, (_, n) => orderOf(from + n));
      const next = from + limit < ORDERS ? { nextCursor: String(from + limit) } : {};
      const pagination = { limit, total: ORDERS, hasNextPage: 'nextCursor' in next, ...next };
      await route.fulfill({ json: { status: 'success', data, pagination } });
    });
    await page.goto(`${url}/#/orders?who=all`);
    await page.locator('a[href^="#/order/"]').first().waitFor();
  });
  const cases = [rows, markets, orders];
  printTable(
    cases.map(({ name, frames }) => ({
      list: name,
      frames: frames.length,
      'frame, median ms': figure(median(frames)),
      '99th, ms': figure(percentile([...frames], 0.99)),
      'late frames, %': figure(share(frames) * 100),
      'ratio of medians': figure(median(frames) / median(rows.frames)),
    })),
  );
  printJson('page', {
    plainMs: median(plain),
    marketsMs: median(used),
    scroll: cases.map(({ name, frames }) => ({ name, medianMs: median(frames), lateShare: share(frames) })),
  });
} finally {
  await browser.close();
  child.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}

async function scrollOf(from: Browser, name: string, open: (page: Page) => Promise<void>) {
  const page = await (await from.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await open(page);
  const frames = await scroll(page);
  await page.context().close();
  return { name, frames };
}

function orderOf(n: number): object {
  const hex = n.toString(16).padStart(12, '0');
  return {
    uuid: `00000000-0000-4000-8000-${hex}`,
    handle: `00000000-0000-4000-8000-${hex}`,
    owner: 'STVC6ABWSY5SG3ZEAPX06K81XDF9MNSNF9EHYJWA',
    inputToken: 'ST1ZS1RMRMT8G39QVKH6QQAQ8QJDBB6F1XYM4QB9N.wstx-subnet',
    outputToken: 'ST1ZS1RMRMT8G39QVKH6QQAQ8QJDBB6F1XYM4QB9N.dollar',
    amountIn: String(1_000_000 + n),
    recipient: 'STVC6ABWSY5SG3ZEAPX06K81XDF9MNSNF9EHYJWA',
    router: 'ST1ZS1RMRMT8G39QVKH6QQAQ8QJDBB6F1XYM4QB9N.x-multihop-v2',
    status: n % 3 === 0 ? 'open' : 'confirmed',
    createdAt: new Date(1_790_000_000_000 - n * 60_000).toISOString(),
  };
}
