import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { ALL_FENCES, CODE } from './fences.js';

const quoted = CODE.filter(({ mark }) => mark.endsWith('.mjs'));

/** How often pages have a fence with the mark. */
const marked = (mark: string) =>
  ALL_FENCES.filter((fence) => fence.mark === mark).reduce<Record<string, number>>(
    (counts, { page }) => ({ ...counts, [page]: (counts[page] ?? 0) + 1 }),
    {},
  );

const withoutSpace = (text: string) => text.replace(/\s+/g, '');

// What has no mark is compiled by public-examples.int.test.ts.
describe('code in the pages', () => {
  it('has a mark that is known, if it has one', () => {
    const unknown = ALL_FENCES.filter(({ mark }) => !/^(not-run|fragment|[\w-]+\.mjs|)$/.test(mark));
    expect(unknown).toEqual([]);
  });

  it('is run or compiled but for these fences', () => {
    expect(marked('not-run')).toEqual({
      'docs/how-to/deposit-and-withdraw.md': 1,
      'docs/tutorials/first-limit-order.md': 2,
      'docs/tutorials/price-chart.md': 2,
    });
    expect(marked('fragment')).toEqual({
      'docs/how-to/add-an-endpoint.md': 1,
      'docs/how-to/embed.md': 1,
      'docs/how-to/follow-orders-and-prices.md': 2,
      'docs/how-to/sign-with-a-browser-wallet.md': 1,
      'docs/reference/prices.md': 1,
      'docs/tutorials/price-chart.md': 1,
    });
  });

  it.each(quoted)('is part of the example that it names: $mark in $page', ({ mark, code: text }) => {
    const example = readFileSync(`docs/examples/${mark}`, 'utf8');
    expect(withoutSpace(example)).toContain(withoutSpace(text));
  });
});

describe('docs/examples', () => {
  it('are checked by the compiler and say how they are run', () => {
    const names = readdirSync('docs/examples').filter((name) => name.endsWith('.mjs'));
    const heads = names.map((name) => readFileSync(`docs/examples/${name}`, 'utf8').split('\n').slice(0, 5));
    expect(names.filter((_, i) => heads[i]![0] !== '// @ts-check')).toEqual([]);
    expect(names.filter((name, i) => !heads[i]!.join('\n').includes(`node docs/examples/${name}`))).toEqual([
      'devnet-wallet.mjs',
    ]);
  });
});
