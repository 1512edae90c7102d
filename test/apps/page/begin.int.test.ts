import { expect, it } from '@jest/globals';
import { describePage } from './site.js';

/** Names of files without their hashes: of the scripts that were loaded, and of those that links ask for ahead. */
interface Scripts {
  readonly loaded: readonly string[];
  readonly ahead: readonly string[];
}

const READ = `(() => {
  const nameOf = (url) => url.replace(/.*\\/|-[^-]*$/g, '');
  const resources = performance.getEntriesByType('resource').map(({ name }) => name);
  const links = [...document.querySelectorAll('link[rel=modulepreload]')].map(({ href }) => href);
  return {
    loaded: resources.filter((name) => name.endsWith('.js') && !links.includes(name)).map(nameOf),
    ahead: links.map(nameOf),
  };
})()`;

describePage('the scripts of a view', (site) => {
  it.each([
    ['markets', 'markets-view'],
    ['swap', 'swap-view'],
    ['orders', 'orders-view'],
    ['docs', 'docs-page'],
  ])('load beside the initial one if the address names %s', async (address, script) => {
    const page = await site.open(`#/${address}`);
    await page.locator('main h1').first().waitFor();
    const { loaded, ahead } = await page.evaluate<Scripts>(READ);
    expect(ahead).toContain(script);
    expect([...loaded].sort()).toEqual(['app', 'begin']);
  });
});
