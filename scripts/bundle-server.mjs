// Bundles the program: loading about 1,600 separate modules would make its start three times as slow. Each command is a separate
// chunk that is loaded when the command runs.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { BANNER, EXTERNAL, finishBundles, pgWithin } from './bundle-parts.mjs';

// Removes earlier builds: chunk names contain hashes, so the old chunks would not be overwritten.
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

// The commit that is built, for `/healthz`, the metrics and the log. Sources without their history, and machines without git, have none.
await rm('dist/commit', { force: true });
const commit = existsSync('.git') ? describedCommit() : undefined;
if (commit !== undefined) await writeFile('dist/commit', `${commit}\n`);

/** The hash of the checkout's commit, followed by `-dirty` if a tracked file differs from it. */
function describedCommit() {
  const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
  try {
    return execFileSync(
      'git',
      ['describe', '--always', '--abbrev=40', '--exclude=*', '--dirty'],
      options,
    ).trim();
  } catch {
    return undefined;
  }
}
