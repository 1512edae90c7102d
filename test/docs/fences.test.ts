import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { publicExports } from '../../scripts/public-exports.mjs';
import { compileExamples, type Example } from './compile-examples.js';
import { fencesOf, PAGES, type Fence } from './fences.js';

const fences = PAGES.flatMap(fencesOf);
const code = fences.filter(({ language }) =>
  ['js', 'ts', 'mjs', 'typescript', 'javascript'].includes(language),
);
const compiled = code.filter(({ mark }) => mark === '');
const quoted = code.filter(({ mark }) => mark.endsWith('.mjs'));

/** How often pages have a fence with the mark. */
const marked = (mark: string) =>
  fences
    .filter((fence) => fence.mark === mark)
    .reduce<Record<string, number>>(
      (counts, { page }) => ({ ...counts, [page]: (counts[page] ?? 0) + 1 }),
      {},
    );

const withoutSpace = (text: string) => text.replace(/\s+/g, '');

describe('code in the pages', () => {
  it('has a mark that is known, if it has one', () => {
    const unknown = fences.filter(({ mark }) => !/^(not-run|fragment|[\w-]+\.mjs|)$/.test(mark));
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

describe('code that no example has', () => {
  const exported = publicExports();
  const exampleOf = ({ page, code: text }: Fence): Example => ({
    entry: 'sluice',
    name: page.replace(/\W+/g, '-'),
    code: text,
  });
  const examples = new Map(compiled.map((fence) => [fence, exampleOf(fence)]));
  let errors: ReturnType<typeof compileExamples>;

  beforeAll(() => {
    errors = compileExamples([...examples.values()], exported);
  });

  it.each(compiled)('compiles: $page', (fence) => {
    expect(errors.get(examples.get(fence)!)).toEqual([]);
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
