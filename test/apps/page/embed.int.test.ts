import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Frame, Page } from 'playwright-core';
import request from 'supertest';
import { readEmbedFiles } from '../../../src/adapters/express/index.js';
import { findChromium, HOW_TO_GET_CHROMIUM, openBrowser, type Browser } from '../../sdk/client/chromium.js';
import { expectDescribed } from '../../adapters/express/described.js';
import {
  aPricedService,
  BTC_USD,
  CHA,
  NEVER_PRICED,
  PRICES,
  WELSH,
  type PriceService,
} from '../../adapters/express/price-service.js';
import { aPrice } from '../../support/price-runs.js';

const START_TIMEOUT_MS = 120_000;
const EMBED = readEmbedFiles(new URL('../../../dist/web/embed/', import.meta.url))!;

const executable = await findChromium();
if (executable === undefined)
  process.stderr.write(`test/apps/page/embed.int.test.ts: ${HOW_TO_GET_CHROMIUM}\n`);

/** Reported as skipped when there is no browser. */
const inBrowser = executable === undefined ? describe.skip : describe;

async function listen(app: RequestListener): Promise<{ server: Server; url: string }> {
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('GET /prices/embed/{contractId}', () => {
  it('is a page that any page may frame, and that asks this server alone', async () => {
    const { app } = await aPricedService({ embed: EMBED });
    const response = await request(app).get(`/prices/embed/${CHA}?theme=purple&utm_source=x`);
    expectDescribed('embedChart', response);
    expect(response.get('x-frame-options')).toBeUndefined();
    expect(response.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'sha256-[\w+/=]+'; connect-src 'self'; .*frame-ancestors \*$/,
    );
    expect(response.text).toContain('https://www.tradingview.com/');
    for (const path of ['/prices/api/v1/prices', '/prices/'])
      expect((await request(app).get(path)).get('x-frame-options')).toBe('SAMEORIGIN');
  });

  it('has scripts under names that change with them, and no others', async () => {
    const { app } = await aPricedService({ embed: EMBED });
    const names = [...EMBED.scripts];
    expect(names.filter((name) => EMBED.page.includes(`assets/${name}`))).toHaveLength(1);
    for (const name of names) {
      const script = await request(app).get(`/prices/embed/assets/${name}`);
      expect([script.status, script.get('cache-control')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ]);
    }
    const unknown = await request(app).get('/prices/embed/assets/..%2fpage.html');
    expect(unknown.status).toBe(404);
    expectDescribed('embedScript', unknown);
  });

  it('is small until there is something to draw', async () => {
    const first = [...EMBED.scripts].find((name) => EMBED.page.includes(name))!;
    expect(EMBED.page.length + (await EMBED.readScript(first)).length).toBeLessThan(25_000);
  });

  it('is not served if it was not built', async () => {
    const { app } = await aPricedService();
    expect((await request(app).get(`/prices/embed/${CHA}`)).status).toBe(404);
    expect(readEmbedFiles(new URL('nowhere/', import.meta.url))).toBeUndefined();
  });
});

inBrowser('the chart in a page of another origin', () => {
  let browser: Browser;
  let page: Page;
  let service: PriceService;
  let isDown = false;
  let prices: { server: Server; url: string };
  let site: { server: Server; url: string };
  const complaints: string[] = [];

  beforeAll(async () => {
    prices = await listen((req, res) => {
      if (isDown) res.destroy();
      else service.app(req, res);
    });
    site = await listen(({ url = '' }, res) => {
      const query = new URL(url, 'http://site').searchParams;
      const src = `${prices.url}/prices/embed/${query.get('token')}?${query.get('options') ?? ''}`;
      const frame = `<iframe src="${src}" width="600" height="400" sandbox="${query.get('sandbox') ?? 'allow-scripts allow-same-origin'}"></iframe>`;
      res.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><title>a site</title>${frame}`);
    });
    browser = await openBrowser(executable!);
  }, START_TIMEOUT_MS);
  beforeEach(async () => {
    service = await aPricedService({ embed: EMBED });
    await page?.close();
    page = await browser.context.newPage();
    complaints.length = 0;
    isDown = false;
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', ({ message }) => complaints.push(message));
  });
  afterAll(async () => {
    await browser?.close();
    for (const { server } of [prices, site]) {
      server.closeAllConnections();
      server.close();
    }
  });

  const open = async (token: string, options = '', more = ''): Promise<Frame> => {
    const query = new URLSearchParams({ token, options });
    await page.goto(`${site.url}/?${query.toString()}${more}`);
    return page.frames()[1]!;
  };
  const text = (frame: Frame, id: string) => frame.locator(`#${id}`).innerText();
  const noteOf = async (frame: Frame, wanted: RegExp) => {
    await frame.locator('#note', { hasText: wanted }).waitFor();
    return text(frame, 'note');
  };
  const drawn = (frame: Frame) => frame.locator('#chart canvas').first().waitFor();

  it('shows the price, the change and the candles, and breaks no rule of its policy', async () => {
    const frame = await open(CHA, 'quote=usd&interval=1h&theme=light');
    await drawn(frame);
    expect(await text(frame, 'name')).toBe('CHA/USD');
    expect(await text(frame, 'price')).toBe('$0.2500');
    expect(await frame.locator('#note').isHidden()).toBe(true);
    expect(await frame.evaluate(`document.documentElement.dataset.theme`)).toBe('light');
    expect(await text(frame, 'kind')).toBe('Line');
    await frame.locator('#kind').press('Enter');
    expect(await text(frame, 'kind')).toBe('Candles');
    expect(await frame.locator('footer a').getAttribute('href')).toBe('https://www.tradingview.com/');
    expect(complaints).toEqual([]);
  });

  it('shows prices in sBTC on a dark ground, in a frame without an origin', async () => {
    const frame = await open(CHA, 'quote=sbtc&interval=5m&theme=dark', '&sandbox=allow-scripts');
    await drawn(frame);
    expect(await text(frame, 'price')).toBe('0.000002500 sBTC');
    expect(await text(frame, 'kind')).toBe('Candles');
    expect(await frame.evaluate(`getComputedStyle(document.body).backgroundColor`)).toBe('rgb(21, 22, 27)');
    expect(complaints).toEqual([]);
  });

  it('follows the prices', async () => {
    const frame = await open(CHA);
    await drawn(frame);
    service.clock.advance(300_000);
    await service.record(new Map([...PRICES, [CHA, aPrice(0.5, BTC_USD)]]));
    await frame.locator('#price', { hasText: '$0.5000' }).waitFor();
    expect(await text(frame, 'change')).toBe('');
  });

  it('shows the name of a token as text, whatever it holds', async () => {
    const hostile = '<img src=x onerror="document.title=\'run\'">\u202e';
    await page.route(`**/prices/api/v1/prices/${WELSH}`, async (route) => {
      const response = await route.fetch();
      const body = { ...((await response.json()) as object), symbol: hostile, name: hostile.repeat(50) };
      await route.fulfill({ response, json: body });
    });
    const frame = await open(WELSH);
    await drawn(frame);
    expect(await frame.locator('#name').textContent()).toBe(`${hostile}/USD`);
    expect(await frame.locator('img').count()).toBe(0);
    expect(await frame.title()).toContain('<img');
    expect(await frame.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(complaints).toEqual([]);
  });

  it('says when there are no prices in the time that it shows', async () => {
    service.clock.advance(8 * 86_400_000);
    const frame = await open(CHA);
    expect(await noteOf(frame, /No prices/)).toBe('No prices were recorded in this time.');
    expect(await text(frame, 'price')).toBe('$0.2500');
  });

  it('says when a token has no price, and when there is no such token', async () => {
    for (const token of [NEVER_PRICED, '%3Cscript%3E']) {
      const frame = await open(token);
      expect(await noteOf(frame, /no price/)).toBe('This token has no price here.');
    }
  });

  it('says which option it does not know', async () => {
    const frame = await open(CHA, 'interval=7m&theme=purple');
    expect(await noteOf(frame, /Unknown/)).toBe(
      'Unknown interval 7m: use 5m, 1h, 4h, 1d, 1w. Unknown theme purple: use light, dark.',
    );
  });

  it('says when the server cannot be reached, keeps what it has, and recovers by itself', async () => {
    const frame = await open(CHA);
    await drawn(frame);
    await browser.context.setOffline(true);
    expect(await noteOf(frame, /reached/)).toBe(
      'The server cannot be reached. These are the last known prices. The chart tries again by itself.',
    );
    await browser.context.setOffline(false);
    await frame.locator('#note').waitFor({ state: 'hidden' });
  });

  it('notices within minutes that the server is away, and that it is back', async () => {
    await page.clock.install();
    const frame = await open(CHA);
    await drawn(frame);
    isDown = true;
    prices.server.closeAllConnections();
    const after = async (state: 'visible' | 'hidden') => {
      const note = frame.locator('#note');
      for (let minutes = 0; minutes < 60; minutes++) {
        if ((await note.isVisible()) === (state === 'visible')) return minutes;
        await page.clock.runFor(60_000);
      }
      throw new Error(`the note is not ${state}`);
    };
    expect(await after('visible')).toBeGreaterThan(0);
    expect(await text(frame, 'note')).toContain('cannot be reached');
    isDown = false;
    await after('hidden');
  });
});
