// Finds the built files that the package's entries and its program load. Only they are published.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript';

/** Files that are loaded by URL, which the imports do not show. */
const BY_ADDRESS = ['dist/apps/devnet/main.js'];

/**
 * Files to publish.
 *
 * @returns the paths of `.js` and `.d.ts` files, relative to the repository
 */
export async function reachedFiles({ exports, bin }) {
  const entries = Object.values(exports).filter((target) => typeof target !== 'string');
  const programs = [...entries.map((target) => target.default), ...Object.values(bin), ...BY_ADDRESS];
  const types = entries.map((target) => path.posix.normalize(target.types));
  return [...(await modulesOf(programs)), ...declarationsOf(types)].sort();
}

async function modulesOf(entryPoints) {
  const { metafile } = await build({
    entryPoints,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    metafile: true,
    write: false,
    outdir: 'dist',
    // Warnings would concern the size and style of code that is bundled elsewhere.
    logLevel: 'error',
  });
  return Object.keys(metafile.inputs);
}

function declarationsOf(starts) {
  const reached = new Set();
  const visit = (file) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const imported of relativeImportsOf(file)) visit(imported);
  };
  for (const file of starts) visit(file);
  return reached;
}

/** Declaration files that a declaration file imports. Its imports name the modules that these declare. */
function relativeImportsOf(file) {
  const imports = [];
  const visit = (node) => {
    const specifier = ts.isImportTypeNode(node) ? node.argument.literal : node.moduleSpecifier;
    if (specifier?.text?.startsWith('.')) imports.push(specifier.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest));
  return imports.map((name) => path.posix.join(path.posix.dirname(file), name.replace(/\.js$/, '.d.ts')));
}
