import { fork } from 'node:child_process';
import type { PreparedDevnet } from './options.js';
import { DEVNET_FOLDER } from '../genesis/folder.js';

/**
 * Starts the child process of a devnet early, so that the child loads its modules while the program loads its own. If the child is
 * never passed to `startDevnet`, it ends with this process without having opened a file.
 *
 * @example
 * const prepared = prepareDevnet();
 * const devnet = await startDevnet({ blockMs: 1_000, prepared });
 */
export const prepareDevnet = (): PreparedDevnet => ({
  child: fork(new URL('main.js', DEVNET_FOLDER), {
    // Empty, because this process's environment contains secrets and the child needs none of it.
    env: {},
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  }),
});
