import { createRequire } from 'node:module';
import { resolve } from 'node:path';

/** Loads a package of bench/package.json, of which the compiler knows nothing: it is there only after `npm run bench:build`. */
export const ownPackage = createRequire(resolve('bench/package.json')) as <T>(name: string) => T;
