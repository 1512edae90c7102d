// Bundles the page for people: its document, one initial script, a script for each view, and the styles. File names contain a
// hash of the content, so that browsers may cache the files forever.
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { repositoryUrl } from './docs/tree.mjs';
import { writeLicenses } from './third-party-licenses.mjs';

const SOURCE = 'src/apps/page';
const OUT = 'dist/web';

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

await rm(OUT, { recursive: true, force: true });
await mkdir(OUT, { recursive: true });
const { metafile } = await build({
  entryPoints: { app: `${SOURCE}/main.tsx`, style: 'all-styles' },
  outdir: OUT,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: ['es2022', 'chrome111', 'firefox115', 'safari16.4'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  tsconfig: `${SOURCE}/tsconfig.json`,
  legalComments: 'none',
  logLevel: 'warning',
  plugins: [withoutWalletConnect, allStyles],
  metafile: true,
});

const outputOf = (entry) =>
  Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === entry);
const [script, { imports }] = outputOf(`${SOURCE}/main.tsx`);
const [style] = outputOf('all-styles:css');
const asked = (file) => `page/${path.basename(file)}`;
const ahead = imports.filter(({ kind }) => kind === 'import-statement').map((one) => one.path);
const document = (await readFile(`${SOURCE}/index.html`, 'utf8'))
  .replace('{{style}}', asked(style))
  .replace('{{script}}', asked(script))
  .replace('{{docs}}', repositoryUrl('docs/README.md', JSON.parse(await readFile('package.json', 'utf8'))))
  .replace(
    '{{ahead}}',
    ahead.map((file) => `<link rel="modulepreload" href="${asked(file)}" />`).join('\n    '),
  );
await writeFile(`${OUT}/index.html`, document);
// What a home screen needs.
await cp(`${SOURCE}/home`, OUT, { recursive: true });
await writeFile(
  `${OUT}/first-load.json`,
  JSON.stringify([script, style, ...ahead].map((file) => path.basename(file))),
);
await writeLicenses(Object.keys(metafile.inputs), `${OUT}/THIRD-PARTY-LICENSES.txt`);
