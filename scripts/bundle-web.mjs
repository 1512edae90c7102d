// Bundles the page for people: its document, one initial script, a script for each view, and the styles. File names contain a
// hash of the content, so that browsers may cache the files forever. A first, small script has the browser load the scripts of the
// view that the address names beside the initial one: otherwise they would be found one after the other, each a round trip later.
// The page is bundled once for each language, into the same folder.
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, transform } from 'esbuild';
import { repositoryUrl } from './docs/tree.mjs';
import { MODULES } from './modules.mjs';
import { OUT as DIST } from './out.mjs';
import { fewChunks, withImports } from './page-chunks.mjs';
import { catalogueOf, inLanguage, LANGUAGES, wordsOfCatalogue } from './page-words/catalogue.mjs';
import { writeLicenses } from './third-party-licenses.mjs';

const SOURCE = 'src/apps/page';
const OUT = `${DIST}/web`;

/** Leaves out WalletConnect, which calls its own relay; the page's policy forbids that. Browser wallets are reached without it. */
const withoutWalletConnect = {
  name: 'WalletConnect is left out',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^@reown\// }, ({ path: name }) => ({ path: name, namespace: 'left-out' }));
    onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({ contents: 'module.exports = {};' }));
  },
};

/** Styles that every view shares. They come first in the one file of all styles, followed by those beside each view. */
const SHARED = ['styles/base.css', 'parts/parts.css'];
const isOwn = (file) => file.endsWith('.css') && !SHARED.includes(file);
const own = (await readdir(SOURCE, { recursive: true })).filter(isOwn).sort();
const allStyles = {
  name: 'All styles',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^all-styles$/ }, () => ({ path: 'css', namespace: 'all-styles' }));
    onLoad({ filter: /.*/, namespace: 'all-styles' }, () => ({
      contents: [...SHARED, ...own].map((file) => `@import './${file}';`).join('\n'),
      loader: 'css',
      resolveDir: SOURCE,
    }));
  },
};

const OPTIONS = {
  entryPoints: { app: `${SOURCE}/main.tsx`, style: 'all-styles' },
  outdir: OUT,
  ...MODULES,
  platform: 'browser',
  target: ['es2022', 'chrome111', 'firefox115', 'safari16.4'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  tsconfig: `${SOURCE}/tsconfig.json`,
  legalComments: 'none',
  logLevel: 'warning',
  // A group names it for its place; others import what is in it.
  logOverride: { 'ignored-bare-import': 'silent' },
  define: { PAGE_LANGUAGE: JSON.stringify('en') },
  plugins: [withoutWalletConnect, allStyles],
};

await rm(OUT, { recursive: true, force: true });
await mkdir(OUT, { recursive: true });
// What a home screen needs.
await cp(`${SOURCE}/home`, OUT, { recursive: true });
const inFewChunks = await fewChunks(OPTIONS);
const inputs = await Promise.all(LANGUAGES.map(bundle));
await writeLicenses([...new Set(inputs.flat())], `${OUT}/THIRD-PARTY-LICENSES.txt`);

/** Bundles the page in one language, and returns the names of all sources. */
async function bundle(language) {
  const catalogue = catalogueOf(language);
  const suffix = catalogue === undefined ? '' : `.${language}`;
  const { metafile } = await build({
    ...OPTIONS,
    define: { PAGE_LANGUAGE: JSON.stringify(language) },
    plugins: [
      ...OPTIONS.plugins,
      inFewChunks,
      ...(catalogue === undefined ? [] : [wordsOfCatalogue(catalogue)]),
    ],
    metafile: true,
  });
  const outputOf = (entry) =>
    Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === entry);
  const [script, { imports }] = outputOf(`${SOURCE}/main.tsx`);
  const [style] = outputOf('all-styles:css');
  const ahead = imports.filter(({ kind }) => kind === 'import-statement').map((one) => one.path);
  const begin = await beginScript(metafile.outputs, script, outputOf);
  const english = await readFile(`${SOURCE}/index.html`, 'utf8');
  const document = (
    catalogue === undefined ? english : inLanguage(catalogue, `${SOURCE}/index.html`, english)
  )
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace('{{begin}}', asked(begin))
    .replace('{{style}}', asked(style))
    .replace('{{script}}', asked(script))
    .replace('{{docs}}', repositoryUrl('docs/README.md', JSON.parse(await readFile('package.json', 'utf8'))))
    .replace(
      '{{ahead}}',
      ahead.map((file) => `<link rel="modulepreload" href="${asked(file)}" />`).join('\n    '),
    );
  await writeFile(`${OUT}/index${suffix}.html`, document);
  await writeFile(
    `${OUT}/first-load${suffix}.json`,
    JSON.stringify([begin, script, style, ...ahead].map((file) => path.basename(file))),
  );
  return Object.keys(metafile.inputs);
}

/** Address of a file, relative to the page. */
function asked(file) {
  return `page/${path.basename(file)}`;
}

/** Writes the script that runs first, with the files of each view that are not in the first load. */
async function beginScript(outputs, script, outputOf) {
  const first = withImports(outputs, script);
  const viewFiles = Object.entries(await viewsByName()).map(([name, source]) => {
    const files = [...withImports(outputs, outputOf(`part:${source}`)[0])];
    return [name, files.filter((file) => !first.has(file)).map(asked)];
  });
  const { code } = await transform(await readFile(`${SOURCE}/begin.ts`, 'utf8'), {
    loader: 'ts',
    minify: true,
    format: 'iife',
    define: { VIEW_FILES: JSON.stringify(Object.fromEntries(viewFiles)) },
  });
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 8).toUpperCase();
  await writeFile(`${OUT}/begin-${hash}.js`, code);
  return `${OUT}/begin-${hash}.js`;
}

/** The source file of each view, by the name that addresses give it. */
async function viewsByName() {
  const source = await readFile(`${SOURCE}/views.tsx`, 'utf8');
  const found = [...source.matchAll(/^\s+(\w+): view\(.*import\('\.\/(.+)\.js'\)\),$/gm)];
  if (found.length !== source.match(/: view\(/g).length) throw new Error('a view of views.tsx is not found');
  return Object.fromEntries(found.map(([, name, file]) => [name, `${SOURCE}/${file}.tsx`]));
}
