import { expect, it } from '@jest/globals';
import { describePage, expectAccessible, takePictures, untilTitled } from './site.js';

describePage('the page', (site) => {
  it('is served at the root of the server and shows the markets', async () => {
    const page = await site.open('');
    await page.getByRole('heading', { name: 'Markets' }).waitFor();
    await untilTitled(page, 'Markets · Sluice');
    await page.getByRole('link', { name: /sBTC/ }).first().waitFor();
    await expectAccessible(page);
    await takePictures(page, 'markets');
  });

  it('connects a demo wallet of the devnet with two clicks', async () => {
    const page = await site.open('#/markets');
    await site.connect(page, 'alice');
    await page.getByRole('button', { name: /^alice · / }).click();
    await page.getByText('Its key is public').waitFor();
    await expectAccessible(page);
  });

  it('says so when there is no such view', async () => {
    const page = await site.open('#/nowhere');
    await page.getByText('There is no such view.').waitFor();
    await expectAccessible(page);
  });

  it('covers nothing with its bars where there is little height, as at 400%', async () => {
    const page = await site.open('#/markets', { viewport: { width: 360, height: 225 } });
    await page.getByRole('row').nth(2).waitFor();
    await page.evaluate('scrollTo(0, 400)');
    const covered = await page.evaluate<readonly number[]>(
      `['.head', '.nav'].map((bar) => document.querySelector(bar).getBoundingClientRect().bottom)`,
    );
    expect(covered.filter((bottom) => bottom > 0)).toEqual([]);
  });

  it('keeps the colours that the visitor chose, and has what a home screen needs', async () => {
    const page = await site.open('#/markets', { colorScheme: 'light' });
    await page.getByRole('button', { name: 'Dark', exact: true }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Dark', exact: true, pressed: true }).waitFor();
    const scheme = await page.evaluate<string>(`getComputedStyle(document.documentElement).colorScheme`);
    expect(scheme).toBe('dark');
    await expectAccessible(page);
    const { url } = site.bed.exchange.sluice();
    const manifest = await fetch(`${url}/page/sluice.webmanifest`);
    expect(manifest.headers.get('content-type')).toBe('application/manifest+json');
    const { icons } = (await manifest.json()) as { readonly icons: readonly { readonly src: string }[] };
    const found = await Promise.all(icons.map(({ src }) => fetch(new URL(`page/${src}`, `${url}/`))));
    expect(found.map(({ headers }) => headers.get('content-type'))).toEqual(['image/png', 'image/png']);
  });
});
