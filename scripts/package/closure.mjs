// Derives from the lockfile what an install puts into node_modules: without a network, and in milliseconds.
import path from 'node:path';

/**
 * Folders in the lockfile (`node_modules/express`, `node_modules/send/node_modules/ms`) of the given packages, of their
 * dependencies, and of their peers that are not optional.
 *
 * @param lock a parsed package-lock.json
 * @param names packages at the top of its node_modules
 * @throws when a package is missing from the lockfile
 */
export function closureOf(lock, names) {
  const { packages } = lock;
  const found = new Set();
  const visit = (from, name) => {
    const folder = folderOf(packages, from, name);
    if (folder === undefined) return false;
    if (found.has(folder)) return true;
    found.add(folder);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[folder];
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) visit(folder, needed);
    for (const peer of Object.keys(peerDependencies ?? {}))
      if (peerDependenciesMeta?.[peer]?.optional !== true) visit(folder, peer);
    return true;
  };
  for (const name of names) if (!visit('', name)) throw new Error(`${name} is not in package-lock.json`);
  return [...found].sort();
}

/** Folders that `npm ci --omit=dev` installs; with `{ dev: true, optional: true }`, those that it installs if it omits both. */
export function installedWithout(lock, { dev = false, optional = false }) {
  return Object.entries(lock.packages)
    .filter(([folder, entry]) => folder !== '' && !isOmitted(entry, { dev, optional }))
    .map(([folder]) => folder);
}

const isOmitted = (entry, omit) =>
  (omit.dev && entry.dev === true) ||
  (omit.optional && entry.optional === true) ||
  (omit.dev && omit.optional && entry.devOptional === true);

/** Folder of a dependency, searched for as Node does: first among the dependent's own packages, then further up. */
function folderOf(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules') - 1))) {
    const candidate = path.posix.join(folder, 'node_modules', name);
    if (packages[candidate] !== undefined) return candidate;
    if (folder === '') return undefined;
  }
}
