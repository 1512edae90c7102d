// Creates the tarball that is published. `npm run package` writes sluice-<version>.tgz into the working directory, or into the folder
// that is passed to it.
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { BUILT } from '../docs/tree.mjs';
import { publishedManifest } from './manifest.mjs';
import { reachedFiles } from './reached-files.mjs';

const run = promisify(execFile);

const BESIDE = ['dist/THIRD-PARTY-LICENSES.txt', 'dist/apps/devnet/genesis/contracts'];
const DOCUMENTS = [
  'deploy',
  'docs',
  'skills',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
];

/** Copies the files to publish from the built repository, which is the working directory, into a folder. */
export async function stage(folder) {
  const manifest = JSON.parse(await readFile('package.json', 'utf8'));
  for (const file of [...(await reachedFiles(manifest)), ...BESIDE, ...DOCUMENTS]) {
    const target = path.join(folder, file);
    await mkdir(path.dirname(target), { recursive: true });
    await cp(file, target, { recursive: true });
  }
  await cp(BUILT, path.join(folder, 'docs'), { recursive: true });
  await writeFile(
    path.join(folder, 'package.json'),
    `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`,
  );
}

/**
 * Packs the built repository, which is the working directory.
 *
 * @param destination the folder that receives the tarball
 * @returns the path of the tarball, and its sizes in bytes
 */
export async function pack(destination) {
  const staged = await mkdtemp(path.join(tmpdir(), 'sluice-pack-'));
  try {
    await stage(staged);
    const { stdout } = await run('npm', ['pack', staged, '--json', '--pack-destination', destination]);
    const [{ filename, size, unpackedSize, entryCount }] = JSON.parse(stdout);
    return { file: path.resolve(destination, filename), size, unpackedSize, entryCount };
  } finally {
    await rm(staged, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) {
  const { file, size, unpackedSize, entryCount } = await pack(process.argv[2] ?? '.');
  const mb = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`;
  console.log(`${file}: ${mb(size)}, unpacked ${mb(unpackedSize)} in ${entryCount} files`);
}
