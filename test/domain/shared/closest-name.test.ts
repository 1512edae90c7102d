import { describe, expect, it } from '@jest/globals';
import { closestName, oneInThree } from '../../../src/domain/shared/closest-name.js';

const NAMES = ['feePpm', 'tokenA', 'tokenB', 'decimals', 'blaze'];

describe('closestName', () => {
  it.each([
    ['feePmm', 'feePpm', 'a changed letter'],
    ['fePepm', 'feePpm', 'two letters swapped'],
    ['fePpm', 'feePpm', 'a letter too few'],
    ['feeePpmm', 'feePpm', 'two letters too many'],
    ['FEEPPM', 'feePpm', 'another case'],
    ['fee_ppm', 'feePpm', 'words joined by _'],
    ['FEE-PPM', 'feePpm', 'words joined by -'],
    ['token', 'tokenA', 'the first of several that are equally close'],
    ['tokenb', 'tokenB', 'the closest of several'],
  ])('finds that %s means %s: %s', (mistyped, meant) => {
    expect(closestName(mistyped, NAMES)).toBe(meant);
  });

  it.each(['fee', 'reserves', 'blazeVersion', ''])('finds nothing close to %p', (mistyped) => {
    expect(closestName(mistyped, NAMES)).toBeUndefined();
  });
});

describe('closestName, with one letter in three', () => {
  it.each([
    ['limt', 'limit'],
    ['limits', 'limit'],
    ['form', 'from'],
    ['sort', 'sortBy'],
    ['TO', 'to'],
  ])('finds that %s means %s', (mistyped, meant) => {
    expect(closestName(mistyped, ['to', 'from', 'limit', 'sortBy'], oneInThree)).toBe(meant);
  });

  it.each(['_', 't', 'ts', 'lima', 'utm_source', 'form1'])('finds nothing close to %s', (mistyped) => {
    expect(closestName(mistyped, ['to', 'from', 'limit', 'sortBy'], oneInThree)).toBeUndefined();
  });
});
