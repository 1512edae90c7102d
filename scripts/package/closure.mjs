// What an install puts into node_modules, told from the lockfile: without a network, and in milliseconds.
import path from 'node:path';

/**
 * The lockfile's folders (`node_modules/express`, `node_modules/send/node_modules/ms`) of the given packages, of what
 * they depend on, and of their peers that are not optional.
 *
 * @param lock a parsed package-lock.json
 * @param names packages at the top of its node_modules
 * @throws when the lockfile lacks one of them
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

/** The folders that `npm ci --omit=dev` installs, or with `{ dev: true, optional: true }` the ones without both. */
export function installedWithout(lock, { dev = false, optional = false }) {
  return Object.entries(lock.packages)
    .filter(([folder, entry]) => folder !== '' && !isOmitted(entry, { dev, optional }))
    .map(([folder]) => folder);
}

const isOmitted = (entry, omit) =>
  (omit.dev && entry.dev === true) ||
  (omit.optional && entry.optional === true) ||
  (omit.dev && omit.optional && entry.devOptional === true);

/** As Node looks for it: beside the dependent's own packages first, then further up. */
function folderOf(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules') - 1))) {
    const candidate = path.posix.join(folder, 'node_modules', name);
    if (packages[candidate] !== undefined) return candidate;
    if (folder === '') return undefined;
  }
}
