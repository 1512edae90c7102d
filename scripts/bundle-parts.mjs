// What the bundles of the program have in common with those of the devnet, and what keeps their packages within them.
import { readFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { writeLicenses } from './third-party-licenses.mjs';

const { optionalDependencies } = JSON.parse(await readFile('package.json', 'utf8'));
const { peerDependencies: drivers } = JSON.parse(await readFile('node_modules/typeorm/package.json', 'utf8'));

/** Native packages and the devnet's SDK, which are installed beside the program, and drivers of databases that it does not use. */
export const EXTERNAL = [
  ...Object.keys(optionalDependencies),
  'pg-native',
  ...Object.keys(drivers).filter((name) => name !== 'pg'),
];

/** Bundled CommonJS packages call `require`, which ES modules lack. */
export const BANNER = {
  js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
};

const LOADS_DRIVER = 'return require(name);';

/** TypeORM loads its drivers by name, where a bundler cannot see which. */
export const pgWithin = {
  name: 'pg is in the bundle',
  setup: ({ onLoad }) =>
    onLoad({ filter: /typeorm\/platform\/PlatformTools\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      if (!source.includes(LOADS_DRIVER))
        throw new Error(`${path} no longer loads drivers by "${LOADS_DRIVER}"`);
      return {
        contents: source.replace(LOADS_DRIVER, `if (name === 'pg') return require('pg'); ${LOADS_DRIVER}`),
      };
    }),
};

/**
 * Bundles the devnet in its own folder, for the library and the program alike: it forks its own main.js, reads the contracts
 * beside it, and so needs the chain's SDK alone.
 */
const bundleDevnet = () =>
  build({
    entryPoints: ['index', 'main', 'start/prepare'].map((name) => `src/apps/devnet/${name}.ts`),
    outdir: 'dist/apps/devnet',
    outbase: 'src/apps/devnet',
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    logLevel: 'warning',
    external: EXTERNAL,
    banner: BANNER,
    metafile: true,
  });

/** Bundles the devnet, and writes the licences of all bundled packages. */
export async function finishBundles(program) {
  const devnet = await bundleDevnet();
  const inputs = [program, devnet].flatMap(({ metafile }) => Object.keys(metafile.inputs));
  await writeLicenses(inputs, 'dist/THIRD-PARTY-LICENSES.txt');
}
