import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { closureOf } from '../../scripts/package/closure.mjs';
import { publishedManifest } from '../../scripts/package/manifest.mjs';
import { LOCK, MANIFEST, PackedPackage } from '../support/installed-package.js';

/** A row of the table of entries in docs/how-to/install.md. */
interface Row {
  readonly entries: readonly string[];
  readonly packages: readonly string[];
  readonly types: readonly string[];
}

/** Packages of a cell; options of the compiler begin with a quotation mark and are left out. */
const names = (cell: string) => [...cell.matchAll(/`([^`"]+)`/g)].map(([, name]) => name!);
const ROWS: readonly Row[] = readFileSync('docs/how-to/install.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| `sluice/.test(line))
  .map((line) => line.split('|').slice(1, 4).map(names) as [string[], string[], string[]])
  .map(([entries, packages, types]) => ({ entries, packages, types }));

const described = ROWS.map(
  (row) => [row.entries.join(', '), row.packages.join(' ') || 'nothing', row] as const,
);

describe('the table of entries', () => {
  it('lists every entry of the package', () => {
    const listed = new Set(ROWS.flatMap(({ entries }) => entries));
    const exported = Object.keys(MANIFEST.exports)
      .filter((path) => path !== './package.json')
      .map((path) => `sluice${path.slice(1)}`);
    expect([...listed].sort()).toEqual(exported.sort());
  });

  it('asks for optional peers only', () => {
    const peers = Object.keys(MANIFEST.peerDependencies!);
    const asked = ROWS.flatMap(({ packages, types }) => [...packages, ...types]);
    expect(asked.filter((name) => !peers.includes(name))).toEqual([]);
  });

  it('brings fewer than 15 packages, and none that is compiled, where it asks for nothing', () => {
    const installed = closureOf(LOCK, Object.keys(publishedManifest(MANIFEST).dependencies!));
    expect(1 + installed.length).toBeLessThan(15);
    for (const page of ['README.md', 'docs/how-to/install.md'])
      expect(readFileSync(page, 'utf8')).toContain(`${1 + installed.length} small packages`);
    expect(installed.filter((folder) => LOCK.packages[folder]!.hasInstallScript)).toEqual([]);
  });
});

describe('installed as the table says', () => {
  let packed: PackedPackage;
  beforeAll(async () => (packed = await PackedPackage.create()));
  afterAll(() => packed.remove());

  it.each(described)('%s, with %s, load as ES modules and by require', async (_entries, _with, row) => {
    const project = await packed.install(...row.packages);
    const source = `
      import { createRequire } from 'node:module';
      const require = createRequire(import.meta.url);
      for (const entry of ${JSON.stringify(row.entries)}) {
        const required = require(entry);
        const imported = await import(entry);
        console.log(entry, Object.keys(imported).every((name) => required[name] === imported[name]));
      }
    `;
    const loaded = await project.execute('load.mjs', source);
    expect(loaded).toEqual(row.entries.map((entry) => `${entry} true`));
  });

  it.each([
    ['no', ROWS.filter(({ types }) => types.length === 0)],
    ['the', ROWS.filter(({ types }) => types.length > 0)],
  ])('entries have all their types, with %s types of other packages', async (_, rows) => {
    const types = [...new Set(rows.flatMap((row) => row.types))];
    const { folder } = await packed.install(...rows.flatMap(({ packages }) => packages), ...types);
    const file = join(folder, 'use.mts');
    const entries = rows.flatMap((row) => row.entries);
    await writeFile(file, entries.map((entry, n) => `export * as entry${n} from '${entry}';`).join('\n'));
    expect(problemsIn(file, types.includes('@types/node'))).toEqual([]);
  });
});

/** What the compiler reports when it also checks the declarations of packages. */
function problemsIn(file: string, hasNode: boolean): string[] {
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    strict: true,
    skipLibCheck: false,
    // TypeScript's own, which are the same in every check.
    skipDefaultLibCheck: true,
    noEmit: true,
    preserveSymlinks: true,
    types: hasNode ? ['node'] : [],
  };
  return ts
    .getPreEmitDiagnostics(ts.createProgram([file], options))
    .map(
      ({ messageText, file }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
}
