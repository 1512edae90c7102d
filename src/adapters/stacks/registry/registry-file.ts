import { readFile, stat } from 'node:fs/promises';
import type { Registry } from '../../../domain/market/registry.js';
import type { Network } from '../../../domain/shared/network.js';
import { err, ok, type Result } from '../../../domain/shared/result.js';
import type { RegistrySource } from '../../../ports/index.js';
import { createRegistry, type InvalidRegistry } from './registry.js';
import { codeOf } from '../node/error-code.js';

/** Options for reading and following a registry file. */
export interface RegistryFileOptions {
  readonly network: Network;
  /** Called after a changed file was read and its registry became current. */
  readonly onReload?: (registry: Registry) => void;
  /** Called once for each change that makes the file unusable; the registry read before stays current. */
  readonly onError?: (error: InvalidRegistry) => void;
  /** Interval between checks of the file, in milliseconds. Default 1000. */
  readonly pollMs?: number;
}

/** A registry that follows its file. */
export interface RegistryFile extends RegistrySource {
  /** Checks the file now. */
  refresh(): Promise<void>;
  /** Stops checking the file. */
  close(): void;
}

/**
 * Reads a registry file and follows its changes. The file's attributes are polled rather than watched: on every file system, this
 * also notices that an editor or a mounted volume has replaced the file. Does not keep the process alive.
 *
 * @example
 * const file = unwrap(await openRegistryFile('./registry.json', { network: 'testnet' }));
 * const { vaults } = file.current();
 * file.close();
 */
export async function openRegistryFile(
  path: string,
  { network, onReload, onError, pollMs = 1_000 }: RegistryFileOptions,
): Promise<Result<RegistryFile, InvalidRegistry>> {
  let version = await versionOf(path);
  const first = await readRegistry(path, network);
  if (!first.ok) return first;
  let current = first.value;

  const check = async (): Promise<void> => {
    const found = await versionOf(path);
    if (found === version) return;
    version = found;
    const read = await readRegistry(path, network);
    if (!read.ok) return onError?.(read.error);
    current = read.value;
    onReload?.(current);
  };
  // One check at a time: a slow one must not replace a newer registry with an older one.
  let checking: Promise<void> = Promise.resolve();
  const refresh = (): Promise<void> => (checking = checking.then(check));

  const timer = setInterval(() => void refresh(), pollMs).unref();
  return ok({ current: () => current, refresh, close: () => clearInterval(timer) });
}

/** A text that changes whenever the file is written or replaced; the error's code if the file cannot be accessed. */
async function versionOf(path: string): Promise<string> {
  try {
    const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return [ino, size, mtimeNs, ctimeNs].join(' ');
  } catch (error) {
    return codeOf(error);
  }
}

async function readRegistry(path: string, network: Network): Promise<Result<Registry, InvalidRegistry>> {
  const unusable = (problem: string) => err({ kind: 'invalid-registry' as const, problems: [problem] });
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    return unusable(`${path}: cannot be read (${codeOf(error)})`);
  }
  try {
    return createRegistry(JSON.parse(text), network);
  } catch (error) {
    if (error instanceof SyntaxError) return unusable(`${path}: is not JSON (${error.message})`);
    throw error;
  }
}
