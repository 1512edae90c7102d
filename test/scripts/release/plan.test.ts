import { describe, expect, it } from '@jest/globals';
import { notesOf, releasedChangelog, versionToRelease, withVersion } from '../../../scripts/release/plan.mjs';

describe('the version to release', () => {
  it('is the current one the first time, or a higher one', () => {
    expect(versionToRelease('0.1.0', '0.1.0', [])).toBe('0.1.0');
    expect(versionToRelease('0.2.0', '0.1.9', ['v0.1.9'])).toBe('0.2.0');
    expect(versionToRelease('1.0.0-rc.1', '0.10.0', ['v0.10.0'])).toBe('1.0.0-rc.1');
  });

  it.each([
    [undefined, 'a version such as 0.2.0 is required (got none)'],
    ['v0.2.0', 'a version such as 0.2.0 is required (got v0.2.0)'],
    ['0.2', 'a version such as 0.2.0 is required (got 0.2)'],
    ['0.9.0', '0.9.0 is lower than the current version, 0.10.0'],
    ['0.10.0', '0.10.0 was released: the tag v0.10.0 exists'],
  ])('is not %s', (requested, reason) => {
    expect(() => versionToRelease(requested, '0.10.0', ['v0.10.0'])).toThrow(reason);
  });
});

describe('the changelog of a release', () => {
  const text =
    '# Changelog\n\n## Unreleased\n\n### Added\n\n- A thing.\n\n## 0.1.0 (2026-01-02)\n\n- Older.\n';

  it('has what was unreleased under its version and date, and room for what comes', () => {
    expect(releasedChangelog(text, '0.2.0', '2026-11-22')).toBe(
      '# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-11-22)\n\n### Added\n\n- A thing.\n\n## 0.1.0 (2026-01-02)\n\n- Older.\n',
    );
  });

  it('has the notes of each version', () => {
    expect(notesOf(text, '0.1.0')).toBe('- Older.\n');
    expect(() => notesOf(text, '0.2.0')).toThrow('no section for 0.2.0');
  });

  it.each([
    ['nothing is unreleased', text.replace(/### Added\n\n- A thing\.\n\n/, ''), 'has nothing unreleased'],
    ['no section is', text.replace('## Unreleased', '## Later'), 'has no section "## Unreleased"'],
    ['its version has a section', text.replace('0.1.0', '0.2.0'), 'has a section for 0.2.0'],
  ])('cannot be made when %s', (_, given, reason) => {
    expect(() => releasedChangelog(given, '0.2.0', '2026-11-22')).toThrow(reason);
  });
});

it('the version is written in both places of the lockfile, and nothing else changes', () => {
  const lock = {
    name: 'sluice',
    version: '0.1.0',
    packages: { '': { version: '0.1.0' }, a: { version: '0.1.0' } },
  };
  expect(JSON.parse(withVersion(JSON.stringify(lock), '0.2.0'))).toEqual({
    ...lock,
    version: '0.2.0',
    packages: { '': { version: '0.2.0' }, a: { version: '0.1.0' } },
  });
});
