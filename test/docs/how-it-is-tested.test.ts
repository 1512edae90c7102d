import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { DEFECTS } from '../simulation/defects.js';

it('The page on tests has a line for each seeded defect', () => {
  const page = readFileSync('docs/explanation/how-it-is-tested.md', 'utf8');
  const [, table] = page.split('| Defect ');
  const named = [...table!.matchAll(/^\| ([a-z -]+?) +\| (?:\d+|not found)/gm)].map(([, name]) => name);
  expect(named).toEqual(Object.keys(DEFECTS));
});
