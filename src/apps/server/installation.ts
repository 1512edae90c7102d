import { existsSync, readFileSync } from 'node:fs';

import type { ProgramBuild } from '../../adapters/express/index.js';

/** The folder of the package: the nearest one above this module that has a package.json, wherever the module is bundled. */
function packageFolder(): URL {
  let folder = new URL('.', import.meta.url);
  while (!existsSync(new URL('package.json', folder))) folder = new URL('..', folder);
  return folder;
}

interface Manifest {
  readonly version: string;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

const manifest = (): Manifest =>
  JSON.parse(readFileSync(new URL('package.json', packageFolder()), 'utf8')) as Manifest;

/** The version of the program. */
export const programVersion = (): string => manifest().version;

/** Version and commit that the program was built from. */
export function programBuild(): ProgramBuild {
  const file = new URL('dist/commit', packageFolder());
  const commit = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
  return { version: programVersion(), ...(commit !== undefined && { commit }) };
}

/** Whether the program runs in a checkout of its sources, which the package does not ship. */
export const isCheckout = (): boolean => existsSync(new URL('tsconfig.json', packageFolder()));

/** The compatible versions of the optional packages, by name. */
export const optionalPackages = (): Readonly<Record<string, string>> => manifest().peerDependencies;

/** The folder of the docs, with a trailing slash. */
export const docsFolder = (): URL => new URL('docs/', packageFolder());

/** The folder of the built pages, with a trailing slash. */
export const webFolder = (): URL => new URL('dist/web/', packageFolder());
