import { beforeAll, describe, expect, it } from '@jest/globals';
import { publicExports } from '../../scripts/public-exports.mjs';
import { compileExamples, type Example } from './compile-examples.js';

const exported = publicExports();
const examples = exported.flatMap(({ entry, name, examples: codes }) =>
  codes.map((code): Example => ({ entry, name, code })),
);

describe('the @example of every public function', () => {
  let errors: ReturnType<typeof compileExamples>;

  beforeAll(() => {
    errors = compileExamples(examples, exported);
  });

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
