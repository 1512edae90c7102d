// Bundles the server into one file: loading about 1,600 separate modules makes the start three times as slow.
import { build } from 'esbuild';
import { BANNER, EXTERNAL, finishBundles, pgWithin } from './bundle-parts.mjs';

const program = await build({
  entryPoints: ['src/commands/serve.ts'],
  outfile: 'dist/server.js',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  // Class names are stored: migrations are identified by them.
  keepNames: true,
  logLevel: 'warning',
  external: EXTERNAL,
  plugins: [
    pgWithin,
    {
      name: 'the devnet is not bundled: it forks its own main.js',
      setup: ({ onResolve }) =>
        onResolve({ filter: /\/devnet\/index\.js$/ }, () => ({
          path: './adapters/devnet/index.js',
          external: true,
        })),
    },
  ],
  banner: BANNER,
  metafile: true,
});
await finishBundles(program);
