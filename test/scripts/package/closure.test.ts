import { describe, expect, it } from '@jest/globals';
import { closureOf, installedWithout } from '../../../scripts/package/closure.mjs';

describe('the packages of an install', () => {
  const lock = {
    packages: {
      '': {},
      'node_modules/a': { dependencies: { b: '1', c: '1' } },
      'node_modules/a/node_modules/b': { dependencies: { c: '1' } },
      'node_modules/b': { dependencies: { d: '1' } },
      'node_modules/c': {
        peerDependencies: { e: '1', f: '1' },
        peerDependenciesMeta: { f: { optional: true } },
      },
      'node_modules/d': { dev: true },
      'node_modules/e': { optional: true },
      'node_modules/f': { devOptional: true },
    },
  };

  it('are those that it names, theirs, and required peers', () => {
    expect(closureOf(lock, ['a'])).toEqual([
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/c',
      'node_modules/e',
    ]);
  });

  it('cannot be told for a package that the lockfile lacks', () => {
    expect(() => closureOf(lock, ['z'])).toThrow('z is not in package-lock.json');
  });

  it('leave out development packages, optional ones, and with both what serves only them', () => {
    const lacking = (omit: { dev?: boolean; optional?: boolean }) => {
      const installed = installedWithout(lock, omit);
      return Object.keys(lock.packages).filter((folder) => folder !== '' && !installed.includes(folder));
    };
    expect(lacking({ dev: true })).toEqual(['node_modules/d']);
    expect(lacking({ optional: true })).toEqual(['node_modules/e']);
    expect(lacking({ dev: true, optional: true })).toEqual([
      'node_modules/d',
      'node_modules/e',
      'node_modules/f',
    ]);
  });
});
