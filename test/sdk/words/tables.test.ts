import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { PAGES, withTables } from '../../../scripts/words-tables.mjs';
import { ORDER_STATUSES } from '../../../src/domain/order/order.js';
import * as lifecycle from '../../../src/sdk/words/lifecycle.js';
import * as reasons from '../../../src/sdk/words/reasons.js';

describe('the tables of words', () => {
  it.each(PAGES)('are those of the docs, which `npm run docs:words` writes: %s', async (path) => {
    const text = await readFile(path, 'utf8');
    expect(await withTables(text, { ...lifecycle, ...reasons }, path)).toBe(text);
  });

  it('have the statuses of the domain, in its order', () => {
    expect(Object.keys(lifecycle.STATUS_WORDS)).toEqual(ORDER_STATUSES);
  });

  it('name tokens and conditions by words of their own only', () => {
    const texts = Object.values(reasons.REASONS).flatMap(({ title, help }) => [title, help]);
    expect(texts.map((text) => reasons.named(text)).filter((text) => /undefined|[{}]/.test(text))).toEqual(
      [],
    );
  });
});
