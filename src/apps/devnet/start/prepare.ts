import { fork } from 'node:child_process';
import type { PreparedDevnet } from './options.js';
import { DEVNET_FOLDER } from '../genesis/folder.js';

/**
 * Starts the child process of a devnet early, so that it loads its modules while the program loads its own. If it is never passed
 * to `startDevnet`, it ends with this process without having opened a file.
 *
 * @example
 * const prepared = prepareDevnet();
 * const devnet = await startDevnet({ blockMs: 1_000, prepared });
 */
export const prepareDevnet = (): PreparedDevnet => ({
  child: fork(new URL('main.js', DEVNET_FOLDER), {
    // The child needs no environment, and this process's holds secrets.
    env: {},
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  }),
});
