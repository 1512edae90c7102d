// Bundles the program: loading about 1,600 separate modules makes the start three times as slow. Each command is a chunk of its
// own that is loaded when it runs.
import { readFile, rm } from 'node:fs/promises';
import { build } from 'esbuild';

const { peerDependencies } = JSON.parse(await readFile('node_modules/typeorm/package.json', 'utf8'));

// Names of chunks have hashes: those of earlier builds would stay.
await rm('dist/program', { recursive: true, force: true });
await build({
  entryPoints: { sluice: 'src/commands/sluice.ts' },
  outdir: 'dist',
  chunkNames: 'program/[name]-[hash]',
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  // Class names are stored: migrations are identified by them.
  keepNames: true,
  logLevel: 'warning',
  // Native code, packages with worker threads, the devnet's SDK, and drivers that may not be installed.
  external: ['secp256k1', 'pino', 'pino-http', '@stacks/clarinet-sdk', ...Object.keys(peerDependencies)],
  plugins: [
    {
      name: 'the devnet is not bundled: it forks its own main.js',
      setup: ({ onResolve }) =>
        onResolve({ filter: /\/devnet\/index\.js$/ }, () => ({
          // Seen from a chunk: the entry itself imports nothing but chunks.
          path: '../adapters/devnet/index.js',
          external: true,
        })),
    },
  ],
  // Bundled CommonJS packages call `require`, which ES modules lack.
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
  },
});
