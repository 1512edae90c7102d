import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const BUILD = path.resolve('scripts/build.mjs');
const STEPS = ['generate', 'copy-contracts', 'bundle-server', 'write-genesis', 'bundle-web', 'bundle-embed'];
const LAST = ['write-reference', 'build-docs'];
const COMPILER = 'node_modules/typescript/bin/tsc';
const FILES = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'docs/a.md',
  'src/a.ts',
];
const LONG_AGO = new Date('2026-01-01');

/** A checkout whose compiler copies a file, and whose other steps do nothing. */
let folder: string;
const file = (name: string) => path.join(folder, name);
const write = async (name: string, text: string) => {
  await mkdir(path.dirname(file(name)), { recursive: true });
  await writeFile(file(name), text);
};
const built = () => readFile(file('dist/a.js'), 'utf8');
const build = (...args: readonly string[]) => {
  const { status, stdout } = spawnSync(process.execPath, [BUILD, ...args], { cwd: folder, encoding: 'utf8' });
  return { status, lines: stdout.trim().split('\n') };
};
const NOTHING = { status: 0, lines: ['build: nothing has changed'] };

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sluice-build-'));
  for (const name of FILES) await write(name, 'first');
  for (const name of [...STEPS, ...LAST]) await write(`scripts/${name}.mjs`, '');
  await write(
    COMPILER,
    "const fs = require('node:fs'); fs.mkdirSync('dist-next', { recursive: true }); fs.copyFileSync('src/a.ts', 'dist-next/a.js');",
  );
  for (const name of [...FILES, 'src', 'docs', 'scripts']) await utimes(file(name), LONG_AGO, LONG_AGO);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('builds once, and again as soon as a source is newer or one is removed', async () => {
  expect(build('--unless-built')).toMatchObject({ status: 0, lines: { length: 9 } });
  expect(await built()).toBe('first');
  expect(build('--unless-built')).toEqual(NOTHING);
  await write('src/a.ts', 'second');
  expect(build('--unless-built').status).toBe(0);
  expect(await built()).toBe('second');
  expect(build('--unless-built')).toEqual(NOTHING);
  await rm(file('docs/a.md'));
  expect(build('--unless-built').lines).toHaveLength(9);
  expect(build().lines).toHaveLength(9);
});

it('leaves the former build as it is if a step fails, and builds at the next call', async () => {
  build();
  await write('src/a.ts', 'second');
  await write('scripts/bundle-web.mjs', 'process.exit(1);');
  expect(build().status).toBe(1);
  expect(await built()).toBe('first');
  expect((await readdir(folder)).filter((name) => name.startsWith('dist'))).toEqual(['dist']);
  await write('scripts/bundle-web.mjs', '');
  expect(build('--unless-built').lines).toHaveLength(9);
  expect(await built()).toBe('second');
});

it('leaves the former build as it is if it is killed, and builds at the next call', async () => {
  build();
  await write('src/a.ts', 'second');
  await write('scripts/bundle-web.mjs', "process.stdout.write('bundling'); process.stdin.resume();");
  const killed = spawn(process.execPath, [BUILD], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  for await (const chunk of killed.stdout) if (String(chunk).includes('bundling')) break;
  process.kill(-killed.pid!, 'SIGKILL');
  await once(killed, 'exit');
  expect(await built()).toBe('first');
  await write('scripts/bundle-web.mjs', '');
  expect(build('--unless-built').lines).toHaveLength(9);
  expect(await built()).toBe('second');
});
