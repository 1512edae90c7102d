// Derives the package.json of the published package from the repository's.

/** Parts that concern only the repository: they build and test it, and run its own program. */
const OWN = ['private', 'scripts', 'devDependencies', 'optionalDependencies', 'overrides', 'allowScripts'];

/** Matches packages of Node itself, which a checkout uses if the machine's own Node is too old. */
const NODE = /^node-/;

/**
 * The repository's manifest without the parts that concern only the repository. In the repository, native packages are optional
 * dependencies, so that a checkout runs without development packages; in the published package they are optional peers like all heavy ones.
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
