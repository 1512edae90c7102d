import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const DIST = new URL('../../dist/', import.meta.url);

/** The packages that a built module loads, itself and through what it imports; Node's own modules are left out. */
async function packagesOf(entry: URL, seen = new Set<string>()): Promise<Set<string>> {
  const packages = new Set<string>();
  if (seen.has(entry.href)) return packages;
  seen.add(entry.href);
  const { importedFiles } = ts.preProcessFile(await readFile(fileURLToPath(entry), 'utf8'));
  for (const { fileName } of importedFiles) {
    if (fileName.startsWith('.'))
      for (const name of await packagesOf(new URL(fileName, entry), seen)) packages.add(name);
    else if (!fileName.startsWith('node:')) packages.add(fileName);
  }
  return packages;
}

describe('an entry of the package', () => {
  it.each([
    ['index.js', []],
    ['adapters/memory/index.js', []],
    ['adapters/system/index.js', []],
    ['client/index.js', []],
    ['adapters/btc-oracle/index.js', []],
    ['adapters/inversify/index.js', ['inversify']],
    ['adapters/prometheus/index.js', ['prom-client']],
    ['adapters/devnet/index.js', ['@stacks/transactions']],
  ])('%s loads these packages only: %j', async (entry, packages) => {
    expect([...(await packagesOf(new URL(entry, DIST)))].sort()).toEqual(packages);
  });
});
