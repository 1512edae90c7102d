import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { catalogueOf } from '../../../scripts/page-words/catalogue.mjs';
import { describePage, expectAccessible, takePictures } from './site.js';
import { choose, pair } from './swap-steps.js';

const GERMAN = { locale: 'de-DE' };
const TO_SWAP = pair('dollar-subnet', 'sbtc');

const entries = Object.entries(catalogueOf('de')!);
const translations = new Set(entries.map(([, german]) => german));
/** Patterns of the English sentences that are other words in German, with whatever capitals. Short ones with placeholders would match German texts too. */
const ENGLISH = entries
  .filter(([english, german]) => english.toLowerCase() !== german.toLowerCase() && !translations.has(english))
  // Small words alone are also values in what the wallet signs.
  .filter(([english]) => /[ \p{Lu}]/u.test(english))
  .filter(([english]) => !/\{\d+\}/.test(english) || english.replace(/\{\d+\}/g, '').length >= 10)
  .map(([english]) => {
    const parts = english.split(/\{\d+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(`^${parts.join('.+')}$`);
  });

/** Texts that a visitor can see or have read aloud, except those that are marked as another language. */
const textsOn = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const found = [];
    const shown = [...document.querySelectorAll('body *:not(script)')].filter((one) => !one.closest('[lang=en]'));
    for (const one of shown) {
      found.push(one.textContent, ...[...one.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data));
      found.push(...['aria-label', 'title', 'placeholder'].flatMap((name) => one.getAttribute(name) ?? []));
    }
    return [...new Set(found.map((text) => text.trim()))].filter((text) => text !== '' && text.length < 400);
  })()`);

/** Expects no English on the page, and no view that is wider than a phone. */
async function expectGerman(page: Page, name: string): Promise<void> {
  const texts = await textsOn(page);
  expect(texts.filter((text) => ENGLISH.some((pattern) => pattern.test(text)))).toEqual([]);
  await expectAccessible(page);
  await takePictures(page, `german-${name}`);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await page.setViewportSize({ width: 1440, height: 900 });
}

describePage('the page in German', (site) => {
  it('is what a German browser gets: it reads amounts with a comma, and swaps', async () => {
    const page = await site.open(TO_SWAP, GERMAN);
    expect(await page.evaluate('document.documentElement.lang')).toBe('de');
    const sold = page.getByLabel('Verkaufen', { exact: true });
    await sold.fill('1.234');
    await page.getByText('Das lässt sich auf zwei Arten lesen. Wählen Sie eine.').first().waitFor();
    await page.getByRole('button', { name: '1,234', exact: true }).click();
    expect(await sold.inputValue()).toBe('1,2340');
    await page.waitForURL(({ hash }) => hash.includes('amount=1.234'));
    await page.getByRole('heading', { name: /^Route, / }).waitFor();
    await expectGerman(page, 'quote');
    await sold.fill('12,5');
    await page.waitForURL(({ hash }) => hash.includes('amount=12.5'));
    await page.getByRole('button', { name: 'Wallet verbinden', exact: true }).click();
    await expectGerman(page, 'wallets');
    await page.getByRole('button', { name: /^alice/ }).click();
    await choose(page, 'Swap prüfen');
    await page.getByText(/^Verkauft 12,5 .* für mindestens 0,\d+ /).waitFor();
    await expectGerman(page, 'review');
    await page.getByRole('button', { name: /^Signieren und platzieren$/ }).click();
    await page.getByText('Gesendet. Wartet auf einen Block.').first().waitFor();
    await site.bed.chain.control('/mine', { blocks: 1 });
    await page
      .getByText(/^12,5 .* bezahlt und 0,\d+ .* erhalten/)
      .first()
      .waitFor();
    await expectGerman(page, 'swapped');
    await page.getByRole('dialog').getByRole('button', { name: 'Fertig' }).click();
    await page.getByRole('link', { name: 'Orders', exact: true }).click();
    await page.getByRole('link', { name: 'Verlauf', exact: true }).click();
    await page.getByText('1 Order', { exact: true }).waitFor();
    await expectGerman(page, 'orders');
    await page.getByRole('link', { name: 'Portfolio', exact: true }).click();
    await page.getByText('Unrealisiert', { exact: true }).first().waitFor();
    await expectGerman(page, 'portfolio');
  });

  it('shows its other views in German as well', async () => {
    const page = await site.open('#/markets', GERMAN);
    await page.getByText('sBTC', { exact: true }).first().waitFor();
    await expectGerman(page, 'markets');
    await page.getByRole('link', { name: 'API', exact: true }).click();
    await page.getByText('Verbinden Sie eine Wallet, um Ihre Schlüssel zu sehen.').waitFor();
    await expectGerman(page, 'keys');
  });

  it('stays in the language that the visitor chooses, until it is forgotten', async () => {
    const page = await site.open('#/markets', GERMAN);
    await choose(page, 'English');
    await page.getByRole('link', { name: 'Markets', exact: true }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Connect wallet' }).click();
    await choose(page, 'Forget me');
    await page.reload();
    await page.getByRole('button', { name: 'Wallet verbinden', exact: true }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('de');
  });
});
