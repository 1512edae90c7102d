import { expect, it } from '@jest/globals';
import type { Mark } from '../../../src/apps/page/markets/mark.js';
import { gravestOf } from '../../../src/apps/page/swap/model/gravest.js';

const mark = (word: string, kind: Mark['kind']): Mark => ({ word, kind, about: '' });
const thin = mark('thin', 'warn');
const costly = mark('costly', 'warn');
const open = mark('open mint', 'bad');

it('the mark beside a token’s name is the first bad one, or else that of a thin price', () => {
  expect(gravestOf([costly, thin, open])).toBe(open);
  expect(gravestOf([costly, thin])).toBe(thin);
  expect(gravestOf([costly])).toBeUndefined();
  expect(gravestOf([])).toBeUndefined();
});
