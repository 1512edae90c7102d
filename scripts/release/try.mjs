// Tries a release against a registry of its own: packs, publishes to it, and in an empty folder runs `npx sluice` until the server
// on its devnet is ready. `npm run release:try`; it needs the registry that npm uses, for the packages that sluice brings.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pack } from '../package/pack.mjs';

// By an override, since some mirrors of npm lack the tag by which one of its packages asks for node-fetch.
const VERDACCIO = { dependencies: { verdaccio: '6.10.4' }, overrides: { 'node-fetch': '2.7.0' } };
/** Seconds from `npx` in an empty folder to a server that is ready. */
const MOST_SECONDS = 60;

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

async function untilReady(url, seconds, child) {
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; await wait(200)) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode} before ${url} answered`);
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error(`${url} did not answer within ${seconds} seconds`);
}

const work = mkdtempSync(path.join(tmpdir(), 'sluice-try-'));
const children = [];
const start = (program, args, options) => {
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], detached: true, ...options });
  children.push(child);
  return child;
};

try {
  const [port, serverPort] = [await freePort(), await freePort()];
  const registry = `http://127.0.0.1:${port}/`;
  const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const config = path.join(work, 'verdaccio.yaml');
  const anyone = { access: '$all', publish: '$anonymous' };
  // JSON is YAML.
  writeFileSync(
    config,
    JSON.stringify({
      storage: path.join(work, 'storage'),
      uplinks: { npm: { url: upstream, max_fails: 100, timeout: '60s' } },
      packages: { sluice: anyone, '**': { ...anyone, proxy: 'npm' } },
      log: { type: 'stdout', format: 'pretty', level: 'error' },
    }),
  );
  console.log('== a registry');
  writeFileSync(path.join(work, 'package.json'), JSON.stringify({ private: true, ...VERDACCIO }));
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel', 'error'], { cwd: work });
  const program = path.join(work, 'node_modules/verdaccio/bin/verdaccio');
  const store = start(process.execPath, [program, '--config', config, '--listen', `127.0.0.1:${port}`]);
  await untilReady(`${registry}-/ping`, 120, store);

  const npmrc = path.join(work, 'npmrc');
  writeFileSync(npmrc, `registry=${registry}\n//127.0.0.1:${port}/:_authToken=anyone\n`);
  const env = { ...process.env, npm_config_userconfig: npmrc, npm_config_registry: registry };
  console.log('== pack and publish');
  const { file } = await pack(work);
  execFileSync('npm', ['publish', file, '--access', 'public', '--loglevel', 'error'], {
    env,
    stdio: 'inherit',
  });

  console.log('== npx sluice in an empty folder');
  const folder = path.join(work, 'empty');
  mkdirSync(folder);
  const from = Date.now();
  const packages = ['sluice', 'better-sqlite3', '@stacks/clarinet-sdk'].flatMap((name) => [
    '--package',
    name,
  ]);
  const cache = path.join(work, 'cache');
  const server = start('npx', ['--yes', ...packages, '--', 'sluice', 'serve'], {
    cwd: folder,
    env: { ...env, npm_config_cache: cache, PORT: String(serverPort), LOG_LEVEL: 'warn' },
  });
  await untilReady(`http://127.0.0.1:${serverPort}/readyz`, MOST_SECONDS, server);
  console.log(`== ready after ${((Date.now() - from) / 1_000).toFixed(1)} seconds`);
} finally {
  for (const { pid, exitCode } of children) if (exitCode === null) process.kill(-pid, 'SIGTERM');
  await Promise.all(children.filter(({ exitCode }) => exitCode === null).map((child) => once(child, 'exit')));
  rmSync(work, { recursive: true, force: true, maxRetries: 5 });
}
