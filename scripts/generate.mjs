// Writes generated sources, which the compiler needs: the client's types and routes in src/sdk/client/wire, from the server's operations;
// and the programs of threads as texts. `npm run build` and `npm run types` begin with this script.
// The script takes two seconds, or a fraction of one if the operations have not changed.
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { format, resolveConfig } from 'prettier';

const FOLDER = 'src/sdk/client/wire';
/** Bundle of the generator that wrote the files. If a new bundle is the same, the files are up to date. */
const WRITER = 'build/wire.mjs';

/** Bundles modules into one text. */
async function bundled(options) {
  const { outputFiles } = await build({
    ...{ bundle: true, packages: 'external', platform: 'node', logLevel: 'warning', write: false },
    ...options,
  });
  return outputFiles[0].text;
}

/** Writes the program of a thread, with the packages that it needs, as a text for its module to start. */
async function writeThread(path, name) {
  // A function, because names of the packages' modules, such as `crypto`, are those of globals.
  const program = await bundled({ entryPoints: [`${path}-program.ts`], format: 'iife', packages: 'bundle' });
  const file = path.slice(path.lastIndexOf('/') + 1);
  const text = `/** Text of ${file}-program.ts. */\nexport const ${name} = ${JSON.stringify(program)};\n`;
  if ((await readFile(`${path}-text.ts`, 'utf8').catch(() => '')) !== text)
    await writeFile(`${path}-text.ts`, text);
}

await writeThread('src/adapters/typeorm/database/read-thread', 'READ_THREAD');
await writeThread('src/adapters/pictures/draw-thread', 'DRAW_THREAD');
await writeThread('src/adapters/stacks/signatures/signature-thread', 'SIGNATURE_THREAD');

const writer = await bundled({
  stdin: {
    contents: `
      export { clientTypes } from './scripts/client-types.mjs';
      export { REMEDIES as remedies } from './src/adapters/express/errors/codes.js';
      export { DESCRIPTIONS as areas } from './src/adapters/express/app/descriptions.js';
      export { COMMON_SCHEMAS as common } from './src/adapters/express/schema/components.js';`,
    resolveDir: '.',
  },
  format: 'esm',
});
const written = await readFile(WRITER, 'utf8').catch(() => undefined);
if (writer !== written || !existsSync(FOLDER)) await generate();

async function generate() {
  const next = `build/wire-${process.pid}.mjs`;
  await mkdir('build', { recursive: true });
  await writeFile(next, writer);
  const { clientTypes, ...described } = await import(pathToFileURL(next));
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER);
  for (const [name, text] of Object.entries(clientTypes(described))) {
    const filepath = `${FOLDER}/${name}`;
    await writeFile(filepath, await format(text, { ...(await resolveConfig(filepath)), filepath }));
  }
  await rename(next, WRITER);
}
