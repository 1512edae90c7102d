import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { metadataArea, swapArea, vaultsArea } from '../../../src/adapters/express/index.js';
import { appOver } from '../../adapters/express/fake-core.js';
import { aPricedService, CHA } from '../../adapters/express/price-service.js';
import { T0 } from '../../support/builders.js';
import { coreHarness, DOLLAR, ROUTER_V2, WELSH_SUBNET } from '../../support/core-harness.js';
import { A_WALLET } from '../../support/signing.js';
import { findChromium, HOW_TO_GET_CHROMIUM, openBrowser, type Browser } from './chromium.js';
import { serve, type Served } from './serving.js';

const executable = await findChromium();
if (executable === undefined)
  process.stderr.write(`test/sdk/client/client-in-browser.int.test.ts: ${HOW_TO_GET_CHROMIUM}\n`);

/** What a page loads: the client, and what signs its orders. */
async function scriptOfPage(): Promise<string> {
  const contents = `export * from './dist/sdk/client/index.js';
    export { keySigner, limitOrder, signOrder } from './dist/sdk/signing/index.js';`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: '.' },
    ...({ bundle: true, format: 'esm', platform: 'browser', write: false } as const),
  });
  return outputFiles[0]!.text;
}

const SALE = {
  sell: { contractId: WELSH_SUBNET, decimals: 6, symbol: 'WELSH' },
  buy: { contractId: DOLLAR, decimals: 6 },
  amount: '1',
  atLeast: '0.1',
};
const SIGNING = { network: 'devnet', router: ROUTER_V2, blaze: 'v2' };
const OWN_PATH = '/dex';

/** Reported as skipped when there is no browser. */
const inBrowser = executable === undefined ? describe.skip : describe;

inBrowser('createClient in a browser', () => {
  let browser: Browser;
  let page: Page;
  const servers: Served[] = [];
  /** Addresses of the server: of its own origin, and on the site of the page. */
  let urls: Readonly<Record<string, string>>;
  let pricesUrl: string;

  beforeAll(async () => {
    const webhookSender = {
      isPublic: () => true,
      send: () => Promise.reject(new Error('nothing is sent here')),
    };
    const { core, clock } = coreHarness({ webhookSender });
    const script = await scriptOfPage();
    const site = await serve((req, res) => {
      if (req.url?.startsWith(`${OWN_PATH}/`) === true) {
        req.url = req.url.slice(OWN_PATH.length);
        return app(req, res);
      }
      const isScript = req.url === '/client.js';
      res.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      return res.end(isScript ? script : '<!doctype html><title>empty</title>');
    });
    const areas = [
      swapArea(core, { clock }),
      vaultsArea(core, { clock }),
      metadataArea(core, { clock, origins: [site.url] }),
    ];
    const app: RequestListener = appOver(core, { clock, areas });
    const [server, priced] = [await serve(app), await serve((await aPricedService()).app)];
    servers.push(site, server, priced);
    urls = { 'of another origin': server.url, 'on its own site': OWN_PATH };
    pricesUrl = `${priced.url}/prices`;
    browser = await openBrowser(executable!);
    page = await browser.context.newPage();
    await page.goto(site.url);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    servers.forEach(({ close }) => close());
  });

  /** Runs a function's body in the page, with a client of the server there that the wallet signs for. */
  const run = (where: string, body: string): Promise<unknown> =>
    page.evaluate(`(async () => {
      const { createClient, keySigner, limitOrder, signOrder } = await import('/client.js');
      const wallet = keySigner('${A_WALLET.privateKey}', 'devnet');
      const options = {
        baseUrl: '${urls[where]}', areaUrls: { prices: '${pricesUrl}' }, network: 'devnet', audience: false,
      };
      const client = createClient({ ...options, wallet });
      const place = async () => {
        const order = limitOrder({ ...${JSON.stringify(SALE)}, when: 'asked' });
        const now = () => ${T0.getTime()};
        return client.orders.place(await signOrder(wallet, order, { ...${JSON.stringify(SIGNING)}, now }));
      };
      ${body}
    })()`);

  describe.each(['of another origin', 'on its own site'])('for a server %s', (where) => {
    it('places an order that the page signs, follows it, and resumes behind what it has seen', async () => {
      const seen = await run(
        where,
        `
        const owner = wallet.address;
        const seen = [];
        let position, placed;
        for await (const update of client.orders.follow({ owner })) {
          if (update.type === 'synced') placed = await place();
          if (update.type !== 'event') continue;
          seen.push([update.order.handle === placed.handle, update.event.type]);
          position = update.position;
          break;
        }
        await client.orders.cancel(placed.uuid);
        for await (const update of client.orders.follow({ owner }, { after: position })) {
          seen.push([update.type, update.event?.type ?? update.isResumed]);
          if (update.type === 'synced') break;
        }
        const settled = await client.orders.settled(placed.handle);
        return [...seen, settled.status];`,
      );
      expect(seen).toEqual([[true, 'created'], ['event', 'cancelled'], ['synced', true], 'cancelled']);
    });

    it('reads and executes orders with an API key that the wallet creates', async () => {
      const found = await run(
        where,
        `
        const { uuid } = await place();
        const created = await client.keys.create({ name: 'page', permissions: ['execute'] });
        const bot = createClient({ ...options, apiKey: created.apiKey });
        const read = await bot.orders.get(uuid);
        const { txid } = await bot.orders.execute(uuid);
        const events = (await client.orders.events(uuid, { by: 'wallet' })).map(({ type }) => type);
        const { items } = await client.orders.list({ owner: wallet.address, ids: [uuid] }, { by: 'wallet' });
        await client.keys.revoke(created.keyId);
        const refusal = await bot.orders.get(uuid).catch(({ name, code }) => [name, code]);
        const keys = (await client.keys.list()).map(({ status }) => status)[0];
        return { isOwn: read.uuid === uuid, txid, events, items: items.length, refusal, keys };`,
      );
      expect(found).toEqual({
        isOwn: true,
        txid: expect.stringMatching(/^[0-9a-f]{64}$/),
        events: ['created', 'swap-stored', 'broadcasted'],
        items: 1,
        refusal: ['ClientError', expect.stringMatching(/API_KEY/)],
        keys: 'revoked',
      });
    });

    it('quotes, reads vaults and prices, follows prices, and keeps webhooks and metadata', async () => {
      const found = await run(
        where,
        `
        const pair = { tokenIn: '${WELSH_SUBNET}', tokenOut: '${DOLLAR}', amount: 1_000_000n };
        const quote = await client.quotes.get(pair);
        const several = await client.quotes.getMany([pair, pair]);
        const { vaults, tokens } = await client.vaults.list();
        const { usd } = await client.prices.get('${CHA}');
        let followed;
        for await (const { prices } of client.prices.follow({ tokens: ['${CHA}'] })) {
          followed = prices[0].usd;
          break;
        }
        const { webhook, secret } = await client.webhooks.create({ url: 'https://example.org/hook' });
        const webhooks = (await client.webhooks.list()).length;
        await client.webhooks.delete(webhook.id);
        const token = wallet.address + '.a-token';
        const { name } = await client.metadata.save(token, { name: 'A tökén' });
        const record = await client.metadata.get(token);
        return [
          quote.amountOut > 0, several.length, vaults.length > 0, tokens.length > 0, usd, followed,
          secret.startsWith('whsec_'), webhooks, name, record.name,
        ];`,
      );
      expect(found).toEqual([true, 2, true, true, 0.25, 0.25, true, 1, 'A tökén', 'A tökén']);
    });

    it('ends following when it is aborted', async () => {
      const code = await run(
        where,
        `
        const controller = new AbortController();
        try {
          const options = { signal: controller.signal };
          for await (const { type } of client.orders.follow({ owner: wallet.address }, options))
            if (type === 'synced') controller.abort();
        } catch (error) {
          return error.code;
        }`,
      );
      expect(code).toBe('aborted');
    });
  });

  it('refuses an address without a scheme, which the page would take for a path of its own', async () => {
    const refusal = await run(
      'on its own site',
      `
      try {
        createClient({ baseUrl: 'dex.example.org' });
      } catch ({ name, message }) {
        return [name, message];
      }`,
    );
    expect(refusal).toEqual(['RangeError', expect.stringContaining('must begin with http:// or https://')]);
  });
});
