import { readFile, stat } from 'node:fs/promises';
import type { Registry } from '../../domain/market/registry.js';
import type { Network } from '../../domain/shared/network.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { RegistrySource } from '../../ports/index.js';
import { createRegistry, type InvalidRegistry } from './registry.js';

export interface RegistryFileOptions {
  readonly network: Network;
  /** A changed file was read and is in force. */
  readonly onReload?: (registry: Registry) => void;
  /** A changed file cannot be used; the registry read before stays in force. Told once for each change. */
  readonly onError?: (error: InvalidRegistry) => void;
  /** How often the file is looked at, in milliseconds. Default 1000. */
  readonly pollMs?: number;
}

export interface RegistryFile extends RegistrySource {
  /** Looks at the file now. */
  refresh(): Promise<void>;
  /** Stops looking at the file. */
  close(): void;
}

/**
 * Reads a registry file and follows its changes. The file's facts are polled rather than watched: that sees a file that
 * an editor or a mounted volume puts in its place, on every file system. Does not keep the process alive.
 */
export async function openRegistryFile(
  path: string,
  { network, onReload, onError, pollMs = 1_000 }: RegistryFileOptions,
): Promise<Result<RegistryFile, InvalidRegistry>> {
  let version = await versionOf(path);
  const first = await readRegistry(path, network);
  if (!first.ok) return first;
  let current = first.value;

  const look = async (): Promise<void> => {
    const found = await versionOf(path);
    if (found === version) return;
    version = found;
    const read = await readRegistry(path, network);
    if (!read.ok) return onError?.(read.error);
    current = read.value;
    onReload?.(current);
  };
  // One look at a time: a slow one must not put an older file over a newer one.
  let looking: Promise<void> = Promise.resolve();
  const refresh = (): Promise<void> => (looking = looking.then(look));

  const timer = setInterval(() => void refresh(), pollMs).unref();
  return ok({ current: () => current, refresh, close: () => clearInterval(timer) });
}

/** Differs whenever the file at the path was written or replaced; the error's code when it cannot be looked at. */
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

/** The code of a failed file operation; anything else is a bug and thrown on. */
function codeOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code === 'string') return code;
  throw error;
}
