import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } };
const needed = engines.node.replace('>=', '');

/** Runs a program that takes Node for an older one. */
function runOn(version: string, ...program: readonly string[]) {
  const versions = `{ value: { ...process.versions, node: '${version}' } }`;
  const older = `data:text/javascript,Object.defineProperty(process, 'versions', ${versions})`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', older, ...program]);
  return { status, stdout: String(stdout), stderr: String(stderr) };
}

it.each([
  ['the program', ['dist/sluice.js', 'serve']],
  ['the program of npm scripts', ['scripts/sluice.mjs', 'serve']],
  ['the build after an install', ['scripts/prepare.mjs']],
  ['jest', ['node_modules/jest/bin/jest.js', '--listTests']],
])('%s says in one sentence that Node is too old', (_, program) => {
  for (const version of ['20.20.2', '22.21.9']) {
    const { status, stdout, stderr } = runOn(version, ...program);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^\\w+ needs Node.js ${needed} or later[^\\n]*\\n$`));
  }
});

// The checkout brings one on Linux and Windows.
(existsSync('node_modules/.bin/node') ? it : it.skip)('the program names the Node of its checkout', () => {
  expect(runOn('20.20.2', 'dist/sluice.js', 'serve').stderr).toMatch(
    /: run it with \/.*\/node_modules\/\.bin\/node\n$/,
  );
});

it('what signs and reads loads no HTTP client of the node, which needs a later Node', () => {
  const hooks = "{ resolve: (name, context, next) => next(name === 'undici' ? 'node:none' : name, context) }";
  const register = `data:text/javascript,import { registerHooks } from 'node:module'; registerHooks(${hooks})`;
  const load =
    "import('./dist/adapters/stacks/index.js').then(({ signText }) => console.log(typeof signText))";
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', register, '-e', load]);
  expect([String(stdout), String(stderr)]).toEqual(['function\n', '']);
});

it('the program runs on the oldest Node that is supported', () => {
  expect(runOn(`${needed}.0`, 'dist/sluice.js', '--version')).toMatchObject({ status: 0, stderr: '' });
});

it('a database on SQLite says that Node is too old, before its driver ends the process', () => {
  const open = "import('./dist/adapters/typeorm/index.js').then((it) => it.openStorage('sqlite::memory:'))";
  const { stderr } = runOn('20.20.2', '-e', `${open}.catch(({ message }) => console.error(message))`);
  expect(stderr).toContain('a database on SQLite needs Node.js 22 or later');
});
