// Puts the server's program into one file: starting it from some 1,600 modules takes three times as long.
import { readFile } from 'node:fs/promises';
import { build } from 'esbuild';

const { peerDependencies } = JSON.parse(await readFile('node_modules/typeorm/package.json', 'utf8'));

await build({
  entryPoints: ['src/server.ts'],
  outfile: 'dist/server.js',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  // Class names are part of what is stored: migrations are known by them.
  keepNames: true,
  logLevel: 'warning',
  // Native code, worker threads of their own, the child process of the devnet, and drivers that may not be installed.
  external: ['secp256k1', 'pino', 'pino-http', '@stacks/clarinet-sdk', ...Object.keys(peerDependencies)],
  plugins: [
    {
      name: 'the devnet stays as it is',
      setup: ({ onResolve }) =>
        onResolve({ filter: /\/devnet\/index\.js$/ }, () => ({
          path: './adapters/devnet/index.js',
          external: true,
        })),
    },
  ],
  // CommonJS packages call `require`, which ES modules do not have.
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
  },
});
