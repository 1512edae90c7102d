// The package.json of the published package, made from the repository's.

/** For the repository only: what builds and tests it, and what its own program runs on. */
const OWN = ['private', 'scripts', 'devDependencies', 'optionalDependencies', 'overrides', 'allowScripts'];

/** Node itself, for a checkout on a machine whose own is too old. */
const NODE = /^node-/;

/**
 * The repository's manifest without its own parts. Native packages are dependencies there, so that a checkout runs without
 * development packages; in the published package they are optional peers like every other heavy one.
 *
 * @throws when an optional dependency is not also an optional peer
 */
export function publishedManifest(manifest) {
  const { dependencies = {}, optionalDependencies = {}, peerDependenciesMeta = {} } = manifest;
  const isPeer = (name) => peerDependenciesMeta[name]?.optional === true;
  for (const name of Object.keys(optionalDependencies))
    if (!isPeer(name) && !NODE.test(name))
      throw new Error(
        `${name} is an optional dependency, but no optional peer: the published package would lack it`,
      );
  const published = Object.entries(manifest).filter(([field]) => !OWN.includes(field));
  const light = Object.entries(dependencies).filter(([name]) => !isPeer(name));
  return { ...Object.fromEntries(published), dependencies: Object.fromEntries(light) };
}
