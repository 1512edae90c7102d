import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { betweenFrames } from './between-frames.js';
import { describePage, expectAccessible, takePictures } from './site.js';

/** A symbol, a name and an image as an attacker would choose them. */
const HOSTILE = {
  symbol: '<img src=x onerror=alert(1)>\u202Egnp',
  name: `${'😀'.repeat(2_000)}<script>alert(1)</script>${'W'.repeat(10_000)}\u202Eלא`,
  image: 'javascript:alert(1)',
};

/** Rewrites every token in what the server sends, as if a stranger had named them. */
async function makeTokensHostile(page: Page): Promise<void> {
  await page.route('**/prices/stream*', (route) => route.abort());
  await page.route(/\/prices\?|\/vaults$|\/registry$/, async (route) => {
    const response = await route.fetch();
    const text = JSON.stringify(await response.json(), (key, value: unknown) =>
      key in HOSTILE && typeof value === 'string' ? HOSTILE[key as keyof typeof HOSTILE] : value,
    );
    await route.fulfill({ response, body: text });
  });
}

/** Answers for the token STX with a record of a stranger, and what there is to say of it. */
async function nameStx(page: Page): Promise<void> {
  const message = `renamed by its deployer: the registry lists it as ${HOSTILE.symbol}`;
  const renamed = { code: 'symbol-renamed', field: 'properties.symbol', severity: 'warning', message };
  const image = { code: 'image-scheme', field: 'image', severity: 'error', message: 'an image is at https:' };
  await page.route('**/metadata/api/v1/metadata/**', (route) =>
    route.fulfill({
      json: route.request().url().includes('/lint')
        ? { contractId: '.stx', findings: [image, renamed] }
        : { success: true, metadata: [{ ...HOSTILE, contractId: '.stx' }] },
    }),
  );
}

/** Sends prices of a later run in which the token that pools hold most of has least, once it is called. */
async function reverseLiquidity(page: Page): Promise<() => void> {
  let isReversed = false;
  let list: { readonly updatedAt: string; readonly tokens: readonly { liquidityUsd: number }[] } | undefined;
  /** Nothing before the page has its list: it opens its stream beside it, and either may come first. */
  const news = () => {
    if (!isReversed || list === undefined) return '';
    const at = new Date(Date.parse(list.updatedAt) + 300_000).toISOString();
    const prices = list.tokens.map((token) => ({ ...token, liquidityUsd: 1e12 - token.liquidityUsd }));
    return `event: prices\ndata: ${JSON.stringify({ at, btcUsd: 100_000, prices })}\n\n`;
  };
  await page.route(/\/prices\?/, async (route) => {
    const response = await route.fetch();
    list = (await response.json()) as typeof list;
    await route.fulfill({ response });
  });
  await page.route('**/prices/stream*', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: `retry: 1\n\n: heartbeat\n\n${news()}` }),
  );
  return () => (isReversed = true);
}

const firstToken = (page: Page) => page.locator('tbody tr').first().locator('.token-symbol').textContent();

const overflows = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

describePage('the markets', (site) => {
  it('finds a token, sorts and moves by keyboard alone', async () => {
    const page = await site.open('#/markets');
    await page.getByRole('link', { name: /OPAL/ }).first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('quartz');
    const rows = page.locator('tbody tr');
    await rows.nth(1).waitFor({ state: 'detached' });
    expect(await rows.count()).toBe(1);
    await page.getByRole('columnheader', { name: 'Token' }).getByRole('button').press('Enter');
    await page.locator('th[aria-sort=ascending]', { hasText: 'Token' }).waitFor();
    await rows.first().getByRole('link').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /QRTZ/ }).waitFor();
  });

  it('lead to the token that is chosen right after they are sorted, however late the device draws', async () => {
    const page = await site.open('#/markets?search=quartz');
    await page.getByRole('link', { name: /QRTZ/ }).first().waitFor();
    const address = await betweenFrames<string>(
      page,
      `document.querySelector('th button').click();
      document.querySelector('tbody a').click();
      drawFrame();
      return location.hash;`,
    );
    expect(address).toMatch(/^#\/token\/.*quartz$/);
    await page.getByRole('heading', { level: 1, name: /QRTZ/ }).waitFor();
  });

  it('lead to a view at its top with its heading focused, and back to the choice', async () => {
    const page = await site.open('#/markets?sort=symbol&order=desc', {
      viewport: { width: 700, height: 320 },
    });
    const search = page.getByRole('searchbox');
    await page.locator('tbody tr').first().waitFor();
    await search.fill('a');
    await page.waitForURL(/#\/markets\?search=a&sort=symbol&order=desc$/);
    await page
      .getByRole('status')
      .getByText(/^\d+ tokens$/)
      .waitFor();
    await search.press('ArrowDown');
    expect(await page.evaluate(`document.activeElement.closest('tr')?.rowIndex`)).toBe(1);
    await page.keyboard.press('End');
    const last = (await page.locator('tbody tr').last().locator('.token-symbol').textContent())!;
    const left = await page.evaluate<number>('scrollY');
    expect(left).toBeGreaterThan(0);
    await page.keyboard.press('Enter');
    await page.locator('h1:focus', { hasText: last }).waitFor();
    expect(await page.evaluate('scrollY')).toBe(0);
    expect(await page.title()).toBe(`${last} · Sluice`);
    await page.goBack();
    await page.locator('h1:focus', { hasText: 'Markets' }).waitFor();
    expect(await search.inputValue()).toBe('a');
    while ((await page.evaluate('scrollY')) !== left);
  });

  it('say at once that the device is offline, and go on when it is back', async () => {
    const page = await site.open('#/markets');
    await page.getByText(/new every 5 minutes$/).waitFor();
    await site.connect(page, 'alice');
    await page.context().setOffline(true);
    await page.getByText('This device is offline.').waitFor();
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Keys' }).click();
    await page.getByText('This view cannot be loaded.').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    await page.getByText('This device is offline.').waitFor({ state: 'detached' });
    // The page was not loaded again, which would forget the wallet.
    await page.getByRole('banner').getByRole('button', { name: /alice/ }).waitFor();
    expect(page.url()).toMatch(/#\/keys$/);
  });

  it('say where they are, of when their prices are, and on a devnet that it is play money', async () => {
    const page = await site.open('#/markets');
    await page.getByText('Devnet: play money').waitFor();
    await page.getByText(/on Stacks/).waitFor();
    await page.getByText(/^Prices of \d.*, new every 5 minutes$/).waitFor();
    await page.getByRole('button', { name: 'Round trip' }).focus();
    const explanation = page.locator('.tip-words:popover-open');
    await explanation.waitFor();
    expect(await explanation.textContent()).toMatch(
      /^What buying for a dollar and selling straight back costs/,
    );
  });

  it('explain a mark to those who touch it or move to it by keyboard, and on the page of the token', async () => {
    const page = await site.open('#/markets', { hasTouch: true, viewport: { width: 390, height: 844 } });
    const about = 'Buying for a dollar and selling straight back costs 50.1%.';
    const mark = page
      .getByRole('row')
      .filter({ hasText: 'TICKET' })
      .first()
      .getByRole('button', { name: 'costly' });
    const shown = page.locator('.tip-words:popover-open').filter({ hasText: about });
    const gap = async () => (await shown.boundingBox())!.y - (await mark.boundingBox())!.y;
    await mark.tap();
    await shown.waitFor();
    // They follow their mark while the page moves.
    const before = await gap();
    await page.evaluate(`new Promise((moved) => {
      addEventListener('scroll', () => requestAnimationFrame(moved), { once: true });
      scrollBy(0, 40);
    })`);
    expect(Math.abs((await gap()) - before)).toBeLessThan(2);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await shown.waitFor({ state: 'detached' });
    await mark.blur();
    await mark.focus();
    await shown.waitFor();
    await page
      .getByRole('link', { name: /TICKET/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: /TICKET/ }).waitFor();
    await page.getByRole('listitem').getByText(about).waitFor();
    await expectAccessible(page);
  });

  it('keep their sequence while prices change, and sort again when the visitor sorts', async () => {
    const page = await site.open('#/nowhere');
    const reverse = await reverseLiquidity(page);
    await page.goto(page.url().replace('nowhere', 'markets'));
    await page.reload();
    await page.locator('tbody tr').first().waitFor();
    expect(await firstToken(page)).toBe('sBTC');
    const least = await page.locator('tbody tr').last().locator('.token-symbol').textContent();
    reverse();
    await page.getByRole('cell', { name: '$1T' }).first().waitFor();
    expect(await firstToken(page)).toBe('sBTC');
    const byLiquidity = page.getByRole('columnheader', { name: 'Liquidity' }).getByRole('button');
    await byLiquidity.click();
    await byLiquidity.click();
    await page
      .locator('tbody tr')
      .first()
      .getByText(least ?? '', { exact: true })
      .waitFor();
  });

  it('keep every figure within its column, on phones and desktops', async () => {
    const page = await site.open('#/markets');
    await page.locator('tbody tr').first().waitFor();
    const wider = () =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll('.markets :is(th, td)')]
          .filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent)`,
      );
    for (const width of [320, 390, 768, 1024, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      expect([width, await wider()]).toEqual([width, []]);
    }
    const sizes = [
      [320, 100],
      [390, 200],
      [1440, 200],
    ] as const;
    for (const [width, percent] of sizes) {
      await page.setViewportSize({ width, height: 900 });
      for (const view of ['swap', 'orders', 'markets']) {
        await page.goto(page.url().replace(/#.*/, `#/${view}`));
        await page.evaluate(`document.documentElement.style.fontSize = '${percent}%'`);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        expect([view, width, await overflows(page)]).toEqual([view, width, false]);
      }
      // Each label is one line of text: one rectangle of its range.
      const lines = `[...document.querySelectorAll('.nav a')].map((link) => {
        const range = document.createRange();
        range.selectNodeContents(link);
        return range.getClientRects().length;
      })`;
      expect(await page.evaluate(lines)).toEqual([1, 1, 1, 1, 1, 1]);
    }
  });

  it('are sorted on a phone by what it has no column for, and show that figure', async () => {
    const page = await site.open('#/markets', { viewport: { width: 390, height: 844 } });
    await page.getByLabel('Sort by').selectOption('Round trip');
    await page.locator('tbody tr').first().getByText('costs 50.1%', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Most first' }).click();
    await page.locator('tbody tr').first().getByText('no loss', { exact: true }).first().waitFor();
    await takePictures(page, 'markets-sorted');
    expect(await overflows(page)).toBe(false);
    // Wider, where the column still has no room.
    await page.setViewportSize({ width: 900, height: 844 });
    await page
      .locator('tbody tr')
      .first()
      .getByText('no loss', { exact: true })
      .filter({ visible: true })
      .waitFor();
  });

  it('offers to show all when no token fits the search', async () => {
    const page = await site.open('#/markets');
    await page.getByRole('searchbox').fill('no such token');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('link', { name: /OPAL/ }).first().waitFor();
  });

  it('shows a token with its candles, pools and metadata, and asks for nothing that is missing', async () => {
    const page = await site.open('#/nowhere');
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.evaluate("location.hash = '#/token/.stx'");
    await page.getByRole('img', { name: /Candles of STX in dollars/ }).waitFor();
    await page.getByText('Charts by TradingView').waitFor();
    await page.getByText('The token’s deployer has published none here.').waitFor();
    await page.getByRole('cell', { name: 'USDd' }).first().waitFor();
    await page.getByText(/changes it one to one into what pays for orders/).waitFor();
    expect(await page.getByRole('cell', { name: 'STX', exact: true }).count()).toBe(0);
    await page.getByText(/^Last candle: open/).waitFor();
    await page.locator('.chart-box').hover({ position: { x: 450, y: 100 } });
    await page.getByText(/^[A-Z][a-z]+ \d+, \d{4}, .*: open \$.*, high .*, low .*, close .*%/).waitFor();
    await page.mouse.move(0, 0);
    await page.getByText(/^Last candle: open/).waitFor();
    await page.getByRole('button', { name: 'sBTC', exact: true }).click();
    await page.getByRole('img', { name: /Candles of STX in sBTC/ }).waitFor();
    await expectAccessible(page);
    await takePictures(page, 'token');
    expect(await overflows(page)).toBe(false);
    expect(errors).toEqual([]);
    await page.waitForURL(({ hash }) => hash === '#/token/.stx?in=sbtc');
    await page.getByRole('button', { name: '5 min', exact: true }).click();
    await page.reload();
    await page.getByRole('img', { name: /Prices of STX in sBTC, \d+ of 5m each/ }).waitFor();
    const sell = page.getByRole('link', { name: 'Sell STX' });
    expect(await sell.getAttribute('href')).toBe('#/swap?sell=.stx');
  });

  it('says that it knows no such token', async () => {
    const page = await site.open('#/token/SP000.nothing');
    await page.getByText('This exchange knows no such token.').waitFor();
    expect(await page.getByRole('link', { name: 'To the markets' }).count()).toBe(1);
  });

  it('is not harmed by what strangers call their tokens', async () => {
    const page = await site.open('#/nowhere');
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await makeTokensHostile(page);
    await nameStx(page);
    await page.reload();
    for (const [view, seen] of [
      ['markets', 'tbody tr'],
      ['token/.stx', '.chart canvas'],
    ] as const) {
      await page.evaluate(`location.hash = '#/${view}'`);
      await page.locator(seen).first().waitFor();
      expect(await page.locator('img[src="x"]').count()).toBe(0);
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        expect([view, width, await overflows(page)]).toEqual([view, width, false]);
      }
      await takePictures(page, `hostile-${view.slice(0, 5)}`);
    }
    await page.getByText('renamed', { exact: true }).waitFor();
    await page
      .getByText(/^renamed by its deployer: the registry lists it as <img/)
      .first()
      .waitFor();
    const name = await page.getByRole('link', { name: /^Buy / }).getAttribute('title');
    expect(name).toMatch(/^Buy </);
    expect(dialogs).toEqual([]);
  });

  it('keeps what it shows while the server is away, and continues when it is back', async () => {
    const page = await site.open('#/token/.stx');
    await page.getByRole('img', { name: /Candles of STX/ }).waitFor();
    await page.route(/\/(prices|app|metadata)\//, (route) => route.abort());
    await page.getByRole('button', { name: 'sBTC', exact: true }).click();
    await page.getByText('The server cannot be reached.').first().waitFor();
    await page.getByRole('img', { name: /Candles of STX in dollars/ }).waitFor();
    await page.unrouteAll();
    await page.getByRole('img', { name: /Candles of STX in sBTC/ }).waitFor();
    expect(await page.getByText('What you see is from before.').count()).toBe(0);
  });
});
