import { chromium } from 'playwright-core';
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const out = '/tmp/pics/webdocs';
for (const [w, h, scheme] of [[1440, 900, 'light'], [390, 844, 'light'], [1440, 900, 'dark'], [390, 844, 'dark']]) {
  const c = await b.newContext({ viewport: { width: w, height: h }, colorScheme: scheme });
  const p = await c.newPage();
  const go = async (r) => { await p.goto(`http://127.0.0.1:4711/#/docs/${r}`); await p.locator('.docs-page h1').first().waitFor(); await p.waitForTimeout(300); };
  const shot = (n) => p.screenshot({ path: `${out}/${n}-${w}-${scheme}.png` });
  await go(''); await shot('home');
  await p.getByLabel('Search the docs').fill('limit order'); await p.locator('.docs-found a').first().waitFor(); await p.waitForTimeout(200); await shot('search');
  await p.keyboard.press('Enter'); await p.waitForTimeout(500); await shot('opened');
  await p.getByLabel('Search the docs').fill('');
  await go('api'); await shot('api');
  await go('api/quoteRoute'); await p.locator('.docs-try').scrollIntoViewIfNeeded(); await p.getByRole('button', { name: 'Send' }).click(); await p.locator('.docs-try pre').waitFor(); await shot('try');
  await p.locator('h2', { hasText: 'In a shell' }).scrollIntoViewIfNeeded(); await shot('shell');
  await go('api/quoteRoutes'); await p.locator('.docs-try').scrollIntoViewIfNeeded(); await shot('trypost');
  await go('api/executeOrder'); await shot('nottried');
  await go('explanation/fees'); await shot('fees');
  await go('how-to/deploy-and-upgrade/behind-a-reverse-proxy'); await shot('nginx');
  await go('reference/client'); await shot('client');
  await c.close();
}
await b.close();
