import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { dirname, resolve } from 'node:path';
import { hasDevnet } from '../../process/chain-module.js';
import {
  ConfigError,
  devnetJournalPath,
  isInMemory,
  sqliteFileOf,
  type Config,
} from '../../process/config.js';
import { requirePackages } from '../../process/needed-packages.js';
import { fail, ok, warn, type Check } from './check.js';

export function checkNodeVersion(): Check {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 20 || (major === 20 && minor >= 19)
    ? ok('Node.js', process.version)
    : fail('Node.js', `${process.version} is too old`, 'install Node.js 20.19 or later');
}

/** Packages that only some settings need, which an install may leave out. */
export function checkPackages(config: Config): readonly Check[] {
  try {
    requirePackages(config);
    return [ok('packages', 'all that the settings need are installed')];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const [found = '', remedy = ''] = error.message.split(': ');
    return [fail('packages', found, remedy)];
  }
}

/** Whether the files that the server keeps can be written. */
export async function checkFolders(config: Config): Promise<readonly Check[]> {
  const files = [
    sqliteFileOf(config.databaseUrl),
    hasDevnet(config) && !isInMemory(config.databaseUrl) ? devnetJournalPath(config) : undefined,
  ].filter((file) => file !== undefined);
  const folders = [...new Set(files.map((file) => dirname(resolve(file))))];
  return Promise.all(folders.map(checkFolder));
}

async function checkFolder(folder: string): Promise<Check> {
  const nearest = await existing(folder);
  const isThere = nearest === folder;
  try {
    await access(nearest, constants.W_OK);
    return ok(
      'folder',
      isThere ? `${folder} can be written` : `${folder} does not exist yet: the server makes it`,
    );
  } catch {
    return fail(
      'folder',
      `${nearest} cannot be written`,
      'give this user write access, or name another folder in DATABASE_URL',
    );
  }
}

/** The folder, or the nearest one above it that exists. */
async function existing(folder: string): Promise<string> {
  const found = await stat(folder).then(
    () => true,
    () => false,
  );
  return found || folder === dirname(folder) ? folder : existing(dirname(folder));
}

export function checkPorts({ host, port, metricsAddress }: Config): Promise<readonly Check[]> {
  const server = checkPort('PORT', { host, port });
  return Promise.all([
    server,
    ...(metricsAddress === undefined ? [] : [checkPort('SLUICE_METRICS_ADDR', metricsAddress)]),
  ]);
}

interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

async function checkPort(setting: string, { host, port }: ListenAddress): Promise<Check> {
  if (port === 0) return ok('port', 'a free one is picked');
  const where = `${host}:${port}`;
  const problem = await listenProblem({ host, port });
  if (problem === undefined) return ok('port', `${where} is free`);
  if (problem !== 'EADDRINUSE')
    return fail('port', `${where} cannot be used: ${problem}`, `name another one with ${setting}`);
  return (await isSluice({ host, port }))
    ? warn('port', `a server runs at ${where} already`, `stop it before another starts, or set ${setting}`)
    : fail('port', `another program uses ${where}`, `stop it, or name another port with ${setting}`);
}

/** The code of the error that listening ends in; undefined when it works. */
async function listenProblem({ host, port }: ListenAddress): Promise<string | undefined> {
  const server = createServer();
  try {
    const listening = once(server, 'listening');
    server.listen(port, host);
    await listening;
    return undefined;
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  } finally {
    server.close();
  }
}

async function isSluice({ host, port }: ListenAddress): Promise<boolean> {
  const name = host.includes(':') ? `[${host}]` : host;
  try {
    const response = await fetch(`http://${name}:${port}/healthz`, { signal: AbortSignal.timeout(2_000) });
    return response.ok && ((await response.json()) as { status?: unknown }).status === 'ok';
  } catch {
    return false;
  }
}
