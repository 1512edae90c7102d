// Builds `dist`. It is built beside and takes its place at the end, so that a build that fails or is interrupted leaves the former one as
// it is. With --unless-built it builds only if a source or the commit has changed since.
import './needed-node.mjs';
import { spawnSync } from 'node:child_process';
import { cp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describedCommit } from './commit.mjs';

const NEXT = 'dist-next';
const FORMER = 'dist-former';
/** File of a complete build. Its content is the time in milliseconds at which the sources were read. */
const STAMP = 'dist/built-at';
const SOURCES = [
  'src',
  'scripts',
  'docs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
];
const TSC = 'node_modules/typescript/bin/tsc';

const STEPS = {
  'compile the sources': [
    TSC,
    '-p',
    'tsconfig.build.json',
    '--outDir',
    NEXT,
    '--tsBuildInfoFile',
    `${NEXT}/.tsbuildinfo`,
  ],
  'copy the contracts': ['scripts/copy-contracts.mjs'],
  'bundle the program': ['scripts/bundle-server.mjs'],
  "apply the devnet's genesis": ['scripts/write-genesis.mjs'],
  'bundle the page': ['scripts/bundle-web.mjs'],
  'bundle the chart for other pages': ['scripts/bundle-embed.mjs'],
  'write the reference': ['scripts/write-reference.mjs'],
  'write the docs of the page': ['scripts/build-docs.mjs'],
};

if (process.argv[2] === '--unless-built' && (await isBuilt())) console.log('build: nothing has changed');
else await build();

async function build() {
  await rm(STAMP, { force: true });
  await rm(NEXT, { recursive: true, force: true });
  // What has not changed is not compiled again.
  await cp('dist', NEXT, { recursive: true, preserveTimestamps: true }).catch(unlessMissing);
  try {
    run('write what is generated', ['scripts/generate.mjs']);
    const at = Date.now();
    for (const [name, program] of Object.entries(STEPS)) run(name, program);
    await writeFile(`${NEXT}/${path.basename(STAMP)}`, String(at));
    await rm(FORMER, { recursive: true, force: true });
    await rename('dist', FORMER).catch(unlessMissing);
    await rename(NEXT, 'dist');
  } finally {
    for (const folder of [NEXT, FORMER]) await rm(folder, { recursive: true, force: true });
  }
}

function run(name, program) {
  console.log(`build: ${name}`);
  const env = { ...process.env, BUILD_OUT: NEXT };
  const { status } = spawnSync(process.execPath, program, { stdio: 'inherit', env });
  if (status !== 0) throw new Error(`the build failed: ${name}`);
}

async function isBuilt() {
  const at = Number(await readFile(STAMP, 'utf8').catch(unlessMissing));
  const commit = (await readFile('dist/commit', 'utf8').catch(unlessMissing))?.trim();
  return at > 0 && commit === describedCommit() && (await newest(SOURCES)) <= at;
}

/** Time of the last change within files and folders, in milliseconds. A folder changes when a file is added or removed. */
async function newest(names) {
  const times = names.map(async (name) => {
    const found = await stat(name);
    const within = found.isDirectory() ? (await readdir(name)).map((each) => path.join(name, each)) : [];
    return Math.max(found.mtimeMs, await newest(within));
  });
  return Math.max(0, ...(await Promise.all(times)));
}

function unlessMissing(error) {
  if (error.code !== 'ENOENT') throw error;
}
