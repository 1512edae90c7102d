// Installs the packages that a folder's own package.json names, if they are missing. Only few commands use these packages, so the
// repository's `npm ci` leaves them out. Can be run with the name of a folder, or imported.
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';

export function ownPackages(folder) {
  const changedAt = (file) => statSync(path.join(folder, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  // Npm writes the second file when an install is complete.
  if (changedAt('package-lock.json') <= changedAt('node_modules/.package-lock.json')) return;
  execFileSync('npm', ['ci', '--prefix', folder], { stdio: ['ignore', process.stderr, process.stderr] });
}

if (process.argv[1] === import.meta.filename) ownPackages(process.argv[2]);
