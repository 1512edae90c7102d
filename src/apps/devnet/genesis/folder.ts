import { existsSync } from 'node:fs';

/** Folder of the devnet with its contracts and child process: this module's own in the bundle, the one above it in the sources. */
export const DEVNET_FOLDER = ['./', '../']
  .map((folder) => new URL(folder, import.meta.url))
  .find((folder) => existsSync(new URL('genesis/contracts/', folder)))!;
