import { existsSync, readFileSync } from 'node:fs';
import { StartError } from '../run/start-error.js';

/** The folder of the package: the nearest one above this module with a package.json, wherever the module was bundled to. */
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

/** Whether the program runs in a checkout of its sources, which the package does not ship. */
export const isCheckout = (): boolean => existsSync(new URL('tsconfig.json', packageFolder()));

const DEVNET_PACKAGE = '@stacks/clarinet-sdk';

/** @throws StartError when the package that an embedded devnet needs is not installed. */
export function requireDevnetPackage(): void {
  try {
    import.meta.resolve(DEVNET_PACKAGE);
  } catch (cause) {
    throw new StartError(
      `the embedded devnet needs a package that is not installed: npm install ${DEVNET_PACKAGE}@${manifest().peerDependencies[DEVNET_PACKAGE]}. ` +
        'Or set SLUICE_NETWORK and STACKS_API_URL to a network',
      { cause },
    );
  }
}
