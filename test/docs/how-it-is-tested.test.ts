import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { DEFECTS } from '../simulation/defects.js';

it('The page on tests names each seeded defect', () => {
  const page = readFileSync('docs/explanation/how-it-is-tested.md', 'utf8');
  const [list] = page.split('Seeds that were needed to find it:')[1]!.split('\n#');
  const plain = list!.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1');
  const named = plain.split(/,\s+|\n- [^:]+: /).map((text) => text.replace(/\s*\(\d+\)/, '').trim());
  expect(named.filter((name) => name !== '').sort()).toEqual(Object.keys(DEFECTS).sort());
});
