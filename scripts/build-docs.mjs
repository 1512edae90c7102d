// Writes the docs as static files for the page of the server.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { docsFiles } from './docs/files.mjs';
import { OUT } from './out.mjs';

const FOLDER = `${OUT}/web/docs`;

await rm(FOLDER, { recursive: true, force: true });
for (const [name, text] of docsFiles()) {
  await mkdir(dirname(`${FOLDER}/${name}`), { recursive: true });
  await writeFile(`${FOLDER}/${name}`, text);
}
