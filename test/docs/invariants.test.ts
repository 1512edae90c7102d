import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { INVARIANTS } from '../../src/domain/order/lifecycle/invariants.js';

it('The runbook has a line for each invariant', () => {
  const section = readFileSync('docs/how-to/run-the-executor.md', 'utf8')
    .split('\n## ')
    .find((text) => text.startsWith('Violated invariants'));
  const named = [...section!.matchAll(/^\| `([a-z-]+)` /gm)].map(([, name]) => name);
  expect(named).toEqual(Object.keys(INVARIANTS));
});
