// Bundles the server into one file: loading about 1,600 separate modules makes the start three times as slow. The packages
// that it needs are in it, so that the program runs where only native ones are installed beside it.
import path from 'node:path';
import { readFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { writeLicenses } from './third-party-licenses.mjs';

const { optionalDependencies } = JSON.parse(await readFile('package.json', 'utf8'));
const { peerDependencies: drivers } = JSON.parse(await readFile('node_modules/typeorm/package.json', 'utf8'));

const SHARED = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  // Class names are stored: migrations are identified by them.
  keepNames: true,
  logLevel: 'warning',
  metafile: true,
  // Bundled CommonJS packages call `require`, which ES modules lack.
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
  },
};

const SERVER = { entry: 'src/server.ts', outfile: 'dist/server.js' };
const DEVNET = 'adapters/devnet';

/** It forks its own main.js and reads the contracts beside it. */
const devnetApart = {
  name: 'the devnet is a file of its own',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/devnet\/index\.js$/ }, () => ({
      path: `./${path.posix.relative(path.posix.dirname(SERVER.outfile), `dist/${DEVNET}/index.js`)}`,
      external: true,
    })),
};

/** TypeORM loads its drivers by name, where a bundler cannot see which. */
const pgWithin = {
  name: 'pg is in the bundle',
  setup: ({ onLoad }) =>
    onLoad({ filter: /typeorm\/platform\/PlatformTools\.js$/ }, async ({ path: file }) => {
      const source = await readFile(file, 'utf8');
      const contents = source.replace(
        'return require(name);',
        "return name === 'pg' ? require('pg') : require(name);",
      );
      if (contents === source) throw new Error(`${file} no longer loads drivers by "return require(name);"`);
      return { contents };
    }),
};

const bundles = await Promise.all([
  build({
    ...SHARED,
    entryPoints: [SERVER.entry],
    outfile: SERVER.outfile,
    external: [
      ...Object.keys(optionalDependencies),
      'pg-native',
      ...Object.keys(drivers).filter((name) => name !== 'pg'),
    ],
    plugins: [devnetApart, pgWithin],
  }),
  // The library's devnet too, so that it needs the chain's SDK alone.
  build({
    ...SHARED,
    entryPoints: ['index', 'main'].map((name) => `src/${DEVNET}/${name}.ts`),
    outdir: `dist/${DEVNET}`,
    external: Object.keys(optionalDependencies),
  }),
]);

await writeLicenses(
  bundles.flatMap(({ metafile }) => Object.keys(metafile.inputs)),
  'dist/THIRD-PARTY-LICENSES.txt',
);
