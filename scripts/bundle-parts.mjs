// Parts that the bundles of the program and of the devnet share, among them the plugin that bundles the Postgres driver.
import { readFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { OUT } from './out.mjs';
import { writeLicenses } from './third-party-licenses.mjs';

const { optionalDependencies } = JSON.parse(await readFile('package.json', 'utf8'));
const { peerDependencies: drivers } = JSON.parse(await readFile('node_modules/typeorm/package.json', 'utf8'));

/** Packages that are not bundled: native ones and the devnet's SDK, installed beside the program, and drivers of unused databases. */
export const EXTERNAL = [
  ...Object.keys(optionalDependencies),
  'pg-native',
  ...Object.keys(drivers).filter((name) => name !== 'pg'),
];

/** Defines `require`, which bundled CommonJS packages call, but ES modules lack. */
export const BANNER = {
  js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
};

const LOADS_DRIVER = 'return require(name);';

/** Makes TypeORM load `pg` from the bundle: it loads drivers by a computed name, which the bundler cannot resolve. */
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
 * Bundles the devnet into its own folder, for the library as well as the program. It forks its own main.js and reads the contracts
 * beside it, so apart from this folder it needs only the chain's SDK.
 */
const bundleDevnet = () =>
  build({
    entryPoints: ['index', 'main', 'start/prepare'].map((name) => `src/apps/devnet/${name}.ts`),
    outdir: `${OUT}/apps/devnet`,
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
  await writeLicenses(inputs, `${OUT}/THIRD-PARTY-LICENSES.txt`);
}
