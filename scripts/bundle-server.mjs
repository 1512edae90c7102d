// Bundles the program: loading about 1,600 separate modules makes the start three times as slow. Each command is a chunk of its
// own that is loaded when it runs.
import { rm } from 'node:fs/promises';
import { build } from 'esbuild';
import { BANNER, EXTERNAL, finishBundles, pgWithin } from './bundle-parts.mjs';

// Names of chunks have hashes: those of earlier builds would stay.
await rm('dist/program', { recursive: true, force: true });
const program = await build({
  entryPoints: { sluice: 'src/apps/cli/sluice.ts' },
  outdir: 'dist',
  chunkNames: 'program/[name]-[hash]',
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node22',
  // Class names are stored: migrations are identified by them.
  keepNames: true,
  logLevel: 'warning',
  external: EXTERNAL,
  plugins: [
    pgWithin,
    {
      name: 'the devnet is not bundled: it forks its own main.js',
      setup: ({ onResolve }) =>
        onResolve({ filter: /\/devnet\/(index|start\/prepare)\.js$/ }, ({ path }) => ({
          // Seen from a chunk: the entry itself imports nothing but chunks.
          path: path.replace(/^.*\/devnet\//, '../apps/devnet/'),
          external: true,
        })),
    },
  ],
  banner: BANNER,
  metafile: true,
});
await finishBundles(program);
