// Bundles the chart that other pages embed: its page, a small script, and the drawing code, which is loaded once there is data to draw.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { build } from 'esbuild';
import { MODULES } from './modules.mjs';
import { OUT } from './out.mjs';
import { writeLicenses } from './third-party-licenses.mjs';

const SOURCE = 'src/apps/page/embed';
const FOLDER = `${OUT}/web/embed`;
const ENTRY = 'assets/embed.js';

// Removes earlier builds: file names contain hashes, so the old files would not be overwritten.
await rm(FOLDER, { recursive: true, force: true });
const bundle = await build({
  entryPoints: { embed: `${SOURCE}/main.ts` },
  outdir: `${FOLDER}/assets`,
  ...MODULES,
  target: 'es2022',
  tsconfig: `${SOURCE}/../tsconfig.json`,
  legalComments: 'eof',
  logLevel: 'warning',
  metafile: true,
});
const { inputs, outputs } = bundle.metafile;
const [entry] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === `${SOURCE}/main.ts`);
const page = await readFile(`${SOURCE}/page.html`, 'utf8');
if (!page.includes(ENTRY)) throw new Error(`the page does not load ${ENTRY}`);
await mkdir(FOLDER, { recursive: true });
await writeFile(`${FOLDER}/page.html`, page.replace(ENTRY, `assets/${basename(entry)}`));
await writeLicenses(Object.keys(inputs), `${FOLDER}/THIRD-PARTY-LICENSES.txt`);
