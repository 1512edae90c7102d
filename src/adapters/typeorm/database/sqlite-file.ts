import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes the folder for a file that SQLite will open, one level at a time: Node's own recursion never ends if the parent exists
 * but the system refuses, as in /proc.
 *
 * @throws the error of the system, `EISDIR` when the path itself is a folder.
 */
export async function makeFolderFor(file: string): Promise<void> {
  await refuseFolder(file);
  await makeFolder(dirname(file));
}

/** @throws Error with the code `EISDIR` when the path is a folder; SQLite only says that it cannot be opened. */
export async function refuseFolder(file: string): Promise<void> {
  if (await isFolder(file)) throw Object.assign(new Error(`${file} is a folder`), { code: 'EISDIR' });
}

async function makeFolder(folder: string): Promise<void> {
  // The root and the working folder are their own parents.
  if ((await isFolder(folder)) || folder === dirname(folder)) return;
  await makeFolder(dirname(folder));
  await mkdir(folder).catch(async (error: unknown) => {
    // Another process may have made it meanwhile.
    if (!(await isFolder(folder))) throw error;
  });
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
