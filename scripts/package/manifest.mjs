// The package.json of the published package, made from the repository's.

/** For the repository only: what builds and tests it, and what its own program runs on. */
const OWN = ['private', 'scripts', 'devDependencies', 'optionalDependencies', 'overrides', 'allowScripts'];

/**
 * The repository's manifest without its own parts. Native packages are optional dependencies there, so that a checkout runs
 * without development packages; in the published package they are optional peers like every other heavy one.
 *
 * @throws when an optional dependency is not also an optional peer
 */
export function publishedManifest(manifest) {
  const { optionalDependencies = {}, peerDependenciesMeta = {} } = manifest;
  for (const name of Object.keys(optionalDependencies))
    if (peerDependenciesMeta[name]?.optional !== true)
      throw new Error(
        `${name} is an optional dependency, but no optional peer: the published package would lack it`,
      );
  return Object.fromEntries(Object.entries(manifest).filter(([field]) => !OWN.includes(field)));
}
