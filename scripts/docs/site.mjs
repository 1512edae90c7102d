// Writes the docs as a site of static files into build/site, or the folder that is named. `npm run docs:site`; any web server can serve
// them.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { renderedDocs, sectionsOf } from './files.mjs';
import { escaped } from './render.mjs';
import { searchSections } from './search-index.mjs';
import { HOME } from './tree.mjs';

const OUT = process.argv[2] ?? 'build/site';
const STYLES = ['styles/base.css', 'parts/parts.css', 'docs/docs.css'];

const { rooms, routes, rendered } = renderedDocs({
  home: 'index.html',
  routeOf: ({ room, id }) => `${room}/${id}.html`,
  anchorMark: '#',
});

const link = (file, title, current) =>
  `<li><a href="${routes.get(file)}"${file === current ? ' aria-current="page"' : ''}>${escaped(title)}</a></li>`;
const contents = (current) =>
  rooms
    .map(
      ({ title, pages: of }) =>
        `<h2>${escaped(title)}</h2><ul>${of.map((page) => link(page.file, page.title, current)).join('')}</ul>`,
    )
    .join('\n');

/** The page of a file of the docs. Its addresses are relative to the site's root. */
function documentOf({ file, title, html }) {
  const root = file === HOME.file ? './' : '../';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}${file === HOME.file ? '' : ' · Sluice'}</title>
<base href="${root}">
<link rel="stylesheet" href="site.css">
<script type="module" src="site.js"></script>
</head>
<body>
<a class="skip" href="${routes.get(file)}#page">Skip to the page</a>
<div class="site docs">
<nav class="docs-nav" aria-label="Docs">
<p class="site-name"><a href="index.html">Sluice docs</a></p>
<div class="docs-search"><input id="search" class="input" type="search" placeholder="Search the docs" aria-label="Search the docs" autocomplete="off">
<ol id="found" class="docs-found" hidden></ol></div>
<details class="docs-contents"><summary>Contents</summary>${contents(file)}</details>
</nav>
<main class="docs-page" id="page" tabindex="-1">${html}</main>
</div>
</body>
</html>
`;
}

await rm(OUT, { recursive: true, force: true });
await build({
  stdin: {
    contents: [
      ...STYLES.map((file) => `@import './src/apps/page/${file}';`),
      "@import './scripts/docs/site.css';",
    ].join('\n'),
    loader: 'css',
    resolveDir: '.',
  },
  outfile: `${OUT}/site.css`,
  bundle: true,
  minify: true,
  logLevel: 'warning',
});
await build({
  entryPoints: { site: 'scripts/docs/site-search.mjs' },
  outdir: OUT,
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  target: ['es2022'],
  legalComments: 'none',
  logLevel: 'warning',
});
await writeFile(`${OUT}/search.json`, JSON.stringify(searchSections(sectionsOf(rendered, routes, '#'))));
for (const page of rendered) {
  const target = path.join(OUT, routes.get(page.file));
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, documentOf(page));
}
console.log(`${rendered.length} pages in ${OUT}`);
