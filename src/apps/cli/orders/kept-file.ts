import { readFile, rename, writeFile } from 'node:fs/promises';
import type { KeptEntry } from '../../../domain/order/proof/kept-orders.js';
import { UsageError } from '../usage-error.js';

export interface KeepOption {
  /** Path of the file that keeps what was signed. */
  readonly keep?: string;
}

/**
 * Reads the file in which an owner keeps what he has signed.
 *
 * @throws UsageError if it cannot be read or is no JSON.
 */
export async function readKept(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as unknown;
  } catch (error) {
    throw new UsageError(
      error instanceof SyntaxError ? `${path} is no JSON` : `${path}: ${(error as Error).message}`,
      { cause: error },
    );
  }
}

/**
 * Adds what a server has accepted to the file. Its owner alone may read it, since it holds signatures. With nothing to add, finds out
 * whether the file can be written.
 */
export async function keep({ keep: path }: KeepOption, signed: readonly object[]): Promise<void> {
  if (path === undefined) return;
  const at = new Date().toISOString();
  const added = signed.map((each) => ({ at, signed: each as KeptEntry['signed'] }));
  const text = JSON.stringify([...(await keptSoFar(path)), ...added], undefined, 2);
  // A crash leaves the old file or the new one.
  await writeFile(`${path}.new`, `${text}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/**
 * The entries that the file has already; none if there is no file.
 *
 * @throws UsageError if it holds something else, which is not overwritten.
 */
async function keptSoFar(path: string): Promise<readonly unknown[]> {
  try {
    await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  const kept = await readKept(path);
  if (Array.isArray(kept)) return kept as readonly unknown[];
  throw new UsageError(`--keep: ${path} holds something other than kept orders`);
}
