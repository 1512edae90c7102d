// Installs what a folder's own package.json names, unless it is there: packages that only few commands use, which the `npm ci` of
// the repository leaves out. Run with the name of a folder, or imported.
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';

export function ownPackages(folder) {
  const changedAt = (file) => statSync(path.join(folder, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  // Npm writes the second file at the end of an install.
  if (changedAt('package-lock.json') <= changedAt('node_modules/.package-lock.json')) return;
  execFileSync('npm', ['ci', '--prefix', folder], { stdio: ['ignore', process.stderr, process.stderr] });
}

if (process.argv[1] === import.meta.filename) ownPackages(process.argv[2]);
