// Bundles the program: loading about 1,600 separate modules would make its start three times as slow. Each command is a separate
// chunk that is loaded when the command runs.
import { rm, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { BANNER, EXTERNAL, finishBundles, pgWithin } from './bundle-parts.mjs';
import { describedCommit } from './commit.mjs';
import { OUT } from './out.mjs';

// Removes earlier builds: chunk names contain hashes, so the old chunks would not be overwritten.
await rm(`${OUT}/program`, { recursive: true, force: true });
const program = await build({
  entryPoints: { sluice: 'src/apps/cli/sluice.ts' },
  outdir: OUT,
  chunkNames: 'program/[name]-[hash]',
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node22',
  logLevel: 'warning',
  external: EXTERNAL,
  plugins: [
    pgWithin,
    {
      name: 'the devnet is not bundled: it forks its own main.js',
      setup: ({ onResolve }) =>
        onResolve({ filter: /\/devnet\/(index|start\/prepare)\.js$/ }, ({ path }) => ({
          // The path is relative to a chunk, because the entry itself imports only chunks.
          path: path.replace(/^.*\/devnet\//, '../apps/devnet/'),
          external: true,
        })),
    },
  ],
  banner: BANNER,
  metafile: true,
});
await finishBundles(program);

// The commit that is built, for `/healthz`, the metrics and the log.
await rm(`${OUT}/commit`, { force: true });
const commit = describedCommit();
if (commit !== undefined) await writeFile(`${OUT}/commit`, `${commit}\n`);
