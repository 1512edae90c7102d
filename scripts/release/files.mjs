// Writes the files of a release into a folder: the tarball, its software bill of materials, the notes and the checksums.
// `npm run release:files -- <folder>`; the repository is built, and is the working directory.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pack } from '../package/pack.mjs';
import { notesOf } from './plan.mjs';

/** The bill of materials of the package as installed: of itself and of what it brings, and nothing of the repository's tools. */
function billOf(tarball) {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-sbom-'));
  const npm = (...args) => execFileSync('npm', args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 });
  try {
    writeFileSync(
      path.join(folder, 'package.json'),
      '{"name":"installed","version":"0.0.0","private":true}\n',
    );
    npm('install', '--ignore-scripts', '--omit=peer', '--no-audit', '--no-fund', tarball);
    return npm('sbom', '--sbom-format', 'cyclonedx', '--omit', 'peer');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('name the folder for the files of the release');
  process.exit(1);
}
mkdirSync(folder, { recursive: true });
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const { file } = await pack(folder);
writeFileSync(path.join(folder, 'sbom.cdx.json'), billOf(file));
writeFileSync(path.join(folder, 'NOTES.md'), notesOf(readFileSync('CHANGELOG.md', 'utf8'), version));
const sums = readdirSync(folder)
  .filter((name) => name !== 'SHA256SUMS')
  .sort()
  .map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(path.join(folder, name)))
        .digest('hex')}  ${name}\n`,
  );
writeFileSync(path.join(folder, 'SHA256SUMS'), sums.join(''));
process.stdout.write(sums.join(''));
