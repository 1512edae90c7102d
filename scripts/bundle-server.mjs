// Bundles the server into one file: loading about 1,600 separate modules makes the start three times as slow.
import { readFile } from 'node:fs/promises';
import { build } from 'esbuild';

const { peerDependencies } = JSON.parse(await readFile('node_modules/typeorm/package.json', 'utf8'));

await build({
  entryPoints: ['src/commands/serve.ts'],
  outfile: 'dist/server.js',
  bundle: true,
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
          path: './adapters/devnet/index.js',
          external: true,
        })),
    },
  ],
  // Bundled CommonJS packages call `require`, which ES modules lack.
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
  },
});
