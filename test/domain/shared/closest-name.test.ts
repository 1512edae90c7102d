import { describe, expect, it } from '@jest/globals';
import { closestName } from '../../../src/domain/shared/closest-name.js';

const NAMES = ['feePpm', 'tokenA', 'tokenB', 'decimals', 'blaze'];

describe('closestName', () => {
  it.each([
    ['feePmm', 'feePpm', 'a changed letter'],
    ['fePepm', 'feePpm', 'two letters swapped'],
    ['fePpm', 'feePpm', 'a letter too few'],
    ['feeePpmm', 'feePpm', 'two letters too many'],
    ['FEEPPM', 'feePpm', 'another case'],
    ['token', 'tokenA', 'the first of several that are equally close'],
    ['tokenb', 'tokenB', 'the closest of several'],
  ])('finds that %s means %s: %s', (mistyped, meant) => {
    expect(closestName(mistyped, NAMES)).toBe(meant);
  });

  it.each(['fee', 'reserves', 'blazeVersion', ''])('finds nothing close to %p', (mistyped) => {
    expect(closestName(mistyped, NAMES)).toBeUndefined();
  });
});
