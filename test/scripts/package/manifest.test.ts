import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { publishedManifest, type Manifest } from '../../../scripts/package/manifest.mjs';

describe('the published package.json', () => {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;

  it('has no scripts, development packages, native packages or settings of the repository', () => {
    expect(Object.keys(publishedManifest(manifest))).toEqual([
      'name',
      'version',
      'description',
      'license',
      'repository',
      'homepage',
      'bugs',
      'type',
      'keywords',
      'engines',
      'exports',
      'types',
      'sideEffects',
      'bin',
      'files',
      'dependencies',
      'peerDependencies',
      'peerDependenciesMeta',
    ]);
  });

  it('has optional peers only', () => {
    const { peerDependencies, peerDependenciesMeta } = publishedManifest(manifest);
    const optional = Object.entries(peerDependenciesMeta!).filter(([, meta]) => meta.optional);
    expect(optional.map(([name]) => name)).toEqual(Object.keys(peerDependencies!));
  });

  it('cannot be made when a native package is not also an optional peer', () => {
    expect(() => publishedManifest({ optionalDependencies: { addon: '1.0.0' } })).toThrow(
      'addon is an optional dependency, but no optional peer',
    );
  });
});
