// Checks the tarball that would be published: with publint, the types as every version of TypeScript resolves them, sizes, and what an
// install of it brings with it. Ends with exit code 1 and one line per finding.
import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { ownPackages } from '../own-packages.mjs';
import { closureOf } from './closure.mjs';
import { publishedManifest } from './manifest.mjs';
import { pack } from './pack.mjs';

ownPackages('scripts');
const { checkPackage, createPackageFromTarballData } = await import('@arethetypeswrong/core');
const { publint } = await import('publint');
const { formatMessage } = await import('publint/utils');

/**
 * Limits. Raise one only on purpose: docs/adr/0042-light-package.md has the reasons, 0039-near-misses-are-refused.md those of
 * the client, 0054-balances.md those of the core.
 */
const LIMITS = {
  'packed bytes': 4_800_000,
  'packages of an install': 14,
  'install scripts of an install': 0,
  'client of prices, minified and gzipped, bytes': 6_600,
  'createClient, minified and gzipped, bytes': 16_800,
  'all of the client, minified and gzipped, bytes': 20_000,
  'signing, minified and gzipped, bytes': 32_000,
  'amounts of signing alone, minified and gzipped, bytes': 1_000,
  'core and memory storage, minified and gzipped, bytes': 150_000,
  'first load of the page as browsers get it (brotli), bytes': 55_000,
  'first load of the page in German (brotli), bytes': 55_000,
  'files of the first load, without the document': 5,
};

/** Ways of resolving that are not supported: the package consists of ES modules (which Node also loads by `require`) and uses `exports`. */
const UNSUPPORTED = ['node10', 'node16-cjs'];

/** What a module imports when that is used is no part of what is loaded at first. */
const LOADED_LATER = {
  name: 'loaded-later',
  setup: ({ onResolve }) =>
    onResolve({ filter: /./ }, ({ kind, path: name }) =>
      kind === 'dynamic-import' ? { path: name, external: true } : undefined,
    ),
};

const manifest = JSON.parse(await readFile('package.json', 'utf8'));
const lock = JSON.parse(await readFile('package-lock.json', 'utf8'));
const folder = await mkdtemp(path.join(tmpdir(), 'sluice-package-check-'));
try {
  const packed = await pack(folder);
  const tarball = new Uint8Array(await readFile(packed.file)).buffer;
  const installed = closureOf(lock, Object.keys(publishedManifest(manifest).dependencies));
  const figures = {
    'packed bytes': packed.size,
    'packages of an install': 1 + installed.length,
    'install scripts of an install': installed.filter((name) => lock.packages[name].hasInstallScript).length,
    'client of prices, minified and gzipped, bytes': await bundled(
      "export { pricesClient } from './dist/sdk/client/index.js'",
    ),
    'createClient, minified and gzipped, bytes': await bundled(
      "export { ClientError, createClient } from './dist/sdk/client/index.js'",
    ),
    'all of the client, minified and gzipped, bytes': await bundled(
      "export * from './dist/sdk/client/index.js'",
    ),
    'signing, minified and gzipped, bytes': await bundled("export * from './dist/sdk/signing/index.js'"),
    'amounts of signing alone, minified and gzipped, bytes': await bundled(
      "export { decimal, units } from './dist/sdk/signing/index.js'",
    ),
    'core and memory storage, minified and gzipped, bytes': await bundled(
      "export * from './dist/index.js'; export * from './dist/adapters/memory/index.js'",
    ),
    'first load of the page as browsers get it (brotli), bytes': await firstLoad(),
    'first load of the page in German (brotli), bytes': await firstLoad('.de'),
    'files of the first load, without the document': (await firstFiles()).length,
  };
  const problems = [
    ...Object.entries(LIMITS).flatMap(([name, limit]) =>
      figures[name] > limit ? [`${name}: ${figures[name]}, more than ${limit}`] : [],
    ),
    ...(await publintProblems(tarball)),
    ...(await typeProblems(tarball)),
  ];
  for (const [name, limit] of Object.entries(LIMITS)) console.log(`${name}: ${figures[name]} of ${limit}`);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Size of a module that a web page would load. The build fails if the module needs anything of Node. */
async function bundled(contents) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: '.' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    plugins: [LOADED_LATER],
    write: false,
  });
  return gzipSync(outputFiles[0].contents).length;
}

/** The scripts and styles that a browser loads before the page shows anything. */
async function firstFiles(language = '') {
  return JSON.parse(await readFile(`dist/web/first-load${language}.json`, 'utf8'));
}

/** The document of the page, and everything that a browser loads before it shows anything. */
async function firstLoad(language = '') {
  const files = await Promise.all(
    [`index${language}.html`, ...(await firstFiles(language))].map((name) => readFile(`dist/web/${name}`)),
  );
  // The quality with which the server compresses.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  return files.reduce((sum, file) => sum + brotliCompressSync(file, { params }).length, 0);
}

async function publintProblems(tarball) {
  const { messages, pkg } = await publint({ pack: { tarball }, level: 'warning', strict: true });
  return messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false })}`);
}

async function typeProblems(tarball) {
  const types = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)));
  return types.problems
    .filter(({ resolutionKind, resolutionOption }) =>
      [resolutionKind, resolutionOption].every((kind) => !UNSUPPORTED.includes(kind)),
    )
    .map((problem) => `types: ${JSON.stringify(problem, withoutTrace)}`);
}

const withoutTrace = (key, value) => (key === 'trace' ? undefined : value);
