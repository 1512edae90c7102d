import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findChromium, HOW_TO_GET_CHROMIUM, openBrowser } from '../sdk/client/chromium.js';
import { NO_QUOTAS } from '../support/no-quotas.js';
import { runExample } from '../support/run-example.js';
import { startSluice, type SluiceProcess } from '../support/sluice-process.js';
import { fencesOf, PAGES } from './fences.js';
import { EXAMPLES } from '../../src/adapters/express/description/recorded-examples.js';
import { difference, exampleOf } from './recorded-form.js';
import { writeModule, writePages } from './written-examples.js';
import { inFolder, record, runCommands, type Recorded } from './recording.js';

const DOCS = fileURLToPath(new URL('../../docs', import.meta.url));
/** Pages whose commands are run as they are written. */
const RUN_HOW_TO = [
  'docs/how-to/be-alerted.md',
  'docs/how-to/publish-a-token.md',
  'docs/how-to/trade-from-the-command-line.md',
];
const TUTORIALS = PAGES.filter((page) => page.startsWith('docs/tutorials/') || RUN_HOW_TO.includes(page));

/** Commands are many processes, which a busy machine starts slowly. */
const TIMEOUT_MS = 300_000;

let sluice: SluiceProcess;
let recorded: ReadonlyMap<string, Recorded>;

beforeAll(async () => {
  sluice = await startSluice({
    ...NO_QUOTAS,
    DATABASE_URL: 'sqlite::memory:',
    SLUICE_BLOCK_MS: '100',
    SLUICE_EXECUTOR_MS: '100',
    // What is recorded and printed does not depend on random prices of the past.
    SLUICE_DEVNET_HISTORY_DAYS: '0',
  });
  // First, since the samples take the newest open order.
  recorded = await record(sluice.url);
}, TIMEOUT_MS);
afterAll(() => sluice.end('SIGTERM'));

/** Runs the page's commands in order, in an empty folder; returns what they print. */
const follow = (page: string): Promise<string> =>
  inFolder((folder) => {
    const commands = fencesOf(page).filter(({ language, mark }) => language === 'sh' && mark === '');
    return runCommands(
      folder,
      commands.map(({ code }) => code),
      sluice.url,
    );
  });

/** What each tutorial must have printed, in this order. */
const PRINTED: Readonly<Record<string, readonly RegExp[]>> = {
  'docs/how-to/be-alerted.md': [
    /^alert [0-9a-f]{32}: balance of \.stx above 1000000 units$/m,
    /^alert [0-9a-f]{32}: price of \S+ moves by 5% in 60 minutes$/m,
    /^[0-9a-f]{32} +price of \.stx below 0\.9 USD +armed/m,
    /^\S+Z · balance of \.stx above 1000000 units · \d+ · carol has STX$/m,
    /^[0-9a-f]{32} is true now: armed as soon as it is not$/m,
    /^deleted [0-9a-f]{32}$/m,
  ],
  'docs/how-to/publish-a-token.md': [
    /^saved: Pearl$/m,
    /^deployed: success$/m,
    /^token_uri: http.*\.pearl$/m,
    /^it reads: Pearl \(PRL\)$/m,
    /"name":"Pearl"/,
  ],
  'docs/how-to/trade-from-the-command-line.md': [
    /^100 USDd buys 0\.00\d+ sBTC$/m,
    /^start +open +high +low +close +prices$/m,
    /^\S+ +Broadcast: /m,
    /^status: confirmed\npaid: 100 USDd \(subnet\)\nreceived: 0\.00\d+ sBTC$/m,
    /^status +confirmed$/m,
    /^(placed .*: open\n(follow .*\n)?){14}amended \S+: revision 1\n(placed .*: open\n(follow .*\n)?)/m,
    /^order +kind +status +sells/m,
    /^(\S+ +cancelled\n){2}/m,
    /^(\S+ +cancelled\n){9}/m,
  ],
  'docs/tutorials/bot.md': [
    /^event: confirmed$/m,
    /^received: 20\.\d+ dollars$/m,
    /^the bot cancelled another$/m,
    /^revoked: 200$/m,
  ],
  'docs/tutorials/entry-then-exits.md': [
    /^entry: bracket entry\ntarget: bracket target\nstop: bracket stop$/m,
    /^entry: confirmed, bought 1\d\.\d+ OPAL$/m,
    /^target: sells 18\.181819 OPAL, [01]\.\d+ are left over$/m,
    /^target: confirmed$/m,
    /^stop: cancelled oco$/m,
  ],
  'docs/tutorials/first-limit-order.md': [
    /\b100000$/m,
    /^99\d{3}$/m,
    /reason: 'waiting-price'/,
    /^cancelled$/m,
    /^open$/m,
    /^[\d:]{8} confirmed$/m,
    /^99\d{3}$/m,
    /type: 'confirmed'/,
    /^success$/m,
    /^confirmed: 99\d{3} satoshis$/m,
  ],
  'docs/tutorials/price-chart.md': [/"candles":\[\{"time":\d+,"open":0\.5/],
  'docs/tutorials/recurring-buys.md': [
    /^4 of 4 confirmed: 24\d{3} satoshis$/m,
    /^average: 100\d{3} dollars/m,
    /"strategyType":"dca"/,
    /(placed \S+: open\n){3}/,
  ],
  'docs/tutorials/stop-and-target.md': [
    /^target: waiting/m,
    /^sold: confirmed$/m,
    /^target: cancelled, oco$/m,
    /^stop: cancelled, oco$/m,
  ],
  'docs/tutorials/trail-a-stop.md': [
    // Its price, if the second run was recorded meanwhile.
    /^guarded: waiting-(mark|price)$/m,
    /^hasty: highest 0\.50\d\d, sells at 0\.4\d{3}$/m,
    /^cancelled$/m,
  ],
};

describe('the tutorials', () => {
  it('have an expectation each', () => {
    expect(Object.keys(PRINTED)).toEqual(TUTORIALS.filter((page) => !page.endsWith('README.md')));
  });

  // At the same time, since each of them waits for blocks most of its time.
  it.concurrent.each(Object.entries(PRINTED))(
    '%s works as it is written on a fresh server',
    async (page, expected) => {
      let rest = await follow(page);
      for (const pattern of expected) {
        const found = pattern.exec(rest);
        expect([String(pattern), found === null ? rest : 'found']).toEqual([String(pattern), 'found']);
        rest = rest.slice(found!.index + found![0].length);
      }
    },
    TIMEOUT_MS,
  );
});

describe('the sample and the example of every operation', () => {
  it('work, and are like what the server returns (npm run docs:examples records them)', () => {
    const examples = Object.fromEntries([...recorded].map(([id, each]) => [id, exampleOf(each)]));
    if (process.env['RECORD_EXAMPLES'] === 'true') {
      writeModule(examples);
      writePages(examples);
    }
    const changed = Object.entries(examples).filter(([id, example]) => difference(example, EXAMPLES[id]));
    expect(changed.map(([id, example]) => [id, difference(example, EXAMPLES[id])])).toEqual([]);
  });
});

describe('docs/examples/sign-order.mjs', () => {
  /** Signs the order of that text at the server; returns how it ended and what it wrote. */
  const sign = (text: string, server: string) =>
    inFolder(async (folder) => {
      await writeFile(join(folder, 'order.json'), text);
      const script = join(DOCS, 'examples/sign-order.mjs');
      const { status, stdout, stderr } = spawnSync(process.execPath, [script, server, 'order.json'], {
        cwd: folder,
        encoding: 'utf8',
      });
      return { status, stdout, stderr };
    });

  it.each([
    { about: 'malformed JSON', text: '{"uuid" 1}', says: /^order\.json: .*JSON.*\n$/ },
    {
      about: 'a token that the devnet does not have',
      text: '{"inputToken":"gold","amountIn":"1"}',
      says: /^inputToken gold: the devnet has no such token; GET \/devnet lists them\n$/,
    },
    {
      about: 'a server that does not respond',
      text: '{}',
      server: 'http://127.0.0.1:1',
      says: /^no server at http:\/\/127\.0\.0\.1:1\/devnet: .+\n$/,
    },
  ])('ends with one line on standard error for $about', async ({ text, server = sluice.url, says }) => {
    expect(await sign(text, server)).toEqual({ status: 1, stdout: '', stderr: expect.stringMatching(says) });
  });
});

describe('docs/examples/browser-wallet.mjs', () => {
  it('builds what the server accepts as signed by a wallet', async () => {
    expect(await runExample('browser-wallet', sluice.url)).toEqual(['placed: open', 'cancelled: 200']);
  });
});

describe('docs/examples/sign-with-a-key.mjs', () => {
  it('signs every kind of order and message that the server accepts', async () => {
    expect(await runExample('sign-with-a-key', sluice.url)).toEqual([
      'limit order: open, at least 0.00111112 bitcoin',
      'stop-and-target: success, 2 orders',
      'dca: success, 4 orders',
      'cancelled: 7',
    ]);
  });
});

describe('docs/examples/swap-cost.mjs', () => {
  /** Three digits of each number: the samples of other tests trade in the same pools. */
  const rough = (line: string) => line.replace(/\d+(\.\d+)?/g, (number) => Number(number).toPrecision(3));

  it('prints the costs that the page on fees explains', async () => {
    const [shown] = fencesOf('docs/explanation/fees.md').filter(({ language }) => language === 'text');
    const lines = await runExample('swap-cost', sluice.url, 'STX', 'COMET', '1000');
    expect(lines.map(rough)).toEqual(shown!.code.trim().split('\n').map(rough));
  });
});

describe('docs/examples/buy-exactly.mjs', () => {
  it('buys at least the amount, for as little as it costs', async () => {
    const [cost, end] = await runExample('buy-exactly', sluice.url);
    expect(cost).toMatch(/^costs \d+\.\d+ dollars$/);
    const [, bought] = /^confirmed: (0\.000\d+) bitcoin$/.exec(end!) ?? [];
    expect(Number(bought)).toBeGreaterThanOrEqual(0.0001);
    expect(Number(bought)).toBeLessThan(0.000101);
  });
});

describe('docs/examples/client-bot.mjs', () => {
  it('buys and follows its order in 30 lines', async () => {
    const text = await readFile(join(DOCS, 'examples/client-bot.mjs'), 'utf8');
    expect(text.trim().split('\n').length).toBeLessThanOrEqual(30);
    const { accounts } = (await (await fetch(`${sluice.url}/devnet`)).json()) as {
      readonly accounts: readonly { readonly privateKey: string }[];
    };
    process.env['SLUICE_WALLET_KEY'] = accounts[1]!.privateKey;
    const lines = await runExample('client-bot', sluice.url, 'devnet');
    expect(lines[0]).toMatch(/^bitcoin: \d+(\.\d+)? dollars$/);
    expect(lines).toContain('event: confirmed');
    expect(lines.at(-1)).toMatch(/^confirmed: 0\.000\d+ bitcoin$/);
  });
});

const executable = await findChromium();
if (executable === undefined)
  process.stderr.write(`test/docs/tutorials.int.test.ts: ${HOW_TO_GET_CHROMIUM}\n`);

/** Reported as skipped when there is no browser. */
const inBrowser = executable === undefined ? describe.skip : describe;

inBrowser('docs/examples/price-page.html', () => {
  it('shows live prices of a server of another origin in 20 lines', async () => {
    const html = await readFile(join(DOCS, 'examples/price-page.html'), 'utf8');
    expect(html.trim().split('\n').length).toBeLessThanOrEqual(20);
    const site = createServer((req, res) => {
      const module = /^\/client\/((?:\w+\/)?[\w-]+\.js)$/.exec(req.url ?? '')?.[1];
      if (module === undefined) return void res.setHeader('content-type', 'text/html').end(html);
      res.setHeader('content-type', 'text/javascript');
      readFile(join(DOCS, '../dist/sdk/client', module)).then(
        (text) => res.end(text),
        () => res.writeHead(404).end(),
      );
    });
    await once(site.listen(0, '127.0.0.1'), 'listening');
    const browser = await openBrowser(executable!);
    try {
      const page = await browser.context.newPage();
      const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/price-page.html`;
      await page.goto(`${address}?server=${sluice.url}`);
      const status = page.getByRole('status');
      await status.filter({ hasNotText: 'loading' }).waitFor();
      expect(await status.textContent()).toMatch(/^[1-9]\d* prices of .+$/);
      expect(await page.locator('table tr').count()).toBeGreaterThan(0);
    } finally {
      await browser.close();
      site.closeAllConnections();
      site.close();
    }
  });
});

inBrowser('docs/examples/price-chart.html', () => {
  it('draws the candles of a server of another origin', async () => {
    const html = await readFile(join(DOCS, 'examples/price-chart.html'));
    const site = createServer((_req, res) => res.setHeader('content-type', 'text/html').end(html));
    await once(site.listen(0, '127.0.0.1'), 'listening');
    const browser = await openBrowser(executable!);
    try {
      const page = await browser.context.newPage();
      const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/price-chart.html`;
      await page.goto(`${address}?server=${sluice.url}`);
      const status = page.getByRole('status');
      await status.filter({ hasNotText: 'loading' }).waitFor();
      expect(await status.textContent()).toMatch(/^\S+: [1-9]\d* candles of 5m, last \d+\.\d+ dollars$/);
      expect(await page.locator('svg rect').count()).toBeGreaterThan(0);
    } finally {
      await browser.close();
      site.close();
    }
  });
});
