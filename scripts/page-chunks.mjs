// Puts what several parts of the page share into a few scripts. esbuild makes one for each set of parts that share something, which
// were 55 requests for one view, each at least a round trip of six connections. Here all that the first script needs is one file;
// what only parts that trade share is one, and what else two parts share is another. Large scripts stay as they are.
import path from 'node:path';
import { build } from 'esbuild';

/** Parts that trade: they share what no other part needs. */
const TRADING = /\/(?:(?:swap|orders?|portfolio|alerts)-view|telling|trading\/index)\.tsx?$/;
/** Parts that an address names. What only others share stays apart. */
const VIEW = /-(?:view|page)\.tsx$/;
/** Size of a shared script from which it is left alone, bytes: parts that do not need it would pay for it. */
const LARGE = 20_000;

/**
 * Plugin of esbuild for a page of `options`, whose parts are loaded by `import()`.
 *
 * @param options options of the build, with the page's main module as the entry point `app`
 */
export async function fewChunks(options) {
  const { metafile } = await build({ ...options, metafile: true, write: false });
  const groups = groupsOf(metafile.outputs, options.entryPoints.app);
  return {
    name: 'few chunks',
    setup: ({ onLoad, onResolve, resolve }) => {
      onResolve({ filter: /^\.{1,2}\// }, async ({ path: name, kind, importer, resolveDir, namespace }) => {
        if (kind !== 'dynamic-import' || namespace === 'part') return undefined;
        const found = await resolve(name, { kind: 'import-statement', importer, resolveDir });
        return { path: path.relative('.', found.path), namespace: 'part' };
      });
      onResolve({ filter: /^group:/ }, ({ path: name }) => ({
        path: name,
        namespace: 'group',
        sideEffects: true,
      }));
      // Named only for their place: the bundler must not leave them out.
      onResolve({ filter: /^/, namespace: 'group' }, ({ path: file }) => ({ path: file, sideEffects: true }));
      onLoad({ filter: /^/, namespace: 'part' }, ({ path: file }) => {
        const names = ['first', 'shared', ...(TRADING.test(file) ? ['trading'] : [])];
        const imports = names.map((name) => `import 'group:${name}';`).join('');
        return { contents: `${imports}export * from './${file}';`, resolveDir: '.' };
      });
      onLoad({ filter: /^/, namespace: 'group' }, ({ path: name }) => ({
        contents: groups[name.slice('group:'.length)]
          .map((file) => `import '${path.resolve(file)}';`)
          .join('\n'),
        resolveDir: '.',
      }));
    },
  };
}

/** The source files of each group, in the order in which they run. */
function groupsOf(outputs, main) {
  const entries = Object.entries(outputs).filter(([, { entryPoint }]) => entryPoint !== undefined);
  const usersOf = new Map();
  for (const [name, { entryPoint }] of entries)
    for (const used of withImports(outputs, name))
      if (used !== name) usersOf.set(used, [...(usersOf.get(used) ?? []), entryPoint]);
  const groups = { first: [], shared: [], trading: [] };
  for (const [name, users] of usersOf) {
    const { inputs, bytes } = outputs[name];
    const isFirst = users.includes(main);
    if (!isFirst && (bytes >= LARGE || !users.some((user) => VIEW.test(user)))) continue;
    const group = isFirst ? 'first' : users.every((user) => TRADING.test(user)) ? 'trading' : 'shared';
    groups[group].push(...Object.keys(inputs).filter((file) => !file.startsWith('(disabled)')));
  }
  return groups;
}

/** The files that an output imports before it runs, itself first. */
export function withImports(outputs, file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const { path: imported, kind } of outputs[file].imports)
    if (kind === 'import-statement') withImports(outputs, imported, found);
  return found;
}
