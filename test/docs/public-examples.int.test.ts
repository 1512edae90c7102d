import { beforeAll, describe, expect, it } from '@jest/globals';
import { publicExports } from '../../scripts/public-exports.mjs';
import { compileExamples, type Example } from './compile-examples.js';
import { CODE } from './fences.js';

const exported = publicExports();
const examples = exported.flatMap(({ entry, name, examples: codes }) =>
  codes.map((code): Example => ({ entry, name, code })),
);

/** Code of the pages that no example has: the rest of it has a mark. */
const fences = CODE.filter(({ mark }) => mark === '').map(({ page, code }): Example => ({
  entry: 'sluice',
  name: page.replace(/\W+/g, '-'),
  code,
}));

let errors: ReturnType<typeof compileExamples>;

beforeAll(() => {
  errors = compileExamples([...examples, ...fences], exported);
});

describe('code in the pages', () => {
  it.each(fences)('compiles: $name', (fence) => {
    expect(errors.get(fence)).toEqual([]);
  });
});

describe('the @example of every public function', () => {
  it.each(examples)('compiles: $name of $entry', (example) => {
    expect(errors.get(example)).toEqual([]);
  });
});

describe('compileExamples', () => {
  it('reports an example that no longer fits its function', () => {
    const outdated = { entry: 'sluice', name: 'outdated', code: 'createCore(1);' };
    expect(compileExamples([outdated], exported).get(outdated)).toHaveLength(1);
  });
});
