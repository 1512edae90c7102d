import { existsSync } from 'node:fs';

/** Folder of the devnet's contracts and child process. In the bundle it is this module's own folder; in the sources, its parent. */
export const DEVNET_FOLDER = ['./', '../']
  .map((folder) => new URL(folder, import.meta.url))
  .find((folder) => existsSync(new URL('genesis/contracts/', folder)))!;
